/** The id of a transaction, shortened, copied by a click. */
import { Copyable } from '../ui/Copyable.tsx';
import { t } from '../words.ts';

export function TxLink({ txId, shown }: { txId: string; shown: string }) {
  return <Copyable text={txId} shown={shown} label={t('Copy the transaction id')} className="text-xs" />;
}
