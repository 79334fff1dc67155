/** From and To: the amount that is sent, what of it arrives, and the button that turns them round. */
import { bridgeQuote } from '@rialto/market';
import { rulesOf } from '../../data/bridge/bridge-assets.ts';
import { amountText, chainsOf, nameOf, typedText } from '../../show/bridge/BridgeAmount.tsx';
import { AmountBox } from '../../show/swap/AmountBox.tsx';
import { Flip } from '../../show/swap/Flip.tsx';
import { t } from '../../words.ts';
import { AssetPicker } from './AssetPicker.tsx';
import { amountError, amountOf, flipped, heldOf, mostOf } from './bridge-form.ts';
import type { BridgeForm, BridgeNow } from './bridge-form.ts';
import type { OpenBridgePage } from './bridge-page.ts';

interface BoxesProps {
  readonly page: OpenBridgePage;
  readonly now: BridgeNow;
  readonly onForm: (form: BridgeForm) => void;
}

export function BridgeBoxes({ page, now, onForm }: BoxesProps) {
  const { asset, form, holdings, feeRate } = now;
  const { direction, text } = form;
  const [from, to] = chainsOf(direction);
  const held = heldOf(form, holdings);
  const amount = amountOf(form, asset);
  const out = amount === undefined ? undefined : bridgeQuote(rulesOf(asset), direction, amount).out;
  const most = mostOf(form, asset, holdings, feeRate);
  const max =
    most === undefined || most === 0n ? undefined : () => onForm({ direction, text: typedText(most, asset) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AmountBox
        label={from === 'btc' ? t('From Bitcoin') : t('From MVC')}
        testId="bridge-amount"
        value={text}
        onType={(typed) => onForm({ direction, text: typed })}
        unit={nameOf(asset, from)}
        balance={held === undefined ? undefined : amountText(held, asset)}
        onMax={max}
        error={amountError(now)}
        hint={t('Minimum {least}, maximum {most} {unit}', {
          ...{ least: amountText(BigInt(asset.minimum), asset), unit: nameOf(asset, from) },
          most: amountText(BigInt(asset.maximum), asset),
        })}
      >
        <AssetPicker page={page} chain={from} />
      </AmountBox>
      <Flip
        label={t('Send {unit} instead', { unit: nameOf(asset, to) })}
        testId="bridge-flip"
        onFlip={() => onForm(flipped(form))}
      />
      <AmountBox
        label={to === 'btc' ? t('To Bitcoin') : t('To MVC')}
        testId="bridge-receive"
        value={out === undefined ? '' : amountText(out, asset)}
        unit={nameOf(asset, to)}
        balance={undefined}
      >
        <AssetPicker page={page} chain={to} />
      </AmountBox>
    </div>
  );
}
