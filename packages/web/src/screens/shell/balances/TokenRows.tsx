/** A token of each ledger in the balances: how much of it, and behind it the coins it is on. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Balances, BtcCoin, Mrc20Balance, TransferEntry } from '@rialto/contract';
import { TOKEN_DECIMALS, formatDecimal, grouped, parseDecimal, shortened } from '@rialto/market';
import { holdingsOf } from '../../../data/portfolio/holdings.ts';
import type { Held } from '../../../data/portfolio/holdings.ts';
import { withLocked } from '../../../data/portfolio/locked.ts';
import { useNetwork } from '../../../data/network.ts';
import { useBalance } from '../../../data/queries.ts';
import { Dollars } from '../../../show/Money.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { MarketLink, PoolLink, marketParts } from './market-parts.tsx';
import type { About, Part } from './market-parts.tsx';
import { CoinList } from './CoinList.tsx';
import type { RuneRowData } from './rune-rows.ts';
import { addDecimals, worthOf } from './worth.ts';
import { TickName } from '../../../show/TickName.tsx';
import { shown } from '../../../shown.ts';
import { t } from '../../../words.ts';

interface RowProps {
  readonly name: ReactNode;
  readonly amount: string;
  /** The parts of it, in small. */
  readonly parts: readonly Part[];
  readonly dollars?: string | undefined;
  /** Beside the row. */
  readonly link?: ReactNode;
  readonly children: () => ReactNode;
}

/** A long name and a long amount are on two lines, so that both can be read whole. */
function Row({ name, amount, parts, dollars, link, children }: RowProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className="flex items-start gap-3">
      <details className="min-w-0 flex-1" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none flex-wrap items-start gap-x-4 py-2 text-[0.8125rem]">
          <span className="max-w-full font-medium [overflow-wrap:anywhere]">{name}</span>
          <span className="num ml-auto max-w-full text-right [overflow-wrap:anywhere]">
            {grouped(amount)}
            <Dollars text={dollars} className="ml-2 text-xs" />
            {parts.map(([part, value]) => (
              <span key={part} className="block text-xs leading-5 text-haze">
                {part} {value}
              </span>
            ))}
          </span>
        </summary>
        {open ? children() : null}
      </details>
      {link}
    </li>
  );
}

type Brc20 = Balances['balanceList'][number];

interface Brc20RowProps {
  readonly balance: Brc20;
  readonly address: string;
  readonly dollars: string | undefined;
  readonly about: About;
}

export function Brc20Row({ balance, address, dollars, about }: Brc20RowProps) {
  const { token, availableBalance, transferBalance } = balance;
  const total = addDecimals(availableBalance, transferBalance);
  const worth = worthOf(total, dollars);
  const [held] = holdingsOf({ balanceList: [balance] }, undefined);
  return (
    <Row
      name={<TickName tick={token} deployId={balance.assetId.slice(balance.assetId.indexOf(':') + 1)} />}
      amount={total}
      parts={[
        [t('Available'), grouped(availableBalance)],
        [t('Transferable'), grouped(transferBalance)],
        ...(held === undefined ? [] : marketParts(held, about, worth !== undefined)),
      ]}
      dollars={worth}
      link={held === undefined ? null : <MarketLink held={held} about={about} />}
    >
      {() => <Transfers address={address} tick={token} assetId={balance.assetId} />}
    </Row>
  );
}

function Transfers({ address, tick, assetId }: { address: string; tick: string; assetId: string }) {
  const pair = { net: useNetwork(), book: 'brc20', tick, assetId } as const;
  const entries = useBalance(pair, address).data?.transferBalanceList;
  if (entries === undefined) return <Skeleton className="mb-3 h-4 w-full" />;
  if (entries.length === 0)
    return (
      <p className="pb-3 text-xs text-haze">
        {t('Held in your balance, not on a coin. Inscribe a transfer to sell it.')}
      </p>
    );
  return (
    <ul className="space-y-2 pb-3 text-xs">
      {entries.map((entry) => (
        <li key={entry.inscriptionId} className="flex items-start justify-between gap-3">
          <span>
            <Copyable
              text={entry.outpoint}
              shown={shortened(entry.outpoint, 6, 6)}
              label={t('Copy the coin')}
            />
            <span className="block text-haze">{protection(entry)}</span>
          </span>
          <span className="num">{grouped(entry.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

function protection(entry: TransferEntry): string {
  if (entry.orderId !== undefined) return t('kept for an open order');
  return entry.confirmations > 0 ? t('kept from paying') : t('waits for its block');
}

/** An amount of the balance, with what is in locks. */
const withLots = (amount: string, held: Held | undefined): string =>
  addDecimals(amount, formatDecimal(held?.locked ?? 0n, TOKEN_DECIMALS));

interface RuneRowProps {
  readonly row: RuneRowData;
  readonly coins: readonly BtcCoin[] | undefined;
  readonly about: About;
}

export function RuneRow({ row, coins, about }: RuneRowProps) {
  const { amount, waiting } = row;
  const [held] = withLocked(row.held === undefined ? [] : [row.held], about.locks, 'these');
  const { spacedRune, symbol, shareOf } = row.balance;
  const rune = symbol === '' ? spacedRune : `${spacedRune} ${shown(symbol)}`;
  const link = shareOf === undefined ? undefined : <PoolLink shareOf={shareOf} onLeave={about.onLeave} />;
  return (
    <Row
      name={
        shareOf === undefined ? rune : t('Share of the pool BTC / {token}', { token: shown(shareOf.name) })
      }
      amount={withLots(amount, held)}
      parts={[
        ...(waiting === '' ? [] : [[t('Waits for a block'), grouped(waiting)] as const]),
        ...(held === undefined ? [] : marketParts(held, about, false)),
      ]}
      link={held === undefined ? link : <MarketLink held={held} about={about} />}
    >
      {() => (
        <CoinList coins={carrying(coins, (asset) => asset.kind === 'rune' && asset.name === spacedRune)} />
      )}
    </Row>
  );
}

interface Mrc20RowProps {
  readonly balance: Mrc20Balance;
  readonly coins: readonly BtcCoin[] | undefined;
  readonly about: About;
}

export function Mrc20Row({ balance, coins, about }: Mrc20RowProps) {
  const { tick, unsafeBalance, assetId } = balance;
  const isIdCoin = balance.tag === 'id-coins';
  const unsafe = parseDecimal(unsafeBalance, 18) ?? 0n;
  const [held] = withLocked(holdingsOf(undefined, { list: [balance] }), about.locks, 'these');
  return (
    <Row
      name={
        <>
          <TickName tick={tick} deployId={balance.mrc20Id} />
          {isIdCoin ? <span className="ml-1.5 text-xs font-normal text-haze">{t('ID-Coin')}</span> : null}
        </>
      }
      amount={withLots(addDecimals(balance.balance, unsafeBalance), held)}
      parts={[
        ...(unsafe === 0n ? [] : [[t('Unsafe: unconfirmed'), grouped(unsafeBalance)] as const]),
        ...(held === undefined ? [] : marketParts(held, about, false)),
      ]}
      link={held === undefined ? null : <MarketLink held={held} about={about} />}
    >
      {() => (
        <CoinList coins={carrying(coins, (asset) => asset.kind === 'mrc20' && asset.assetId === assetId)} />
      )}
    </Row>
  );
}

type Asset = BtcCoin['inscriptions'][number];

function carrying(coins: readonly BtcCoin[] | undefined, is: (asset: Asset) => boolean): readonly BtcCoin[] {
  return (coins ?? []).filter((coin) => coin.inscriptions.some(is));
}
