/** An act on a BRC-20 pool that the exchange prepared: right as it was said, and no lot, coin or script other than that. */
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { checkPoolAct, readPoolAct } from '../../src/check/check-pool.ts';
import type { PoolExpectation } from '../../src/check/check-pool.ts';
import { coinsOfAct } from '../../src/pool/pool-draft.ts';
import type { PoolAct, PoolOutput } from '../../src/pool/pool-draft.ts';
import { buildAct } from '../../src/pool/sign-act.ts';
import { coin, transferAsset } from '../people.ts';
import { JOINT, POOLS, RATE, SOLO, foreign, operator, share, traderOf } from '../pool/acts.ts';
import {
  TEMPLATES,
  TOKEN,
  addAct,
  buyAct,
  earlierScript,
  keysOf,
  poolLot,
  removeAct,
  sellAct,
  userLot,
} from '../pool/brc20/lot-acts.ts';
import type { LotCase } from '../pool/brc20/lot-acts.ts';

const who = traderOf('p2tr');
const at: LotCase = { owned: SOLO, who, lots: 2, change: true };

const satsIn = (coins: readonly { readonly value: bigint }[]): bigint =>
  coins.reduce((sum, { value }) => sum + value, 0n);

function sharesIn(coins: readonly (Coin | PoolOutput)[]): bigint {
  const held = coins.flatMap((one) => ('runes' in one ? one.runes : one.assets));
  const { asset } = share(1n);
  return held.reduce((sum, one) => (one.kind === 'rune' && one.asset === asset ? sum + one.amount : sum), 0n);
}

const unitsOn = ({ assets }: Coin): bigint[] =>
  assets.flatMap((one) => (one.kind === 'inscription' ? (one.transfer?.amount ?? []) : []));

/** What a plan says it does to the user. */
function said(act: PoolAct, { owned }: Pick<LotCase, 'owned'> = at): PoolExpectation {
  const { userCoins, userOutputs, burned, serviceFee, lots } = act;
  const moved = lots?.coins ?? [];
  const brings = lots !== undefined && lots.from.length === 0;
  const sign = brings ? -1n : 1n;
  const amounts = moved.flatMap(unitsOn);
  return {
    userScript: who.script,
    asset: TOKEN,
    sats: satsIn(userOutputs) - satsIn(userCoins) + sign * satsIn(moved),
    units: sign * amounts.reduce((sum, one) => sum + one, 0n),
    shares: sharesIn(userOutputs) - sharesIn(userCoins),
    burned: burned.reduce((sum, one) => sum + one.amount, 0n),
    serviceFee: serviceFee?.value ?? 0n,
    feeRateSatVb: RATE,
    keys: keysOf(owned),
    lots: {
      brought: brings ? moved.map(({ outpoint }) => outpoint) : [],
      gotten: brings ? [] : amounts,
    },
  };
}

function codesOf(act: PoolAct, expected: PoolExpectation): string[] {
  const { psbt } = buildAct(act);
  const read = readPoolAct(psbt, coinsOfAct(act), who.script);
  return checkPoolAct(read, expected).map(({ code }) => code);
}

describe.each(TEMPLATES)('%s', (_name, template) => {
  const act = template(at);
  const right = said(act);

  it.each(POOLS)('passes when it is what was said, of a pool of $name', (owned) => {
    const own = template({ ...at, owned });
    expect(codesOf(own, said(own, { owned }))).toEqual([]);
  });

  it.each<[string, Partial<PoolExpectation>, string]>([
    ['a sat', { sats: right.sats + 1n }, 'pool-act-differs'],
    ['a unit', { units: right.units + 1n }, 'pool-act-differs'],
    ['a share', { shares: right.shares + 1n }, 'pool-act-differs'],
    ['the service fee', { serviceFee: right.serviceFee - 1n }, 'owed-unpaid'],
    ['another token', { asset: 'brc20:other' }, 'other-lots'],
  ])('does not when it is off by %s', (_what, more, code) => {
    expect(codesOf(act, { ...right, ...more })).toContain(code);
  });

  it('does not when lots move that nobody spoke of', () => {
    expect(codesOf(act, { ...right, lots: { brought: [], gotten: [] } })).not.toEqual([]);
  });

  it('does not on coins of another pool', () => {
    expect(codesOf(act, { ...right, keys: keysOf(JOINT) })).toContain('spends-foreign');
  });
});

