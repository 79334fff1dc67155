/** A claim of lots: laid out byte for byte as it was said, and it asserts that all that is on the lots comes to the claimant. */
import { bytesToHex, sats, writeBase } from '@rialto/protocols';
import type { Coin, TxOutput } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { effects, partyOf, sameEffects } from '../../src/index.ts';
import { lotClaimVsize } from '../../src/claim/plan-lot-claim.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import { textOf } from '../../src/effects/moves.ts';
import { contextOfAct, draftOfAct, intentOfAct } from '../../src/pool/pool-draft.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { buildAct } from '../../src/pool/sign-act.ts';
import { coin } from '../people.ts';
import { KINDS, complete, traderOf, transactionIn, vsizeIn } from '../pool/acts.ts';
import { body } from '../tx/forge.ts';
import { POT } from './claims.ts';
import { MAN, MINT, ORDI, lotClaim, manLot, ordiLot, receipt } from './lot-claims.ts';

const count = (all: number): number[] => Array.from({ length: all }, (_, at) => at);
const ordis = (all: number): Coin[] => count(all).map((at) => ordiLot(`lot ${at}`, 100n + BigInt(at)));
const mans = (all: number): Coin[] =>
  count(all).map((at) => manLot(`lot ${at}`, 100n + BigInt(at), 546n, [receipt(`${at}`)]));

/** What comes to a script: a lot by its place on the output, a token by its sum. */
const got = (act: PoolAct, script: Uint8Array): string[] => {
  const draft = draftOfAct(act);
  const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), contextOfAct(act));
  expect(sameEffects(does, intentOfAct(act))).toBe(true);
  expect([does.toFee, does.burned, does.disputed]).toEqual([[], [], []]);
  return partyOf(does, script).gets.map(textOf);
};

describe.each(KINDS)('a claimant with %s', (kind) => {
  const who = traderOf(kind);
  const money = coin('money', who, 50_000n);
  const u = (value: bigint): TxOutput => ({ script: who.script, value: sats(value) });
  const p = (value: bigint): TxOutput => ({ script: POT.pool.script, value: sats(value) });
  const fees = (lots: number, restocked: boolean): bigint =>
    BigInt(lotClaimVsize(who.script, lots, restocked)) * 2n;
  const odd = [ordiLot('a', 7n, 600n), ordiLot('b', 9n, 330n), ordiLot('c', 8n, 10_000n)];

  it.each<[string, PoolAct, readonly Coin[], readonly TxOutput[]]>([
    [
      'a lot of BRC-20',
      lotClaim({ who, lots: ordis(1) }),
      [...ordis(1), money],
      [u(546n), u(50_000n - fees(1, false))],
    ],
    [
      'a lot of BRC-20, with money for new ones',
      lotClaim({ who, lots: ordis(1), restock: 546n }),
      [...ordis(1), money],
      [u(546n), u(49_454n - fees(1, true)), p(546n)],
    ],
    [
      'four lots of BRC-20, with money for new ones',
      lotClaim({ who, lots: ordis(4), restock: 5_000n }),
      [...ordis(4), money],
      [u(2_184n), u(45_000n - fees(4, true)), p(5_000n)],
    ],
    [
      'lots on sats of all sizes',
      lotClaim({ who, lots: odd }),
      [...odd, money],
      [u(10_930n), u(50_000n - fees(3, false))],
    ],
    [
      'lots of MRC-20 with their receipts',
      lotClaim({ who, lots: mans(2), pays: MAN }),
      [...mans(2), money],
      [u(1_092n), u(50_000n - fees(2, false))],
    ],
  ])('gets %s, laid out as was said', (_, act, coins, outputs) => {
    expect(bytesToHex(buildAct(act).unsigned)).toBe(bytesToHex(writeBase(body(coins, outputs))));
    const tx = transactionIn(complete(act, who, POT));
    expect([tx.version, tx.locktime]).toEqual([2, 0]);
    expect(tx.inputs.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
    const own = tx.inputs.at(-1)?.witness.map((one) => one.length);
    expect(own).toEqual(kind === 'p2tr' ? [64] : [expect.toSatisfy((size) => size >= 70 && size <= 72), 33]);
    for (const { witness } of tx.inputs.slice(0, -1)) expect(witness.map((one) => one.length)).toEqual([64]);
  });

  it.each(count(4).map((at) => at + 1))('a claim of %i lots is no larger than was said', (lots) => {
    for (const [act, restocked] of [
      [lotClaim({ who, lots: ordis(lots) }), false],
      [lotClaim({ who, lots: ordis(lots), restock: 700n }), true],
      [lotClaim({ who, lots: mans(lots), pays: MAN }), false],
    ] as const) {
      const most = lotClaimVsize(who.script, lots, restocked);
      const size = vsizeIn(complete(act, who, POT));
      expect(size).toBeLessThanOrEqual(most);
      expect(size).toBeGreaterThan(most - 30);
      expect(buildAct(act).vsize).toBe(most);
      expect(buildAct(act).fee).toBe(BigInt(most) * 2n);
    }
  });

  it('everything on the lots lands on his first output, and nothing comes to the pot but money', () => {
    const act = lotClaim({ who, lots: odd, restock: 600n });
    const ids = odd.flatMap(({ assets }) => assets.flatMap((one) => ('id' in one ? one.id : [])));
    expect(got(act, who.script).toSorted()).toEqual(
      [`${ids[0]}@0+0=${ORDI}:7`, `${ids[1]}@0+600=${ORDI}:9`, `${ids[2]}@0+930=${ORDI}:8`].toSorted(),
    );
    expect(got(act, POT.pool.script)).toEqual([]);
  });

  it('MRC-20 comes as one sum, with every receipt', () => {
    const lots = [
      manLot('a', 7n, 700n, [receipt('a', MINT), receipt('more')]),
      manLot('b', 9n, 546n, [receipt('b')]),
    ];
    const pins = lots.flatMap(({ assets }) => assets.flatMap((one) => (one.kind === 'pin' ? one.id : [])));
    expect(got(lotClaim({ who, lots, pays: MAN }), who.script).toSorted()).toEqual(
      [`${MAN}@0=16`, `pin ${pins[0]}@0+0`, `pin ${pins[1]}@0+0`, `pin ${pins[2]}@0+700`].toSorted(),
    );
  });

  it('a receipt that lies deeper in its lot comes as well: a PIN goes with the first sat of its coin', () => {
    const lots = [
      manLot('a', 7n, 700n, [receipt('a', MINT, 500n)]),
      manLot('b', 9n, 546n, [receipt('b', MINT, 1n)]),
    ];
    const pins = lots.flatMap(({ assets }) => assets.flatMap((one) => (one.kind === 'pin' ? one.id : [])));
    expect(got(lotClaim({ who, lots, pays: MAN }), who.script).toSorted()).toEqual(
      [`${MAN}@0=16`, `pin ${pins[0]}@0+0`, `pin ${pins[1]}@0+700`].toSorted(),
    );
  });

  it('pays with up to five coins of his', () => {
    const small = count(5).map((at) => coin(`small ${at}`, who, 1_000n));
    const act = lotClaim({ who, lots: ordis(4), money: small, restock: 2_600n });
    expect([act.userCoins.length, transactionIn(complete(act, who, POT)).inputs.length]).toEqual([5, 9]);
  });
});
