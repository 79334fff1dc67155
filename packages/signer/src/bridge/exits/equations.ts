/**
 * The two equations of the bridge (bridge §6), by blocks alone: what is locked covers what people hold and what is owed; and what people hold
 * is what was paid out to them, by our own journal. Before what is signed, and after it.
 */
import { unitOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { CoinStanding } from '../books/lines.ts';
import type { PlacesAt } from '../books/places.ts';
import type { BridgeRecall } from '../books/recall.ts';
import type { Held, HeldBalance } from '../coins/held.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { owedOfSpent } from '../deposits/spent-deposits.ts';

interface World {
  readonly asset: BridgeAsset;
  readonly recall: Pick<BridgeRecall, 'ofAsset' | 'exits'>;
  readonly places: PlacesAt;
  readonly locked: readonly Held[];
  readonly tokens: readonly Held[];
  /** Of BRC-20, which lies on no coin: this is what is locked. */
  readonly balance: HeldBalance | undefined;
}

interface Next {
  readonly deposit: Deposit;
  readonly kind: 'payout' | 'refund';
  /** Origin units. */
  readonly out: bigint;
}

export interface Books {
  /** All in origin units: what is locked, what people hold, what depositors are owed. */
  readonly locked: bigint;
  readonly wrapped: bigint;
  readonly owed: bigint;
  /** Deposits that are owed, by name, in origin units. */
  readonly unpaid: ReadonlyMap<string, bigint>;
}

/** Both sides, as they are now. @throws Refusal bridge-break where they do not hold */
export function requireBooks(world: World): Books {
  const { asset, locked, tokens, balance, recall, places } = world;
  const unit = unitOf(asset);
  const circulating = asset.token.supply - sumOf(tokens);
  const journaled = circulatingByJournal(world);
  if (circulating !== journaled)
    throw new Refusal('bridge-break', `${circulating} wrapped are with people, ${journaled} by the journal`);
  const spent = owedOfSpent(asset.id, recall, places);
  const [mints, redeems] = (['btc', 'mvc'] as const).map((chain) => [
    ...(chain === 'btc' ? locked : tokens).filter((one) => isUnpaid(world, one)),
    ...spent.filter((one) => one.chain === chain).map((one) => ({ deposit: one.name, units: one.units })),
  ]);
  const held = balance === undefined ? sumOf(locked) : balance.available + balance.transferable;
  const wrapped = circulating * unit;
  const owed = sumOf(redeems ?? []) * unit + sumOf(mints ?? []);
  if (held < wrapped + owed) throw new Refusal('bridge-break', `${held} are locked, ${wrapped + owed} owed`);
  const unpaid = new Map([
    ...(mints ?? []).map(({ deposit, units }) => [deposit, units] as const),
    ...(redeems ?? []).map(({ deposit, units }) => [deposit, units * unit] as const),
  ]);
  return { locked: held, wrapped, owed, unpaid };
}

/** @throws Refusal bridge-break */
export function requireBalanced(world: World, next: Next): void {
  const { locked: held, wrapped, owed: unpaid, unpaid: names } = requireBooks(world);
  const owed = wrapped + unpaid;
  const { amount, direction, name } = next.deposit;
  // What was read of it before, and now, is the same.
  if (names.get(name) !== amount) throw new Refusal('bridge-break', 'the index has the deposit otherwise');
  // What is owed no more, and what leaves or is with people then.
  const leaves = direction === (next.kind === 'refund' ? 'mint' : 'redeem') ? next.out : 0n;
  const more = next.out - leaves;
  if (held - leaves < owed - amount + more)
    throw new Refusal('bridge-break', `${next.out} would be too much for ${amount}`);
}

const sumOf = (coins: readonly Pick<Held, 'units'>[]): bigint =>
  coins.reduce((sum, { units }) => sum + units, 0n);

function isUnpaid({ recall, places }: World, { is, deposit }: Held): boolean {
  if (is !== 'deposit') return false;
  // Of BRC-20 its coin stays when it was given back; of all else it is gone.
  return !recall.exits(deposit).some((line) => places.heightOf(line) !== undefined);
}

/** In wrapped units: mints paid − redeem deposits + redeems refunded, less what the operator put in; of what blocks have. */
function circulatingByJournal({ asset, recall, places, tokens }: World): bigint {
  const unit = unitOf(asset);
  let sum = 0n;
  for (const line of recall.ofAsset(asset.id)) {
    if (line.chain !== 'mvc' || places.heightOf(line) === undefined) continue;
    sum += BigInt(line.out) / unit;
    for (const { is, units } of line.spends) if (cameIn(is)) sum -= BigInt(units);
  }
  for (const { is, units } of tokens) if (cameIn(is)) sum -= units;
  return sum;
}

/** From outside, after the first minting. */
const cameIn = (is: CoinStanding): boolean => is === 'deposit' || is === 'backing';
