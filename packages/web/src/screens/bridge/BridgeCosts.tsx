/** What the bridge takes, what arrives to the unit, how long it takes, and where it goes. */
import type { BridgeAssetView } from '@rialto/contract';
import type { BridgeDirection, BridgeQuote } from '@rialto/market';
import type { Duration } from '../../data/bridge/bridge-assets.ts';
import { BridgeAddress } from '../../show/bridge/BridgeAddress.tsx';
import { BridgeAmount, amountText, chainsOf, nameOf, placesOf } from '../../show/bridge/BridgeAmount.tsx';
import { aboutWords } from '../../show/bridge/bridge-words.ts';
import { receiverWords } from '../../show/bridge/order-words.ts';
import { Line } from '../../show/Lines.tsx';
import { ppmWords } from '../../show/mvc/ppm.ts';
import { t } from '../../words.ts';

interface SumProps {
  readonly asset: BridgeAssetView;
  readonly direction: BridgeDirection;
  readonly quote: BridgeQuote;
  /** What arrives, named. */
  readonly receives: string;
}

/** It adds up by eye: what is sent, less each part, is what arrives. */
export function BridgeSum({ asset, direction, quote, receives }: SumProps) {
  const [from, to] = chainsOf(direction);
  const { amount, service, network, out } = quote;
  const rounded = amount - service - network - out;
  const places = placesOf([amount, service, network, out], asset);
  const shown = { asset, places };
  const part = (value: bigint) => <BridgeAmount value={-value} chain={from} signed brief {...shown} />;
  return (
    <div className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="bridge-sum">
      <dl className="space-y-2">
        <Line name={t('You send')}>
          <BridgeAmount value={amount} chain={from} {...shown} />
        </Line>
        <Line name={serviceName(asset, direction)}>{part(service)}</Line>
        <Line name={t('Network fee of the payout')}>{part(network)}</Line>
        {out > 0n && rounded > 0n ? (
          <Line name={t('Rounded down to whole units')}>{part(rounded)}</Line>
        ) : null}
        <Line name={t('Fees in total')}>
          <BridgeAmount value={amount - out} chain={from} brief {...shown} />
        </Line>
      </dl>
      <dl className="border-t border-line pt-2">
        <Line name={receives} strong>
          <span data-testid="bridge-out" data-units={out.toString()}>
            <BridgeAmount value={out} chain={to} {...shown} />
          </span>
        </Line>
      </dl>
    </div>
  );
}

function serviceName(asset: BridgeAssetView, direction: BridgeDirection): string {
  const { ppm, constant } = asset.fees[direction];
  if (ppm === '0') return t('Service fee');
  const share = ppmWords(ppm);
  if (constant === '0') return t('Service fee {share}', { share });
  const fixed = `${amountText(BigInt(constant), asset)} ${nameOf(asset, chainsOf(direction)[0])}`;
  return t('Service fee {share} + {fixed}', { share, fixed });
}

interface FactsProps {
  readonly direction: BridgeDirection;
  readonly duration: Duration;
  /** Undefined while the wallet has not said it. */
  readonly onBitcoin: string | undefined;
  readonly onMvc: string | undefined;
}

export function BridgeFacts({ direction, duration, onBitcoin, onMvc }: FactsProps) {
  const [receiver, sender] = direction === 'mint' ? [onMvc, onBitcoin] : [onBitcoin, onMvc];
  return (
    <dl className="space-y-2 px-1" data-testid="bridge-facts">
      <Line name={t('Paid out after')}>
        {t('{count, plural, one {# confirmation} other {# confirmations}}, {about}', {
          ...{ count: duration.blocks, about: aboutWords(duration.seconds) },
        })}
      </Line>
      <Line name={receiverWords(direction)}>
        <BridgeAddress address={receiver} none={t('not connected')} />
      </Line>
      <Line name={t('Back to, if it is refunded')}>
        <BridgeAddress address={sender} none={t('not connected')} />
      </Line>
    </dl>
  );
}
