/** A claim of lots that was bent is never planned, signed or finished: the assertion fires. */
import { sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { checkedAct } from '../../src/pool/pool-draft.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import {
  acceptAct,
  buildAct,
  finishAct,
  halvesOfAct,
  signAct,
  signActLots,
} from '../../src/pool/sign-act.ts';
import { refusalOf, runeOn, walletSigns } from '../people.ts';
import { KINDS, halvesOf, operator, traderOf } from '../pool/acts.ts';
import { POT } from './claims.ts';
import { MAN, lotClaim, manLot, ordiLot, receipt } from './lot-claims.ts';

const secret = POT.signers[0]?.secret ?? new Uint8Array(32);
const DATA = Uint8Array.of(0x6a, 1, 7);

const lotsOf = ({ lots }: PoolAct) => {
  if (lots === undefined) throw new Error('lots');
  return lots;
};

/** Says something about runes that the transaction does not do, or sends lots where nobody has them. */
function bends(act: PoolAct): PoolAct[] {
  const rune = runeOn(131, 1n);
  const lots = lotsOf(act);
  const deep = (coin: Coin): Coin => ({ ...coin, value: sats(0n) });
  return [
    { ...act, burned: [rune] },
    { ...act, userOutputs: act.userOutputs.map((one) => ({ ...one, runes: [rune] })) },
    {
      ...act,
      userOutputs: act.userOutputs.map((one) => ({ ...one, value: sats(one.value - 546n) })),
      poolOutputs: [{ script: POT.pool.script, value: sats(546n), runes: [rune] }],
    },
    { ...act, lots: { ...lots, to: DATA } },
    { ...act, lots: { ...lots, coins: lots.coins.map(deep) } },
  ];
}

/** Does exactly what it says, and something else than was signed. */
function swerves(act: PoolAct): PoolAct[] {
  const lots = lotsOf(act);
  const [change] = act.userOutputs;
  if (change === undefined) throw new Error('change');
  const less = { ...lots, coins: lots.coins.slice(1), from: lots.from.slice(1) };
  const by = (value: bigint) => [{ ...change, value: sats(change.value + value) }];
  return [
    { ...act, lots: { ...lots, to: operator.script } },
    { ...act, lots: { ...lots, to: POT.pool.script } },
    { ...act, lots: { ...lots, coins: lots.coins.toReversed() } },
    { ...act, lots: less },
    { ...act, userOutputs: by(-1n) },
    { ...act, userOutputs: [{ ...change, script: operator.script }] },
    {
      ...act,
      userOutputs: by(-546n),
      poolOutputs: [...act.poolOutputs, { ...change, value: sats(546n), script: POT.pool.script }],
    },
    { ...act, serviceFee: { script: operator.script, value: sats(600n) }, userOutputs: by(-600n) },
  ];
}

describe.each(KINDS)('a claimant with %s', (kind) => {
  const who = traderOf(kind);
  const two = [ordiLot('a', 1_000n), ordiLot('b', 500n)];
  const mans = [manLot('a', 1_000n, 546n, [receipt('a')]), manLot('b', 500n)];

  describe.each<[string, PoolAct]>([
    ['BRC-20', lotClaim({ who, lots: two })],
    ['BRC-20 with money for new lots', lotClaim({ who, lots: two, restock: 1_200n })],
    ['MRC-20', lotClaim({ who, lots: mans, pays: MAN })],
  ])('and %s', (_, act) => {
    const built = buildAct(act);
    const signed = walletSigns(built.psbt, who, built.toSign);
    const halves = halvesOf(act, who, POT.signers);

    it.each(bends(act).map((bent, at) => [at, bent] as const))('bend %i is never planned', (__, bent) => {
      expect(() => checkedAct(bent)).toThrow(/^(?:invariant|message-not-allowed)/);
      expect(() => finishAct(bent, halves)).toThrow(/^invariant: input/);
    });

    it('what its own signatures are for, and its words are not, is never finished', () => {
      for (const bent of bends(act).slice(0, 3))
        expect(() => finishAct(bent, halvesOf(bent, who, POT.signers))).toThrow(
          'invariant: the effects are the intended ones',
        );
    });

    it.each(swerves(act).map((bent, at) => [at, bent] as const))('swerve %i is never signed', (__, bent) => {
      expect(() => finishAct(bent, halves)).toThrow(/^invariant: input|^signature-missing/);
      expect(() => acceptAct(bent, signed)).toThrow('psbt-changed');
      expect(() => signAct(act, buildAct(bent).unsigned, secret)).toThrow('psbt-changed');
      expect(() => signActLots(act, buildAct(bent).unsigned, secret)).toThrow('psbt-changed');
    });

    it('is finished by both, and by neither alone', () => {
      expect(finishAct(act, halves).raw.length).toBeGreaterThan(0);
      expect(refusalOf(() => finishAct(act, { ...halves, pool: [] }))).toBe('signature-missing');
      expect(() => finishAct(act, { ...halves, user: [] })).toThrow('invariant: input 2 (owner)');
      expect(refusalOf(() => acceptAct(act, built.psbt))).toBe('signature-missing');
      expect(() => signAct(act, built.unsigned, who.secret)).toThrow('invariant: the key is the pool’s');
    });

    it('the pot signs its lots as its own coins, and has no half apart for them', () => {
      expect(signAct(act, built.unsigned, secret).signatures).toHaveLength(2);
      expect(signActLots(act, built.unsigned, secret)).toEqual([]);
      expect(() => halvesOfAct(act, halves.pool)).toThrow('invariant: who signs as the pool');
      expect(built.toSign.map(({ index }) => index)).toEqual([2]);
    });
  });
});
