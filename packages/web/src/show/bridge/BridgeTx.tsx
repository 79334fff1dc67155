/** A transaction of the bridge: its page here, by the chain it is on, and its bytes, to be sent elsewhere. */
import { shortened } from '@rialto/market';
import { Copyable } from '../../ui/Copyable.tsx';
import { t } from '../../words.ts';
import { MvcTxId } from '../mvc/MvcTxId.tsx';
import { TxLink } from '../TxLink.tsx';

export function BridgeTx({ chain, txid }: { chain: 'btc' | 'mvc'; txid: string }) {
  return chain === 'mvc' ? <MvcTxId txid={txid} /> : <TxLink txId={txid} shown={shortened(txid)} />;
}

/** Of MVC two: the check first. */
export function RawBytes({ raw, check }: { raw: string; check: string | null }) {
  return (
    <Copyable
      text={check === null ? raw : `${check}\n${raw}`}
      shown={check === null ? t('The raw transaction') : t('The raw transactions')}
      label={check === null ? t('Copy the raw transaction') : t('Copy the raw transactions')}
      className="min-h-6 text-xs"
    />
  );
}
