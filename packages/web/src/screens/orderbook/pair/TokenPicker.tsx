/** Find a market: type, arrow, Enter. Each token with its deploy id, which names it for sure, its price and its day. */
import { useDeferredValue, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Tickers } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { hrefOfPair } from '../../../data/pair-href.ts';
import { useTickers } from '../../../data/queries.ts';
import { useTokens } from '../../../data/tokens.ts';
import type { BookToken } from '../../../data/tokens.ts';
import { Combobox } from '../../../ui/Combobox.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Change } from './Change.tsx';
import { figuresOf } from './figures.ts';
import type { Market } from '../market.ts';
import { TokenMark } from '../../../show/TokenMark.tsx';
import { Price } from '../../../show/Money.tsx';
import { shown } from '../../../shown.ts';
import { t } from '../../../words.ts';

interface TokenPickerProps {
  readonly market: Pick<Market, 'network' | 'rules'>;
  readonly onClose: () => void;
}

export function TokenPicker({ market: { network, rules }, onClose }: TokenPickerProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const tickers = useTickers(network, rules.name).data;
  const { found, loading } = useFound(network, rules.name, typed);
  const pick = (token: BookToken): void => {
    onClose();
    void navigate({ href: hrefOfPair(token) });
  };
  return (
    <Dialog
      title={t('Choose a token of {book}', { book: t(rules.label) })}
      onClose={onClose}
      testId="token-dialog"
    >
      <Combobox
        label={t('Search tokens')}
        placeholder={t('Name or deploy id')}
        listLabel={t('Tokens')}
        typed={typed}
        onType={setTyped}
        items={found}
        idOf={(token) => token.assetId}
        onChoose={pick}
        testId="token"
        status={found.length === 0 ? <None loading={loading} /> : null}
        listClass="max-h-96"
        optionClass={(marked) => `min-h-14 rounded-[10px] px-2 py-1.5 ${marked ? 'bg-ink-2' : ''}`}
        more={(token) => <Chosen token={token} label={t(rules.words.deploy)} />}
      >
        {(token) => (
          <>
            <TokenMark tick={token.ticker} />
            <Names token={token} />
            <Figures tickers={tickers} token={token} />
          </>
        )}
      </Combobox>
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
        <span className="truncate">{shown(token.ticker)}</span>
        {token.firstDeployed && token.oneScript ? (
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
