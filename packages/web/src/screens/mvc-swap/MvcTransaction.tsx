/** A transaction of MVC by its id or its core: what it spends and makes, its tokens with a word on which are genuine, and how deep it is. */
import { useParams } from '@tanstack/react-router';
import type { MvcTransactionView } from '@rialto/contract';
import { grouped, shortened } from '@rialto/market';
import { ApiError } from '../../data/calls/api-error.ts';
import { useMvcTransaction } from '../../data/mvc/mvc-queries.ts';
import { useConfig } from '../../data/shell-queries.ts';
import { errorWords } from '../../error-words.ts';
import { Line } from '../../show/Lines.tsx';
import { MvcTokens, Space } from '../../show/mvc/Space.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Column, LINK_BUTTON, Sentence } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Way } from '../../ui/Way.tsx';
import { msg, numberWords, t } from '../../words.ts';

export function MvcTransactionScreen() {
  const { txid = '' } = useParams({ strict: false });
  const { data, error } = useMvcTransaction(txid);
  if (data !== undefined) return <Told one={data} />;
  if (error !== null) return <Untold txid={txid} error={error} />;
  return (
    <Column title={t('Transaction on MVC')}>
      <div className="space-y-4" role="status" aria-label={t('Loading')}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-5 w-full" />
        ))}
      </div>
    </Column>
  );
}

function Untold({ txid, error }: { txid: string; error: Error }) {
  const isUnknown =
    error instanceof ApiError && (error.refusal === 'not-found' || error.refusal === 'bad-request');
  return (
    <Sentence
      testId="mvc-tx-unknown"
      over={shortened(txid, 8, 8)}
      title={isUnknown ? t('Transaction not found') : t('This transaction can’t be loaded right now')}
      act={
        <Way href="/mvcswap" className={LINK_BUTTON}>
          {t('Swap on MVC')}
        </Way>
      }
    >
      {isUnknown ? t('Not in a block and not in our node’s mempool.') : errorWords(error)}
    </Sentence>
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
          <MvcPlaces title={t('Inputs')} places={one.inputs} total={one.inputsTotal} />
          <MvcPlaces title={t('Outputs')} places={one.outputs} total={one.outputsTotal} />
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

interface PlacesProps {
  readonly title: string;
  readonly places: readonly Place[];
  readonly total: number;
}

function MvcPlaces({ title, places, total }: PlacesProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1 text-[0.8125rem] text-haze">
        {title} <span className="num">{numberWords(total)}</span>
      </h2>
      <ol className="text-[0.8125rem]">
        {places.map((place) => (
          <li
            key={place.outpoint}
            className="flex items-baseline justify-between gap-3 py-1"
            data-testid="mvc-tx-place"
          >
            <span
              className="num whitespace-nowrap text-mist"
              title={place.address === '' ? place.outpoint : place.address}
            >
              {place.address === '' ? shortened(place.outpoint, 8, 6) : shortened(place.address, 8, 6)}
            </span>
            <Held place={place} />
          </li>
        ))}
      </ol>
      {places.length < total ? (
        <p className="text-xs text-haze">{t('and {count} more', { count: total - places.length })}</p>
      ) : null}
    </section>
  );
}

const DOUBTS = { genuine: '', fake: msg('not genuine'), unknown: msg('not followed yet') } as const;

function Held({ place: { value, token } }: { place: Place }) {
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
