/** What sources of prices answer, each in its own shape, read into decimal text. Pure; a strange answer is an error. */
import { z } from 'zod';
import type { BtcShape } from '../price-shape.ts';

/** Prices are for showing: text out of a JSON number, without an exponent, at most 18 digits after the point. */
const Dollars = z.union([z.number().nonnegative(), z.string()]).transform((value, context) => {
  const text = typeof value === 'string' ? value : decimalOf(value);
  const [whole = '', rest = ''] = text.split('.');
  if (!/^[0-9]{1,20}(\.[0-9]+)?$/.test(text)) context.addIssue('not a price');
  return rest === '' ? whole : `${whole}.${rest.slice(0, 18)}`;
});

function decimalOf(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toFixed(18).replace(/0+$/, '').replace(/\.$/, '');
}

const PriceInfo = z.object({ data: z.object({ priceInfo: z.record(z.string(), Dollars) }) });
const Rate = z.object({ data: z.object({ usd: z.object({ btc: Dollars }) }) });
const Mempool = z.object({ USD: Dollars });

/** Dollars per bitcoin. */
export function readBtc(shape: BtcShape, json: unknown): string {
  switch (shape) {
    case 'priceInfo': {
      const { btc } = PriceInfo.parse(json).data.priceInfo;
      if (btc === undefined) throw new Error('the answer has no price of btc');
      return btc;
    }
    case 'rate':
      return Rate.parse(json).data.usd.btc;
    case 'mempool':
      return Mempool.parse(json).USD;
  }
}

/** Dollars per token by tick, from `{data: {priceInfo: {tick: usd}}}`; ticks in small letters. */
export function readTokens(json: unknown): Readonly<Record<string, string>> {
  const { priceInfo } = PriceInfo.parse(json).data;
  return Object.fromEntries(Object.entries(priceInfo).map(([tick, usd]) => [tick.toLowerCase(), usd]));
}
