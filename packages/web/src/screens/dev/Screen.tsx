/** For developers and the curious: node, index, versions, wallet, flags, and a decoder that prints what a transaction does (rules §18). */
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { useSearch } from '@tanstack/react-router';
import { shortened } from '@rialto/market';
import { useNetwork } from '../../data/network.ts';
import { useHealth } from '../../data/queries.ts';
import { useSettings } from '../../data/settings.ts';
import { useConfig } from '../../data/shell-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Column } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddressCoins } from './AddressCoins.tsx';
import { dateWords, t } from '../../words.ts';

const Decoder = lazy(async () => ({ default: (await import('./Decoder.tsx')).Decoder }));

export function DevScreen() {
  const { tx = '', address = '' } = useSearch({ from: '/dev' });
  const net = useNetwork();
  return (
    <Column title={t('Dev')} lead={t('What this page connects to, and what any transaction does.')}>
      <div className="space-y-10">
        <section aria-label={t('Decoder')}>
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <Decoder key={tx} net={net} start={tx} />
          </Suspense>
        </section>
        {address === '' ? null : <AddressCoins net={net} address={address} />}
        <Facts />
      </div>
    </Column>
  );
}

function Facts() {
  return (
    <div className="grid gap-8 sm:grid-cols-2">
      <ExchangeFacts />
      <UserFacts />
      <FlagFacts />
      <SettingFacts />
    </div>
  );
}

const NOTHING = { status: '—', network: '—', version: '—', height: '—', indexHeight: '—' };

function ExchangeFacts() {
  const { data } = useHealth();
  const { status, network, version, height, indexHeight } = data ?? NOTHING;
  return (
    <List title={t('Exchange')}>
      <Fact name={t('State')}>{status}</Fact>
      <Fact name={t('Network')}>{network}</Fact>
      <Fact name={t('Version')}>{version}</Fact>
      <Fact name={t('Node at')}>{height}</Fact>
      <Fact name={t("Node's block")}>
        <Hash text={data?.hash} />
      </Fact>
      <Fact name={t('Index at')}>{indexHeight}</Fact>
      <Fact name={t("Index's block")}>
        <Hash text={data?.indexHash} />
      </Fact>
    </List>
  );
}

function UserFacts() {
  const { user, credential } = useAccount();
  return (
    <List title={t('Wallet')}>
      <Fact name={t('Wallet')}>{user?.wallet ?? t('none')}</Fact>
      <Fact name={t('Address')}>
        <Hash text={user?.address} />
      </Fact>
      <Fact name={t('Public key')}>
        <Hash text={user?.publicKey} />
      </Fact>
      <Fact name={t('Session')}>{credential === undefined ? t('none') : endOf(credential.expiresAt)}</Fact>
    </List>
  );
}

const onOff = (on: boolean | undefined): string => (on === undefined ? '—' : on ? t('on') : t('off'));

function FlagFacts() {
  const config = useConfig().data;
  return (
    <List title={t('Flags')}>
      <Fact name={t('Maintenance')}>{onOff(config?.maintenance)}</Fact>
      <Fact name={t('Explorer')}>{orNone(config?.explorer)}</Fact>
      <Fact name={t('Bridge outside')}>{orNone(config?.bridge)}</Fact>
    </List>
  );
}

function SettingFacts() {
  const settings = useSettings();
  return (
    <List title={t('Settings')}>
      <Fact name={t('Unit BTC')}>{onOff(settings.btcUnit)}</Fact>
      <Fact name={t('$ Price')}>{onOff(settings.fiatPrice)}</Fact>
      <Fact name={t('Simplified Price')}>{onOff(settings.simplifyPrice)}</Fact>
    </List>
  );
}

const orNone = (text: string | undefined): string =>
  text === undefined ? '—' : text === '' ? t('none') : text;
const endOf = (time: number): string =>
  t('until {time}', { time: dateWords(time, { dateStyle: 'medium', timeStyle: 'short' }) });

function Hash({ text = '' }: { text: string | undefined }) {
  return text === '' ? <>—</> : <Copyable text={text} shown={shortened(text, 8, 8)} label={t('Copy')} />;
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-sm font-semibold">{title}</h2>
      <dl className="space-y-1.5">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 text-[0.8125rem]">
      <dt className="text-haze">{name}</dt>
      <dd className="num min-w-0 text-right [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
