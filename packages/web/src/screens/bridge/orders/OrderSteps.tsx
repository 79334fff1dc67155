/** How far an order is: paid, confirmed, signed, paid out, done; the one it stands at is marked. */
import type { BridgeAssets, BridgeOrderView } from '@rialto/contract';
import { STEPS, stepsBehind } from '../../../data/bridge/bridge-state.ts';
import { aboutWords, stepWords } from '../../../show/bridge/bridge-words.ts';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { t } from '../../../words.ts';

interface StepsProps {
  readonly order: BridgeOrderView;
  readonly bridge: BridgeAssets | undefined;
}

export function OrderSteps({ order, bridge }: StepsProps) {
  const behind = stepsBehind(order);
  return (
    <ol className="space-y-2.5" data-testid="bridge-steps">
      {STEPS.map((step, at) => {
        const is = at < behind ? 'behind' : at === behind ? 'now' : 'ahead';
        return (
          <li
            key={step}
            data-step={step}
            data-is={is}
            className={`flex items-center gap-3 text-sm ${is === 'ahead' ? 'text-haze' : is === 'now' ? 'text-fog' : 'text-mist'}`}
            {...(is === 'now' ? { 'aria-current': 'step' as const } : {})}
          >
            <span className="grid size-5 shrink-0 place-items-center">
              {is === 'behind' ? (
                <Icon name="check" className="size-4 text-buy" />
              ) : is === 'now' ? (
                <Spinner className="size-4 text-amber" />
              ) : (
                <span className="size-1.5 rounded-full bg-line-strong" />
              )}
            </span>
            <span>{stepWords(step, order, is === 'now')}</span>
            {step === 'confirmed' && is === 'now' ? <Left order={order} bridge={bridge} /> : null}
          </li>
        );
      })}
    </ol>
  );
}

/** An estimate. */
function Left({ order: { direction, deposits }, bridge }: StepsProps) {
  const [deposit] = deposits;
  if (deposit === undefined || bridge === undefined) return null;
  const { secondsPerBlock } = direction === 'mint' ? bridge.btc : bridge.mvc;
  const blocks = Math.max(0, deposit.needed - deposit.confirmations);
  if (blocks === 0) return null;
  return (
    <span className="ml-auto text-xs text-haze">
      {t('{about} left', { about: aboutWords(blocks * secondsPerBlock) })}
    </span>
  );
}
