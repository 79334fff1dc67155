/** What an act with money needs of this screen, in the order in which it would be wanted. */
import { wantSoon } from '../../../data/soon.ts';
import { asks, cancels, edits, takes } from './parts.ts';

wantSoon(
  () => import('../buy/ChosenLots.tsx'),
  () => import('../buy/BuySum.tsx'),
  () => import('./ActDialogs.tsx'),
  () => import('./prepare.ts'),
  takes,
  () => import('../../../flows/orders/review-take.ts'),
  () => import('../../../flows/read-bytes.ts'),
  () => import('./submit.ts'),
  () => import('../sell/SellPanel.tsx'),
  asks,
  () => import('../../../flows/orders/review-ask.ts'),
  () => import('../mine/MyOrders.tsx'),
  cancels,
  () => import('../../../flows/orders/review-cancel.ts'),
  edits,
  () => import('../../../flows/own/own-renew.ts'),
);
