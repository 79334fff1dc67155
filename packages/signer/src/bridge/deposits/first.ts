/** Of several payments with one id the first in the chain that fits the terms is the order's; and an order is paid once (bridge §2). */
import { unitOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Held } from '../coins/held.ts';
import { isDead } from '../dead/dead.ts';
import type { BridgeLine } from '../books/lines.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';
import type { Deposit } from './deposit.ts';

interface Placed {
  readonly coin: string;
  readonly point: Outpoint;
  readonly height: number;
}

/**
 * What does not fit is nobody's first: else a few sats with an id that all can see would take an order from whoever pays it.
 * @param held the coins on the script that the deposit came to
 * @param fits whether an amount, in origin units, fits the terms
 * @throws Refusal bridge-paid-before when another deposit is the order’s, or was paid for it
 */
export async function requireFirst(
  parts: BridgeParts,
  asset: BridgeAsset,
  {
    deposit,
    order,
    fits,
    held,
    tips,
  }: {
    readonly deposit: Deposit;
    readonly order: string;
    readonly fits: (amount: bigint) => boolean;
    readonly held: readonly Held[];
    readonly tips: BridgeTips;
  },
): Promise<void> {
  const lines = parts.journal.recall
    .ofOrder(asset.id, order)
    .filter((line) => line.deposit !== deposit.name && sideOf(line.deposit) === sideOf(deposit.name));
  for (const line of lines)
    if (line.exit === 'payout' && !(await isDead(parts, asset, line, tips)))
      throw new Refusal('bridge-paid-before', `its order was paid for ${line.deposit}`);
  const others = held
    .filter((one) => one.is === 'deposit' && one.order === order && one.name !== deposit.coin)
    .filter(({ units }) => fits(deposit.direction === 'mint' ? units : units * unitOf(asset)))
    .map(({ name: coin, point, height }) => ({ coin, point, height }));
  // Those that were refunded, and are no longer on the script.
  const gone = await placesOf(
    parts,
    lines.filter(({ amount }) => fits(BigInt(amount))),
  );
  for (const other of [...others, ...gone])
    if (await isBefore(parts, deposit, other))
      throw new Refusal('bridge-paid-before', `${other.coin} came first for its order`);
}

const sideOf = (deposit: string): 'btc' | 'mvc' => (deposit.startsWith('btc:') ? 'btc' : 'mvc');

async function placesOf(parts: BridgeParts, lines: readonly BridgeLine[]): Promise<Placed[]> {
  const coins = [...new Set(lines.map(({ deposit }) => deposit))].map((name) => name.slice(4));
  const ids = coins.map((coin) => coin.slice(0, 64));
  if (lines[0] === undefined) return [];
  if (sideOf(lines[0].deposit) === 'btc') {
    const heights = await parts.source.btc.chain.heightsOf(ids as Txid[]);
    return coins.flatMap((coin): Placed[] => {
      const height = heights.get(splitOutpoint(coin as Outpoint).txid);
      return height === undefined ? [] : [{ coin, point: coin as Outpoint, height }];
    });
  }
  const places = await parts.mvcPlaces.of(ids);
  return coins.flatMap((coin): Placed[] => {
    const place = places.get(coin.slice(0, 64));
    return place === undefined ? [] : [{ coin, point: coin as Outpoint, height: place.height }];
  });
}

/** By block, by place in it, by place in the transaction. */
async function isBefore(parts: BridgeParts, deposit: Deposit, other: Placed): Promise<boolean> {
  if (other.height !== deposit.height) return other.height < deposit.height;
  const [own, others] = [deposit.coin, other.coin].map((coin) => splitOutpoint(coin as Outpoint));
  if (own === undefined || others === undefined) return true;
  if (own.txid === others.txid) return others.vout < own.vout;
  const ids = await idsIn(parts, deposit);
  return ids.indexOf(others.txid) < ids.indexOf(own.txid);
}

/** Of its block: ids on Bitcoin, cores on MVC. */
async function idsIn({ source }: BridgeParts, { direction, height }: Deposit): Promise<string[]> {
  const { chain } = direction === 'mint' ? source.btc : source.mvc;
  const hash = await chain.blockHash(height);
  if (hash === undefined) throw new Refusal('syncing', `block ${height}`);
  if (direction === 'mint') {
    const { block } = await source.btc.chain.block(hash);
    return block.transactions.map(({ txid }) => txid);
  }
  const block = await source.mvc.chain.block(hash);
  return block?.transactions.map(({ core }) => core) ?? [];
}
