/** A claim that the exchange prepared: right as it was said, and every lie about it is told before the wallet opens. */
import { sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../src/claim/check-claim.ts';
import type { ClaimExpectation } from '../../src/claim/check-claim.ts';
import { checkSigning } from '../../src/check/check-parts.ts';
import { readPoolAct } from '../../src/check/check-pool.ts';
import { coinsOfAct } from '../../src/pool/pool-draft.ts';
import type { PoolAct, PoolOutput } from '../../src/pool/pool-draft.ts';
import { buildAct } from '../../src/pool/sign-act.ts';
import { coin, runeOn } from '../people.ts';
import { KINDS, RATE, operator, traderOf } from '../pool/acts.ts';
import { POT, RUNE, claim, runeCoin, satCoin } from './claims.ts';

const OTHER = runeOn(133, 1n).asset;
const AMOUNT = 40_000n;

function codesOf(
  act: PoolAct,
  who: ReturnType<typeof traderOf>,
  more: Partial<ClaimExpectation> = {},
): string[] {
  const { psbt, fee, toSign } = buildAct(act);
  const read = readPoolAct(psbt, coinsOfAct(act), who.script);
  const [rune] = act.userOutputs[0]?.runes ?? [];
  const said = {
    userScript: who.script,
    pays: rune?.asset ?? 'sats',
    amount: AMOUNT,
    restock: 0n,
    minerFee: fee,
    feeRateSatVb: RATE,
  } as const;
  return [...checkClaim(read, { ...said, ...more }), ...checkSigning({ psbt, toSign }, read, who.script)].map(
    ({ code }) => code,
  );
}

type Bend = (act: PoolAct) => PoolAct;
const lastBy =
  (more: bigint): Bend =>
  (act) => ({
    ...act,
    userOutputs: act.userOutputs.map((one, at) =>
      at === act.userOutputs.length - 1 ? { ...one, value: sats(one.value + more) } : one,
    ),
  });
const potBy =
  (more: bigint): Bend =>
  (act) => ({
    ...act,
    poolOutputs: act.poolOutputs.map((one) => ({ ...one, value: sats(one.value + more) })),
  });
const paysOut =
  (script: Uint8Array, value: bigint, runes: PoolOutput['runes'] = []): Bend =>
  (act) => ({ ...act, userOutputs: [...act.userOutputs, { script, value: sats(value), runes }] });
const all =
  (...bends: readonly Bend[]): Bend =>
  (act) =>
    bends.reduce((bent, bend) => bend(bent), act);

describe.each(KINDS)('a claimant with %s', (kind) => {
  const who = traderOf(kind);
  const bySats = claim({ who });
  const byRune = claim({ who, pays: RUNE });
  const extra = coin('more of his', who, 9_000n);
  const slipped: Bend = (act) => ({ ...act, userCoins: [...act.userCoins, extra] });
  const carrying: Bend = (act) => ({
    ...act,
    userCoins: [...act.userCoins, coin('his rune', who, 546n, [runeOn(133, 5n)])],
  });
  const unitsBy =
    (more: bigint): Bend =>
    (act) => ({
      ...act,
      userOutputs: act.userOutputs.map((one) => ({
        ...one,
        runes: one.runes.map((held) => runeOn(131, held.amount + more)),
      })),
      poolOutputs: act.poolOutputs.map((one) => ({
        ...one,
        runes: one.runes.map((held) => runeOn(131, held.amount - more)),
      })),
    });

  it.each<[string, PoolAct]>([
    ['of sats', bySats],
    ['of a rune', byRune],
    ['over two coins', claim({ who, coins: [satCoin('a', 30_000n), satCoin('b', 30_000n)] })],
    ['of the last sats', claim({ who, coins: [satCoin('all', AMOUNT)] })],
    ['whose change he fills up', claim({ who, coins: [satCoin('nearly', AMOUNT + 1n)] })],
    ['of the last units', claim({ who, pays: RUNE, coins: [runeCoin('all', AMOUNT)] })],
  ])('finds nothing wrong with a claim %s', (_, act) => {
    expect(codesOf(act, who)).toEqual([]);
  });

  it.each<[string, PoolAct, Bend, string]>([
    ['sats less for him, for the network', bySats, lastBy(-10n), 'fee-too-high'],
    ['a sat less for him, for the pot', bySats, all(lastBy(-1n), potBy(1n)), 'claim-differs'],
    ['a sat more than was said', bySats, all(lastBy(1n), potBy(-1n)), 'claim-differs'],
    [
      'half a thousand sat less, in the server’s pocket',
      bySats,
      all(lastBy(-500n), paysOut(operator.script, 500n)),
      'claim-differs',
    ],
    [
      'all of it for another',
      bySats,
      all(lastBy(-AMOUNT), paysOut(operator.script, AMOUNT)),
      'claim-differs',
    ],
    ['another coin of his, for the network', bySats, slipped, 'fee-too-high'],
    ['another coin of his, for the pot', bySats, all(slipped, potBy(9_000n)), 'claim-differs'],
    ['a coin of his with a rune, for the pot', bySats, all(carrying, potBy(546n)), 'claim-differs'],
    [
      'two outputs for the pot',
      bySats,
      all(potBy(-1_000n), paysOut(POT.pool.script, 1_000n)),
      'claim-differs',
    ],
    [
      'a coin of somebody else',
      bySats,
      (act) => ({ ...act, userCoins: [...act.userCoins, coin('o', operator, 9_000n)] }),
      'claim-differs',
    ],
    [
      'a service fee',
      bySats,
      (act) => all(lastBy(-600n))({ ...act, serviceFee: { script: operator.script, value: sats(600n) } }),
      'claim-differs',
    ],
    [
      'no coin of a pot',
      bySats,
      (act) => lastBy(-AMOUNT)({ ...act, poolCoins: [], poolOutputs: [] }),
      'claim-differs',
    ],
    ['a unit less', byRune, unitsBy(-1n), 'claim-differs'],
    ['a unit more', byRune, unitsBy(1n), 'claim-differs'],
    ['sats less beside the units', byRune, all(lastBy(-546n), potBy(546n)), 'claim-differs'],
    ['units that are burned', byRune, (act) => ({ ...act, burned: [runeOn(131, 5n)] }), 'asset-lost'],
    ['a coin of his with a rune, beside the units', byRune, carrying, 'claim-differs'],
  ])('is told of %s', (_, act, bend, code) => {
    // Lies that a template would never make: what the transaction says is all that there is.
    expect(
      codesOf(bend(act), who, { minerFee: buildAct(bend(act)).fee, pays: act === bySats ? 'sats' : RUNE }),
    ).toContain(code);
  });

  it.each<[string, PoolAct, Partial<ClaimExpectation>, string]>([
    ['another amount', bySats, { amount: AMOUNT + 1n }, 'claim-differs'],
    ['another amount of units', byRune, { amount: AMOUNT - 1n }, 'claim-differs'],
    ['sats for a rune', byRune, { pays: 'sats' }, 'claim-differs'],
    ['a rune for sats', bySats, { pays: RUNE }, 'claim-differs'],
    ['another rune', byRune, { pays: OTHER }, 'claim-differs'],
    ['a fee that was not said', bySats, { minerFee: 1n }, 'fee-not-announced'],
    ['a fee above the rate', bySats, { feeRateSatVb: 1 }, 'fee-too-high'],
    ['a claim of somebody else', bySats, { userScript: operator.script }, 'claim-differs'],
  ])('is told of %s', (_, act, more, code) => {
    expect(codesOf(act, who, more)).toContain(code);
  });
});
