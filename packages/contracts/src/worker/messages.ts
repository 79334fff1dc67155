/** What goes between a program and its worker of contracts: plain data, one question at a time. */
import type { MvcBody, MvcPlan, MvcSignature, MvcTransaction, TokenCheck } from '@rialto/mvc';
import type { TxOutput } from '@rialto/protocols';

export type Question =
  | {
      readonly kind: 'complete';
      readonly plan: MvcPlan;
      readonly signatures: ReadonlyMap<number, MvcSignature>;
      readonly transactions: readonly MvcTransaction[];
    }
  | { readonly kind: 'judge'; readonly tx: MvcBody; readonly coins: readonly TxOutput[] }
  | { readonly kind: 'check'; readonly check: TokenCheck };

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

export type Answer =
  | { readonly kind: 'complete'; readonly body: MvcBody }
  | { readonly kind: 'judge'; readonly verdicts: readonly string[] }
  | { readonly kind: 'check'; readonly script: Uint8Array }
  /** The question cannot be answered: somebody asked wrongly. */
  | { readonly kind: 'failed'; readonly message: string };

export interface Answered {
  readonly id: number;
  readonly answer: Answer;
}
