/** Kinds of spend as data: kinds that no template has are built, signed by a wallet and by us, verified, sized and checked without new code. */
import { describe, expect, it } from 'vitest';
import { sats, virtualSize } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { effects } from '../../src/index.ts';
import { bodyOf, buildPsbt, coinsOf, kindsOf, transactionOf, vsizeOf } from '../../src/draft/draft.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { readPsbt } from '../../src/tx/read-psbt.ts';
import { verifyInput, verifySignature } from '../../src/tx/signature.ts';
import { isV0 } from '../../src/tx/spend.ts';
import type { SpendKind } from '../../src/tx/spend.ts';
import { leafSpend } from '../../src/tx/spend-kinds.ts';
import { signatureFor, witnessOf } from '../../src/tx/witness.ts';
import { coin, user, refusalOf, walletSigns } from '../people.ts';
import type { User } from '../people.ts';
import { DELAY, fullWitness, isKeyOf, scriptLock, signatureOf, someOf, taprootLock } from './kinds.ts';

const [owner, exchange, third] = [user('owner', 'p2tr'), user('exchange', 'p2wpkh'), user('third', 'p2tr')];
const people = [owner, exchange, third];
const ticket = new Uint8Array(32).fill(7);

const coinOf = (kind: SpendKind): Coin => ({ ...coin('locked', owner, 10_000n), script: kind.script });
const draftOf = (kind: SpendKind, sequence = 0xfffffffd): Draft => ({
  inputs: [{ coin: coinOf(kind), signer: 'owner', kind, sequence }],
  outputs: [{ value: sats(9000n), script: owner.script }],
});

const verdict = (draft: Draft, witness: readonly Uint8Array[]): string =>
  refusalOf(() => {
    const kind = draft.inputs[0]?.kind;
    if (kind === undefined) throw new Error('one input');
    verifyInput({ tx: bodyOf(draft), coins: coinsOf(draft), index: 0 }, kind, witness);
  });

const locks = { taproot: taprootLock(owner, exchange, ticket), script: scriptLock(owner, exchange, ticket) };
const kinds: [string, SpendKind, number][] = [
  ...Object.values(locks).flatMap(({ together, alone }): [string, SpendKind, number][] => [
    [together.name, together, 0xfffffffd],
    [alone.name, alone, DELAY],
  ]),
  ['2 of 3', someOf(2, people), 0xfffffffd],
];

describe.each(kinds)('%s', (_, kind, sequence) => {
  const draft = draftOf(kind, sequence);
  const witness = fullWitness(draft, people);

  it('is signed, verified, sized before it is signed, and checked', () => {
    expect(verdict(draft, witness)).toBe('accepted');
    const tx = transactionOf(bodyOf(draft, [witness]));
    const most = isV0(kind) ? kind.signatures * 2 : 0;
    expect(vsizeOf(draft) * 4 - tx.weight).toBeGreaterThanOrEqual(0);
    expect(vsizeOf(draft) - virtualSize(tx)).toBeLessThanOrEqual(Math.ceil(most / 4));
    const context = { kinds: kindsOf(draft) };
    expect(effects(tx, coinsOf(draft), context).vsize).toBe(virtualSize(tx));
    expect(effects(transactionOf(bodyOf(draft)), coinsOf(draft), context).vsize).toBe(vsizeOf(draft));
  });

  it('is refused where it is not named, and with one byte else, one more, or one item more', () => {
    const checked = (items: readonly Uint8Array[], named?: SpendKind): string =>
      refusalOf(() => effects(transactionOf(bodyOf(draft, [items])), coinsOf(draft), { kinds: [named] }));
    expect(checked(witness, kind)).toBe('accepted');
    expect(checked(witness)).toBe('script-not-allowed');
    const last = witness.length - 1;
    const [script = new Uint8Array()] = witness.slice(isV0(kind) ? -1 : -2);
    const at = witness.indexOf(script);
    const other = [...script];
    other[3] = (other[3] ?? 0) ^ 1;
    for (const changed of [
      witness.with(at, Uint8Array.from(other)),
      witness.with(at, Uint8Array.of(...script, 0x61)),
      witness.with(at, script.subarray(0, -1)),
      [...witness, Uint8Array.of(0x50)],
      witness.slice(0, last),
    ]) {
      expect(checked(changed, kind)).toBe('script-not-allowed');
      expect(verdict(draft, changed)).toBe('signature-invalid');
    }
  });

  it('asks for every signature, by its key and with its sighash', () => {
    const places = kind.stack.flatMap((item, place) => (item.item === 'signature' ? [{ item, place }] : []));
    for (const { item, place } of places) {
      const present = (witness[place] ?? new Uint8Array()).length > 0;
      if (!present) {
        expect(verdict(draft, witness.with(place, signatureOf(draft, people, item)))).toBe(
          'signature-invalid',
        );
        continue;
      }
      expect(verdict(draft, witness.with(place, new Uint8Array(0)))).toBe('signature-missing');
      const allowed = [...item.sighashes];
      for (const sighash of [0x01, 0x02, 0x83, 0x81].filter((one) => !allowed.includes(one)))
        expect(verdict(draft, witness.with(place, signatureOf(draft, people, item, sighash)))).toBe(
          'sighash-not-allowed',
        );
      const elsewhere = { ...draft, outputs: [{ value: sats(8999n), script: owner.script }] };
      expect(verdict(draft, witness.with(place, signatureOf(elsewhere, people, item)))).toBe(
        'signature-invalid',
      );
    }
  });

  it('one signature alone is verified where the others are still missing', () => {
    const at = { tx: bodyOf(draft), coins: coinsOf(draft), index: 0 };
    const item = kind.stack.find((one) => one.item === 'signature');
    if (item?.item !== 'signature' || item.key === 'beside') throw new Error('a place for a signature');
    const place = { ...item, key: item.key };
    const signature = signatureOf(draft, people, item);
    expect(refusalOf(() => verifySignature(at, kind, { item: place, signature }))).toBe('accepted');
    const stranger = { ...place, key: isV0(kind) ? third.key : user('stranger', 'p2tr').key.slice(1) };
    expect(refusalOf(() => verifySignature(at, kind, { item: stranger, signature }))).toBe(
      'signature-invalid',
    );
  });
});

