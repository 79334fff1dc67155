/** `npm run verify-index`: builds the index again from the node and says whether the live one is the same. Reads the live tables, changes nothing in them. */
import { mvcNodeAddress, nodeAddress, openBitcoind, openMvcNode } from '@rialto/ground';
import { HASHED } from '@rialto/protocols';
import { z } from 'zod';
import { verifyIndex } from './follower/verify.ts';
import { verifyMvcIndex } from './mvc/follower/verify-mvc.ts';
import { openStore } from './store/database.ts';
import type { Store } from './store/database.ts';
import { differingHashes } from './store/ledger/ledger-scratch.ts';
import type { Comparison } from './store/ledger/ledger-scratch.ts';

/** The same settings, under the same names, as the server's. */
const Settings = z.object({
  NETWORK: z.enum(['livenet', 'testnet', 'regtest']).default('livenet'),
  PRETEND: z.enum(['0', '1']).default('0'),
  DATABASE_URL: z.string().min(1),
  NODE_RPC_URL: z.url(),
  NODE_COOKIE_FILE: z.string().optional(),
  NODE_RPC_USER: z.string().optional(),
  NODE_RPC_PASSWORD_FILE: z.string().optional(),
  MVC_RPC_URL: z.url().optional(),
  MVC_RPC_COOKIE_FILE: z.string().optional(),
  MVC_RPC_USER: z.string().optional(),
  MVC_RPC_PASSWORD_FILE: z.string().optional(),
});

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function tell(compared: Comparison): boolean {
  const odd = differingHashes(compared);
  say(`height ${compared.height}, block ${compared.hash}`);
  for (const protocol of HASHED) {
    const { live, rebuilt } = compared.hashes;
    const told = odd.includes(protocol) ? `DIFFERS: live ${live[protocol]}, rebuilt ` : 'same events ';
    say(`${protocol.padEnd(12)} ${told}${rebuilt[protocol]}`);
  }
  return tellTables(compared, odd.length);
}

interface Tables {
  readonly rows: number;
  readonly differences: readonly {
    readonly table: string;
    readonly rows: number;
    readonly examples: readonly string[];
  }[];
}

/** @param others differences that no row shows */
function tellTables(compared: Tables, others: number): boolean {
  for (const { table, rows, examples } of compared.differences) {
    say(`table ${table} DIFFERS in ${rows} rows:`);
    for (const example of examples) say(`  ${example}`);
  }
  const differences = compared.differences.length + others;
  say(`${compared.rows} rows compared, ${differences} differences`);
  return differences === 0;
}

/** @returns true where nothing of MVC is served, too */
async function isMvcSame(settings: z.infer<typeof Settings>, live: Store): Promise<boolean> {
  const address = mvcNodeAddress(settings);
  if (address === undefined) return true;
  const chain = openMvcNode(address);
  try {
    const compared = await verifyMvcIndex({ live, chain, progress: tellProgress });
    const { live: ours, rebuilt } = compared.eventsHash;
    say(`MVC height ${compared.height}, block ${compared.hash}`);
    say(ours === rebuilt ? `same events ${ours}` : `events DIFFER: live ${ours}, rebuilt ${rebuilt}`);
    return tellTables(compared, ours === rebuilt ? 0 : 1);
  } finally {
    chain.close();
  }
}

const tellProgress = (height: number): void => {
  say(`built again up to block ${height}`);
};

async function main(): Promise<void> {
  const settings = Settings.parse(process.env);
  const live = openStore(settings.DATABASE_URL, () => undefined);
  const chain = openBitcoind(nodeAddress(settings));
  try {
    const compared = await verifyIndex({
      live,
      chain,
      databaseUrl: settings.DATABASE_URL,
      network: settings.NETWORK,
      nodeRules: { pretend: settings.PRETEND === '1' },
      progress: tellProgress,
    });
    const isSame = tell(compared);
    process.exitCode = (await isMvcSame(settings, live)) && isSame ? 0 : 1;
  } finally {
    chain.close();
    await live.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
