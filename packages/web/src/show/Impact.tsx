/** What a purchase pays on average and at worst, and how far that is over the best ask; in amber where it is far. */
import { impactLevel } from '@rialto/market';
import type { Impact } from '@rialto/market';
import { Words } from '../ui/Words.tsx';
import { Notice } from './Lines.tsx';
import { Price } from './Money.tsx';
import { percentWords } from './percent.ts';
import { t } from '../words.ts';

/** Nothing is said of one lot at the best price. */
export function ImpactNote({ impact }: { impact: Impact | undefined }) {
  if (impact === undefined || (impact.lots === 1 && (impact.over ?? 0) <= 0)) return null;
  const level = impactLevel(impact.over);
  const words = <ImpactWords impact={impact} />;
  return (
    <div data-testid="impact" data-level={level}>
      {level === 'fine' ? (
        <p className="text-xs leading-4 text-mist">{words}</p>
      ) : (
        <Notice tone="warn">{words}</Notice>
      )}
    </div>
  );
}

function ImpactWords({ impact: { average, worst, over = 0 } }: { impact: Impact }) {
  const parts = {
    average: <Price value={average} unit="sat" />,
    worst: <Price value={worst} unit="sat" />,
  };
  return over > 0 ? (
    <Words
      of="Average {average}, worst {worst}: {share} over the best ask."
      parts={parts}
      values={{ share: percentWords(over) }}
    />
  ) : (
    <Words of="Average {average}, worst {worst}." parts={parts} />
  );
}

/** Beside a price with all fees in it. */
export function OverAsk({ over }: { over: number | undefined }) {
  if (over === undefined || over <= 0) return null;
  return (
    <span className="block text-xs font-normal text-haze">
      {t('{share} over the best ask with fees', { share: percentWords(over) })}
    </span>
  );
}
