/** A number split by meaning: zeros that carry no news and the unit are muted; folded zeros become a small count. */
import { shown } from '../../shown.ts';
import { t } from '../../words.ts';

interface DigitsProps {
  readonly lead?: string;
  readonly folded?: number | undefined;
  readonly digits: string;
  readonly unit?: string;
  /** Invisible digits after the number, so that decimal points align in a column. */
  readonly fill?: string;
  readonly className?: string;
}

export function Digits({ lead = '', folded, digits, unit, fill = '', className = '' }: DigitsProps) {
  return (
    <span className={`num whitespace-nowrap ${className}`}>
      {lead === '' ? null : <span className="font-normal text-haze">{lead}</span>}
      {folded === undefined ? null : (
        <sub className="text-[0.7em]" title={t('{count} zeros after the point', { count: folded })}>
          {folded}
        </sub>
      )}
      {digits}
      {fill === '' ? null : (
        <span aria-hidden="true" data-fill={fill} className="invisible after:content-[attr(data-fill)]" />
      )}
      {unit === undefined ? null : (
        <span className="ml-1 text-[0.85em] font-normal text-haze">{shown(unit)}</span>
      )}
    </span>
  );
}

/** Digits after the point. */
export function fractionOf(parts: Pick<DigitsProps, 'lead' | 'folded' | 'digits'>): number {
  const { lead = '', folded, digits } = parts;
  if (lead === '') return digits.split('.')[1]?.length ?? 0;
  return digits.length + (folded === undefined ? lead.length - 2 : 2);
}

/** What to add unseen to a number with `own` digits after the point in a column with `most`. */
export function fillOf(own: number, most: number): string {
  if (most <= own) return '';
  return `${own === 0 ? '.' : ''}${'0'.repeat(most - own)}`;
}
