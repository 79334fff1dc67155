/** An exit on Bitcoin: coins that are ours and in blocks, signed by the signer, which plans it itself (bridge §5). */
import { DUST_FLOOR, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { bridgePayoutVsize } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownAmong } from '../../store/bridge/deposit-store.ts';
import { namedCoins } from '../../store/bridge/exit-store.ts';
import type { NewExit } from '../../store/bridge/exit-store.ts';
import { lockedCoins, settledAmong } from '../../store/bridge/reserve-store.ts';
import type { ReserveCoin } from '../../store/bridge/reserve-store.ts';
import type { BridgeContext } from '../context.ts';
import { runeIdOf } from '../follow/read-btc.ts';
import { askedOf, pickCoins, pointOf } from './exit-of.ts';
import type { Exit } from './exit-of.ts';

const MOST_COINS = 20;

/** Coins of builds before this one, all of which it has to spend. */
export interface Before {
  readonly inputs: readonly string[];
  readonly fees: readonly string[];
}

/**
 * @throws Refusal bridge-short, bridge-fees-high, insufficient-funds (the fee wallet), as the signer
 */
export async function payExit(context: BridgeContext, exit: Exit, before?: Before): Promise<NewExit> {
  const { custody, chain } = context;
  const { known, deposit } = exit;
  const named = await namedCoins(context.store.db);
  const locked = await lockedFor(context, exit, named, before);
  const { rate, fees } = await feesFor(context, exit, { locked: locked.length, named, before });
  const pay = { ...askedOf(exit), locked: points(locked), fees: points(fees), feeRateSatVb: rate };
  const { raw, txid, out } = await custody.pay(pay);
  const { height } = await chain.tip();
  return {
    ...{ id: txid, txid, deposit: deposit.name, asset: known.asset.id, chain: 'btc', kind: exit.kind },
    ...{ raw, inputs: [...locked], fees: [...fees], feeRate: rate, out: BigInt(out), sinceHeight: height },
  };
}

const points = (of: readonly string[]): Outpoint[] => of.map((point) => point as Outpoint);

/** Ours, in blocks, named by no other exit; of a refund the deposit itself. */
async function lockedFor(
  { store }: BridgeContext,
  { known, deposit, kind, out }: Exit,
  named: ReadonlySet<string>,
  before: Before | undefined,
): Promise<readonly string[]> {
  if (before !== undefined) return before.inputs;
  if (kind === 'refund') return [pointOf(deposit)];
  const { db } = store;
  const { asset } = known;
  const [all, own, settled] = await Promise.all([
    lockedCoins(db, known),
    ownAmong(db, asset.id),
    settledAmong(db, asset.id),
  ]);
  const isRune = asset.origin.network === 'RUNES';
  const holds = (coin: ReserveCoin): bigint => (isRune ? coin.units : coin.value);
  const isOurs = ({ name, pure }: ReserveCoin): boolean => pure && (own.has(name) || settled.has(name));
  const free = all.filter((coin) => isOurs(coin) && !named.has(coin.outpoint) && holds(coin) > 0n);
  const fits = (left: bigint): boolean => isRune || left === 0n || left >= DUST_FLOOR;
  return pickCoins(free, { holds, needed: out, fits, most: MOST_COINS }).map((coin) => coin.outpoint);
}

interface Paying {
  readonly locked: number;
  readonly named: ReadonlySet<string>;
  readonly before: Before | undefined;
}

/** The fewest coins of the fee wallet that pay the rate of now; those of a build before come first. */
async function feesFor(
  context: BridgeContext,
  { known, receiver }: Exit,
  { locked, named, before }: Paying,
): Promise<{ readonly rate: number; readonly fees: readonly string[] }> {
  const { asset, keys } = known;
  const rate = (await context.plans()).avg;
  const pays = asset.origin.network === 'BTC' ? 'sats' : runeIdOf(asset.origin.rune);
  // Under the rune that leaves, and at most as much under what stays.
  const lent = pays === 'sats' ? 0n : 2n * DUST_FLOOR;
  const costOf = (feeCoins: number): bigint =>
    BigInt(
      Math.ceil(
        bridgePayoutVsize({ pays, receiver: hexToBytes(receiver), lockedCoins: locked, feeCoins }) * rate,
      ),
    );
  if (costOf(1) > asset.mostPayoutFee) throw new Refusal('bridge-fees-high', `${costOf(1)} sat`);
  const free = await freeFeeCoins(context, keys.feeScript, named, before);
  const fees: string[] = [];
  let sum = 0n;
  for (const { outpoint: point, value } of free) {
    fees.push(point);
    sum += value;
    if (sum >= costOf(fees.length) + lent + DUST_FLOOR) {
      if (costOf(fees.length) > asset.mostPayoutFee)
        throw new Refusal('bridge-fees-high', `${costOf(fees.length)} sat`);
      return { rate, fees };
    }
    if (fees.length === MOST_COINS) break;
  }
  throw new Refusal('insufficient-funds', `the fee wallet of the bridge has ${sum} sat free`);
}

async function freeFeeCoins(
  { ledger, chain }: BridgeContext,
  feeScript: string,
  named: ReadonlySet<string>,
  before: Before | undefined,
) {
  const listed = await ledger.coinsOf(hexToBytes(feeScript));
  if (listed === undefined) throw new Refusal('syncing', 'the fee wallet of the bridge is being read');
  const again = new Set(before?.fees ?? []);
  const usable = listed.filter(
    ({ outpoint: point, height, coinbase }) =>
      height !== undefined && !coinbase && (again.has(point) || !named.has(point)),
  );
  const all = usable.map(({ outpoint: point }) => point);
  const { assets } = await ledger.assetsOn(all);
  const spending = await chain.spendingOf(all);
  const isFree = (point: Outpoint): boolean =>
    !assets.has(point) && (again.has(point) || !spending.has(point));
  return usable
    .filter(({ outpoint: point }) => isFree(point))
    .toSorted((a, b) => {
      const [first, second] = [again.has(a.outpoint), again.has(b.outpoint)];
      if (first !== second) return first ? -1 : 1;
      return a.value > b.value ? -1 : 1;
    });
}
