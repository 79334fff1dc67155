/** A deposit and the way it leaves: the transaction of either chain, how deep each is, and its bytes to be sent elsewhere. */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import type { BridgeDirection } from '@rialto/market';
import { depthOn } from '../../../data/bridge/bridge-assets.ts';
import { BridgeAmount, chainsOf } from '../../../show/bridge/BridgeAmount.tsx';
import { BridgeTx, RawBytes } from '../../../show/bridge/BridgeTx.tsx';
import { TakeItBack } from '../../../show/bridge/TakeItBack.tsx';
import { Line } from '../../../show/Lines.tsx';
import { t } from '../../../words.ts';

interface DepositProps {
  readonly deposit: BridgeOrderView['deposits'][number];
  readonly direction: BridgeDirection;
  readonly asset: BridgeAssetView | undefined;
}

export function DepositPart({ deposit, direction, asset }: DepositProps) {
  const [from, to] = chainsOf(direction);
  const { exit } = deposit;
  const exitChain = exit?.kind === 'refund' ? from : to;
  return (
    <div className="space-y-3" data-testid="bridge-deposit" data-state={deposit.state}>
      <dl className="space-y-2 px-1">
        <Line name={from === 'btc' ? t('Paid on Bitcoin') : t('Paid on MVC')}>
          {asset === undefined ? null : (
            <BridgeAmount value={BigInt(deposit.amount)} asset={asset} chain={from} />
          )}
        </Line>
        <Line name={t('Transaction')}>
          <BridgeTx chain={from} txid={deposit.txid} />
        </Line>
        <Line name={t('Confirmations')}>{countWords(deposit.confirmations, deposit.needed)}</Line>
      </dl>
      {exit === null ? null : (
        <dl className="space-y-2 border-t border-line px-1 pt-3">
          <Line name={exitWords(exit.kind, exitChain)}>
            {asset === undefined ? null : (
              <BridgeAmount value={BigInt(exit.out)} asset={asset} chain={exitChain} />
            )}
          </Line>
          <Line name={t('Transaction')}>
            <BridgeTx chain={exitChain} txid={exit.txid} />
          </Line>
          <Line name={t('Confirmations')}>
            {exit.height === null
              ? t('in no block yet')
              : asset === undefined
                ? exit.confirmations
                : countWords(exit.confirmations, depthOn(asset, exitChain, BigInt(deposit.amount)))}
          </Line>
        </dl>
      )}
      {exit === null || exit.height !== null ? null : (
        <p className="flex flex-wrap items-center gap-x-3 px-1 text-xs leading-5 text-mist">
          {t('It can be sent elsewhere too:')}
          <RawBytes raw={exit.raw} check={exit.check} />
        </p>
      )}
      <TakeItBack deposit={deposit} direction={direction} asset={asset} />
    </div>
  );
}

const countWords = (count: number, needed: number): string =>
  t('{count} of {needed}', { count: Math.min(count, needed), needed });

function exitWords(kind: 'payout' | 'refund', chain: 'btc' | 'mvc'): string {
  if (kind === 'refund') return chain === 'btc' ? t('Refunded on Bitcoin') : t('Refunded on MVC');
  return chain === 'btc' ? t('Paid out on Bitcoin') : t('Paid out on MVC');
}
