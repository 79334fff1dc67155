/** What is known of a swap once both have signed it. */
import type { MvcPlan, MvcTransaction } from '@rialto/mvc';
import type { Txid } from '@rialto/protocols';

interface InputSignature {
  /** With its sighash byte. */
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
}

export interface Completing {
  readonly plan: MvcPlan;
  /** By the place of the input. */
  readonly signatures: ReadonlyMap<number, InputSignature>;
  /** Every transaction whose coin is spent, and of tokens the one before. */
  readonly txOf: (txid: Txid) => MvcTransaction;
}
