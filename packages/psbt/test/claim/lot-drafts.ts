/** What a claimant's page finds in a transaction that is not a claim as any template makes it: a server writes what it likes. */
import { equalBytes, sats } from '@rialto/protocols';
import type { Coin, TxOutput } from '@rialto/protocols';
import { checkSigning } from '../../src/check/check-parts.ts';
import { readPoolAct } from '../../src/check/check-pool.ts';
import { checkClaim } from '../../src/claim/check-claim.ts';
import type { ClaimExpectation } from '../../src/claim/check-claim.ts';
import { buildPsbt, coinsOf, feeOfDraft, inputOf, vsizeOf } from '../../src/draft/draft.ts';
import type { Draft } from '../../src/draft/draft.ts';
import type { User } from '../people.ts';
import { RATE, operator } from '../pool/acts.ts';
import { POT } from './claims.ts';

export interface Lie {
  readonly of: string;
  readonly coins: readonly Coin[];
  readonly outputs: readonly TxOutput[];
  /** `claim-differs` alone where nothing is said. */
  readonly codes?: readonly string[];
  /** The outputs are as they are said, and the fee what is left. */
  readonly isRaw?: true;
}

export const to = (script: Uint8Array, value: bigint): TxOutput => ({ script, value: sats(value) });
/** To the pot, and to the operator, who has no business here. */
export const p = (value: bigint): TxOutput => to(POT.pool.script, value);
export const o = (value: bigint): TxOutput => to(operator.script, value);

/** The inputs are everybody's by their key; the claimant signs his. */
export function drafted(coins: readonly Coin[], outputs: readonly TxOutput[], who: User): Draft {
  const inputs = coins.map((coin) =>
    inputOf(coin, equalBytes(coin.script, who.script) ? 'owner' : 'exchange'),
  );
  return { inputs, outputs };
}

/** The claimant's last output takes what is left after a fee at the rate: what a server does that wants nobody to see its lie. */
export function settled(draft: Draft, { script }: User): Draft {
  const last = draft.outputs.findLastIndex((one) => equalBytes(one.script, script));
  const more = feeOfDraft(draft) - BigInt(vsizeOf(draft) * RATE);
  const outputs = draft.outputs.map((one, at) =>
    at === last ? { ...one, value: sats(one.value + more) } : one,
  );
  return { ...draft, outputs };
}

/** @param said what is expected; the fee is announced as it is where nothing else is said */
export function codesOf(
  draft: Draft,
  who: User,
  said: Pick<ClaimExpectation, 'pays' | 'amount' | 'restock'> & Partial<ClaimExpectation>,
): string[] {
  const { psbt, toSign } = buildPsbt(draft, who.key);
  const read = readPoolAct(psbt, coinsOf(draft), who.script);
  const expected = {
    userScript: who.script,
    minerFee: feeOfDraft(draft),
    feeRateSatVb: RATE,
    ...said,
  };
  return [...checkClaim(read, expected), ...checkSigning({ psbt, toSign }, read, who.script)].map(
    ({ code }) => code,
  );
}
