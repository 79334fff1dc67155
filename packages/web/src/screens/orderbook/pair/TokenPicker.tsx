/** Find a market: type, arrow, Enter. Each token with its deploy id, which names it for sure, its price and its day. */
import { useDeferredValue, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Tickers } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { hrefOfPair } from '../../../data/pair-href.ts';
import { useTickers } from '../../../data/queries.ts';
import { useTokens } from '../../../data/tokens.ts';
import type { BookToken } from '../../../data/tokens.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Change } from './Change.tsx';
import { figuresOf } from './figures.ts';
import type { Market } from '../market.ts';
import { TokenMark } from '../../../show/TokenMark.tsx';
import { Price } from '../../../show/Money.tsx';
import { t } from '../../../words.ts';

interface TokenPickerProps {
  readonly market: Pick<Market, 'network' | 'rules'>;
  readonly onClose: () => void;
}

export function TokenPicker({ market: { network, rules }, onClose }: TokenPickerProps) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const navigate = useNavigate();
  const tickers = useTickers(network, rules.name).data;
  const { found, loading } = useFound(network, rules.name, typed);
  const at = Math.min(active, Math.max(0, found.length - 1));
  const pick = (token: BookToken): void => {
    onClose();
    void navigate({ href: hrefOfPair(token) });
  };
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = found[at];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(found.length - 1, at + step));
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && current !== undefined) pick(current);
  };
  return (
    <Dialog
      title={t('Choose a token of {book}', { book: t(rules.label) })}
      onClose={onClose}
      testId="token-dialog"
    >
      <div className="flex h-11 items-center gap-2.5 rounded-[10px] border border-edge bg-ink-0 px-3 focus-within:border-amber">
        <Icon name="search" className="size-4 text-haze" />
        <input
          data-autofocus
          role="combobox"
          aria-label={t('Search tokens')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('Name or deploy id')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={walk}
          className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-haze"
        />
      </div>
      {found.length === 0 ? <None loading={loading} /> : null}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Tokens')}
        className="-mx-2 mt-3 max-h-96 overflow-y-auto"
      >
        {found.map((token, index) => (
          <div
            key={token.assetId}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            data-testid="token-option"
            data-asset={token.assetId}
            onClick={() => pick(token)}
            onPointerMove={() => setActive(index)}
            className={`flex min-h-14 items-center gap-3 rounded-[10px] px-2 py-1.5 ${index === at ? 'bg-ink-2' : ''}`}
          >
            <TokenMark tick={token.ticker} />
            <Names token={token} />
            <Figures tickers={tickers} token={token} />
          </div>
        ))}
      </div>
      <Chosen token={found[at]} label={t(rules.words.deploy)} />
    </Dialog>
  );
}

function None({ loading }: { loading: boolean }) {
  return (
    <p className="grid h-40 place-content-center text-[0.8125rem] text-haze" role="status">
      {loading ? t('Searching') : t('No token of that name.')}
    </p>
  );
}

/** The busiest first; what is not among them is asked for while one types. */
function useFound(
  network: Market['network'],
  book: BookToken['book'],
  typed: string,
): { found: readonly BookToken[]; loading: boolean } {
  const text = typed.trim();
  const search = useDeferredValue(text);
  const first = useTokens(network, book);
  const more = useTokens(network, book, search === '' ? null : search);
  const wanted = text.toLowerCase();
  const known = [...(first.data ?? []), ...(more.data ?? [])].filter(
    ({ ticker, deployId }) => ticker.toLowerCase().includes(wanted) || deployId.startsWith(wanted),
  );
  const found = [...new Map(known.map((token) => [token.assetId, token])).values()];
  return { found, loading: first.isPending || more.isFetching };
}

function Names({ token }: { token: BookToken }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-1.5 text-sm font-medium">
        <span className="truncate">{token.ticker}</span>
        {token.firstDeployed ? (
          <span
            title={t('The first token of this name')}
            className="flex items-center gap-0.5 rounded bg-buy-deep px-1 text-[0.625rem] leading-4 text-buy"
          >
            <Icon name="check" className="size-2.5" />
            {t('First')}
          </span>
        ) : null}
      </span>
      <span className="num block truncate text-xs text-haze">{shortened(token.deployId, 8, 6)}</span>
      {token.firstDeployed ? null : (
        <span className="flex items-center gap-1 text-xs text-warn">
          <Icon name="warn" className="size-3 shrink-0" />
          {t('Looks like an older token')}
        </span>
      )}
    </span>
  );
}

function Figures({ tickers, token }: { tickers: Tickers | undefined; token: BookToken }) {
  const figures = figuresOf(tickers, token.assetId);
  const isTraded = figures !== undefined && figures.last !== '0';
  return (
    <span className="text-right text-[0.8125rem]">
      <span className="flex items-baseline justify-end gap-2">
        {isTraded ? <Price value={figures.last} unit="sat" /> : <span className="text-haze">—</span>}
        <Change basisPoints={isTraded ? figures.change : undefined} className="min-w-14 text-xs" />
      </span>
      <span className="num block text-xs text-haze">{t('{count} open', { count: token.openOrders })}</span>
    </span>
  );
}

/** The whole id of the one under the cursor, to be compared and copied. */
function Chosen({ token, label }: { token: BookToken | undefined; label: string }) {
  if (token === undefined) return null;
  return (
    <p className="mt-3 border-t border-line pt-3">
      <Copyable
        text={token.deployId}
        shown={shortened(token.deployId, 18, 12)}
        label={label}
        className="text-xs"
      />
    </p>
  );
}
