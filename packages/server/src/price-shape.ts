/** The shapes in which a source may tell dollars per bitcoin. */

/** `priceInfo`: `{data: {priceInfo: {btc}}}`; `rate`: another exchange of this kind; `mempool`: `{USD}`. */
export const BTC_SHAPES = ['priceInfo', 'rate', 'mempool'] as const;
export type BtcShape = (typeof BTC_SHAPES)[number];
