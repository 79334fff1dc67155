/** Chips for a share of what one has: a quarter, half, three quarters, all of it. */
import { msg, t } from '../../../words.ts';

const SHARES = [
  { percent: 25, label: '25%', name: msg('A quarter of your balance') },
  { percent: 50, label: '50%', name: msg('Half of your balance') },
  { percent: 75, label: '75%', name: msg('Three quarters of your balance') },
  { percent: 100, label: msg('Max'), name: msg('All of your balance') },
] as const;

interface SharesProps {
  /** All there is of it; undefined while nobody knows. */
  readonly of: bigint | undefined;
  readonly onShare: (part: bigint) => void;
  /** Without the whole of it. */
  readonly parts?: boolean;
}

export function Shares({ of, onShare, parts = false }: SharesProps) {
  return (
    <span role="group" aria-label={t('Share of your balance')} className="flex gap-1">
      {SHARES.filter(({ percent }) => !parts || percent < 100).map(({ percent, label, name }) => (
        <button
          key={percent}
          type="button"
          data-testid={`share-${percent}`}
          title={t(name)}
          disabled={of === undefined || of === 0n}
          onClick={() => onShare(((of ?? 0n) * BigInt(percent)) / 100n)}
          className="num -my-1 h-6 rounded-md bg-ink-2 px-1.5 text-2xs text-mist hover:bg-ink-3 hover:text-fog disabled:text-haze max-lg:h-11 max-lg:px-3"
        >
          {percent === 100 ? t(label) : label}
        </button>
      ))}
    </span>
  );
}
