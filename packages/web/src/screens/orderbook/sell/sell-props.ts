/** What the form of a sale is given. */
import type { ReactNode } from 'react';
import type { LockTerms, Order } from '@rialto/contract';
import type { Check } from '../form-check.ts';
import type { Form } from '../form.ts';
import type { FormAct } from '../form-acts.ts';
import type { Market } from '../market.ts';
import type { SellSummary } from './selling.ts';

export interface SellFormProps {
  readonly market: Market;
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly summary: SellSummary;
  readonly check: Check;
  readonly best: string | undefined;
  /** The past order by which a chosen lot was offered cheaper. */
  readonly before: Order | undefined;
  readonly busy: boolean;
  readonly onAct: () => void;
  /** Of locks that hold lots; undefined where none can. */
  readonly terms: LockTerms | undefined;
  readonly networkFee: bigint | undefined;
  /** The act that makes a lot. */
  readonly make: ReactNode;
}
