/** One link in place of the acts on something that waits; they are shown when it is pressed. */
import { useState } from 'react';
import type { OwnOffer } from '@rialto/contract';
import { Icon } from '../../ui/Icon.tsx';
import { OwnActs } from './OwnActs.tsx';
import { offeredActs } from './own-words.ts';
import { t } from '../../words.ts';

interface OwnOptionsProps {
  readonly acts: readonly OwnOffer[];
  /** Blocks that came while it waited; undefined where nobody counts them. */
  readonly blocks: number | undefined;
  readonly purchase: boolean;
  /** Names what the acts are about, for screen readers. */
  readonly about: string;
  readonly onAct: (offer: OwnOffer) => void;
}

export function OwnOptions({ acts, blocks, purchase, about, onAct }: OwnOptionsProps) {
  const [open, setOpen] = useState(false);
  const offers = offeredActs(acts, blocks);
  if (offers.length === 0) return null;
  return (
    <div className="mt-1.5 flex flex-wrap items-center justify-end gap-2 @xl:mt-0">
      {open ? <OwnActs offers={offers} purchase={purchase} about={about} onAct={onAct} /> : null}
      <button
        type="button"
        data-testid="own-options"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 items-center gap-1 text-xs text-mist underline-offset-4 hover:text-fog hover:underline max-lg:min-h-11"
      >
        {t('Options')}
        <span className="sr-only">{about}</span>
        <Icon name="chevron" className={`size-3 transition-transform ${open ? 'rotate-180' : ''}`} />
      </button>
    </div>
  );
}
