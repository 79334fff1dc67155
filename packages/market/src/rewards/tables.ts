/** The text of what an epoch published: the same for everybody who has the same facts, so that its hash can be compared. Pure. */
import type { ClosedEpoch } from './close-epoch.ts';
import type { RewardTrade } from './scores.ts';

/** A trade as it is published: what anybody needs to check it against the chain. */
export interface PublishedTrade extends RewardTrade {
  readonly txid: string;
  /** Both sides' addresses; of a swap one of them is the pool's. */
  readonly buyer: string;
  readonly seller: string;
}

const lines = (head: string, rows: readonly string[]): string => [head, ...rows, ''].join('\n');

const TRADE_HEAD = 'height,place,txid,reference,venue,pair,payer,buyer,seller,sats,serviceFee,counts';

/** The trades of an epoch as CSV; no field holds a comma. */
export const tradesText = (trades: readonly PublishedTrade[]): string =>
  lines(
    TRADE_HEAD,
    trades.map((trade) => {
      const { height, place, txid, reference, venue, pair } = trade;
      const { payer, buyer, seller, sats, serviceFee, counts } = trade;
      const where = `${height},${place},${txid},${reference},${venue},${pair}`;
      return `${where},${payer},${buyer},${seller},${sats},${serviceFee},${counts ? 1 : 0}`;
    }),
  );

/** The rows of an epoch as CSV, under what they are the rows of. */
export const rowsText = (campaign: string, { bounds, rows }: Pick<ClosedEpoch, 'bounds' | 'rows'>): string =>
  lines(`${campaign},${bounds.number},${bounds.first},${bounds.last}`, [
    'address,amount,wanted',
    ...rows.map(({ address, amount, wanted }) => `${address},${amount},${wanted}`),
  ]);
