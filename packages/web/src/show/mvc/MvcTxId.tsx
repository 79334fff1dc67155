/** The id of a transaction on MVC: copied, and looked up where there is an explorer. Strangers can change it; what it does they can't. */
import { shortened } from '@rialto/market';
import { useConfig } from '../../data/shell-queries.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { t } from '../../words.ts';

export function MvcTxId({ txid }: { txid: string }) {
  const explorer = useConfig().data?.mvcExplorer ?? '';
  return (
    <span className="inline-flex items-center gap-1 text-xs">
      {explorer === '' ? (
        <span className="num text-mist">{shortened(txid)}</span>
      ) : (
        <a
          href={`${explorer}/tx/${txid}`}
          target="_blank"
          rel="noreferrer"
          className="num inline-flex min-h-6 items-center text-mist underline-offset-4 hover:text-fog hover:underline max-lg:min-h-11"
        >
          {shortened(txid)}
        </a>
      )}
      <Copyable
        text={txid}
        shown=""
        label={t('Copy the transaction id')}
        className="min-h-6 min-w-6 justify-center"
      />
    </span>
  );
}
