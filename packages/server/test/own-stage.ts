/** What the tests of one's own transactions do around the exchange: wait, hold its ledger, write into its tables, spend past it. */
import type { Trader, World } from '@rialto/devnet';
import { splitOutpoint, sumSats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import pg from 'pg';

export async function until(holds: () => Promise<boolean>, what: string, ms = 6_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

/** Longer than the follower needs to see the mempool. */
export const aMoment = () => new Promise((resolve) => setTimeout(resolve, 1_500));

export async function inDatabase(world: World, query: string, values: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  try {
    await client.query(query, [...values]);
  } finally {
    await client.end();
  }
}

/** The follower waits at the tip's row, however fast blocks come. */
export async function whileLedgerStands<T>(world: World, does: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select height from tip for update');
    return await does();
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

/** All coins into one output that takes what the first two carry, and change. */
export async function spendTogether(world: World, who: Trader, coins: readonly Coin[]): Promise<void> {
  const tx = new Transaction({ version: 2 });
  for (const { outpoint, script, value } of coins) {
    const { txid, vout: index } = splitOutpoint(outpoint);
    tx.addInput({
      txid,
      index,
      witnessUtxo: { script, amount: value },
      tapInternalKey: who.publicKey.subarray(1),
    });
  }
  tx.addOutput({ script: who.script, amount: 1_092n });
  tx.addOutput({ script: who.script, amount: sumSats(coins.map((coin) => coin.value)) - 1_092n - 2_000n });
  tx.sign(who.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
}
