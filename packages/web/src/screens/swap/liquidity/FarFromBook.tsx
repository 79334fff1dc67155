/** First liquidity whose price is far from the order book's: said in the form and again in the review; from 15 % on it wants a consent of its own. */
import { Notice } from '../../../show/Lines.tsx';
import { percentWords } from '../../../show/percent.ts';
import { t } from '../../../words.ts';
import { isFarOff } from '../book-price.ts';

/** Hundredths of a percent that a warning is worth. */
const FAR = 300;

/** @param far from the book's prices, in hundredths of a percent */
export function FarFromBook({ far }: { readonly far: number }) {
  if (far < FAR) return null;
  return (
    <div data-testid="first-far" data-level={isFarOff(far) ? 'most' : 'some'}>
      <Notice tone={isFarOff(far) ? 'bad' : 'warn'}>
        {t(
          'This price is {share} away from the order book’s. Others will trade the difference away from you.',
          { share: percentWords(far) },
        )}
      </Notice>
    </div>
  );
}

/** Where the book did not answer. */
export function BookUnknown() {
  return (
    <div data-testid="first-unknown">
      <Notice tone="bad">
        {t('The order book does not answer, so this price is compared with nothing. Check it yourself.')}
      </Notice>
    </div>
  );
}

interface ConsentProps {
  readonly given: boolean;
  readonly onGive: (given: boolean) => void;
}

/** The act before the button. */
export function FarConsent({ given, onGive }: ConsentProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-[10px] border border-sell px-3 text-[0.8125rem]">
      <input
        type="checkbox"
        data-testid="first-far-consent"
        checked={given}
        onChange={({ target }) => onGive(target.checked)}
        className="size-4 accent-amber"
      />
      {t('I want to open the pool at this price')}
    </label>
  );
}
