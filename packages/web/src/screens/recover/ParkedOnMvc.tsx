/** Tokens that lie parked at one's own script address on MVC, and liquidity that was signed and is not final: public data and this browser's own, no session wanted. */
import { Suspense, lazy, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MvcAccount } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { ApiError } from '../../data/calls/api-error.ts';
import { mvcTaskQuery, useMvcAccount, useMvcPools } from '../../data/mvc/mvc-queries.ts';
import { useNetwork } from '../../data/network.ts';
import { useAccount } from '../../flows/account/account.ts';
import type { User } from '../../flows/account/account.ts';
import { movesOfTask } from '../../flows/mvc/mvc-task.ts';
import { useMvcWallet } from '../../flows/mvc/mvc-wallet.ts';
import { dropParking, keptParkings } from '../../parked-store.ts';
import type { KeptParking } from '../../parked-store.ts';
import { MvcTokenName, mvcAmount } from '../../show/mvc/Space.tsx';
import type { MvcToken } from '../../show/mvc/Space.tsx';
import { stepWords } from '../../show/progress/progress-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import type { MvcAccountKey } from '../../wallets/wallet.ts';
import { t } from '../../words.ts';
import { Part } from './Part.tsx';

/** It checks transactions, which most who look here need not load. */
const TakeBackDialog = lazy(async () => ({
  default: (await import('./take-back/TakeBackDialog.tsx')).TakeBackDialog,
}));

/** Of the account on MVC that is connected; empty where there is none. */
export function useParked(): MvcAccount['parked'] {
  const { user } = useAccount();
  const { account } = useMvcWallet(user);
  return useMvcAccount(account?.address).data?.parked ?? [];
}

export function ParkedOnMvc() {
  const { user } = useAccount();
  const { account } = useMvcWallet(user);
  if (account === undefined || user === undefined) return null;
  return (
    <>
      <Parked key={`parked ${account.address}`} user={user} account={account} />
      <Kept key={account.address} address={account.address} />
    </>
  );
}

interface ParkedProps {
  readonly user: User;
  readonly account: MvcAccountKey;
}

/** What was taken back just now is not listed any more, before the index has heard of it. */
function Parked({ user, account }: ParkedProps) {
  const { data } = useMvcAccount(account.address);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [taking, setTaking] = useState<{ readonly one: ParkedCoin; readonly token: MvcToken }>();
  const network = useNetwork();
  const parked = data?.parked.filter(({ outpoint }) => !taken.includes(outpoint)) ?? [];
  return (
    <>
      {data === undefined || parked.length === 0 ? null : (
        <div className="space-y-3" data-testid="mvc-parked">
          <Part
            name={t('Parked tokens on MVC')}
            rows={parked.map((one) => (
              <ParkedRow
                key={one.outpoint}
                one={one}
                tokens={data.tokens}
                onTake={(token) => setTaking({ one, token })}
              />
            ))}
          />
          <p className="text-xs leading-5 text-mist">
            {t('Tokens you park are invisible in wallets until taken back.')}{' '}
            {t('They are yours: any coin of yours moves them, without this exchange too.')}{' '}
            <Copyable text="npm run take-back" shown="npm run take-back" label={t('Copy the command')} />
          </p>
        </div>
      )}
      {taking === undefined ? null : (
        <Suspense fallback={null}>
          <TakeBackDialog
            intent={{ network, user, account, coin: taking.one }}
            token={taking.token}
            onSent={() => setTaken((all) => [...all, taking.one.outpoint])}
            onClose={() => setTaking(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type ParkedCoin = MvcAccount['parked'][number];

interface ParkedRowProps {
  readonly one: ParkedCoin;
  readonly tokens: MvcAccount['tokens'];
  readonly onTake: (token: MvcToken) => void;
}

/** What is parked does not say how its digits count: its own coins and its pool do. */
function ParkedRow({ one, tokens, onTake }: ParkedRowProps) {
  const pools = useMvcPools('mvc', undefined).data?.pools ?? [];
  const like = [...tokens, ...pools].find(({ genesis }) => genesis === one.genesis);
  const shareOf = pools.find(({ shareGenesis }) => shareGenesis === one.genesis);
  const token = { symbol: one.symbol, genesis: one.genesis, decimals: like?.decimals ?? 0 };
  return (
    <li data-testid="own-parked" data-id={one.outpoint} className="space-y-2 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="flex min-w-0 items-baseline gap-1.5 text-sm font-medium">
          <span className="num">{mvcAmount(BigInt(one.amount), token.decimals)}</span>
          <MvcTokenName token={one} />
        </p>
        <span className="shrink-0 text-xs">
          <Copyable text={one.outpoint} shown={shortened(one.outpoint, 6, 6)} label={t('Copy the coin')} />
        </span>
      </div>
      {shareOf === undefined ? null : (
        <p className="flex gap-1.5 text-xs text-haze">
          {t('Share of the pool of')} <MvcTokenName token={shareOf} />
        </p>
      )}
      <Button size="sm" data-testid="mvc-take-back-button" onClick={() => onTake(token)}>
        {t('Take back')}
      </Button>
    </li>
  );
}

function Kept({ address }: { address: string }) {
  const [kept, setKept] = useState(() => keptParkings(address));
  return (
    <Part
      name={t('Liquidity on MVC, kept until it is final')}
      rows={kept.map((one) => (
        <KeptRow key={one.buildId} one={one} onOver={() => setKept(keptParkings(address))} />
      ))}
    />
  );
}

/** An exchange that does not know it after so long never took it. */
const LOST_AFTER_MS = 120_000;

function KeptRow({ one, onOver }: { one: KeptParking; onOver: () => void }) {
  const { buildId, venue, title, at } = one;
  const { data: task, error, errorUpdateCount } = useQuery(mvcTaskQuery(venue, buildId));
  useEffect(() => {
    const isEnded = task?.status === 'final' || task?.status === 'failed';
    const isUnknown = error instanceof ApiError && error.refusal === 'not-found';
    if (!isEnded && !(isUnknown && Date.now() - at > LOST_AFTER_MS)) return;
    dropParking(buildId);
    onOver();
  }, [task, error, errorUpdateCount, at, buildId, onOver]);
  return (
    <li data-testid="own-kept-parking" data-id={buildId} className="space-y-1 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">{title}</p>
        <span className="shrink-0 text-xs">
          <Copyable text={one.parked} shown={t('The raw parking')} label={t('Copy the raw parking')} />
        </span>
      </div>
      <p className="text-xs leading-5 text-mist">
        {task === undefined && error === null
          ? t('Loading')
          : task === undefined || task.status === 'built'
            ? t('Signed once, not sent.')
            : stepWords({ kind: 'mvc', ...movesOfTask(task) })}
      </p>
    </li>
  );
}
