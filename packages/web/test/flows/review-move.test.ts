/** The page's own check of liquidity on MVC: what an honest exchange builds is reviewed to the sat, and a lying one is refused before the wallet is asked. */
import { describe, expect, it } from 'vitest';
import type { MvcBuiltMove, MvcParkedMove } from '@rialto/contract';
import { TOKEN_OUTPUT_SATS, bodyOfPlan, hash160, scriptHolder, withHolder } from '@rialto/mvc';
import type { MvcPlan } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { moveLimitOf } from '../../src/flows/mvc/move-intent.ts';
import type { MvcMoveIntent } from '../../src/flows/mvc/move-intent.ts';
import { reviewMove, reviewPark } from '../../src/flows/mvc/review-move.ts';
import { OTHER_TEMPLATE, STRANGER, USER, handedOut, sats, signedBy, tokenOutput } from '../fake/mvc-swaps.ts';
import { CHECK_FEE, MOVE_FEE, PARK_FEE, SHARE_TEMPLATE, aRemoval, anAddition } from '../fake/mvc-moves.ts';

type Made = ReturnType<typeof anAddition>;

const FEE = PARK_FEE + MOVE_FEE + CHECK_FEE;
const ELSE = /does not do what was asked|fee is above the limit/;

function said(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

const parked = ({ built, intent }: Made, change: Partial<MvcBuiltMove> = {}): string =>
  said(() => reviewPark({ ...built, ...change }, intent));

const moved = ({ built, intent }: Made, answer: MvcParkedMove): string =>
  said(() => reviewMove(answer, reviewPark(built, intent), built, intent));

describe('honest liquidity', () => {
  it('is added for what was said: both reviews say the same, to the sat', () => {
    const made = anAddition();
    const { built, intent } = made;
    const park = reviewPark(built, intent);
    // One token coin comes back and one is new; there were two before.
    const deal = { sats: 1_200_000n, units: 24_000n, shares: 5_000n, networkFee: FEE, withTokens: 2_019n };
    expect(park.deal).toMatchObject({ ...deal, tokenSats: 0n, worse: 0, total: -(1_202_019n + FEE) });
    expect(park.toSign).toEqual([0, 1, 2]);
    const { answer } = made.over();
    const move = reviewMove(answer, park, built, intent);
    expect(move.deal).toEqual(park.deal);
    // The parked token moves without a signature: one of his coin is enough.
    expect(move.toSign).toEqual([2]);
  });
  it('is removed for what was said', () => {
    const made = aRemoval();
    const { built, intent } = made;
    const park = reviewPark(built, intent);
    expect(park.deal).toMatchObject({ tokenSats: 0n, total: 1_200_000n - 2_019n - FEE });
    expect(park.toSign).toEqual([0, 1]);
    expect(reviewMove(made.over().answer, park, built, intent).deal).toEqual(park.deal);
  });
  it('changes the coins by exactly what it says', () => {
    for (const make of [anAddition, aRemoval]) {
      const made = make();
      const { deal } = reviewPark(made.built, made.intent);
      const { plan } = made.over();
      const own = (outputs: MvcPlan['outputs']): bigint =>
        outputs
          .filter(({ script }) => {
            const hex = bytesToHex(script);
            return hex === bytesToHex(USER.script) || hex.includes(bytesToHex(hash160(USER.key)));
          })
          .reduce((sum, { value }) => sum + value, 0n);
      const before = made.park.inputs.slice(0, -1).map(({ coin }) => coin);
      const kept = made.park.outputs.slice(1, -1);
      expect(own(plan.outputs) + own(kept) - own(before)).toBe(deal.total);
    }
  });
  it('says what was typed and how much worse it is than the form showed, up to a hundredth', () => {
    const { built, intent } = anAddition();
    expect(moveLimitOf(intent)).toBe('4950');
    const near: MvcMoveIntent = { ...intent, shown: { ...intent.shown, shares: '5025', units: '23900' } };
    expect(reviewPark(built, near).deal.worse).toBe(49);
    const far = { ...intent, shown: { ...intent.shown, shares: '5100' } };
    expect(said(() => reviewPark(built, far))).toMatch(/price/i);
    const dear = { ...intent, shown: { ...intent.shown, units: '23000' } };
    expect(said(() => reviewPark(built, dear))).toMatch(/price/i);
    const removal = aRemoval();
    expect(moveLimitOf(removal.intent)).toBe('1188000');
    const less = { ...removal.intent, shown: { ...removal.intent.shown, units: '25000' } };
    expect(said(() => reviewPark(removal.built, less))).toMatch(/price/i);
  });
});

const SIDES = [
  ['adding', anAddition],
  ['removing', aRemoval],
] as const;

describe.each(SIDES)('a lying exchange, %s', (_, make) => {
  const put = <T>(all: readonly T[], at: number, one: T): T[] => all.map((old, i) => (i === at ? one : old));
  const parkedAs = (bend: (plan: MvcPlan) => Partial<MvcPlan>): string => {
    const made = make();
    return parked(made, { park: handedOut(made.ground, { ...made.park, ...bend(made.park) }) });
  };
  const movedAs = (bend: (plan: MvcPlan) => Partial<MvcPlan>): string => {
    const made = make();
    const { plan, answer } = made.over();
    return moved(made, { ...answer, move: handedOut(made.ground, { ...plan, ...bend(plan) }) });
  };
  const STEPS = [
    ['the parking', (made: Made) => made.park, parkedAs],
    ['the move', (made: Made) => made.over().plan, movedAs],
  ] as const;

  it.each(STEPS)('is refused with amounts changed in %s', (_name, planOf, as) => {
    const { outputs } = planOf(make());
    outputs.forEach((output, at) => {
      // A sat of his change is the network's; what it may take in all is looked at below.
      const by = output.value === TOKEN_OUTPUT_SATS ? 1n : FEE;
      const less = { ...output, value: sats(output.value - by) };
      expect(as((plan) => ({ outputs: put(plan.outputs, at, less) }))).toMatch(ELSE);
    });
    const token = outputs.findIndex(({ value }) => value === TOKEN_OUTPUT_SATS);
    const script = outputs[token]?.script ?? new Uint8Array(0);
    const changed = { value: TOKEN_OUTPUT_SATS, script: withHolder(script, scriptHolder(USER.hash), 3n) };
    expect(as((plan) => ({ outputs: put(plan.outputs, token, changed) }))).toMatch(ELSE);
  });
  it.each(STEPS)('is refused with another receiver in %s', (_name, planOf, as) => {
    planOf(make()).outputs.forEach((output, at) => {
      const isToken = output.value === TOKEN_OUTPUT_SATS;
      const script = isToken ? withHolder(output.script, STRANGER.hash, 5_000n) : STRANGER.script;
      expect(as((plan) => ({ outputs: put(plan.outputs, at, { ...output, script }) }))).not.toBe('accepted');
    });
  });
  it.each(STEPS)('is refused with outputs swapped, one more, one less in %s', (_name, _planOf, as) => {
    expect(as(({ outputs }) => ({ outputs: outputs.toReversed() }))).not.toBe('accepted');
    const more = { value: sats(1n), script: STRANGER.script };
    expect(as(({ outputs }) => ({ outputs: [...outputs, more] }))).not.toBe('accepted');
    expect(as(({ outputs }) => ({ outputs: outputs.slice(0, -1) }))).not.toBe('accepted');
  });
  it('is refused with a coin more of the user’s slipped in, plain, a token, or parked', () => {
    const made = make();
    const { plan, answer } = made.over();
    const coins = [
      made.ground.one({ value: sats(5_000n), script: USER.script }),
      made.ground.one(tokenOutput(USER.hash, 7n, OTHER_TEMPLATE)),
      made.ground.one(tokenOutput(scriptHolder(USER.hash), 7n)),
      made.ground.one(tokenOutput(scriptHolder(USER.hash), 7n, SHARE_TEMPLATE)),
    ];
    const withMore = (of: MvcPlan, at: number, coin: (typeof coins)[number]) =>
      handedOut(made.ground, { ...of, inputs: of.inputs.toSpliced(at, 0, { role: 'pool-space', coin }) });
    for (const coin of coins) {
      for (let at = 0; at < made.park.inputs.length; at += 1)
        expect(parked(made, { park: withMore(made.park, at, coin) })).not.toBe('accepted');
      for (let at = 0; at < plan.inputs.length; at += 1)
        expect(moved(made, { ...answer, move: withMore(plan, at, coin) })).not.toBe('accepted');
    }
  });
  it('is refused for another pool, another share token or another token than the page showed', () => {
    const made = make();
    const { answer } = made.over();
    const { intent } = made;
    const others: readonly MvcMoveIntent['pool'][] = [
      { ...intent.pool, poolHash: bytesToHex(STRANGER.hash) },
      { ...intent.pool, shareGenesis: '1'.repeat(40) },
      { ...intent.pool, genesis: '2'.repeat(40) },
      { ...intent.pool, codehash: '3'.repeat(40) },
    ];
    for (const pool of others) {
      const other = { ...intent, pool };
      const review = reviewPark(made.built, intent);
      expect(said(() => reviewMove(answer, review, made.built, other))).not.toBe('accepted');
    }
  });
  it('is refused for a parking that is not the one that was signed', () => {
    const made = make();
    const other = make({ parkFee: PARK_FEE + 1n });
    const { answer } = made.over(signedBy(USER, other.park, [0, 1]));
    expect(moved(made, answer)).toMatch(/does not do what was asked/);
    // The right one answered, and a move over another.
    const right = made.over().answer.parked;
    expect(moved(made, { ...answer, parked: right })).not.toBe('accepted');
    // A twin of it: the same core under another id than the one that the move spends.
    const twin = made.over(signedBy(STRANGER, made.park, [0, 1])).answer.parked;
    expect(moved(made, { ...made.over().answer, parked: twin })).toMatch(/does not do what was asked/);
    expect(moved(made, { ...answer, parked: 'zz' })).not.toBe('accepted');
  });
  it('is refused for costs above what was shown, in either of the two, and in both together', () => {
    expect(parked(make({ parkFee: FEE + 1n }))).toMatch(/fee/);
    const dear = make({ moveFee: MOVE_FEE + 1n });
    expect(moved(dear, dear.over().answer)).toMatch(/fee/);
    const both = make({ parkFee: PARK_FEE + 1n });
    expect(moved(both, both.over().answer)).toMatch(/fee/);
    const cheap = make({ moveFee: MOVE_FEE - 1n });
    const { built, intent } = cheap;
    const { deal } = reviewMove(cheap.over().answer, reviewPark(built, intent), built, intent);
    expect(deal.networkFee).toBe(FEE - 1n);
    // Said before the first signature, and far above what the form showed.
    const { quote } = built;
    expect(parked(cheap, { quote: { ...quote, networkFee: (FEE * 2n).toString() } })).toMatch(/fee/);
  });
  it('is refused for other amounts than it says', () => {
    const less = make({ move: { units: 4_000n } });
    expect(moved(less, less.over().answer)).not.toBe('accepted');
    const made = make({ park: { units: 4_999n } });
    expect(parked(made)).not.toBe('accepted');
  });
  it('is refused for texts that are none, and a key that is not the address’s', () => {
    const made = make();
    const { built, intent } = made;
    expect(parked(made, { park: { ...built.park, raw: 'zz' } })).not.toBe('accepted');
    expect(parked(made, { park: { ...built.park, previous: [] } })).toMatch(/coin/);
    expect(parked(made, { tokenSats: '2020' })).toMatch(/fee/);
    expect(parked(made, { quote: { ...built.quote, sats: '1e6' } })).not.toBe('accepted');
    const account = { ...intent.account, publicKey: bytesToHex(STRANGER.key) };
    expect(said(() => reviewPark(built, { ...intent, account }))).toMatch(/do not belong together/);
  });
});

it('what was typed is never paid over, and a removal is of exactly these shares', () => {
  const added = anAddition();
  expect(said(() => reviewPark(added.built, { ...added.intent, amount: '1199999' }))).toMatch(ELSE);
  const byToken: MvcMoveIntent = { ...added.intent, of: 'token', amount: '24000' };
  expect(said(() => reviewPark(added.built, byToken))).toBe('accepted');
  expect(said(() => reviewPark(added.built, { ...byToken, amount: '23999' }))).toMatch(ELSE);
  const removed = aRemoval();
  expect(said(() => reviewPark(removed.built, { ...removed.intent, amount: '5001' }))).toMatch(ELSE);
  expect(bodyOfPlan(removed.park).inputs).toHaveLength(3);
});
