/** A claim: laid out byte for byte as it was said, and never signed where it would do something else. */
import { bytesToHex, decipher, knownRuneId, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { claimVsize } from '../../src/claim/plan-claim.ts';
import { checkedAct, draftOfAct } from '../../src/pool/pool-draft.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { acceptAct, buildAct, finishAct, signAct } from '../../src/pool/sign-act.ts';
import { runeOn, walletSigns } from '../people.ts';
import { KINDS, complete, halvesOf, traderOf, transactionIn, vsizeIn } from '../pool/acts.ts';
import { POT, RUNE, claim, runeCoin, satCoin } from './claims.ts';

/** `u` the claimant, `p` the pot, `m` the message, each with its sats where they are no change. */
function written(act: PoolAct, script: Uint8Array) {
  const { inputs, outputs } = draftOfAct(act);
  const name = (one: Uint8Array): string =>
    ({ [bytesToHex(script)]: 'u', [bytesToHex(POT.pool.script)]: 'p' })[bytesToHex(one)] ??
    (one[0] === 0x6a ? 'm' : '?');
  const change = act.userOutputs.length - 1;
  return [
    inputs.map((one) => name(one.coin.script)).join(''),
    ...outputs.map((one, at) =>
      at === change || name(one.script) === 'm' ? name(one.script) : `${name(one.script)} ${one.value}`,
    ),
  ];
}

const change = (act: PoolAct): bigint => act.userOutputs.at(-1)?.value ?? 0n;
const fee = (act: PoolAct): bigint => buildAct(act).fee;

describe.each(KINDS)('a claimant with %s', (kind) => {
  const who = traderOf(kind);

  it('gets sats with his change, and the pot what is left', () => {
    const act = claim({ who });
    expect(written(act, who.script)).toEqual(['up', 'u', 'p 60000']);
    expect(change(act)).toBe(50_000n + 40_000n - fee(act));
    const tx = transactionIn(complete(act, who, POT));
    expect([tx.version, tx.locktime, tx.inputs.map(({ sequence }) => sequence)]).toEqual([
      2,
      0,
      [0xfffffffd, 0xfffffffd],
    ]);
    expect(tx.inputs[1]?.witness.map((one) => one.length)).toEqual([64]);
  });

  it('gets units on a smallest coin, and no sat of the pot', () => {
    const act = claim({ who, pays: RUNE, coins: [runeCoin('a', 30_000n), runeCoin('b', 30_000n, 900n)] });
    expect(written(act, who.script)).toEqual(['upp', 'u 546', 'u', 'p 1446', 'm']);
    const tx = transactionIn(complete(act, who, POT));
    expect(decipher(tx.outputs)).toMatchObject({
      ...{ kind: 'runestone', pointer: 2, etching: undefined, mint: undefined },
      edicts: [{ id: knownRuneId('131:1'), amount: 40_000n, output: 0 }],
    });
    expect(change(act)).toBe(50_000n - 546n - fee(act));
  });

  it('takes the last units: the coin of the pot stays, without a rune', () => {
    const act = claim({ who, pays: RUNE, coins: [runeCoin('all', 40_000n)] });
    expect(written(act, who.script)).toEqual(['up', 'u 546', 'u', 'p 546', 'm']);
    expect(act.poolOutputs[0]?.runes).toEqual([]);
    complete(act, who, POT);
  });

  it('takes the last sats, and fills up what is too small for a coin', () => {
    const all = claim({ who, coins: [satCoin('all', 40_000n)] });
    expect(written(all, who.script)).toEqual(['up', 'u']);
    for (const [value, left, filled] of [
      [40_001n, 546n, 545n],
      [40_545n, 546n, 1n],
      [40_546n, 546n, 0n],
      [40_547n, 547n, 0n],
    ] as const) {
      const act = claim({ who, coins: [satCoin('nearly all', value)] });
      expect(written(act, who.script)).toEqual(['up', 'u', `p ${left}`]);
      expect(change(act)).toBe(90_000n - filled - fee(act));
      complete(act, who, POT);
    }
    const little = claim({ who, amount: 1n, coins: [satCoin('little', 546n)] });
    expect(change(little)).toBe(50_001n - 1n - fee(little));
  });

  it.each(['sats', 'rune'] as const)('of %s is no larger than was said', (pays) => {
    const huge = (1n << 127n) + 12_345n;
    const acts =
      pays === 'sats'
        ? [claim({ who }), claim({ who, coins: [satCoin('all', 40_000n)] })]
        : [1n, 40_000n, huge].map((much) =>
            claim({ who, pays: RUNE, amount: much, coins: [runeCoin('pot', huge + 1n)] }),
          );
    const most = claimVsize(who.script, pays);
    for (const act of acts) {
      const size = vsizeIn(complete(act, who, POT));
      expect(size).toBeLessThanOrEqual(most);
      expect(buildAct(act).vsize).toBeLessThanOrEqual(most);
    }
    const [first] = acts;
    if (first === undefined) throw new Error('an act');
    expect(most - vsizeIn(complete(first, who, POT))).toBeLessThan(30);
  });

  it.each(['sats', RUNE] as const)('of %s: the assertion fires for what is bent', (pays) => {
    const act = claim({ who, pays });
    const halves = halvesOf(act, who, POT.signers);
    const [left] = act.poolOutputs;
    if (left === undefined) throw new Error('something is left');
    const rune = runeOn(131, 1n);
    const bends: PoolAct[] = [
      { ...act, burned: [rune] },
      { ...act, poolOutputs: [{ ...left, runes: [...left.runes, rune] }] },
      { ...act, userOutputs: act.userOutputs.map((one) => ({ ...one, runes: [...one.runes, rune] })) },
      ...(pays === 'sats' ? [] : [{ ...act, poolOutputs: [{ ...left, runes: [] }] }]),
    ];
    for (const bent of bends) {
      expect(() => checkedAct(bent)).toThrow();
      expect(() => finishAct(bent, halves)).toThrow();
    }
    const less = { ...act, poolOutputs: [{ ...left, value: sats(left.value - 1n) }] };
    expect(() => finishAct(less, halves)).toThrow('invariant');
    expect(() => signAct(act, buildAct(less).unsigned, POT.signers[0]?.secret ?? who.secret)).toThrow(
      'psbt-changed',
    );
    expect(() => acceptAct(less, walletSigns(buildAct(act).psbt, who, buildAct(act).toSign))).toThrow(
      'psbt-changed',
    );
  });
});
