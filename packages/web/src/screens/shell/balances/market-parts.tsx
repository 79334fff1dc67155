/** What the market says of a token in the balances: its value, what of it is listed, and the way there. */
import type { ReactNode } from 'react';
import type { Market, RuneBalance } from '@rialto/contract';
import { formatAmount } from '@rialto/market';
import { worthOf } from '../../../data/portfolio/holdings.ts';
import { liquidityHref, rulesOfKind } from '../../../data/pools/pool-rules.ts';
import type { InLocks } from '../../../data/portfolio/locked.ts';
import type { Held, Listed } from '../../../data/portfolio/holdings.ts';
import { Fiat, Money } from '../../../show/Money.tsx';
import { PairLink } from '../../../show/markets/PairLink.tsx';
import { Way } from '../../../ui/Way.tsx';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';

export interface About {
  readonly markets: ReadonlyMap<string, Market>;
  /** Undefined while they are not known. */
  readonly locks: InLocks | undefined;
  readonly listed: ReadonlyMap<string, Listed> | undefined;
  /** Before the page is left. */
  readonly onLeave: () => void;
}

export type Part = readonly [name: string, value: ReactNode];

/** @param priced its dollars are known from elsewhere */
export function marketParts(held: Held, { markets, listed }: About, priced: boolean): readonly Part[] {
  const { locked = 0n } = held;
  const worth = worthOf(held.units, markets.get(held.assetId));
  const asks = listed?.get(held.assetId);
  return [
    ...(locked === 0n ? [] : [[t('In locks'), formatAmount(locked)] as const]),
    ...(worth === undefined
      ? []
      : [
          [
            t('Value'),
            <span key="worth">
              <Money value={worth} full />
              {priced ? null : <Fiat value={worth} className="ml-2" />}
            </span>,
          ] as const,
        ]),
    ...(asks === undefined
      ? []
      : [
          [
            t('Listed'),
            <span key="listed">
              <Words
                of="{amount} for {price}"
                parts={{ amount: formatAmount(asks.units), price: <Money value={asks.sats} full /> }}
              />
            </span>,
          ] as const,
        ]),
  ];
}

const LINK =
  '-mr-2 flex h-9 shrink-0 items-center rounded-lg px-2 text-xs text-mist underline underline-offset-4 hover:text-fog max-lg:h-11';

interface PoolLinkProps {
  readonly shareOf: NonNullable<RuneBalance['shareOf']>;
  readonly onLeave: () => void;
}

/** Where a position is taken out. */
export function PoolLink({ shareOf: { kind, token2, name }, onLeave }: PoolLinkProps) {
  return (
    <Way href={liquidityHref(rulesOfKind(kind), token2, 'remove')} onLeave={onLeave} className={LINK}>
      {t('Pool')} <span className="sr-only">{name}</span>
    </Way>
  );
}

export function MarketLink({ held, about }: { held: Held; about: About }) {
  const { book, ticker, assetId } = held;
  const firstDeployed = about.markets.get(assetId)?.firstDeployed ?? false;
  return (
    <PairLink
      pair={{ book, ticker, assetId, firstDeployed }}
      onLeave={about.onLeave}
      testId="balance-market"
      className={LINK}
    >
      {t('Trade')} <span className="sr-only">{ticker}</span>
    </PairLink>
  );
}
