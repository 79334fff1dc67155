/** What is locked of one asset against what is out, whether it covers it, and the statement that the locked key signed. */
import type { BridgeAssetView, BridgeReserve } from '@rialto/contract';
import { formatDecimal, grouped } from '@rialto/market';
import { tokenOfView } from '../../data/bridge/bridge-assets.ts';
import { closedWords, waitWords } from '../../show/bridge/bridge-words.ts';
import { Line, Notice } from '../../show/Lines.tsx';
import { MvcTokenName } from '../../show/mvc/Space.tsx';
import { shown } from '../../shown.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Digits } from '../../ui/number/Digits.tsx';
import { Words } from '../../ui/Words.tsx';
import { t } from '../../words.ts';

interface ReserveProps {
  readonly reserve: BridgeReserve;
  readonly view: BridgeAssetView | undefined;
}

export function Reserve({ reserve, view }: ReserveProps) {
  const { asset, symbol, holds, paused, strays, difference, locked, wrapped, owed } = reserve;
  // What the signer finds is not all in these sums.
  const isBroken = !holds || paused === 'break';
  const amount = (value: string) => <Sum value={BigInt(value)} reserve={reserve} />;
  return (
    <div className="panel space-y-3 px-4 py-4" data-testid="bridge-reserve" data-asset={asset}>
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm font-semibold">
          <bdi className="truncate">{shown(symbol)}</bdi>
          {view === undefined ? null : <MvcTokenName token={tokenOfView(view)} />}
        </h3>
        <span data-testid="bridge-holds" className={`text-xs ${isBroken ? 'text-sell' : 'text-buy'}`}>
          {holds ? (isBroken ? t('In doubt') : t('Covered')) : t('Not covered')}
        </span>
      </div>
      {isBroken ? <Notice tone="bad">{waitWords('break')}</Notice> : null}
      {!isBroken && paused !== null ? <Notice tone="warn">{closedWords({ paused })}</Notice> : null}
      <dl className="space-y-2">
        <Line name={t('Locked on Bitcoin')}>
          {amount(locked)}
          <Parts reserve={reserve} />
        </Line>
        <Line name={t('Held as wrapped tokens on MVC')}>{amount(wrapped)}</Line>
        <Line name={t('Owed to depositors')}>{amount(owed)}</Line>
        <Line name={t('Difference')} strong>
          <span data-testid="bridge-difference" className={holds ? '' : 'text-sell'}>
            {amount(difference)}
          </span>
        </Line>
      </dl>
      {strays.length === 0 ? null : (
        <p className="text-xs leading-5 text-mist" data-testid="bridge-strays">
          {t(
            '{count, plural, one {# deposit waits} other {# deposits wait}} for the operator: nobody can tell to whom it goes back.',
            { count: strays.length },
          )}
        </p>
      )}
      <Statement reserve={reserve} />
    </div>
  );
}

/** BRC-20 lies on no coin: a part of it is in lots, and the rest is what more of them can be made of. */
function Parts({ reserve }: { reserve: BridgeReserve }) {
  const { available, locked } = reserve;
  if (available === null) return null;
  const inLots = BigInt(locked) - BigInt(available);
  return (
    <span className="block text-xs leading-5 text-haze" data-testid="bridge-available">
      <Words
        of="Available {available} · in transfer inscriptions {lots}"
        parts={{
          available: <Sum value={BigInt(available)} reserve={reserve} />,
          lots: <Sum value={inLots} reserve={reserve} />,
        }}
      />
    </span>
  );
}

function Sum({ value, reserve: { decimals, symbol } }: { value: bigint; reserve: BridgeReserve }) {
  const size = value < 0n ? -value : value;
  return (
    <>
      {value < 0n ? '−' : ''}
      <Digits digits={grouped(formatDecimal(size, decimals))} unit={symbol} />
    </>
  );
}

function Statement({ reserve: { statement, signature, paused } }: { reserve: BridgeReserve }) {
  if (signature === '') return <p className="text-xs leading-5 text-warn">{unsignedWords(paused)}</p>;
  return (
    <p className="text-xs leading-5 text-haze">
      <Words
        of="Signed with the key of the locked coins: {statement}"
        parts={{
          statement: (
            <Copyable
              text={`${statement}\n${signature}`}
              shown={t('the statement')}
              label={t('Copy statement and signature')}
            />
          ),
        }}
      />
    </p>
  );
}

function unsignedWords(paused: BridgeReserve['paused']): string {
  if (paused === 'break') return t('Not signed: the signer’s own books don’t balance.');
  return paused === 'paused'
    ? t('Not signed: the signer is stopped, or a second index doesn’t confirm what is locked.')
    : t('Not signed: the signer does not answer.');
}
