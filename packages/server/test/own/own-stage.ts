/** What the tests of one's own transactions do around the exchange: wait, hold its ledger, write into its tables, spend past it. */
import type { OwnAnswer, PreparedOwn, WaitingAct } from '@rialto/contract';
import { list, text } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex, splitOutpoint, sumSats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import pg from 'pg';

const net = 'regtest';

export const askOf = (who: Trader, feeRate: number) =>
  ({ net, address: who.address, publicKey: bytesToHex(who.publicKey), feeRate }) as const;

export interface OwnRequest {
  readonly act: WaitingAct;
  readonly txId: string;
  readonly feeRate: number;
  readonly highFee?: boolean;
}

export const prepareOwn = (who: Trader, { feeRate, ...request }: OwnRequest): Promise<PreparedOwn> =>
  who.post('prepareOwn', { ...askOf(who, feeRate), ...request });

export function submitOwn(who: Trader, { ownId, transactions }: PreparedOwn): Promise<OwnAnswer> {
  const psbtRaws = transactions.map(({ psbtRaw, toSignInputs }) => who.sign(psbtRaw, toSignInputs));
  return who.post('submitOwn', { net, address: who.address, ownId, psbtRaws });
}

/** A hard cancel, sent; answers its transaction. */
export async function sendCancel(who: Trader, orderId: string): Promise<string> {
  const prepared = await who.post('prepareCancel', { ...askOf(who, 1), orderId });
  const psbtRaw = who.sign(prepared.psbtRaw, prepared.toSignInputs);
  return (await who.post('submitCancel', { net, address: who.address, orderId, psbtRaw })).txId;
}

export async function mempoolOf({ chain }: World): Promise<string[]> {
  return list(await chain.rpc('getrawmempool')).map((one) => text(one));
}

/** Longer than the follower needs to see the mempool. */
export const aMoment = () => new Promise((resolve) => setTimeout(resolve, 1_500));

/** @returns how many rows it gave or changed */
export async function inDatabase(
  world: World,
  query: string,
  values: readonly string[] = [],
): Promise<number> {
  const client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  try {
    return (await client.query(query, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

const LOCK_WAITS = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

/** How many connections wait for a row that somebody has locked. */
export const lockWaits = (world: World): Promise<number> => inDatabase(world, LOCK_WAITS);

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
