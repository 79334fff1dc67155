/** The terms this browser keeps of whoever is connected, and what is done with them. */
import { useState } from 'react';
import { dropTerms, keptTerms } from '../../../terms-store.ts';
import type { KeptTerms, TermsOwner } from '../../../terms-store.ts';

export interface Kept {
  readonly list: readonly KeptTerms[];
  /** Something was kept since. */
  readonly again: () => void;
  readonly drop: (orderId: string) => void;
}

/** @param owner undefined where nobody is connected */
export function useKept(owner: TermsOwner | undefined): Kept {
  const key = owner === undefined ? '' : `${owner.net} ${owner.address}`;
  const read = () => ({ key, list: owner === undefined ? [] : keptTerms(owner) });
  const [kept, setKept] = useState(read);
  const again = (): void => setKept(read());
  if (kept.key !== key) again();
  return {
    ...{ list: kept.list, again },
    drop: (orderId) => {
      dropTerms(orderId);
      again();
    },
  };
}
