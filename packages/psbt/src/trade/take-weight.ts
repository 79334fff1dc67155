/** What a take weighs, lot by lot: for choosing lots at their true cost before any take is planned (trading §6). */
import { tradeSpend } from '../lock/lock.ts';
import type { Lock } from '../lock/lock.ts';
import { FILL_SIGHASHES } from '../lock/promise.ts';
import { inputWeight, outputVsize, transactionWeight } from '../tx/size.ts';
import { askSpend, wholeSpend } from '../tx/spend-kinds.ts';

/**
 * Weight units (BIP-141) that one more lot adds: its input, signed with its sighash byte, and its payment.
 * @param sellerScript owns the lot and is paid
 * @param lock where it lies in one
 * @throws Refusal script-not-allowed for neither P2WPKH nor P2TR
 */
export function lotWeight(sellerScript: Uint8Array, lock?: Lock): number {
  const kind = lock === undefined ? askSpend(sellerScript) : tradeSpend(lock, FILL_SIGHASHES);
  return inputWeight(kind) + 4 * outputVsize(sellerScript);
}

interface TakeFrame {
  readonly buyerScript: Uint8Array;
  /** Coins of the buyer's, an own pad or coin in front included. */
  readonly coins: number;
  readonly serviceScript: Uint8Array | undefined;
  /** Present when the platform's pad is in front and is paid back. */
  readonly padScript: Uint8Array | undefined;
}

/** Weight units of a take without its lots, with change. Throws as `lotWeight`. */
export function frameWeight({ buyerScript, coins, serviceScript, padScript }: TakeFrame): number {
  const owners = [
    ...(padScript === undefined ? [] : [padScript]),
    ...Array<Uint8Array>(coins).fill(buyerScript),
  ];
  const paid = [buyerScript, padScript, serviceScript, buyerScript].filter((script) => script !== undefined);
  return transactionWeight(
    owners.map(wholeSpend),
    paid.map((script) => ({ script })),
  );
}
