/** The code of each act is fetched when it is first done. */

export const takes = () => import('../../../flows/orders/take-ask.ts');
export const asks = () => import('../../../flows/orders/place-ask.ts');
export const edits = () => import('../../../flows/orders/edit-price.ts');
export const bids = () => import('../../../flows/bids/place-bid.ts');
export const locks = () => import('../../../flows/protected/lock-lot.ts');
export const sales = () => import('../../../flows/bids/sell-into.ts');
export const bidCancels = () => import('../../../flows/bids/cancel-bid.ts');
export const cancels = () => import('../../../flows/orders/cancel-order.ts');
