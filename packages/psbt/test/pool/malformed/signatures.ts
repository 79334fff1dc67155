/** Signatures that are real and not what was asked for: of other keys, digests, sighashes and transactions, or in other words. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { concatBytes, sats, writeBase } from '@rialto/protocols';
import { digestV1 } from '../../../src/tx/digest.ts';
import { user } from '../../people.ts';
import type { User } from '../../people.ts';
import { SIGHASH_BYTES, edit, highS, put, sign } from '../../tx/forge.ts';
import type { Numbers } from './map-changes.ts';
import { withUnsigned } from './maps.ts';
import { asked, bentPlace, instead, isOf, onInput, placeOf, signatureAt, signedAnew } from './places.ts';
import type { Made, Signing } from './places.ts';
import type { SignedSwap } from './swaps.ts';

function sighashBeside(who: User, { byte }: Numbers): number {
  const others = SIGHASH_BYTES.filter((one) => one !== 0x00 && one !== 0x01);
  return others[byte % others.length] ?? asked(who);
}

/** Other random words, and as good. */
function again({ tx, coins, index, who, old }: Signing, { byte }: Numbers): Uint8Array {
  if (who.kind !== 'p2tr') return old;
  const digest = digestV1({ tx, prevouts: coins }, index, 0) ?? new Uint8Array(32);
  return schnorr.sign(digest, taprootTweakPrivKey(who.secret), new Uint8Array(32).fill(byte));
}

/** An integer of DER with a zero before it that it does not need. */
function padded(signature: Uint8Array): Uint8Array {
  const [head = 0, length = 0, kind = 0, size = 0] = signature;
  return concatBytes(Uint8Array.of(head, length + 1, kind, size + 1, 0), signature.subarray(4));
}

const stranger = ({ kind }: User): User => user('somebody else', kind);
const beside = ({ others }: SignedSwap, { byte }: Numbers): Uint8Array =>
  others[byte % others.length] ?? new Uint8Array(0);

export const SIGNATURE_CHANGES: readonly (readonly [string, Made])[] = [
  ['another transaction, signed as well', signedAnew],
  [
    'another transaction under the old signatures',
    (swap, n) => withUnsigned(swap.signed, writeBase(bentPlace(placeOf(swap, n), n).tx)),
  ],
  ['another build', beside],
  ['the signature of another build', instead(({ swap, index }, n) => signatureAt(beside(swap, n), index))],
  ['another sighash', instead((at, n) => sign(at, at.index, at.who, sighashBeside(at.who, n)))],
  ['somebody else’s signature', instead((at) => sign(at, at.index, stranger(at.who), asked(at.who)))],
  [
    'the signature of another input',
    instead((at) => sign(at, (at.index + 1) % at.coins.length, at.who, asked(at.who))),
  ],
  [
    'signed for another value',
    instead(({ tx, coins, index, who }, { byte }) => {
      const told = coins.map((coin) => ({ ...coin, value: sats(coin.value + BigInt(byte)) }));
      return sign({ tx, coins: told }, index, who, asked(who));
    }),
  ],
  [
    'in other words',
    instead(({ who, old }) => (who.kind === 'p2wpkh' ? highS(old) : concatBytes(old, Uint8Array.of(0)))),
  ],
  [
    'in longer words',
    instead(({ who, old }, { byte }) =>
      who.kind === 'p2wpkh' ? padded(old) : concatBytes(old, Uint8Array.of(byte)),
    ),
  ],
  ['nothing but zeros', instead(({ old }) => new Uint8Array(old.length))],
  ['signed once more', instead(again)],
  [
    'one of his inputs not signed',
    onInput((input) => {
      delete input.partialSig;
      delete input.tapKeySig;
    }),
  ],
  [
    'a second signature beside it',
    onInput((input, at) => {
      const other = stranger(at.who);
      const more = sign(at, at.index, other, asked(other));
      if (at.who.kind === 'p2tr') Object.assign(input, { partialSig: [[other.key, more]] });
      else Object.assign(input, { partialSig: [...(input.partialSig ?? []), [other.key, more]] });
    }),
  ],
  [
    'somebody else’s key and signature',
    onInput((input, at) => {
      const other = user('somebody else', 'p2wpkh');
      Object.assign(input, { partialSig: [[other.key, sign(at, at.index, other, 0x01)]] });
      delete input.tapKeySig;
    }),
  ],
  [
    'the pool’s coins signed by him',
    (swap, numbers) => {
      const place = placeOf(swap, numbers);
      return edit(swap.signed, (raw) => {
        place.coins.forEach((coin, index) => {
          if (!isOf(swap.who, coin)) put(raw, index, swap.who, sign(place, index, swap.who, asked(swap.who)));
        });
      });
    },
  ],
];
