/** What a pad of the stock is, as the signer last said: what a take can be tried with before a pad is kept for it. */
import type { SignerStatus } from '@rialto/contract';
import { hexToBytes, sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';

export interface PadTerms {
  readonly script: Uint8Array;
  readonly value: Sats;
}

const FRESH_MS = 60_000;

/** Asks once for everybody; an older answer is given at once, and asked for anew behind it. Throws as `status` before the first one. */
export function rememberPadTerms(
  status: () => Promise<Pick<SignerStatus, 'padScript' | 'padValue'>>,
  now: () => number,
): () => Promise<PadTerms> {
  let known: { terms: PadTerms; at: number } | undefined;
  let asking: Promise<PadTerms> | undefined;
  const read = async (): Promise<PadTerms> => {
    const { padScript, padValue } = await status();
    const terms = { script: hexToBytes(padScript), value: sats(BigInt(padValue)) };
    known = { terms, at: now() };
    return terms;
  };
  const request = (): Promise<PadTerms> => {
    asking ??= read().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return () => {
    if (known === undefined) return request();
    if (now() - known.at > FRESH_MS) void request().catch(() => undefined);
    return Promise.resolve(known.terms);
  };
}
