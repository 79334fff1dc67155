/** What is on MVC, where Metalet is connected: SPACE and tokens, by the exchange's own index. */
import { MVC_PLACES, mvcSwapHref } from '../../../data/mvc/mvc-places.ts';
import { useMvcAccount } from '../../../data/mvc/mvc-queries.ts';
import type { MvcHoldings } from '../../../data/mvc/mvc-queries.ts';
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
  if (user === undefined || !usesMetalet(user)) return null;
  return (
    <div data-testid="mvc-balances">
      <Ledger name="MVC" query={query} rows={query.data === undefined ? undefined : rowsOf(query.data)}>
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
  /** Undefined: SPACE. */
  readonly token: MvcHoldings['tokens'][number] | undefined;
  readonly amount: bigint;
  readonly waiting: bigint;
  readonly unknown: bigint;
  readonly parked: boolean;
}

function rowsOf({ space, spaceWaiting, tokens, parked }: MvcHoldings): readonly HeldRow[] {
  const first = { id: 'space', token: undefined, amount: BigInt(space), waiting: BigInt(spaceWaiting) };
  return [
    { ...first, unknown: 0n, parked: false },
    ...tokens.map((token) => ({
      ...{ id: `${token.codehash}${token.genesis}`, token, parked: false },
      ...{ amount: BigInt(token.amount), waiting: BigInt(token.waiting), unknown: BigInt(token.unknown) },
    })),
    ...parked.map(({ outpoint, amount, ...named }) => ({
      ...{ id: outpoint, amount: BigInt(amount), waiting: 0n, unknown: 0n, parked: true },
      token: { ...tokenLike(tokens, named), amount, waiting: '0', unknown: '0', coins: 1 },
    })),
  ];
}

type Token = MvcHoldings['tokens'][number];

/** What is parked does not say how its digits count: its own coins do. */
function tokenLike(tokens: readonly Token[], named: Pick<Token, 'codehash' | 'genesis' | 'symbol'>) {
  const same = tokens.find(({ genesis }) => genesis === named.genesis);
  return { ...named, name: same?.name ?? named.symbol, decimals: same?.decimals ?? 0 };
}

function Row({
  row: { token, amount, waiting, unknown, parked },
  onLeave,
}: {
  row: HeldRow;
  onLeave: () => void;
}) {
  const words = (value: bigint): string => (token === undefined ? '' : mvcAmount(value, token.decimals));
  return (
    <li className="flex flex-wrap items-start gap-x-4 py-2 text-[0.8125rem]">
      <span className="font-medium">
        {token === undefined ? (
          'SPACE'
        ) : (
          <Way
            href={mvcSwapHref(MVC_PLACES.all, `space-${token.genesis}`)}
            onLeave={onLeave}
            className={LINK}
          >
            <MvcTokenName token={token} />
          </Way>
        )}
      </span>
      <span className="num ml-auto text-right">
        {token === undefined ? <Space value={amount} /> : words(amount)}
        <Part name={t('Parked')} value={parked ? words(amount) : ''} />
        <Part
          name={t('Waits for a block')}
          value={waiting === 0n ? '' : token === undefined ? <Space value={waiting} /> : words(waiting)}
        />
        <Part name={t('Not traced yet')} value={unknown === 0n ? '' : words(unknown)} />
      </span>
    </li>
  );
}

function Part({ name, value }: { name: string; value: React.ReactNode }) {
  if (value === '') return null;
  return (
    <span className="block text-xs leading-5 text-haze">
      {name} {value}
    </span>
  );
}
