/** The page's own check of swaps on MVC: what an honest exchange builds is reviewed to the sat, and a lying one is refused before the wallet is asked. */
import { describe, expect, it } from 'vitest';
import type { MvcBuilt } from '@rialto/contract';
import { bodyOfPlan, hash160, scriptHolder, withHolder, writeMvcTransaction } from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcPlan } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { limitOf } from '../../src/flows/mvc/mvc-intent.ts';
import type { MvcIntent } from '../../src/flows/mvc/mvc-intent.ts';
import { toSignOf } from '../../src/flows/mvc/checked-mvc.ts';
import { reviewMvc } from '../../src/flows/mvc/review-mvc.ts';
import {
  OTHER_TEMPLATE,
  STRANGER,
  Ground,
  USER,
  aBuy,
  aSell,
  handedOut,
  sats,
  tokenOutput,
} from '../fake/mvc-swaps.ts';

type Made = ReturnType<typeof aBuy>;

describe('an honest swap', () => {
  it('is bought for what was said, and costs what its bytes say', () => {
    const { built, intent } = aBuy();
    expect(reviewMvc(built, intent)).toMatchObject({
      sats: 1_200_000n,
      units: 23_000n,
      // The refill and the fee, less what the check holds.
      networkFee: 9_000n + 20_000n - 3_000n,
      tokenSats: 2_019n,
      total: -1_226_000n,
      worse: 0,
      toSign: [2, 3],
    });
  });
  it('is sold for what was said; the sat under one of the two coins do not come back', () => {
    const { built, intent } = aSell();
    expect(reviewMvc(built, intent)).toMatchObject({
      sats: 2_000_000n,
      units: 60_000n,
      networkFee: 21_000n,
      tokenSats: -2_019n,
      total: 1_997_981n,
      toSign: [0, 1],
    });
  });
  it('says how much worse it is than the form showed, up to a hundredth', () => {
    const { built, intent } = aBuy();
    expect(reviewMvc(built, { ...intent, other: '23115' }).worse).toBe(49);
    expect(() => reviewMvc(built, { ...intent, other: '23300' })).toThrow(/price/i);
    expect(limitOf({ exact: 'in', other: '23300' })).toBe('23067');
    expect(limitOf({ exact: 'out', other: '23300' })).toBe('23533');
  });
  it('is written for the wallet by this page, with what each input spends', () => {
    const { built, intent, plan } = aSell();
    const toSign = toSignOf(reviewMvc(built, intent), 5);
    expect(toSign.raw).toBe(built.raw);
    expect(toSign.inputs).toEqual(
      [0, 1].map((index) => ({
        index,
        isPlain: false,
        satoshis: 2_019n,
        script: bytesToHex(plan.inputs[index]?.coin.script ?? new Uint8Array(0)),
      })),
    );
    expect(JSON.parse(toSign.composer)).toMatchObject({ tx: { version: 10 }, changeOutputIndex: -1 });
  });
});

const SIDES = [
  ['buying', aBuy],
  ['selling', aSell],
] as const;

