/** A coin on the locked script of a BRC-20: whether a lot came to it by its first movement, or lies there, and of how much (decision 0049). */
import { readLanded } from '@rialto/ground';
import { originAsset } from '@rialto/market';
import { spentPoint, splitOutpoint } from '@rialto/protocols';
import type { Brc20Transfer, Outpoint, Transaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { NewBtcCoin } from '../../store/bridge/coin-store.ts';
import type { BridgeContext } from '../context.ts';
import type { OnCoin } from './on-coin.ts';

export async function readLot(
  context: BridgeContext,
  known: KnownAsset,
  { outpoint, height }: NewBtcCoin,
): Promise<OnCoin> {
  if (height === null) return waitingLot(context, known, outpoint);
  return (await lotsOn(context, known, [outpoint])).get(outpoint) ?? NOTHING;
}

/** Of coins in blocks, by the index. */
export async function lotsOn(
  { ledger, chain }: Pick<BridgeContext, 'ledger' | 'chain'>,
  { asset, keys }: KnownAsset,
  points: readonly Outpoint[],
): Promise<ReadonlyMap<Outpoint, OnCoin>> {
  const of = originAsset(asset.origin);
  const [{ assets, tip }, { landed, tip: other }] = await Promise.all([
    ledger.assetsOn(points),
    readLanded({ chain, ledger }, points),
  ]);
  if (tip.hash !== other.hash) throw new Refusal('syncing', 'the index moves');
  return new Map(
    points.map((point): [Outpoint, OnCoin] => {
      const [only, more] = assets.get(point) ?? [];
      const isAlone = only?.kind === 'inscription' && more === undefined;
      const came = landed.get(point);
      if (isAlone && only.transfer?.asset === of)
        return [point, { amount: 0n, mixed: false, isOwnLot: true }];
      if (!isAlone || came?.asset !== of || came.inscription !== only.id)
        return [point, { amount: 0n, mixed: only !== undefined }];
      return came.owner === keys.lockedScript
        ? [point, { amount: 0n, mixed: false, isOwnLot: true }]
        : [point, { amount: came.amount, mixed: false }];
    }),
  );
}

const NOTHING: OnCoin = { amount: 0n, mixed: false };

/** What its transaction will bring: the lot that it spends first goes to its first output. What is laid out otherwise is read in its block. */
async function waitingLot(
  context: Pick<BridgeContext, 'chain' | 'ledger'>,
  { asset }: KnownAsset,
  point: Outpoint,
): Promise<OnCoin> {
  const { txid, vout } = splitOutpoint(point);
  const tx = vout === 0 ? await context.chain.transaction(txid) : undefined;
  const lot = tx === undefined ? undefined : await firstLot(context, tx);
  return lot?.asset === originAsset(asset.origin) ? { ...NOTHING, amount: lot.amount } : NOTHING;
}

/** What moves with the first sats of a transaction, if it is a lot alone. */
async function firstLot(
  { ledger }: Pick<BridgeContext, 'ledger'>,
  { inputs: [input], outputs: [output] }: Transaction,
): Promise<Brc20Transfer | undefined> {
  if (input === undefined || output === undefined) return undefined;
  const spent = spentPoint(input);
  const [only, more] = (await ledger.assetsOn([spent])).assets.get(spent) ?? [];
  if (only?.kind !== 'inscription' || more !== undefined) return undefined;
  return only.offset < output.value ? only.transfer : undefined;
}
