/** Find a market of any protocol: type, arrow, Enter. Each with its protocol, price and day; the marked one with its whole deploy id and a star. */
import { useDeferredValue, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Market, MarketSort } from '@rialto/contract';
import { shortened } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { BUSIEST, useMarkets } from '../../../data/markets/markets.ts';
import type { MarketChoice, MarketList } from '../../../data/markets/markets.ts';
import { hrefOfPair } from '../../../data/pair-href.ts';
import { toggleStar } from '../../../data/markets/stars.ts';
import { BookChips, SortBy, SortChoice } from '../../../show/markets/Choice.tsx';
import { COLUMNS } from '../../../show/markets/columns.ts';
import { Figure } from '../../../show/markets/Figures.tsx';
import { MarketName } from '../../../show/markets/MarketName.tsx';
import { Combobox } from '../../../ui/Combobox.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LINK } from '../../../ui/Page.tsx';
import { rulesOf } from './books.ts';
import { t } from '../../../words.ts';

const GRID =
  'grid w-full items-center gap-x-3 grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_5rem_6.5rem] lg:grid-cols-[minmax(0,1fr)_6rem_5rem_6.5rem_6rem_6rem_3.5rem]';

interface TokenPickerProps {
  readonly network: Network;
  /** Of the pair on the screen: it is the marked one at first. */
  readonly assetId: string;
  readonly onClose: () => void;
}

/** Where all columns have no room, those of both sides of the book go. */
const isNarrow = (key: MarketSort): boolean => key === 'bid' || key === 'floor' || key === 'listed';

export function TokenPicker({ network, assetId: current, onClose }: TokenPickerProps) {
  const [choice, choose] = useState(BUSIEST);
  const navigate = useNavigate();
  const list = useMarkets(network, useDeferredValue(choice));
  const pick = ({ book, tick, assetId, firstDeployed }: Market): void => {
    onClose();
    void navigate({ href: hrefOfPair({ book, ticker: tick, assetId, firstDeployed }) });
  };
  return (
    <Dialog title={t('Select token')} onClose={onClose} testId="token-dialog" wide top>
      <Combobox
        label={t('Search tokens')}
        placeholder={t('Token or deploy ID')}
        listLabel={t('Tokens')}
        typed={choice.search}
        onType={(search) => choose({ ...choice, search })}
        items={list.markets}
        first={choice.search === '' ? current : undefined}
        idOf={({ assetId }) => assetId}
        onChoose={pick}
        testId="token"
        status={<Above list={list} choice={choice} onChoose={choose} />}
        listClass="h-[min(24rem,50dvh)]"
        optionClass={(marked) => `min-h-14 rounded-[10px] px-2 py-1.5 ${marked ? 'bg-ink-2' : ''}`}
        more={(market) => <Marked market={market} list={list} onClose={onClose} />}
      >
        {(market) => (
          <span className={GRID}>
            <MarketName market={market} starred={list.starred.has(market.assetId)} />
            {COLUMNS.map(({ key }) => (
              <span
                key={key}
                className={`num text-right text-[0.8125rem] ${key === 'last' ? '' : isNarrow(key) ? 'max-lg:hidden' : 'max-sm:hidden'}`}
              >
                <Figure market={market} column={key} />
                {key === 'last' ? (
                  <span className="block text-xs sm:hidden">
                    <Figure market={market} column="change" />
                  </span>
                ) : null}
              </span>
            ))}
          </span>
        )}
      </Combobox>
    </Dialog>
  );
}

interface AboveProps {
  readonly list: MarketList;
  readonly choice: MarketChoice;
  readonly onChoose: (next: MarketChoice) => void;
}

/** Chips, the columns to sort by, and why there is nothing. */
function Above({ list, choice, onChoose }: AboveProps) {
  const none = list.markets.length === 0;
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <BookChips choice={choice} onChoose={onChoose} />
        <SortChoice choice={choice} onChoose={onChoose} />
      </div>
      <div className={`mt-2 text-right max-sm:hidden ${GRID}`}>
        <span className="text-left text-2xs text-haze">{t('Market')}</span>
        {COLUMNS.map(({ key }) => (
          <SortBy
            key={key}
            by={key}
            choice={choice}
            onChoose={onChoose}
            className={`justify-end ${isNarrow(key) ? 'max-lg:hidden' : ''}`}
          />
        ))}
      </div>
      <p role="status" className={none ? 'mt-6 text-center text-[0.8125rem] text-haze' : 'sr-only'}>
        {list.loading ? t('Searching') : none ? t('No results') : ''}
      </p>
    </>
  );
}

interface MarkedProps {
  readonly market: Market | undefined;
  readonly list: MarketList;
  readonly onClose: () => void;
}

/** The whole id of the one under the cursor, to be compared and copied, its star, and the way to the list as a page. */
function Marked({ market, list, onClose }: MarkedProps) {
  const navigate = useNavigate();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3">
      {market === undefined ? null : (
        <>
          <Copyable
            text={market.deployId}
            shown={shortened(market.deployId, 18, 12)}
            label={t(rulesOf(market.book).deploy)}
            className="text-xs"
          />
          <button
            type="button"
            data-testid="star"
            aria-pressed={list.starred.has(market.assetId)}
            onClick={() => toggleStar(market.assetId)}
            className="flex h-8 items-center gap-1.5 text-xs text-mist hover:text-fog aria-pressed:text-amber max-sm:h-11"
          >
            <Icon
              name="star"
              className={`size-3.5 ${list.starred.has(market.assetId) ? 'fill-current' : ''}`}
            />
            {t('Star {tick}', { tick: market.tick })}
          </button>
        </>
      )}
      <a
        href="/markets"
        data-testid="all-markets"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onClose();
          void navigate({ href: '/markets' });
        }}
        className={`ml-auto flex h-8 items-center text-xs max-sm:h-11 ${LINK}`}
      >
        {t('All markets')}
      </a>
    </div>
  );
}
