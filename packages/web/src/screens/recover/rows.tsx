/** The rows of the recover page: what it is, its state, and its acts. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { OwnMixed, OwnOffer, OwnTransaction, OwnUnfinished } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { requestOwn, requestOnWaiting } from '../../flows/own/own-request.ts';
import { coinCarries } from '../../show/coin-words.ts';
import { Money } from '../../show/Money.tsx';
import { OwnActs } from '../../show/own/OwnActs.tsx';
import { transactionWords, waitingWords } from '../../show/own/own-words.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { dateWords, numberWords, t } from '../../words.ts';

interface RowProps {
  readonly testId: string;
  readonly id: string;
  readonly title: string;
  readonly place: ReactNode;
  readonly facts: ReactNode;
  readonly offers: readonly OwnOffer[];
  readonly purchase?: boolean;
  readonly onAct: (offer: OwnOffer) => void;
}

function Row({ testId, id, title, place, facts, offers, purchase = false, onAct }: RowProps) {
  return (
    <li data-testid={testId} data-id={id} className="space-y-2 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">{title}</p>
        <span className="shrink-0 text-xs">{place}</span>
      </div>
      <div className="num text-xs leading-5 text-mist">{facts}</div>
      <OwnActs offers={offers} purchase={purchase} onAct={onAct} about={title} />
    </li>
  );
}

function TransactionPlace({ txId }: { txId: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Link
        to="/tx/$txid"
        params={{ txid: txId }}
        className="text-mist underline underline-offset-4 hover:text-fog"
      >
        {t('What it does')}
      </Link>
      <Copyable text={txId} shown={shortened(txId, 6, 4)} label={t('Copy the transaction id')} />
    </span>
  );
}

const timeOf = (since: number): string => dateWords(since, { dateStyle: 'medium', timeStyle: 'short' });

export function WaitingRow({ one }: { one: OwnTransaction }) {
  const { txId, kind, networkFee, feeRate, vsize, since, stuck, acts } = one;
  const purchase = kind === 'take';
  const title = transactionWords(one);
  return (
    <Row
      testId="own-waiting"
      id={txId}
      title={title}
      place={<TransactionPlace txId={txId} />}
      facts={
        <>
          <p className={stuck === 'no' ? '' : 'text-warn'}>{waitingWords(one)}</p>
          <p>
            {t('Since {time}', { time: timeOf(since) })} · <Money value={BigInt(networkFee)} /> ·{' '}
            {t('{vsize} vB at {rate} sat/vB', { vsize: numberWords(vsize), rate: feeRate.toFixed(1) })}
          </p>
        </>
      }
      offers={acts}
      purchase={purchase}
      onAct={(offer) => {
        const pays = { networkFee: BigInt(networkFee), vsize };
        requestOnWaiting({ txId, title, pays, purchase }, offer);
      }}
    />
  );
}

export function UnfinishedRow({ one }: { one: OwnUnfinished }) {
  const { commitTxId, revealTxId, state, since, acts } = one;
  const title = t('Inscription in two transactions');
  return (
    <Row
      testId="own-unfinished"
      id={revealTxId}
      title={title}
      place={<TransactionPlace txId={commitTxId} />}
      facts={
        <>
          <p>
            {state === 'commit-waiting'
              ? t('Both are waiting for a block.')
              : t('The first has confirmed. The second is sent again automatically.')}
          </p>
          <p>{t('Since {time}', { time: timeOf(since) })}</p>
        </>
      }
      offers={acts}
      onAct={(offer) => requestOnWaiting({ txId: commitTxId, title }, offer)}
    />
  );
}

export function MixedRow({ one: { coin, acts } }: { one: OwnMixed }) {
  const carries = coinCarries(coin.assets);
  return (
    <Row
      testId="own-mixed"
      id={coin.outpoint}
      title={carries}
      place={
        <Copyable text={coin.outpoint} shown={shortened(coin.outpoint, 6, 6)} label={t('Copy the coin')} />
      }
      facts={<Money value={BigInt(coin.value)} />}
      offers={acts}
      onAct={(offer) => requestOwn({ kind: 'split-coin', coin, offer })}
    />
  );
}
