/** A coin on a locked script as the chain tells it: whose it is, what is on it, which order it names, and who paid. */
import { projectMempool } from '@rialto/ground';
import { bridgeBackingId, originAsset } from '@rialto/market';
import { DUST_FLOOR, spentPoint, splitOutpoint } from '@rialto/protocols';
import type { CoinAsset, Outpoint, Transaction } from '@rialto/protocols';
import { bridgeIdIn, heldOf } from '@rialto/psbt';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { followedAmong } from '../../store/bridge/coin-store.ts';
import type { NewBtcCoin } from '../../store/bridge/coin-store.ts';
import { keepDeposit, keepOwnCoin, noteDeposits, turnOwn } from '../../store/bridge/deposit-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import type { BridgeContext } from '../context.ts';
import type { OnCoin } from './on-coin.ts';
import { lotsOn, readLot } from './read-lot.ts';

/** What a coin of so many sat with these things on it is, of this asset. @param isOdd MRC-20 about which indexes may disagree (decision 0021) */
export function onCoin(
  { asset: { origin } }: Pick<KnownAsset, 'asset'>,
  value: bigint,
  assets: readonly CoinAsset[],
  isOdd = false,
): OnCoin {
  const id = originAsset(origin);
  if (id === 'sats') return whole(value, assets.length > 0);
  // On fewer sats a message could not put what is left of MRC-20 on an output of its own (bridge §5).
  const isSmall = origin.network === 'MRC20' && value < DUST_FLOOR;
  const isOther = assets.some((one) => heldOf([{ assets: [one] }], id) === 0n);
  return whole(heldOf([{ assets }], id), isOdd || isSmall || isOther);
}

/** Of what is not the asset alone nothing can be done. */
const whole = (amount: bigint, mixed: boolean): OnCoin => ({ amount: mixed ? 0n : amount, mixed });

/** What is on it by the index; of one that waits, what will be. */
async function readOn(context: BridgeContext, known: KnownAsset, coin: NewBtcCoin): Promise<OnCoin> {
  const { ledger, chain } = context;
  const { outpoint, value, height } = coin;
  if (known.asset.origin.network === 'BRC20') return readLot(context, known, coin);
  if (height !== null) {
    const [{ assets }, odd] = await Promise.all([
      ledger.assetsOn([outpoint]),
      ledger.oddMrc20Among([outpoint]),
    ]);
    return onCoin(known, value, assets.get(outpoint) ?? [], odd.has(outpoint));
  }
  const { txid } = splitOutpoint(outpoint);
  const projected = await projectMempool({ chain, ledger }, [txid]);
  return onCoin(known, value, projected.get(outpoint) ?? []);
}

/** A coin that nobody has looked at: a deposit, or ours. One that cannot be read now is read with the next look. */
export async function takeInBtc(context: BridgeContext, known: KnownAsset, coin: NewBtcCoin): Promise<void> {
  const { store, chain } = context;
  const { asset } = known;
  const { txid, vout } = splitOutpoint(coin.outpoint);
  const name = `btc:${coin.outpoint}`;
  const hash = coin.height === null ? undefined : await chain.blockHash(coin.height);
  const tx = await chain.transaction(txid, hash);
  if (tx === undefined) return;
  const id = bridgeIdIn(tx);
  const { amount, mixed, isOwnLot = false } = await readOn(context, known, coin);
  const isPutIn = (await isOurs(context, known, coin, tx)) || id === bridgeBackingId(asset.id);
  // What has anything else on it is nobody's to spend, whoever sent it: it is shown, and nothing of it counts.
  if (isOwnLot || (isPutIn && !mixed)) return keepOwnCoin(store.db, name, asset.id);
  await keepDeposit(store.db, {
    ...{ name, asset: asset.id, direction: 'mint', txid, vout, amount, value: coin.value, mixed },
    ...{ orderId: isPutIn ? null : (id ?? null), height: null, status: 'paid' },
  });
}

/** Made by a transaction that spends what is locked: nobody else signs for that. */
async function isOurs(
  { store, chain }: BridgeContext,
  { keys }: KnownAsset,
  { height }: NewBtcCoin,
  tx: Transaction,
): Promise<boolean> {
  const coins = await followedAmong(store.db, tx.inputs.map(spentPoint));
  if ([...coins.values()].some(({ script }) => script === keys.lockedScript)) return true;
  if (height === null) return false;
  const origin = (await chain.originsOf([tx.txid])).get(tx.txid);
  return origin?.funders.some((script) => script === keys.lockedScript) ?? false;
}

/** Deposits that a block has brought: their amounts by that block, and who paid. */
export async function readAgain(
  context: BridgeContext,
  assets: ReadonlyMap<string, KnownAsset>,
  rows: readonly DepositRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { store, chain, ledger } = context;
  const points = rows.map(({ txid, vout }) => `${txid}:${vout}` as Outpoint);
  const [on, odd, lots, origins] = await Promise.all([
    ledger.assetsOn(points),
    ledger.oddMrc20Among(points),
    readLots(context, assets, rows),
    chain.originsOf([...new Set(points.map((point) => splitOutpoint(point).txid))]),
  ]);
  for (const [at, row] of rows.entries()) {
    const known = assets.get(row.asset);
    const [point] = points.slice(at, at + 1);
    if (known === undefined || point === undefined) continue;
    const { amount, mixed, isOwnLot } =
      lots.get(point) ?? onCoin(known, row.value, on.assets.get(point) ?? [], odd.has(point));
    const funders = origins.get(splitOutpoint(point).txid)?.funders;
    // A node that does not find it yet is asked again.
    if (funders === undefined) continue;
    if (isOwnLot === true) {
      await store.transact((tx) => turnOwn(tx, row.name, row.asset));
      continue;
    }
    const [only, more] = funders;
    const origin = more === undefined ? (only ?? '') : '';
    await noteDeposits(store.db, [row.name], { amount, mixed, origin, readAt: row.height, judged: false });
  }
}

/** Of BRC-20 alone. */
async function readLots(
  context: BridgeContext,
  assets: ReadonlyMap<string, KnownAsset>,
  rows: readonly DepositRow[],
): Promise<ReadonlyMap<Outpoint, OnCoin>> {
  const found = new Map<Outpoint, OnCoin>();
  for (const known of assets.values()) {
    if (known.asset.origin.network !== 'BRC20') continue;
    const points = rows
      .filter(({ asset }) => asset === known.asset.id)
      .map(({ txid, vout }) => `${txid}:${vout}` as Outpoint);
    for (const [point, on] of await lotsOn(context, known, points)) found.set(point, on);
  }
  return found;
}
