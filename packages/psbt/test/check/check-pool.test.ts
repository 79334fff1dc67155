/** An act on a pool that the exchange prepared: right as it was said, wrong in whatever is not. */
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { checkPoolAct, readPoolAct } from '../../src/check/check-pool.ts';
import type { PoolExpectation } from '../../src/check/check-pool.ts';
import { buildAct } from '../../src/pool/sign-act.ts';
import type { PoolAct, PoolOutput } from '../../src/pool/pool-draft.ts';
import { RATE, SOLO, TEMPLATES, buyAct, foreign, operator, share, traded, traderOf } from '../pool/acts.ts';

const who = traderOf('p2tr');
const at = { owned: SOLO, who, change: true };

function unitsIn(coins: readonly (Coin | PoolOutput)[], asset: string): bigint {
  const held = coins.flatMap((one) => ('runes' in one ? one.runes : one.assets));
  return held.reduce((sum, one) => (one.kind === 'rune' && one.asset === asset ? sum + one.amount : sum), 0n);
}

const satsIn = (coins: readonly { readonly value: bigint }[]): bigint =>
  coins.reduce((sum, { value }) => sum + value, 0n);

/** What a plan says it does to the user. */
function said(act: PoolAct): PoolExpectation {
  const { userCoins, userOutputs, burned, serviceFee } = act;
  const change = (asset: string): bigint => unitsIn(userOutputs, asset) - unitsIn(userCoins, asset);
  return {
    userScript: who.script,
    asset: traded(1n).asset,
    sats: satsIn(userOutputs) - satsIn(userCoins),
    units: change(traded(1n).asset),
    shares: change(share(1n).asset),
    burned: burned.reduce((sum, one) => sum + one.amount, 0n),
    serviceFee: serviceFee?.value ?? 0n,
    feeRateSatVb: RATE,
  };
}

function codesOf(act: PoolAct, expected: PoolExpectation): string[] {
  const { psbt } = buildAct(act);
  const read = readPoolAct(psbt, [...act.userCoins, ...act.poolCoins], who.script);
  return checkPoolAct(read, expected).map(({ code }) => code);
}

describe.each(TEMPLATES)('%s', (_name, template) => {
  const act = template(at);
  const right = said(act);

  it('passes when it is what was said', () => {
    expect(codesOf(act, right)).toEqual([]);
  });

  it.each<[string, Partial<PoolExpectation>, string]>([
    ['a sat', { sats: right.sats + 1n }, 'pool-act-differs'],
    ['a unit', { units: right.units + 1n }, 'pool-act-differs'],
    ['a share', { shares: right.shares + 1n }, 'pool-act-differs'],
    ['a burned share', { burned: right.burned + 1n }, 'asset-lost'],
    ['the service fee', { serviceFee: right.serviceFee - 1n }, 'owed-unpaid'],
    ['the fee rate', { feeRateSatVb: RATE / 4 }, 'fee-too-high'],
    ['another rune', { asset: foreign(1n).asset }, 'pool-act-differs'],
  ])('does not when it is off by %s', (_what, more, code) => {
    expect(codesOf(act, { ...right, ...more })).toContain(code);
  });

  it('does not when what is the user’s goes to the operator', () => {
    const [first, ...rest] = act.userOutputs;
    if (first === undefined) throw new Error('an act has an output of its user');
    const astray = { ...act, userOutputs: [{ ...first, script: operator.script }, ...rest] };
    expect(codesOf(astray, right)).toContain('pool-act-differs');
  });
});

it('lanes may wait for their block, the user’s own coins may not', () => {
  const act = buyAct(at);
  const { psbt } = buildAct(act);
  const young = ({ height: _, ...coin }: Coin): Coin => coin;
  const { userCoins, poolCoins } = act;
  expect(() => readPoolAct(psbt, [...userCoins, ...poolCoins.map(young)], who.script)).not.toThrow();
  expect(() => readPoolAct(psbt, [...userCoins.map(young), ...poolCoins], who.script)).toThrow();
});
