/** The transfer inscriptions that BRC-20 can be paid in with, to choose from, and where another one is made. */
import { isOpen } from '../../data/bridge/bridge-assets.ts';
import { amountText, typedText } from '../../show/bridge/BridgeAmount.tsx';
import { MakeLotLink, NoLot } from '../../show/bridge/NoLot.tsx';
import { Notice } from '../../show/Lines.tsx';
import { t } from '../../words.ts';
import { amountOf, lotWanted } from './bridge-form.ts';
import type { BridgeForm, BridgeNow } from './bridge-form.ts';
import { lotSizes } from './lots.ts';

interface LotsProps {
  readonly now: BridgeNow;
  readonly onForm: (form: BridgeForm) => void;
}

export function BridgeLots({ now, onForm }: LotsProps) {
  const { asset, form, holdings } = now;
  const { lots } = holdings;
  // A transfer inscription costs fees: none is made for what is not taken.
  if (lots === undefined || form.direction !== 'mint' || !isOpen(asset, 'mint')) return null;
  const wanted = lotWanted(now);
  const amount = amountOf(form, asset);
  const typed = amount === undefined ? undefined : typedText(amount, asset);
  return (
    <div className="space-y-2" data-testid="bridge-lots">
      <p className="flex flex-wrap items-baseline gap-x-2 px-1 text-xs leading-5 text-mist">
        {t('Paid with one transfer inscription of exactly the amount.')}
        <MakeLotLink asset={asset} words={t('Inscribe Transfer')} />
      </p>
      <ul
        className="flex max-h-24 flex-wrap gap-2 overflow-y-auto empty:hidden"
        aria-label={t('Your transfer inscriptions')}
      >
        {lotSizes(asset, lots).map((size) => (
          <li key={size.toString()}>
            <button
              type="button"
              data-testid="bridge-lot"
              onClick={() => onForm({ direction: form.direction, text: typedText(size, asset) })}
              className="num min-h-9 rounded-[10px] bg-ink-2 px-2.5 text-[0.8125rem] hover:bg-ink-3 max-sm:min-h-11"
            >
              {amountText(size, asset)}
            </button>
          </li>
        ))}
      </ul>
      {wanted === undefined ? null : (
        <Notice tone={wanted === 'none' ? 'warn' : 'calm'}>
          <span data-testid="bridge-lot-wanted">
            {wanted === 'none' ? (
              <NoLot asset={asset} amount={typed} />
            ) : (
              t('Your transfer inscription of this amount waits for its block.')
            )}
          </span>
        </Notice>
      )}
    </div>
  );
}
