/** Find a token: type, arrow, Enter. */
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Tickers, Token } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { figuresOf } from './MarketBar.tsx';
import { TokenMark } from '../../show/TokenMark.tsx';
import { Price } from '../../show/Money.tsx';
import { t } from '../../words.ts';

export interface TokenPickerProps {
  readonly tokens: readonly Token[];
  readonly tickers: Tickers | undefined;
  readonly onPick: (token: Token) => void;
  readonly onClose: () => void;
}

export function TokenPicker({ tokens, tickers, onPick, onClose }: TokenPickerProps) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const found = tokens.filter((token) => token.ticker.toLowerCase().includes(typed.trim().toLowerCase()));
  const at = Math.min(active, Math.max(0, found.length - 1));
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = found[at];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(found.length - 1, at + step)));
    } else if (event.key === 'Enter' && current !== undefined) onPick(current);
  };
  return (
    <Dialog title={t('Choose a token')} onClose={onClose} testId="token-dialog">
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
          placeholder={t('Search by name')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={walk}
          className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-haze"
        />
      </div>
      {found.length === 0 ? (
        <p className="grid h-40 place-content-center text-[0.8125rem] text-haze">
          {t('No token of that name.')}
        </p>
      ) : null}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Tokens')}
        className="-mx-2 mt-3 max-h-80 overflow-y-auto"
      >
        {found.map((token, index) => (
          <div
            key={token.assetId}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            data-testid="token-option"
            onClick={() => onPick(token)}
            onPointerMove={() => setActive(index)}
            className={`flex h-14 items-center gap-3 rounded-[10px] px-2 ${index === at ? 'bg-ink-2' : ''}`}
          >
            <TokenMark tick={token.ticker} />
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium">{token.ticker}</span>
              <span className="num block text-xs text-haze">{shortened(token.inscriptionId, 8, 6)}</span>
            </span>
            <span className="text-right text-[0.8125rem]">
              <PriceOf tickers={tickers} assetId={token.assetId} />
              <span className="num block text-xs text-haze">
                {t('{count} open', { count: token.openOrders })}
              </span>
            </span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function PriceOf({ tickers, assetId }: { tickers: Tickers | undefined; assetId: string }) {
  const figures = figuresOf(tickers, assetId);
  if (figures === undefined || figures.last === '0') return <span className="text-haze">—</span>;
  return <Price value={figures.last} unit="sat" />;
}
