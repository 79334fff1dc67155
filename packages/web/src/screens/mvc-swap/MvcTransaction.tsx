/** A transaction of MVC by its id or its core: what it spends and makes, its tokens with a word on which are genuine, and how deep it is. */
import { useParams } from '@tanstack/react-router';
import type { MvcTransactionView } from '@rialto/contract';
import { grouped, shortened } from '@rialto/market';
import { useMvcTransaction } from '../../data/mvc/mvc-queries.ts';
import { useConfig } from '../../data/shell-queries.ts';
import { Line } from '../../show/Lines.tsx';
import { MvcTokens, Space } from '../../show/mvc/Space.tsx';
import { LoadingTransaction, NoTransaction, PlaceList } from '../../show/TransactionParts.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Column, LINK_BUTTON } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';
import { msg, t } from '../../words.ts';

export function MvcTransactionScreen() {
  const { txid = '' } = useParams({ strict: false });
  const { data, error } = useMvcTransaction(txid);
  if (data !== undefined) return <Told one={data} />;
  if (error === null) return <LoadingTransaction title={t('Transaction on MVC')} />;
  return (
    <NoTransaction
      {...{ txid, error }}
      testId="mvc-tx-unknown"
      act={
        <Way href="/mvcswap" className={LINK_BUTTON}>
          {t('Swap on MVC')}
        </Way>
      }
    />
  );
}

function Told({ one }: { one: MvcTransactionView }) {
  return (
    <Column title={t('Transaction on MVC')} lead={<State one={one} />}>
      <div className="space-y-8" data-testid="mvc-tx" data-height={one.height ?? ''}>
        <dl className="panel space-y-2 px-4 py-4">
          <Line name={t('Core')}>
            <Copyable text={one.core} shown={shortened(one.core, 8, 8)} label={t('Copy the core')} />
          </Line>
          <Line name={t('Size')}>{t('{count} bytes', { count: grouped(one.size.toString()) })}</Line>
          <Line name={t('Network fee')}>
            {one.fee === null ? t('unknown') : <Space value={BigInt(one.fee)} />}
          </Line>
        </dl>
        <p className="text-[0.8125rem] leading-5 text-haze">
          {t(
            'On MVC, anyone can change a transaction’s id without changing what it does. The core identifies what it does.',
          )}
        </p>
        <div className="grid gap-6 sm:grid-cols-2">
          <PlaceList title={t('Inputs')} places={one.inputs} total={one.inputsTotal} {...PLACES} />
          <PlaceList title={t('Outputs')} places={one.outputs} total={one.outputsTotal} {...PLACES} />
        </div>
      </div>
    </Column>
  );
}

function State({ one: { txid, height, confirmations } }: { one: MvcTransactionView }) {
  const explorer = useConfig().data?.mvcExplorer ?? '';
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem]">
      <span data-testid="mvc-tx-state" className={height === null ? 'text-mist' : 'text-buy'}>
        {height === null
          ? t('Waiting for a block')
          : t('In block {height}, {count, plural, one {# confirmation} other {# confirmations}}', {
              height: grouped(height.toString()),
              count: confirmations,
            })}
      </span>
      <Copyable text={txid} shown={shortened(txid, 8, 8)} label={t('Copy the transaction id')} />
      {explorer === '' ? null : (
        <a
          href={`${explorer}/tx/${txid}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 underline underline-offset-4 hover:text-fog"
        >
          {t('Explorer')} <Icon name="out" className="size-3.5" />
        </a>
      )}
    </span>
  );
}

type Place = MvcTransactionView['inputs'][number];

const DOUBTS = { genuine: '', fake: msg('not genuine'), unknown: msg('not followed yet') } as const;

function heldOn({ value, token }: Place) {
  if (value === null) return <span className="text-haze">{t('unknown')}</span>;
  if (token === null) return <Space value={BigInt(value)} />;
  const doubt = DOUBTS[token.verdict];
  return (
    <span className="text-right">
      <MvcTokens units={BigInt(token.amount)} token={token} />
      {doubt === '' ? null : <span className="block text-xs text-warn">{t(doubt)}</span>}
      <Space value={BigInt(value)} className="block text-xs text-haze" />
    </span>
  );
}

const PLACES = { testId: 'mvc-tx-place', held: heldOn };
