/** What was done on MVC, one line each: of a pool, or of an address. */
import type { MvcRow } from '../../data/mvc/mvc-queries.ts';
import { reasonWords } from '../progress/progress-words.ts';
import { dateWords, msg, t } from '../../words.ts';
import { MvcTxId } from './MvcTxId.tsx';
import { ExactSpace, MvcTokens } from './Space.tsx';

const NAMES: Readonly<Record<MvcRow['type'], string>> = {
  buy: msg('Buy'),
  sell: msg('Sell'),
  add: msg('Added'),
  remove: msg('Removed'),
  open: msg('First liquidity'),
  keep: msg('Refresh'),
};
const STATES: Readonly<Record<MvcRow['status'], string>> = {
  pending: msg('In mempool'),
  completed: msg('Confirmed'),
  failed: msg('Failed'),
};
const LOOKS: Partial<Record<MvcRow['type'], string>> = { buy: 'text-buy', sell: 'text-sell' };

export function MvcRows({ rows, testId }: { rows: readonly MvcRow[]; testId: string }) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={row.core}
          data-testid={testId}
          data-status={row.status}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2 text-[0.8125rem] sm:grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1.3fr)_7.5rem]"
        >
          <span className="max-sm:row-span-2">
            <span className={`block font-medium ${LOOKS[row.type] ?? ''}`}>{t(NAMES[row.type])}</span>
            <span className="block text-xs text-haze">
              {row.status === 'completed'
                ? dateWords(row.time, { dateStyle: 'short', timeStyle: 'short' })
                : t(STATES[row.status])}
            </span>
          </span>
          <span className="num text-right">
            <ExactSpace value={BigInt(row.sats)} />
          </span>
          <span className="num text-right">
            <MvcTokens units={BigInt(row.units)} token={tokenOf(row)} />
          </span>
          <span className="text-right max-sm:col-start-2">
            {row.txid === '' ? null : <MvcTxId txid={row.txid} />}
          </span>
          {row.status === 'failed' ? (
            <span className="col-span-full text-xs text-warn">{reasonWords(row.failedReason)}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const tokenOf = ({ symbol, decimals, pair }: MvcRow) => ({
  symbol,
  decimals,
  genesis: pair.slice('space-'.length),
});
