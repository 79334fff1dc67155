/** The tokens one holds or traded here, each a link to its market. On small screens what is listed and the result stand under the value. */
import type { ReactNode } from 'react';
import { formatAmount } from '@rialto/market';
import { isNameless } from '@rialto/protocols';
import { Fiat, Money, Price, Tokens } from '../../show/Money.tsx';
import { MarketName } from '../../show/markets/MarketName.tsx';
import { PairLink } from '../../show/markets/PairLink.tsx';
import { Made } from './Made.tsx';
import type { Row } from './portfolio.ts';
import { t } from '../../words.ts';

const WIDE = 'max-sm:hidden';

export function HoldingsTable({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0)
    return (
      <p role="status" className="grid h-40 place-content-center text-sm text-haze">
        {t('No tokens yet')}
      </p>
    );
  const columns = [t('Amount'), t('Last, sat'), t('Value'), t('Listed'), t('Result')];
  return (
    <table className="w-full text-[0.8125rem]">
      <thead>
        <tr className="h-9 border-b border-line text-2xs text-haze">
          <th scope="col" className="pl-4 text-left font-normal">
            {t('Token')}
          </th>
          {columns.map((name, at) => (
            <th
              key={name}
              scope="col"
              className={`pr-4 text-right font-normal ${at === 0 || at === 2 ? '' : WIDE}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <HoldingRow key={row.held.assetId} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function HoldingRow({ row: { held, market, worth, listed, result } }: { row: Row }) {
  const { book, ticker, assetId, deployId } = held;
  // Without a market nobody has said whether it is the first of its name: the asset tells it apart.
  const firstDeployed = market?.firstDeployed ?? false;
  const name = { book, tick: ticker, deployId, firstDeployed: market?.firstDeployed ?? true };
  return (
    <tr data-testid="holding-row" data-asset={assetId} className="relative h-14 hover:bg-ink-2">
      <th scope="row" className="max-w-40 pl-4 font-normal sm:max-w-none">
        {book === 'runes' && isNameless(ticker) ? (
          // A rune without a name has no market.
          <MarketName market={name} />
        ) : (
          <PairLink
            pair={{ book, ticker, assetId, firstDeployed }}
            className="block after:absolute after:inset-0"
          >
            <MarketName market={name} />
          </PairLink>
        )}
      </th>
      <Cell>
        <Tokens units={held.units} />
        {held.locked === undefined ? null : (
          <span className="block text-xs text-haze">
            {t('In locks')} <Tokens units={held.locked} />
          </span>
        )}
      </Cell>
      <Cell className={WIDE}>
        {market === undefined || market.lastPrice === '0' ? <Nothing /> : <Price value={market.lastPrice} />}
      </Cell>
      <Cell>
        <Worth sats={worth} />
        <Small name={t('Listed')} shown={listed !== undefined}>
          <Listing listed={listed} />
        </Small>
        <Small name={t('Result')} shown={result?.made !== undefined}>
          <Outcome result={result} />
        </Small>
        <CostUnknown result={result} className="sm:hidden" />
      </Cell>
      <Cell className={WIDE}>
        <Listing listed={listed} />
        {listed === undefined ? null : <Tokens units={listed.units} className="block text-xs text-haze" />}
      </Cell>
      <Cell className={WIDE}>
        <Outcome result={result} />
        <CostUnknown result={result} />
      </Cell>
    </tr>
  );
}

function Worth({ sats }: { sats: bigint | undefined }) {
  if (sats === undefined) return <Nothing />;
  return (
    <>
      <Money value={sats} full />
      <Fiat value={sats} className="block text-xs" />
    </>
  );
}

const Listing = ({ listed }: Pick<Row, 'listed'>) =>
  listed === undefined ? <Nothing /> : <Money value={listed.sats} full />;

const Outcome = ({ result }: Pick<Row, 'result'>) =>
  result?.made === undefined ? <Nothing /> : <Made sats={result.made} />;

function CostUnknown({ result, className = '' }: Pick<Row, 'result'> & { className?: string }) {
  if (result === undefined || result.unknown === 0n) return null;
  return (
    <span className={`block text-xs text-haze ${className}`}>
      {t('cost of {amount} unknown', { amount: formatAmount(result.unknown) })}
    </span>
  );
}

/** Under the value, where the columns have no room. */
function Small({ name, shown, children }: { name: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <span className="block text-xs text-haze sm:hidden">
      {name} {children}
    </span>
  );
}

const Nothing = () => <span className="text-haze">—</span>;

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return <td className={`num py-2 pr-4 text-right ${className}`}>{children}</td>;
}
