/** Where a user's signatures are in a swap, and how another is put there. */
import { equalBytes } from '@rialto/protocols';
import type { Coin, TransactionBody } from '@rialto/protocols';
import { bodyOf, coinsOf } from '../../../src/draft/draft.ts';
import { draftOfAct } from '../../../src/pool/pool-draft.ts';
import type { User } from '../../people.ts';
import { edit, forge, put, sign } from '../../tx/forge.ts';
import type { Raw } from '../../tx/forge.ts';
import { BENDS, bentBody } from './bent-body.ts';
import type { Numbers } from './map-changes.ts';
import type { SignedSwap } from './swaps.ts';

export interface Place {
  readonly tx: TransactionBody;
  readonly coins: readonly Coin[];
  /** One of the user's inputs. */
  readonly index: number;
}

export const isOf = ({ script }: User, coin: Pick<Coin, 'script'>): boolean =>
  equalBytes(coin.script, script);

export function placeOf({ act, who }: SignedSwap, { at }: Numbers): Place {
  const draft = draftOfAct(act);
  const coins = coinsOf(draft);
  const own = coins.flatMap((coin, index) => (isOf(who, coin) ? [index] : []));
  return { tx: bodyOf(draft), coins, index: own[at % own.length] ?? 0 };
}

/** The sighash the user's wallet is asked for. */
export const asked = ({ kind }: User): number => (kind === 'p2tr' ? 0x00 : 0x01);

export function signatureAt(psbt: Uint8Array, index: number): Uint8Array {
  let found: Uint8Array | undefined;
  edit(psbt, ({ inputs }) => {
    const input = inputs[index % inputs.length];
    found = input?.partialSig?.[0]?.[1] ?? input?.tapKeySig;
  });
  return found ?? new Uint8Array(64);
}

export type Made = (swap: SignedSwap, numbers: Numbers) => Uint8Array;
export interface Signing extends Place {
  readonly swap: SignedSwap;
  readonly who: User;
  readonly old: Uint8Array;
}

/** Another signature at one of the user's inputs. */
export const instead =
  (make: (at: Signing, numbers: Numbers) => Uint8Array): Made =>
  (swap, numbers) => {
    const { who, signed } = swap;
    const place = placeOf(swap, numbers);
    const next = make({ ...place, swap, who, old: signatureAt(signed, place.index) }, numbers);
    return edit(signed, (raw) => {
      put(raw, place.index, who, next);
    });
  };

export const onInput =
  (change: (input: Raw['inputs'][number], at: Place & { readonly who: User }) => void): Made =>
  (swap, numbers) => {
    const place = placeOf(swap, numbers);
    return edit(swap.signed, ({ inputs }) => {
      change(inputs[place.index] ?? {}, { ...place, who: swap.who });
    });
  };

/** Bent, with what its inputs spend as if each coin lay where it says. */
export function bentPlace({ tx, coins }: Place, { to, byte, at }: Numbers): Omit<Place, 'index'> {
  const bent = bentBody(tx, { how: to % BENDS, at, by: byte }) ?? { ...tx, version: 1 };
  const spent = bent.inputs.flatMap(({ txid, vout }, index) => {
    const place = tx.inputs.findIndex((one) => one.txid === txid && one.vout === vout);
    return coins[place < 0 ? index : place] ?? [];
  });
  return { tx: bent, coins: spent };
}

/** A transaction that is not the prepared one, signed by the user as well as the prepared one was. */
export const signedAnew: Made = (swap, numbers) => {
  const { who } = swap;
  const bent = bentPlace(placeOf(swap, numbers), numbers);
  const own = bent.coins.flatMap((coin, index) => (isOf(who, coin) ? [index] : []));
  return forge(
    bent,
    own.map((index) => ({ index, who, signature: sign(bent, index, who, asked(who)) })),
  );
};
