/** A transaction by its id: what was sold, who gave and got what, the fees, and how deep it is. */
import { Link, useParams } from '@tanstack/react-router';
import type { TransactionView } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { useNetwork } from '../../data/network.ts';
import { usePoolNames } from '../../data/pools/pool-list-queries.ts';
import { useConfig } from '../../data/shell-queries.ts';
import { useTransaction } from '../../data/transaction-query.ts';
import { useAccount } from '../../flows/account/account.ts';
import { Notice } from '../../show/Lines.tsx';
import { Money } from '../../show/Money.tsx';
import { LoadingTransaction, NoTransaction, PlaceList } from '../../show/TransactionParts.tsx';
import { TxLink } from '../../show/TxLink.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Column, LINK_BUTTON } from '../../ui/Page.tsx';
import { Words } from '../../ui/Words.tsx';
import { msg, t } from '../../words.ts';
import { Facts, Sales } from './Facts.tsx';
import { Parties } from './Parties.tsx';
import { KINDS, stateWords } from './transaction-words.ts';

export function TransactionScreen() {
  const { txid = '' } = useParams({ strict: false });
  const { data, error } = useTransaction(useNetwork(), txid);
  if (data !== undefined) return <Told one={data} />;
  if (error === null) return <LoadingTransaction title={t('Transaction')} />;
  return (
    <NoTransaction
      {...{ txid, error }}
      testId="tx-unknown"
      act={
        <Link to="/" className={LINK_BUTTON}>
          {t('Back to trading')}
        </Link>
      }
    />
  );
}

const heldOn = ({ value }: TransactionView['inputs'][number]) =>
  value === undefined ? <span className="text-haze">{t('unknown')}</span> : <Money value={BigInt(value)} />;

function Told({ one }: { one: TransactionView }) {
  const gone = one.state === 'replaced' || one.state === 'void';
  return (
    <Column title={t(KINDS[one.kind])} lead={<State one={one} />}>
      <div className="space-y-8" data-testid="transaction" data-state={one.state} data-kind={one.kind}>
        {gone ? (
          <Notice tone="calm">
            {t('None of it happened. Its coins were spent elsewhere or never moved.')}
          </Notice>
        ) : null}
        <Sales one={one} />
        {gone ? null : <Facts one={one} />}
        <Effects one={one} />
        {one.outputs.length === 0 ? null : (
          <div className="grid gap-6 sm:grid-cols-2">
            <PlaceList title={t('Inputs')} places={one.inputs} total={one.inputsTotal} held={heldOn} />
            <PlaceList title={t('Outputs')} places={one.outputs} total={one.outputsTotal} held={heldOn} />
          </div>
        )}
      </div>
    </Column>
  );
}

function State({ one }: { one: TransactionView }) {
  const explorer = useConfig().data?.explorer ?? '';
  const { txId, replacedBy } = one;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem]">
      <span data-testid="tx-state" className={one.state === 'confirmed' ? 'text-buy' : 'text-mist'}>
        {stateWords(one)}
      </span>
      <Copyable text={txId} shown={shortened(txId, 8, 8)} label={t('Copy the transaction id')} />
      {replacedBy === undefined ? null : (
        <Words
          of={one.state === 'void' ? msg('Coin spent by {id}') : msg('By {id}')}
          parts={{ id: <TxLink txId={replacedBy} shown={shortened(replacedBy, 8, 8)} /> }}
        />
      )}
      {explorer === '' ? null : (
        <a
          href={`${explorer}/tx/${txId}`}
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

function Effects({ one: { effects, sales, state } }: { one: TransactionView }) {
  const network = useNetwork();
  const { user } = useAccount();
  const pools = usePoolNames(network, sales.length === 0);
  if (state === 'replaced' || state === 'void') return null;
  if (effects === undefined)
    return (
      <Notice tone="calm">
        {t('What the spent coins held is no longer known, so only inputs and outputs are shown.')}
      </Notice>
    );
  const roles = new Map([
    ...sales.map(({ sellerAddress }): [string, string] => [sellerAddress, t('Seller')]),
    ...sales.map(({ buyerAddress }): [string, string] => [buyerAddress, t('Buyer')]),
    ...[...pools].map(([address, tick]): [string, string] => [
      address,
      t('Pool of BTC and {tick}', { tick }),
    ]),
  ]);
  return (
    <section>
      <h2 className="mb-2 text-sm font-medium">{t('Who gave, who got')}</h2>
      <Parties effects={effects} network={network} own={user?.address} roles={roles} />
    </section>
  );
}
