/** From what is asked for to what is reviewed, act by act; the code of each is fetched when it is first done. */
import type { Credential } from '../../../data/calls/credentials.ts';
import type { BidCancelIntent } from '../../../flows/bids/cancel-bid.ts';
import type { BidIntent } from '../../../flows/bids/place-bid.ts';
import type { SaleIntent } from '../../../flows/bids/sell-into.ts';
import type { CancelIntent } from '../../../flows/orders/cancel-order.ts';
import type { EditIntent } from '../../../flows/orders/edit-price.ts';
import type { AskIntent } from '../../../flows/orders/place-ask.ts';
import type { LockIntent } from '../../../flows/protected/lock-lot.ts';
import type { TakeIntent } from '../../../flows/orders/take-ask.ts';
import { asks, bidCancels, bids, cancels, edits, locks, sales, takes } from './parts.ts';
import type { Reviewed } from './reviewed.ts';

type Act =
  | { readonly act: 'take'; readonly intent: TakeIntent; readonly session: Credential }
  | { readonly act: 'ask'; readonly intents: readonly AskIntent[] }
  | { readonly act: 'edit'; readonly intent: EditIntent }
  | { readonly act: 'cancel'; readonly intent: CancelIntent; readonly session: Credential }
  | { readonly act: 'bid'; readonly intent: BidIntent; readonly session: Credential }
  | { readonly act: 'sale'; readonly intent: SaleIntent; readonly session: Credential }
  | { readonly act: 'lock'; readonly intent: LockIntent; readonly session: Credential }
  | { readonly act: 'bid-cancel'; readonly intent: BidCancelIntent; readonly session: Credential };

export type Asked = Act & { readonly title: string };

export async function prepare(what: Asked): Promise<Reviewed> {
  const { title } = what;
  switch (what.act) {
    case 'take':
      return { kind: 'take', take: await (await takes()).prepareTake(what.intent, what.session), title };
    case 'ask':
      return { kind: 'ask', ask: await (await asks()).prepareAsks(what.intents), title };
    case 'edit':
      return { kind: 'edit', edit: await (await edits()).prepareEdit(what.intent), title };
    case 'cancel': {
      const cancel = await (await cancels()).prepareHardCancel(what.intent, what.session);
      return { kind: 'cancel', cancel, title };
    }
    case 'bid':
      return { kind: 'bid', bid: await (await bids()).prepareBid(what.intent, what.session), title };
    case 'sale':
      return { kind: 'sale', sale: await (await sales()).prepareSale(what.intent, what.session), title };
    case 'lock':
      return { kind: 'lock', lock: await (await locks()).prepareLock(what.intent, what.session), title };
    case 'bid-cancel': {
      const cancel = await (await bidCancels()).prepareBidCancel(what.intent, what.session);
      return { kind: 'bid-cancel', cancel, title };
    }
  }
}