function refusal(built: MvcBuilt, intent: MvcIntent): string {
  try {
    reviewMvc(built, intent);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

const ELSE = /does not do what was asked/;
/** Less change than there should be is a fee. */
const ELSE_OR_FEE = /does not do what was asked|fee is above the limit/;
const put = <T>(all: readonly T[], at: number, one: T): T[] =>
  all.map((old, index) => (index === at ? one : old));

/** The exchange hands out another transaction than it says, with everything that belongs to it. */
function lies({ ground, built, intent, plan }: Made, bend: (plan: MvcPlan) => Partial<MvcPlan>): string {
  return refusal({ ...built, ...handedOut(ground, { ...plan, ...bend(plan) }) }, intent);
}

describe.each(SIDES)('a lying exchange, %s', (_, make: () => Made) => {
  const outputsOf = (change: (plan: MvcPlan) => MvcPlan['outputs']) =>
    lies(make(), (plan) => ({ outputs: change(plan) }));

  it('is refused: amounts changed', () => {
    const { outputs } = make().plan;
    outputs.forEach((output, at) => {
      const less = { ...output, value: sats(output.value - 1n) };
      expect(outputsOf((plan) => put(plan.outputs, at, less))).toMatch(ELSE_OR_FEE);
    });
    const less = (plan: MvcPlan): MvcPlan['outputs'] => {
      const at = plan.outputs.findIndex(({ value }) => value === 2_019n);
      const script = plan.outputs[at]?.script ?? new Uint8Array(0);
      const changed = withHolder(script, hash160(USER.key), 22_999n);
      return put(plan.outputs, at, { value: sats(2_019n), script: changed });
    };
    expect(outputsOf(less)).toMatch(ELSE);
  });
  it('is refused: another receiver', () => {
    const { outputs } = make().plan;
    outputs.forEach((output, at) => {
      const isToken = output.value === 2_019n;
      const script = isToken ? withHolder(output.script, STRANGER.hash, 23_000n) : STRANGER.script;
      expect(outputsOf((plan) => put(plan.outputs, at, { ...output, script }))).toMatch(ELSE);
    });
  });
  it('is refused: outputs swapped, one more, one less', () => {
    expect(outputsOf(({ outputs }) => outputs.toReversed())).toMatch(ELSE);
    const more = { value: sats(1n), script: STRANGER.script };
    expect(outputsOf(({ outputs }) => [...outputs, more])).toMatch(ELSE);
    expect(outputsOf(({ outputs }) => outputs.slice(0, -1))).toMatch(ELSE_OR_FEE);
  });
  it('is refused: a coin more of the user’s slipped in, plain, a token, or parked', () => {
    const made = make();
    const coins: readonly MvcCoin[] = [
      made.ground.one({ value: sats(5_000n), script: USER.script }),
      made.ground.one(tokenOutput(USER.hash, 7n, OTHER_TEMPLATE)),
      made.ground.one(tokenOutput(scriptHolder(USER.hash), 7n)),
      made.ground.one(tokenOutput(scriptHolder(USER.hash), 7n, OTHER_TEMPLATE)),
    ];
    for (const coin of coins) {
      for (let at = 0; at <= made.plan.inputs.length; at += 1) {
        const said = lies(made, ({ inputs }) => ({
          inputs: inputs.toSpliced(at, 0, { role: 'pool-space', coin }),
        }));
        expect(said).not.toBe('accepted');
      }
    }
  });
  it('is refused: another token, or another pool, than the page showed', () => {
    const { built, intent } = make();
    const pool = { ...intent.pool, genesis: '1'.repeat(40) };
    expect(refusal(built, { ...intent, pool })).not.toBe('accepted');
    const other = { ...intent.pool, poolHash: bytesToHex(STRANGER.hash) };
    expect(refusal(built, { ...intent, pool: other })).not.toBe('accepted');
    const code = { ...intent.pool, codehash: '2'.repeat(40) };
    expect(refusal(built, { ...intent, pool: code })).not.toBe('accepted');
  });
  it('is refused: another amount than was typed, or less than the limit', () => {
    const { built, intent } = make();
    expect(refusal(built, { ...intent, amount: '1' })).toMatch(ELSE);
    expect(refusal(built, { ...intent, other: '99999999' })).toMatch(/price/i);
    const [paid, got] = intent.side === 'buy' ? ['sats', 'units'] : ['units', 'sats'];
    const turned = { exact: 'out', amount: built.quote[got as 'sats'], other: '1' } as const;
    expect(refusal(built, { ...intent, ...turned })).toMatch(/price/i);
    expect(refusal(built, { ...intent, ...turned, other: built.quote[paid as 'sats'] })).toBe('accepted');
  });
  it('is refused: a coin without its transaction, and texts that are none', () => {
    const { built, intent } = make();
    expect(refusal({ ...built, previous: built.previous.slice(1) }, intent)).toMatch(/coin/);
    expect(refusal({ ...built, raw: 'zz' }, intent)).not.toBe('accepted');
    expect(refusal({ ...built, previous: ['zz'] }, intent)).not.toBe('accepted');
    expect(refusal({ ...built, tokenSats: '-1' }, intent)).not.toBe('accepted');
    expect(refusal({ ...built, quote: { ...built.quote, sats: '1e9' } }, intent)).not.toBe('accepted');
  });
  it('is refused: a key that is not the address’s', () => {
    const { built, intent } = make();
    const account = { ...intent.account, publicKey: bytesToHex(STRANGER.key) };
    expect(refusal(built, { ...intent, account })).toMatch(/do not belong together/);
  });
  it('is refused: another version, a locktime, a sequence', () => {
    const { built, intent, plan } = make();
    const tx = bodyOfPlan(plan);
    const bent: readonly MvcBody[] = [
      { ...tx, version: 1 },
      { ...tx, locktime: 1 },
      { ...tx, inputs: tx.inputs.map((input) => ({ ...input, sequence: 0 })) },
    ];
    for (const body of bent)
      expect(refusal({ ...built, raw: bytesToHex(writeMvcTransaction(body)) }, intent)).toMatch(ELSE);
  });
});

describe('what an exchange may not take', () => {
  it('is more than it said of a buyer, and more than half of the price whatever it says', () => {
    const { built, intent } = aBuy();
    expect(refusal({ ...built, mostCosts: '28018' }, intent)).toMatch(/fee/);
    const dear = aBuy({ refill: { value: sats(390_000n), script: STRANGER.script }, fee: sats(5_000n) });
    const refill = { value: '390000', script: bytesToHex(STRANGER.script) };
    expect(refusal({ ...dear.built, mostCosts: '9999999', refill }, dear.intent)).toBe('accepted');
    // Of a smaller swap the same costs are more than half.
    const small = aBuy({
      ...{ refill: { value: sats(390_000n), script: STRANGER.script }, fee: sats(5_000n) },
      sats: sats(700_000n),
    });
    const quote = { ...small.built.quote, sats: '700000' };
    const said = { ...small.built, quote, mostCosts: '9999999', refill };
    expect(refusal(said, { ...small.intent, amount: '700000' })).toMatch(/fee/);
  });
  it('is a token output of more sat than wallets need', () => {
    const { built, intent } = aBuy();
    expect(refusal({ ...built, tokenSats: '2020' }, intent)).toMatch(/fee/);
  });
  it('is a seller’s sat under his tokens beyond what they lie on usually', () => {
    const ground = new Ground();
    const [first, second] = ground.coins([
      { ...tokenOutput(USER.hash, 50_000n), value: sats(100_000n) },
      tokenOutput(USER.hash, 20_000n),
    ]);
    if (first === undefined || second === undefined) throw new Error('two coins');
    const { built, intent } = aSell({ userTokens: [first, second] }, ground);
    expect(refusal(built, intent)).toContain('102019 sat lie under these tokens');
  });
});
