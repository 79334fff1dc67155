/** `npm run verify-index`: builds the index again from the node and says whether the live one is the same. Reads the live tables, changes nothing in them. */
import { nodeAddress, openBitcoind } from '@rialto/ground';
import { HASHED } from '@rialto/protocols';
import { z } from 'zod';
import { verifyIndex } from './follower/verify.ts';
import { openStore } from './store/database.ts';
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
  for (const { table, rows, examples } of compared.differences) {
    say(`table ${table} DIFFERS in ${rows} rows:`);
    for (const example of examples) say(`  ${example}`);
  }
  const differences = compared.differences.length + odd.length;
  say(`${compared.rows} rows compared, ${differences} differences`);
  return differences === 0;
}

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
      progress: (height) => {
        say(`built again up to block ${height}`);
      },
    });
    process.exitCode = tell(compared) ? 0 : 1;
  } finally {
    chain.close();
    await live.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
