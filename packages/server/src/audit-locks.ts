/** `npm run audit -- <journal or rescue file>`: did the exchange's key keep every ticket? Settings as the server's; reads, changes nothing live. */
import { readFileSync } from 'node:fs';
import { coinToWire } from '@rialto/contract';
import type { LockProof } from '@rialto/contract';
import { nodeAddress, openBitcoind } from '@rialto/ground';
import { bytesToHex, writeTransaction } from '@rialto/protocols';
import { ticketText } from '@rialto/psbt';
import { z } from 'zod';
import { auditLocks, blocksLate } from './audit/audit.ts';
import type { Finding } from './audit/audit.ts';
import { readKnownLocks } from './audit/known-locks.ts';
import { openStore } from './store/database.ts';

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
type Settings = z.infer<typeof Settings>;

const BLOCKS_BETWEEN_LINES = 1000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function tell(finding: Finding): void {
  const { locked, tx, verdict, where, journaled } = finding;
  const place = typeof where === 'number' ? `block ${where}` : where;
  const known = journaled === false ? ', NOT IN THE JOURNAL' : '';
  const late = blocksLate(finding);
  const note = late === undefined ? '' : `, ${late} block${late === 1 ? '' : 's'} after expiry`;
  const end = verdict.kept ? 'kept' : `FORGED: ${verdict.why}, ${verdict.detail}`;
  say(`${locked.coin.outpoint} ${verdict.spend} by ${tx.txid}, ${place}${note}${known}: ${end}`);
}

/**
 * Where the journal names a ticket that is not the lock's, what was promised is known to the user alone. When something was signed is
 * in the journal, and in no transaction.
 */
const isProvable = ({ verdict }: Finding): boolean =>
  !verdict.kept && verdict.why !== 'other-ticket' && verdict.why !== 'after-expiry';

function proofOf({ locked, tx, coins }: Finding, network: Settings['NETWORK']): LockProof {
  return {
    proof: 'lock',
    network,
    transaction: bytesToHex(writeTransaction(tx)),
    coins: coins.map(coinToWire),
    lock: locked.coin.outpoint,
    ticket: ticketText(locked.lock.ticket),
  };
}

async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name the signer’s journal, or a rescue file.');
  const settings = Settings.parse(process.env);
  const known = readKnownLocks(readFileSync(file, 'utf8'));
  const live = openStore(settings.DATABASE_URL, () => undefined);
  const chain = openBitcoind(nodeAddress(settings));
  try {
    const found = await auditLocks(known, {
      live,
      chain,
      databaseUrl: settings.DATABASE_URL,
      network: settings.NETWORK,
      nodeRules: { pretend: settings.PRETEND === '1' },
      progress: (height) => {
        if (height % BLOCKS_BETWEEN_LINES === 0) process.stderr.write(`read up to block ${height}\n`);
      },
    });
    found.forEach(tell);
    const forged = found.filter(({ verdict }) => !verdict.kept);
    say(`${known.locks.length} locks, ${found.length} spends, ${forged.length} forged`);
    const provable = forged.filter(isProvable);
    if (provable.length > 0)
      say('Each of these lines is a proof; save it in a file for: npm run effects -- FILE');
    for (const finding of provable) say(JSON.stringify(proofOf(finding, settings.NETWORK)));
    process.exitCode = forged.length === 0 ? 0 : 1;
  } finally {
    chain.close();
    await live.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
