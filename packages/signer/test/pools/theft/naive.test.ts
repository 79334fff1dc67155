/**
 * The theft that the price rule is made against (pools §3), done on a real node: by a pool that signs at the price of all that waits it
 * succeeds, and by one that signs at the price of the rule it gains nothing. No signer of ours prices as the first: the test signs for it.
 */
import {
  after,
  buyExactIn,
  perShareFell,
  reachOf,
  sellExactIn,
  sellExactOut,
  standingOf,
} from '@rialto/market';
import type { Reach, Reserves, SignedAct } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { coinsOfAct, planFanOut, planSwapBuy, planSwapSell, signFanOut } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { user } from '../../memory/people.ts';
import { payer, root, unitsOf } from '../stage.ts';
import { RATE, openWillingPool } from './open-pool.ts';
import { RuneChain } from './rune-chain.ts';

const [R1, R2] = [100_000_000n, 100_000_000_000n];
const LP_FEE = 10_000n;
const PUSH = 95_000_000n;
/** All that a lane of half of the pool gives. */
const MOST = R1 / 2n - 10_000n;

interface Quoted {
  readonly confirmed: Reserves;
  readonly pending: readonly SignedAct[];
  /** The coins that the new swap spends. */
  readonly spends: readonly string[];
}

/** What a price stands on. */
type Rule = (at: Quoted) => Reach;

/** As if everything that waits were in a block. */
const naive: Rule = ({ confirmed, pending }) =>
  reachOf(
    pending.reduce((reserves, { change }) => after(reserves, change), confirmed),
    [],
  );

const coordinate: Rule = ({ confirmed, pending, spends }) => {
  const { base, others } = standingOf(confirmed, pending, spends);
  return reachOf(base, others);
};

let chain: RuneChain;
beforeAll(async () => {
  chain = await RuneChain.open();
}, 120_000);
afterAll(() => chain.stop());

const step = (lane: Coin, d1: bigint, d2: bigint) => ({
  coin: lane,
  next: { value: sats(lane.value + d1), amount: amount(unitsOf(lane) + d2) },
});

/** In sat at the price there was: what the providers have, and the root of k for as many shares as there were. */
function worthOf({ r1, r2, shares }: Reserves, before: Reserves) {
  return {
    value: r1 + (r2 * R1) / R2,
    rootOfK: (root((r1 * r2 * R1) / R2) * before.shares) / shares,
  };
}

/** He pushes the price on one lane, sells on the other, and takes his first swap back. */
async function story(name: string, rule: Rule) {
  const thief = user(`thief from ${name}`, 'p2wpkh');
  const held = R2 / 5n;
  const { pool, lanes, reserves, finish } = await openWillingPool(chain, {
    ...{ name, sats: R1, units: R2 },
    ...{ holder: thief, held },
  });
  const before = reserves();
  const [pushed, other] = lanes();
  if (pushed === undefined || other === undefined) throw new Error('two lanes');

  const money = await chain.fund(thief, PUSH + 50_000n);
  const bought = buyExactIn(rule({ confirmed: before, pending: [], spends: [] }), PUSH, LP_FEE);
  const common = { pool, serviceFee: undefined, feeRateSatVb: RATE };
  const push = planSwapBuy({ ...common, payer: payer(thief, money), lanes: [step(pushed, PUSH, -bought)] });
  const first = finish(push, thief);
  await chain.send(first);

  const pending = [signedAct(first.txid, push, { d1: PUSH, d2: -bought, ds: 0n })];
  const naively = naive({ confirmed: before, pending, spends: [] });
  const units = sellExactOut(naively, MOST, LP_FEE);
  const [brought] = chain.coinsOf(thief.script).filter((coin) => unitsOf(coin) === held);
  if (brought === undefined) throw new Error('he holds the rune');
  const spends = [brought.outpoint, other.outpoint];
  const gets = sellExactIn(rule({ confirmed: before, pending, spends }), units, LP_FEE);
  const sale = finish(
    planSwapSell({
      ...common,
      seller: payer(thief),
      coins: [brought],
      lanes: [step(other, -gets, units)],
    }),
    thief,
  );
  await chain.send(sale);
  expect(await chain.waiting()).toEqual(expect.arrayContaining([first.txid, sale.txid]));

  const back = { script: thief.script, count: 1, value: sats(PUSH), coins: [money], feeRateSatVb: 10 };
  const taken = signFanOut(planFanOut(back), thief.secret);
  await chain.send(taken);
  const mined = await chain.mine();
  expect(mined.toSorted()).toEqual([sale.txid, taken.txid].toSorted());
  return { before, now: reserves(), units, gets };
}

const signedAct = (id: string, act: PoolAct, change: SignedAct['change']): SignedAct => ({
  id,
  spends: coinsOfAct(act).map(({ outpoint }) => outpoint),
  makes: [],
  change,
});

describe('void and keep, on a node', () => {
  it('by the price of all that waits a sixth of what the providers have is gone in one block', async () => {
    const { before, now, units, gets } = await story('a naive pool', naive);
    expect(gets).toBe(MOST);
    expect(now).toEqual({ ...before, r1: before.r1 - gets, r2: before.r2 + units });
    expect(perShareFell(before, now)).toBe(true);
    expect(worthOf(before, before)).toEqual({ value: 200_000_000n, rootOfK: 100_000_000n });
    // 16.0 and 23.2 % are gone, as in the proof of the design, whose lane kept 1,001 sat and not 10,000.
    expect(worthOf(now, before)).toEqual({ value: 167_954_705n, rootOfK: 76_801_137n });
  }, 60_000);

  it('by the rule the same steps leave more behind a share than there was', async () => {
    const { before, now, units, gets } = await story('a pool with the rule', coordinate);
    expect(gets).toBeLessThan(MOST / 3n);
    expect(now).toEqual({ ...before, r1: before.r1 - gets, r2: before.r2 + units });
    expect(perShareFell(before, now)).toBe(false);
    expect(worthOf(now, before)).toEqual({ value: 202_859_392n, rootOfK: 100_076_159n });
  }, 60_000);
});
