/** What acts on MVC are done with. */
import type { Turns } from '@rialto/ground';
import type { LineFile } from '../journal/line-file.ts';
import type { PoolCaps } from '../pools/pool-caps.ts';
import type { MvcKey } from './keys.ts';
import type { MvcLine } from './books/lines.ts';
import type { MvcRecall } from './books/recall.ts';
import type { MvcSource } from './books/source.ts';
import type { MvcView } from './books/view.ts';

export interface MvcRules {
  readonly lpFeePpm: bigint;
  readonly caps: PoolCaps;
  /** Most SPACE that a pool may hold, in sat; any where undefined. */
  readonly poolSats: bigint | undefined;
  /** Most that one transaction may pay its miners, in sat. */
  readonly mostFee: bigint;
}

export interface MvcParts {
  readonly source: MvcSource;
  readonly journal: LineFile<MvcLine> & { readonly recall: MvcRecall };
  readonly view: (number: number) => Promise<MvcView>;
  readonly rules: MvcRules;
  readonly turns: Turns;
  readonly payer: MvcKey;
  /** @throws Refusal mvc-standing-still */
  requireFreshTip(): Promise<void>;
  poolKey(number: number): MvcKey;
  /** Of everything: the operator said so, or a journal is in doubt. */
  stopped(): boolean;
  isPoolStopped(number: number): boolean;
  now(): number;
}
