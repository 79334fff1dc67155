/** What a take weighs, lot by lot: for choosing lots at their true cost before any take is planned (trading §6). */
import { inputWeight, outputVsize, transactionWeight } from '../tx/size.ts';
import { askSpend, wholeSpend } from '../tx/spend-kinds.ts';

/**
 * Weight units (BIP-141) that one more lot adds: its input, signed with its sighash byte, and its payment.
 * @param sellerScript owns the lot and is paid
 * @throws Refusal script-not-allowed for neither P2WPKH nor P2TR
 */
export function lotWeight(sellerScript: Uint8Array): number {
  return inputWeight(askSpend(sellerScript)) + 4 * outputVsize(sellerScript);
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
