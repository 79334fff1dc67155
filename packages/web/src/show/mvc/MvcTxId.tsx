/** The id of a transaction on MVC: its page here, and the id to copy. Strangers can change it; what it does they can't. */
import { shortened } from '@rialto/market';
import { Copyable } from '../../ui/Copyable.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';

export function MvcTxId({ txid }: { txid: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-xs">
      <Way
        href={`/mvc/tx/${txid}`}
        className="num inline-flex min-h-6 items-center text-mist underline-offset-4 hover:text-fog hover:underline max-lg:min-h-11"
      >
        {shortened(txid)}
      </Way>
      <Copyable
        text={txid}
        shown=""
        label={t('Copy the transaction id')}
        className="min-h-6 min-w-6 justify-center"
      />
    </span>
  );
}
