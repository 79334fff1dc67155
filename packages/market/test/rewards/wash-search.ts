/**
 * An adversary who trades with himself for rewards: up to fifty addresses, a part of the pool or all of it, every kind of campaign at once.
 * What he gets is compared with what he had got without his trades, and with the fees that he paid for them.
 */
import { boundsOf, closeEpoch, epochsOf } from '../../src/index.ts';
import type { Campaign, ClosedEpoch, Price, RewardTrade, ShareFacts } from '../../src/index.ts';
import { EPOCH, FIRST, PAIR, TOKEN, campaign } from './campaigns.ts';

/** `stacked`: the rule that looks right, in which each campaign looks at the fees by itself. */
export type BudgetRule = 'once' | 'stacked';

interface Found {
  readonly strategies: number;
  /** In which he gained. */
  gained: number;
  /** In which he paid fees at all, and in which he was paid for them. */
  traded: number;
  paid: number;
  /** Gain for a sat of fees, in millionths: the best he found. */
  best: bigint;
  example: string | undefined;
}

/** Numbers from 0 on, below the limit; the same for the same seed. */
function diceOf(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
type Dice = ReturnType<typeof diceOf>;

const PPM = 1_000_000n;
const MOST_BACK = 800_000;
const POT = 10n ** 15n;

/** As generous as may be, or less; paid in sats or in a token. */
function campaignsOf(dice: Dice): Campaign[] {
  const part = dice(MOST_BACK);
  const capPpm = (): bigint => BigInt(1 + dice(MOST_BACK - part));
  const isToken = dice(2) === 0;
  const capPrice = isToken
    ? { sats: BigInt(1 + dice(50)), units: BigInt(1 + dice(5_000)) }
    : { sats: 1n, units: 1n };
  const paid = { pays: isToken ? TOKEN : ('sats' as const), pot: POT };
  const levels = [
    { limit: 0n, pot: BigInt(1 + dice(1e9)) },
    { limit: BigInt(1 + dice(1e9)), pot: 10n ** 10n },
  ];
  const rule = {
    kind: 'newcomer',
    capPpm: capPpm(),
    capPrice,
    trades: 1 + dice(20),
    least: BigInt(dice(1e6)),
  } as const;
  return [
    campaign('trading', { kind: 'trading', capPpm: capPpm(), capPrice, levels }, paid),
    campaign('newcomer', { ...rule, each: BigInt(1 + dice(1e8)) }, paid),
    campaign('fee-share', { kind: 'fee-share', partPpm: BigInt(1 + part) }, { pot: POT }),
  ];
}

const isHis = (address: string): boolean => address.startsWith('adversary');

function tradesOf(dice: Dice): RewardTrade[] {
  const addresses = 1 + dice(50);
  const others = dice(6);
  const count = 1 + dice(60);
  const trades = Array.from({ length: count }, (_, at): RewardTrade => {
    const payer = dice(4) === 0 && others > 0 ? `trader ${dice(others)}` : `adversary ${dice(addresses)}`;
    const venue = dice(2) === 0 ? 'book' : 'pool';
    const sats = BigInt(1 + dice(10) === 1 ? 10_000 + dice(1_000) : 10_000 + dice(50_000_000));
    const [share, least] = venue === 'book' ? [10_000n, 2_000n] : [3_000n, 546n];
    const fee = (sats * share + PPM - 1n) / PPM;
    return {
      ...{ reference: `${at}`, pair: PAIR, venue, payer, sats, serviceFee: fee > least ? fee : least },
      ...{ height: FIRST + dice(4 * EPOCH), place: at, counts: dice(10) > 0 },
    };
  });
  return trades.toSorted((a, b) => a.height - b.height || a.place - b.place);
}

/** Of the pool he may own nothing, a part or all; by several of his addresses. */
function sharesOf(dice: Dice): ShareFacts {
  const whole = 1_000_000n;
  const his = [0n, whole, BigInt(dice(1_000_000))][dice(3)] ?? 0n;
  const held = new Map([
    ['adversary 0', his / 2n],
    ['adversary lp', his - his / 2n],
    ['provider', whole - his],
  ]);
  return { held, all: whole, satBlocks: 0n };
}

interface Market {
  readonly campaigns: readonly Campaign[];
  readonly trades: readonly RewardTrade[];
  readonly shares: ShareFacts;
  /** Of the token that is paid, as the last epoch's trades had it. */
  readonly price: Price | undefined;
}

/** What the adversary is paid in all epochs of all campaigns: sat, at the operator's own price. */
function rewardOf({ campaigns, trades, shares, price }: Market, rule: BudgetRule): bigint {
  const firstTrades = new Map<string, number>();
  for (const { payer, height } of trades) if (!firstTrades.has(payer)) firstTrades.set(payer, height);
  const used = new Map<string, bigint>();
  const left = new Map(campaigns.map(({ id, pot }) => [id, pot]));
  let his = 0n;
  for (let number = 0; number < 4; number += 1)
    for (const one of campaigns.filter((each) => number < epochsOf(each))) {
      const closed: ClosedEpoch = closeEpoch(one, boundsOf(one, number), {
        ...{ trades, shares, firstTrades, price },
        ...{ remaining: left.get(one.id) ?? 0n, used: rule === 'once' ? used : new Map() },
      });
      left.set(one.id, (left.get(one.id) ?? 0n) - closed.total);
      for (const [reference, sats] of closed.used) used.set(reference, (used.get(reference) ?? 0n) + sats);
      his += closed.rows.reduce(
        (sum, { address, amount }) => (isHis(address) ? sum + worth(one, amount) : sum),
        0n,
      );
    }
  return his;
}

function worth({ rule }: Campaign, amount: bigint): bigint {
  if (!('capPrice' in rule)) return amount;
  return (amount * rule.capPrice.sats) / rule.capPrice.units;
}

export function searchWash(rule: BudgetRule, strategies: number, seed: number): Found {
  const found: Found = { strategies, gained: 0, traded: 0, paid: 0, best: -PPM, example: undefined };
  for (let at = 0; at < strategies; at += 1) {
    const dice = diceOf(seed + at);
    const price =
      dice(3) === 0 ? { sats: BigInt(1 + dice(100)), units: BigInt(1 + dice(10_000)) } : undefined;
    const market = { campaigns: campaignsOf(dice), trades: tradesOf(dice), shares: sharesOf(dice), price };
    const fees = market.trades.reduce(
      (sum, { payer, serviceFee }) => (isHis(payer) ? sum + serviceFee : sum),
      0n,
    );
    if (fees === 0n) continue;
    const without = rewardOf({ ...market, trades: market.trades.filter(({ payer }) => !isHis(payer)) }, rule);
    const reward = rewardOf(market, rule) - without;
    const gain = reward - fees;
    found.traded += 1;
    if (reward > 0n) found.paid += 1;
    const ratio = (gain * PPM) / fees;
    if (ratio > found.best) found.best = ratio;
    if (gain < 0n) continue;
    found.gained += 1;
    found.example ??= `seed ${seed + at}: ${reward} sat for ${fees} sat of fees`;
  }
  return found;
}
