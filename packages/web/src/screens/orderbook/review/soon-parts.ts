/** What an act with money needs of this screen, in the order in which it would be wanted. */
import { wantSoon } from '../../../data/soon.ts';

wantSoon(
  () => import('./ActDialogs.tsx'),
  () => import('../../../flows/orders/take-ask.ts'),
  () => import('../../../flows/orders/review-take.ts'),
  () => import('../../../flows/read-bytes.ts'),
  () => import('../sell/SellPanel.tsx'),
  () => import('../../../flows/orders/place-ask.ts'),
  () => import('../../../flows/orders/review-ask.ts'),
  () => import('../mine/MyOrders.tsx'),
  () => import('../../../flows/orders/cancel-order.ts'),
  () => import('../../../flows/orders/review-cancel.ts'),
  () => import('../../../flows/orders/edit-price.ts'),
);
