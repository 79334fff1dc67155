/** What became of several orders at once, as the one toast there is: a second one would take the first away. Pure. */
import { errorWords } from '../../../error-words.ts';
import type { Sold } from '../../../flows/bids/sell-into.ts';
import type { Placed } from '../../../flows/orders/place-ask.ts';
import type { ToastWords } from '../../../ui/toast/toast.ts';
import { t } from '../../../words.ts';

/** @param what all of them together, in words */
export function placedWords({ orderIds, refused, left = 0 }: Placed, what: string): ToastWords {
  const placed = orderIds.length;
  if (refused.length + left === 0) {
    const title = t('{placed, plural, one {Order placed} other {# orders placed}}', { placed });
    return { title, description: what, variant: 'success' };
  }
  const why = refused.map(errorWords);
  if (left > 0) why.push(t('Not all were submitted. Check your orders before you try again.'));
  return {
    title: t('{done} of {all} orders placed', { done: placed, all: placed + refused.length + left }),
    description: [...new Set(why)].join(' '),
    variant: 'warn',
  };
}

/** The tray tells of each that was sent; of those that were refused it has the reason. */
export function soldWords({ sent, all }: Sold): ToastWords | undefined {
  if (sent === all) return undefined;
  return {
    title: t('{done} of {all} sales submitted', { done: sent, all }),
    description: t('The others were refused. Nothing of them was sent.'),
    variant: 'warn',
  };
}

export function withdrawnWords(all: number, stayed: number): ToastWords {
  const gone = all - stayed;
  if (stayed === 0) {
    const title = t('{gone, plural, one {Order cancelled} other {# orders cancelled}}', { gone });
    return { title, description: t('The exchange deleted your signature.'), variant: 'success' };
  }
  return {
    title: t('{done} of {all} orders cancelled', { done: gone, all }),
    description: t('The rest may be in the middle of a purchase.'),
    variant: 'warn',
  };
}
