/** Tokens that lie parked at one's own script address on MVC, and liquidity that was signed and is not final: public data and this browser's own, no session wanted. */
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MvcAccount } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { ApiError } from '../../data/calls/api-error.ts';
import { mvcTaskQuery, useMvcAccount, useMvcPools } from '../../data/mvc/mvc-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { movesOfTask } from '../../flows/mvc/mvc-task.ts';
import { useMvcWallet } from '../../flows/mvc/mvc-wallet.ts';
import { dropParking, keptParkings } from '../../parked-store.ts';
import type { KeptParking } from '../../parked-store.ts';
import { MvcTokenName, mvcAmount } from '../../show/mvc/Space.tsx';
import { stepWords } from '../../show/progress/progress-words.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { t } from '../../words.ts';
import { Part } from './Part.tsx';

/** Of the account on MVC that is connected; empty where there is none. */
export function useParked(): MvcAccount['parked'] {
  const { user } = useAccount();
  const { account } = useMvcWallet(user);
  return useMvcAccount(account?.address).data?.parked ?? [];
}

export function ParkedOnMvc() {
  const { user } = useAccount();
  const { account } = useMvcWallet(user);
  if (account === undefined) return null;
  return (
    <>
      <Parked address={account.address} />
      <Kept key={account.address} address={account.address} />
    </>
  );
}

function Parked({ address }: { address: string }) {
  const { data } = useMvcAccount(address);
  if (data === undefined || data.parked.length === 0) return null;
  return (
    <div className="space-y-3" data-testid="mvc-parked">
      <Part
        name={t('Parked tokens on MVC')}
        rows={data.parked.map((one) => (
          <ParkedRow key={one.outpoint} one={one} tokens={data.tokens} />
        ))}
      />
      <p className="text-xs leading-5 text-mist">
        {t('Tokens you park are invisible in wallets until taken back.')}{' '}
        {t('They are yours: any coin of yours moves them, without this exchange too.')}{' '}
        <Copyable text="npm run take-back" shown="npm run take-back" label={t('Copy the command')} />
      </p>
    </div>
  );
}

interface ParkedRowProps {
  readonly one: MvcAccount['parked'][number];
  readonly tokens: MvcAccount['tokens'];
}

/** What is parked does not say how its digits count: its own coins and its pool do. */
function ParkedRow({ one, tokens }: ParkedRowProps) {
  const pools = useMvcPools('mvc', undefined).data?.pools ?? [];
  const like = [...tokens, ...pools].find(({ genesis }) => genesis === one.genesis);
  const shareOf = pools.find(({ shareGenesis }) => shareGenesis === one.genesis);
  return (
    <li data-testid="own-parked" data-id={one.outpoint} className="space-y-1 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="flex min-w-0 items-baseline gap-1.5 text-sm font-medium">
          <span className="num">{mvcAmount(BigInt(one.amount), like?.decimals ?? 0)}</span>
          <MvcTokenName token={one} />
        </p>
        <Copyable text={one.outpoint} shown={shortened(one.outpoint, 6, 6)} label={t('Copy the coin')} />
      </div>
      {shareOf === undefined ? null : (
        <p className="flex gap-1.5 text-xs text-haze">
          {t('Share of the pool of')} <MvcTokenName token={shareOf} />
        </p>
      )}
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
        <Copyable text={one.parked} shown={t('The raw parking')} label={t('Copy the raw parking')} />
      </div>
      <p className="text-xs leading-5 text-mist">
        {task === undefined || task.status === 'built'
          ? t('Signed once, not sent.')
          : stepWords({ kind: 'mvc', ...movesOfTask(task) })}
      </p>
    </li>
  );
}
