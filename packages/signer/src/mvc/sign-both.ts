/** A sale and the purchase over its SPACE: first the hash of what we would sign of the sale, then, once their user has signed both, our halves of both or of none (decision 0042). */
import type { MvcBothRequest, MvcSigned, MvcSwapRequest, SignerAnswer } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import { heldSale, requireOver, requireSwap, scriptSigHash, withSale } from './held-sale.ts';
import type { HeldSale } from './held-sale.ts';
import type { MvcParts } from './parts.ts';
import { askedSwap, halfBefore, noteSwap, poolHalf, requireFit } from './sign-swap.ts';

/**
 * The sale is asked everything that it will be asked. Nothing is given, so nothing is written down.
 * @returns SHA-256 of our scriptSig, which names the sale before it can be sent
 */
export function holdSale(parts: MvcParts, request: MvcSwapRequest): Promise<string> {
  return parts.turns('mvc', async () => {
    const built = await askedSwap(parts, requireSwap(request));
    if (built.act.side !== 'sell') throw new Refusal('bad-request', 'a sale alone is held');
    if (halfBefore(parts, built) !== undefined) throw signedAlone();
    await requireFit(parts, built);
    return scriptSigHash(built, poolHalf(built));
  });
}

const signedAlone = (): Refusal => new Refusal('not-admitted', 'the sale was signed by itself');

/** The same again is answered alike. @throws Refusal not-admitted when the sale was signed without it */
export function signBoth(
  parts: MvcParts,
  { sale, purchase }: MvcBothRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'mvcBoth'>> {
  return parts.turns('mvc', async () => {
    const held = await heldSale(parts, sale);
    const known = withSale(parts, held);
    const built = await askedSwap(known, requireSwap(purchase));
    requireOver(held, built);
    const before = { sale: halfBefore(parts, held.built), purchase: halfBefore(parts, built) };
    if (before.sale !== undefined && before.purchase === undefined) throw signedAlone();
    if (before.sale === undefined) await requireFit(parts, held.built);
    if (before.purchase === undefined) await requireFit(known, built, held.tx);
    const half = before.purchase ?? poolHalf(built);
    requireWanted(parts, gone);
    // The purchase first: it is nothing without the sale, and whoever ends in between is asked again.
    if (before.purchase === undefined) noteSwap(parts, built, { half, signed: purchase.signed });
    return { sale: noteSale(parts, held), purchase: half };
  });
}

function noteSale(parts: MvcParts, { built, half, signed }: HeldSale): MvcSigned {
  if (halfBefore(parts, built) === undefined) noteSwap(parts, built, { half, signed });
  return half;
}
