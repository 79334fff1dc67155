/** The way back of a deposit that fits no order: it goes to the address that the chain or the terms name, whoever asks. */
import { useState } from 'react';
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import type { BridgeDirection } from '@rialto/market';
import { useAskBridgeAgain } from '../../data/bridge/bridge-queries.ts';
import { call } from '../../data/calls/client.ts';
import { useLineLost } from '../../data/calls/line.ts';
import { errorWords } from '../../error-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Words } from '../../ui/Words.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { t } from '../../words.ts';
import { BridgeAmount, chainsOf } from './BridgeAmount.tsx';
import { waitWords } from './bridge-words.ts';

type Deposit = Pick<
  BridgeOrderView['deposits'][number],
  'deposit' | 'state' | 'waits' | 'refundable' | 'amount'
>;

interface TakeItBackProps {
  readonly deposit: Deposit;
  readonly direction: BridgeDirection;
  /** Undefined where it is not bridged here any more. */
  readonly asset: BridgeAssetView | undefined;
}

export function TakeItBack({ deposit, direction, asset }: TakeItBackProps) {
  const askAgain = useAskBridgeAgain();
  const [busy, setBusy] = useState(false);
  const offline = useLineLost();
  if (deposit.state !== 'refused') return null;
  // It was asked for already: BRC-20 goes back with a lot of its own.
  if (deposit.waits === 'lot')
    return (
      <p className="text-xs leading-5 text-mist" data-testid="bridge-lot-waits">
        {waitWords('lot')}
      </p>
    );
  const back = BigInt(deposit.refundable);
  const [chain] = chainsOf(direction);
  if (back === 0n)
    return (
      <p className="text-xs leading-5 text-mist">
        {t(
          'It can’t be refunded now: the terms of its order are not known, too little would be left, or nobody can tell to whom. Restore its order, or ask the operator.',
        )}
      </p>
    );
  const take = (): void => {
    setBusy(true);
    call('bridgeRefund', { body: { deposit: deposit.deposit } })
      .then(({ txid }) => {
        if (txid === null) toast({ title: waitWords('lot') });
        return askAgain();
      })
      .catch((error: unknown) => toast({ title: errorWords(error), variant: 'warn' }))
      .finally(() => setBusy(false));
  };
  return (
    <div className="space-y-2">
      <p className="text-xs leading-5 text-mist">
        {asset === undefined ? null : (
          <Words
            of="You get back {amount}. The bridge keeps {fee} for the network fee."
            parts={{
              amount: <BridgeAmount value={back} asset={asset} chain={chain} />,
              fee: <BridgeAmount value={BigInt(deposit.amount) - back} asset={asset} chain={chain} />,
            }}
          />
        )}
      </p>
      <Button
        size="sm"
        className="max-sm:h-11"
        data-testid="bridge-take-back"
        busy={busy}
        disabled={offline}
        onClick={take}
      >
        {offline ? t('Offline, reconnecting') : t('Take it back')}
      </Button>
    </div>
  );
}
