/** A number split by meaning: zeros that carry no news and the unit are muted; folded zeros become a small count. */

export interface DigitsProps {
  readonly lead?: string;
  readonly folded?: number | undefined;
  readonly digits: string;
  readonly unit?: string;
  readonly className?: string;
}

export function Digits({ lead = '', folded, digits, unit, className = '' }: DigitsProps) {
  return (
    <span className={`num whitespace-nowrap ${className}`}>
      {lead === '' ? null : <span className="opacity-55">{lead}</span>}
      {folded === undefined ? null : (
        <sub className="text-[0.7em]" title={`${folded} zeros after the point`}>
          {folded}
        </sub>
      )}
      {digits}
      {unit === undefined ? null : <span className="ml-1 text-[0.85em] font-normal text-haze">{unit}</span>}
    </span>
  );
}