describe('lots of the user’s', () => {
  const act = sellAct(at);
  const right = said(act);
  const step = act.lots;
  if (step === undefined) throw new Error('a sale moves lots');

  it('are those that were chosen, and not others that hold as much', () => {
    const [first, second] = step.coins;
    if (first === undefined || second === undefined) throw new Error('two lots are sold');
    const twin = userLot(who, 7, unitsOn(second)[0] ?? 0n);
    expect(codesOf({ ...act, lots: { ...step, coins: [first, twin] } }, right)).toEqual(['other-lots']);
  });
  it('go to the script that the pool makes of the first of them, to no other of its own and to nobody else', () => {
    for (const to of [earlierScript(SOLO, 3).pool.script, SOLO.pool.script, operator.script])
      expect(codesOf({ ...act, lots: { ...step, to } }, right)).toContain('lots-astray');
  });
  it('are not used up on the way back to the user', () => {
    const extra = { ...userLot(who, 8, 5n), value: 546n as Coin['value'] };
    const [last, ...rest] = act.userOutputs.toReversed();
    if (last === undefined) throw new Error('the user is paid');
    const back = { ...last, value: (last.value + 546n) as Coin['value'] };
    const more = { ...act, userCoins: [extra], userOutputs: [...rest.toReversed(), back] };
    expect(codesOf(more, right)).toContain('spends-carrying');
  });
  it('may go where nobody knows the keys yet, but not back to the user', () => {
    const { keys: _, ...open } = right;
    expect(codesOf(act, open)).toEqual([]);
    expect(codesOf({ ...act, lots: { ...step, to: who.script } }, open)).toContain('lots-astray');
  });
});

describe('lots of the pool’s', () => {
  const act = buyAct(at);
  const right = said(act);
  const step = act.lots;
  if (step === undefined) throw new Error('a purchase moves lots');

  it('hold what was said each, not only together', () => {
    const lots = { brought: [], gotten: [999n, 1_002n] };
    expect(codesOf(act, { ...right, lots })).toEqual(['other-lots']);
  });
  it('are unused: a used one is worth nothing', () => {
    const { coin: lot, script } = poolLot(SOLO, 1, 1_001n);
    const [{ transfer: _, ...used }] = [transferAsset('pool lot 1', 1_001n)];
    const coins = [step.coins[0] ?? lot, { ...lot, assets: [used] }];
    const hollow = { ...act, lots: { ...step, coins, from: [...step.from.slice(0, 1), script] } };
    expect(codesOf(hollow, right)).toEqual(expect.arrayContaining(['pool-act-differs', 'other-lots']));
  });
  it('come to the user', () => {
    expect(codesOf({ ...act, lots: { ...step, to: operator.script } }, right)).toEqual(
      expect.arrayContaining(['pool-act-differs', 'lots-astray']),
    );
  });
});

it('a removal without a lot is all paid in sats', () => {
  const act = removeAct({ ...at, lots: 0 });
  expect(codesOf(act, said(act))).toEqual([]);
});

it('a coin that pays carries nothing, and a stranger’s coin has no place in it', () => {
  const act = addAct(at);
  const right = said(act);
  const loaded = coin('carries', who, 600n, [foreign(5n)]);
  expect(codesOf({ ...act, userCoins: [...act.userCoins, loaded] }, right)).toContain('spends-carrying');
  const strange = { ...coin('strange', operator, 600n), script: earlierScript(SOLO, 9).pool.script };
  const { psbt } = buildAct(act);
  const read = readPoolAct(psbt, coinsOfAct(act), who.script);
  const mixed = { ...read, coins: [...read.coins, strange] };
  expect(checkPoolAct(mixed, right).map(({ code }) => code)).toContain('spends-foreign');
});
