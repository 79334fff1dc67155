/** An act from plan to final transaction: the user's wallet signs first, then as many signers as the pool asks for (pools §7). */
import type { Sats } from '@rialto/protocols';
import { acceptHalf, buildPsbt, feeOfDraft, finish, vsizeOf } from '../draft/draft.ts';
import type { BuiltPsbt, Finished, Witnesses } from '../draft/draft.ts';
import type { Verifier } from '../tx/signature.ts';
import { contextOfAct, draftOfAct, intentOfAct } from './pool-draft.ts';
import type { PoolAct } from './pool-draft.ts';
import { assetSecret, halfAt } from './brc20/asset-script.ts';
import { poolWitnesses, requireSame, signAt, signPool, witnessAt } from './pool-script.ts';
import type { PoolHalf } from './pool-script.ts';

/** The PSBT the user signs; it never holds a signature of the pool. */
export function buildAct(act: PoolAct): BuiltPsbt & { readonly fee: Sats; readonly vsize: number } {
  const draft = draftOfAct(act);
  return { ...buildPsbt(draft, act.userKey), fee: feeOfDraft(draft), vsize: vsizeOf(draft) };
}

/**
 * The user's witnesses; undefined for the pool's coins.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, not-finalized, sighash-not-allowed, signature-invalid
 */
export function acceptAct(act: PoolAct, psbt: Uint8Array, verifier?: Verifier): Witnesses {
  return acceptHalf(draftOfAct(act), psbt, verifier);
}

/** One signer's half, for the transaction the act makes and nothing else. Throws as `signPool`. */
export function signAct(act: PoolAct, unsigned: Uint8Array, secret: Uint8Array): PoolHalf {
  return signPool(draftOfAct(act), act.pool, unsigned, secret);
}

/** One signer's half of each lot of the pool's that an act moves, in their order; of others' lots none. Throws as `signPool`. */
export function signActLots(act: PoolAct, unsigned: Uint8Array, secret: Uint8Array): readonly PoolHalf[] {
  const draft = draftOfAct(act);
  requireSame(draft, unsigned);
  const from = act.lots?.from ?? [];
  return from.flatMap(({ pool, place }, index) =>
    place === undefined ? [] : [signAt(draft, pool, [index], assetSecret(secret, place))],
  );
}

/** What was signed of an act. */
export interface ActHalves {
  /** What `acceptAct` returned. */
  readonly user: Witnesses;
  /** What `signAct` returned to each signer. */
  readonly pool: readonly PoolHalf[];
  /** What `signActLots` returned to each signer. */
  readonly lots?: readonly (readonly PoolHalf[])[];
}

/**
 * What signers answer, one signature for each input that the pool signs in the order of the inputs, apart for lots and for the pool's coins.
 * @param signed by the key of each signer in the pool's own script
 */
export function halvesOfAct(
  { lots }: PoolAct,
  signed: readonly PoolHalf[],
): Pick<ActHalves, 'pool' | 'lots'> {
  const from = lots?.from ?? [];
  return {
    pool: signed.map(({ key, signatures }) => ({ key, signatures: signatures.slice(from.length) })),
    lots: signed.map(({ key, signatures }) =>
      from.map((script, at) => halfAt(script, { key, signatures: signatures.slice(at, at + 1) })),
    ),
  };
}

/**
 * The final transaction.
 * @throws Refusal signature-missing when too few signers of the pool signed
 * @throws invariant unless every signature verifies on it and its effects are the act's
 */
export function finishAct(act: PoolAct, halves: ActHalves, verifier?: Verifier): Finished {
  const draft = draftOfAct(act);
  const pools = poolWitnesses(draft, act.pool, halves.pool);
  const lots = (act.lots?.from ?? []).map(({ pool, place }, at) => {
    if (place === undefined) return undefined;
    const signed = (halves.lots ?? []).flatMap((one) => one[at] ?? []);
    return witnessAt(pool, 0, signed);
  });
  const witnesses = draft.inputs.map((_, index) => lots[index] ?? pools[index] ?? halves.user[index]);
  return finish(draft, witnesses, { intent: intentOfAct(act), context: contextOfAct(act) }, verifier);
}