describe('locks', () => {
  it.each(Object.values(locks))(
    'wait in their late branch, and never in the other ($together.name)',
    (lock) => {
      for (const [kind, good, bad] of [
        [lock.together, [0xfffffffd, 0xffffffff, 0x80000000], [DELAY, 0, 0x7fffffff]],
        [lock.alone, [DELAY], [DELAY - 1, DELAY + 1, 0xfffffffd]],
      ] as const) {
        for (const sequence of good) {
          const draft = draftOf(kind, sequence);
          expect(verdict(draft, fullWitness(draft, people))).toBe('accepted');
        }
        for (const sequence of bad) {
          const draft = draftOf(kind, sequence);
          expect(verdict(draft, fullWitness(draft, people))).toBe('psbt-sequence');
        }
      }
    },
  );

  it.each([
    ['taproot', locks.taproot, owner],
    ['script', locks.script, owner],
  ] as [string, typeof locks.taproot, User][])('a wallet signs the owner’s half in %s', (_, lock, who) => {
    for (const kind of [lock.together, lock.alone]) {
      const draft = draftOf(kind, kind === lock.alone ? DELAY : 0xfffffffd);
      const built = buildPsbt(draft, who.key);
      expect(built.toSign).toEqual([{ index: 0, sighash: 0x83 }]);
      const [signatures] = readPsbt(walletSigns(built.psbt, who, built.toSign)).signatures;
      if (signatures === undefined) throw new Error('one input');
      const mine = kind.stack.find((one) => one.item === 'signature' && isKeyOf(who, one.key));
      if (mine?.item !== 'signature' || mine.key === 'beside') throw new Error('a place of the owner’s');
      const signature = signatureFor(kind, mine, { signatures });
      if (signature === undefined) throw new Error('the wallet signed');
      const at = { tx: bodyOf(draft), coins: coinsOf(draft), index: 0 };
      verifySignature(at, kind, { item: { ...mine, key: mine.key }, signature });
      if (kind === lock.alone) expect(verdict(draft, witnessOf(kind, signatures))).toBe('accepted');
      else expect(refusalOf(() => witnessOf(kind, signatures))).toBe('signature-missing');
    }
  });

  it('a leaf that its script does not commit to makes no kind', () => {
    const { path, script, stack } = locks.taproot.together;
    if (path.path !== 'leaf') throw new Error('a leaf');
    const leaf = Uint8Array.of(...path.leaf, 0x61);
    expect(() => leafSpend({ ...path, script, leaf }, { name: 'other', stack })).toThrow('commits');
    for (const length of [0, 32, 34, 64])
      expect(() =>
        leafSpend({ ...path, script, controlBlock: new Uint8Array(length) }, { name: 'other', stack }),
      ).toThrow('commits');
  });
});
