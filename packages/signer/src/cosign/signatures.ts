/** Whose signatures must be before ours: every seller's on their own lot and price, the buyer's over the whole transaction. */
import type { CosignRequest } from '@rialto/contract';
import { equalBytes, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Transaction } from '@rialto/protocols';
import { verifyAskWitness, verifyInput, verifyPromise, wholeSpend } from '@rialto/psbt';
import type { TakePlan, Verifier } from '@rialto/psbt';

interface Signed {
  readonly tx: Transaction;
  /** In input order. */
  readonly spent: readonly Coin[];
  readonly verifier: Verifier;
}

/** Of an ask: the lot against its payment. For a live bid: the whole transaction. */
export function verifySellers({ sellerWitnesses }: CosignRequest, plan: TakePlan, signed: Signed): void {
  if (sellerWitnesses.length !== plan.lots.length) throw new Refusal('psbt-shape', 'one witness each lot');
  plan.lots.forEach(({ coin, price, payScript, sequence, lock }, at) => {
    const witness = (sellerWitnesses[at] ?? []).map(hexToBytes);
    const { tx, spent: coins, verifier } = signed;
    if (plan.live === true) {
      verifyInput({ tx, coins, index: at + 1 }, wholeSpend(coin.script), witness, verifier);
      return;
    }
    if (lock !== undefined) {
      const [promise, more] = witness;
      if (promise === undefined || more !== undefined)
        throw new Refusal('psbt-shape', 'a promise is one signature');
      if (!verifyPromise(lock, coin, promise, verifier)) throw new Refusal('signature-invalid', `lot ${at}`);
      return;
    }
    const ask = { outpoint: coin.outpoint, price, payScript, sequence, witness };
    if (!verifyAskWitness(ask, coin, verifier)) throw new Refusal('signature-invalid', `lot ${at}`);
  });
}

/** One witness for each coin of the buyer, none for anybody else's. A signature that leaves anything open is refused (threats §B2). */
export function verifyBuyer(
  { buyerWitnesses }: CosignRequest,
  plan: TakePlan,
  { tx, spent, verifier }: Signed,
): void {
  if (buyerWitnesses.length !== spent.length) throw new Refusal('psbt-shape', 'one witness each input');
  spent.forEach((coin, index) => {
    const witness = buyerWitnesses[index] ?? null;
    const buyers = equalBytes(coin.script, plan.buyerScript);
    if (buyers !== (witness !== null)) {
      throw buyers
        ? new Refusal('signature-missing', `input ${index}`)
        : new Refusal('psbt-shape', `input ${index}`);
    }
    if (witness === null) return;
    verifyInput({ tx, coins: spent, index }, wholeSpend(coin.script), witness.map(hexToBytes), verifier);
  });
}
