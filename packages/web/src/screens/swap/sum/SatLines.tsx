/** The sats of an act, line by line, signed, and what they add up to. */
import type { ReactNode } from 'react';
import { DUST_FLOOR } from '@rialto/protocols';
import { Line } from '../../../show/Lines.tsx';
import { Exact, Fiat } from '../../../show/Money.tsx';
import { numberWords, t } from '../../../words.ts';
import { satSum } from './sat-sum.ts';
import type { SatLine, SatPart, SatParts } from './sat-sum.ts';

interface SatLinesProps {
  readonly parts: SatParts;
  /** The act takes sats out of the wallet. */
  readonly pays: boolean;
  /** Better names of single lines: with the rates that were asked for. */
  readonly names?: Partial<Readonly<Record<SatPart, ReactNode>>>;
}

export function SatLines({ parts, pays, names = {} }: SatLinesProps) {
  const { lines } = satSum(parts, pays);
  return lines.map((line) => (
    <Line key={line.part} name={names[line.part] ?? nameOf(line, pays)}>
      <span data-testid={`sum-${line.part}`} data-sats={line.value.toString()}>
        <Exact value={line.value} signed={line.part !== 'pool'} />
      </span>
    </Line>
  ));
}

function nameOf({ part, value }: SatLine, pays: boolean): string {
  switch (part) {
    case 'pool':
      return pays ? t('Into the pool') : t('Out of the pool');
    case 'service':
      return t('Service fee');
    case 'restock':
      return t('Inscribing the next lots');
    case 'network':
      return t('Network fee, about');
    case 'lots':
      return value > 0n === pays
        ? t('Sats under the lots, gone with them')
        : t('Sats under the lots, yours with them');
  }
}

/** The rate that was chosen, where it is known. */
export const networkFeeName = (feeRate: number | undefined): string =>
  feeRate === undefined
    ? t('Network fee, about')
    : t('Network fee, about, at {rate} sat/vB', { rate: numberWords(feeRate) });

interface SatTotalProps extends Pick<SatLinesProps, 'parts' | 'pays'> {
  /** What comes lies on a new coin, beside this sum. */
  readonly opensCoin: boolean;
  readonly children?: ReactNode;
}

export function SatTotal({ parts, pays, opensCoin, children }: SatTotalProps) {
  const { total } = satSum(parts, pays);
  return (
    <>
      <Line name={pays ? t('You pay in total') : t('Finally receive')} strong>
        <span className="block" data-testid="sum-total" data-sats={total.toString()}>
          <Exact value={total} /> <Fiat value={total} className="font-normal" />
        </span>
        {children}
      </Line>
      {opensCoin ? (
        <Line name={t('On top: stays yours, on the coin you get')}>
          <span data-testid="sum-kept">
            <Exact value={DUST_FLOOR} />
          </span>
        </Line>
      ) : null}
    </>
  );
}
