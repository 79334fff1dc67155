/** Signs and hands in what was reviewed, and says what came of it. */
import type { Handed } from '../../../flows/handing/shown.ts';
import { tellHanded } from '../../../flows/handing/told.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { ToastWords } from '../../../ui/toast/toast.ts';
import type { Actor, Reviewed, Withdrawal } from './reviewed.ts';
import { placedWords, soldWords, withdrawnWords } from './outcomes.ts';
import { asks, bidCancels, bids, cancels, edits, locks, sales, takes } from './parts.ts';
import { tell } from './tell.ts';
import { t } from '../../../words.ts';

/** @param words of the answer */
function follow<T>(handed: Handed<T>, words: (answer: T) => ToastWords | undefined, later: () => void): void {
  const answered = (answer: T): void => {
    const said = words(answer);
    if (said !== undefined) toast(said);
  };
  tellHanded(handed, { answered, say: toast, failed: tell, later });
}

export async function withdraw(
  { title, ...orders }: Withdrawal,
  { user, session }: Actor,
  done: () => void,
): Promise<void> {
  const { softCancel } = await cancels();
  const handed = await softCancel({ ...orders, address: user.address }, session, title);
  follow(handed, (stayed) => withdrawnWords(orders.orderIds.length, stayed.length), done);
}

/** Gives back the rescue file of what locks money. */
export async function submit(
  reviewed: Reviewed,
  actor: Actor,
  done: () => void,
): Promise<string | undefined> {
  const { title } = reviewed;
  switch (reviewed.kind) {
    case 'take':
      follow(await (await takes()).submitTake(reviewed.take, actor, title), nothing, done);
      break;
    case 'ask': {
      const handed = await (await asks()).submitAsks(reviewed.ask, actor, title);
      follow(handed, (placed) => placedWords(placed, title), done);
      break;
    }
    case 'edit': {
      const handed = await (await edits()).submitEdit(reviewed.edit, actor, title);
      follow(handed, () => ({ title: t('Price lowered'), description: title, variant: 'success' }), done);
      break;
    }
    case 'bid': {
      const { handed, rescue } = await (await bids()).submitBid(reviewed.bid, actor, title);
      const said = reviewed.bid.intent.replaces === undefined ? t('Bid placed') : t('Bid changed');
      follow(handed, () => ({ title: said, description: title, variant: 'success' }), done);
      return rescue;
    }
    case 'lock': {
      const { handed, rescue } = await (await locks()).submitLock(reviewed.lock, actor, title);
      const words = t('The lot is being locked. It is offered when its lock is confirmed.');
      follow(
        handed,
        () => ({ title: t('Protected order placed'), description: words, variant: 'success' }),
        done,
      );
      return rescue;
    }
    case 'sale':
      follow(await (await sales()).submitSale(reviewed.sale, actor), soldWords, done);
      break;
    case 'bid-cancel':
      follow(await (await bidCancels()).submitBidCancel(reviewed.cancel, actor, title), nothing, done);
      break;
    case 'cancel':
      follow(await (await cancels()).submitHardCancel(reviewed.cancel, actor, title), nothing, done);
      break;
  }
  return undefined;
}

/** The tray tells. */
const nothing = (): undefined => undefined;
