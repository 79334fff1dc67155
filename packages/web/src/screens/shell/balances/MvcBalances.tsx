/** What is on MVC, where Metalet is connected: SPACE, tokens, shares of pools and what is parked, by the exchange's own index. */
import type { ReactNode } from 'react';
import type { MvcAccount, MvcPool } from '@rialto/contract';
import { MVC_PLACES, mvcSwapHref } from '../../../data/mvc/mvc-places.ts';
import { useMvcAccount, useMvcPools } from '../../../data/mvc/mvc-queries.ts';
import { tokenText } from '../../../data/mvc/token-names.ts';
import { useAccount, usesMetalet } from '../../../flows/account/account.ts';
import { useMvcWallet } from '../../../flows/mvc/mvc-wallet.ts';
import { MvcTokenName, Space, mvcAmount } from '../../../show/mvc/Space.tsx';
import { LINK } from '../../../ui/Page.tsx';
import { Way } from '../../../ui/Way.tsx';
import { t } from '../../../words.ts';
import { Ledger } from './Ledger.tsx';

export function MvcBalances({ onLeave }: { onLeave: () => void }) {
  const { user } = useAccount();
  const { account } = useMvcWallet(user);
  const query = useMvcAccount(account?.address);
  const pools = useMvcPools('mvc', undefined).data?.pools ?? [];
  if (user === undefined || !usesMetalet(user)) return null;
  return (
    <div data-testid="mvc-balances">
      <Ledger
        name="MVC"
        query={query}
        rows={query.data === undefined ? undefined : rowsOf(query.data, pools)}
      >
        {(row) => <Row key={row.id} row={row} onLeave={onLeave} />}
      </Ledger>
      {(query.data?.parked ?? []).length === 0 ? null : (
        <p className="mt-1 text-xs leading-5 text-haze">
          {t('Tokens you park are invisible in wallets until taken back.')}
        </p>
      )}
    </div>
  );
}

interface HeldRow {
  readonly id: string;
  readonly name: ReactNode;
  /** Where it is swapped, or where the pool is that it is a share of. */
  readonly pool: MvcPool | undefined;
  readonly amount: ReactNode;
  /** Of it, in small. */
  readonly parts: readonly ReactNode[];
}

type Token = MvcAccount['tokens'][number];

function rowsOf(held: MvcAccount, pools: readonly MvcPool[]): readonly HeldRow[] {
  const waiting = BigInt(held.spaceWaiting);
  const space: HeldRow = {
    ...{ id: 'space', name: 'SPACE', pool: undefined, amount: <Space value={BigInt(held.space)} /> },
    parts: waiting === 0n ? [] : [[t('Waits for a block'), ' ', <Space key="waiting" value={waiting} />]],
  };
  return [
    space,
    ...held.tokens.map((token) => tokenRow(token, pools)),
    ...held.parked.map((parked): HeldRow => {
      // What is parked does not say how its digits count: its own coins and its pool do.
      const like = [...held.tokens, ...pools].find(({ genesis }) => genesis === parked.genesis);
      return {
        ...{ id: parked.outpoint, name: <MvcTokenName token={parked} />, parts: [t('Parked')] },
        ...{ pool: undefined, amount: mvcAmount(BigInt(parked.amount), like?.decimals ?? 0) },
      };
    }),
  ];
}

function tokenRow(token: Token, pools: readonly MvcPool[]): HeldRow {
  const shareOf = pools.find(({ shareGenesis }) => shareGenesis === token.genesis);
  const words = (units: string): string => mvcAmount(BigInt(units), token.decimals);
  return {
    id: `${token.codehash}${token.genesis}`,
    name:
      shareOf === undefined ? (
        <MvcTokenName token={token} />
      ) : (
        t('Share of the pool SPACE / {token}', { token: tokenText(shareOf) })
      ),
    pool: shareOf ?? pools.find(({ genesis }) => genesis === token.genesis),
    amount: words(token.amount),
    parts: [
      ...(token.waiting === '0' ? [] : [`${t('Waits for a block')} ${words(token.waiting)}`]),
      ...(token.unknown === '0' ? [] : [`${t('Not traced yet')} ${words(token.unknown)}`]),
    ],
  };
}

function Row({ row: { id, name, pool, amount, parts }, onLeave }: { row: HeldRow; onLeave: () => void }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 py-2 text-[0.8125rem]">
      <span className="min-w-0 max-w-full font-medium [overflow-wrap:anywhere]">
        {pool === undefined ? (
          name
        ) : (
          <Way href={mvcSwapHref(MVC_PLACES.all, pool.pair)} onLeave={onLeave} className={LINK}>
            {name}
          </Way>
        )}
      </span>
      <span className="num ml-auto text-right">
        {amount}
        {parts.map((part, at) => (
          <span key={`${id} ${at}`} className="block text-xs leading-5 text-haze">
            {part}
          </span>
        ))}
      </span>
    </li>
  );
}
