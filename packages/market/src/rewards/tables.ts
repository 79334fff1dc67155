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

const TRADE_HEAD = 'height,place,txid,reference,venue,pair,payer,buyer,seller,sats,serviceFee,counts';

/** Of a text that is made in parts. */
const PART_LINES = 1_000;

/** The trades of an epoch as CSV, a few lines at a time: of a full epoch they are tens of megabytes. No field holds a comma. */
export function* tradesParts(trades: readonly PublishedTrade[]): Generator<string> {
  yield `${TRADE_HEAD}\n`;
  for (let from = 0; from < trades.length; from += PART_LINES)
    yield trades
      .slice(from, from + PART_LINES)
      .map(tradeLine)
      .join('');
}

function tradeLine(trade: PublishedTrade): string {
  const { height, place, txid, reference, venue, pair } = trade;
  const { payer, buyer, seller, sats, serviceFee, counts } = trade;
  const where = `${height},${place},${txid},${reference},${venue},${pair}`;
  return `${where},${payer},${buyer},${seller},${sats},${serviceFee},${counts ? 1 : 0}\n`;
}

export const tradesText = (trades: readonly PublishedTrade[]): string => [...tradesParts(trades)].join('');

/** The rows of an epoch as CSV, under what they are the rows of. */
export function rowsText(campaign: string, { bounds, rows }: Pick<ClosedEpoch, 'bounds' | 'rows'>): string {
  const lines = rows.map(({ address, amount, wanted }) => `${address},${amount},${wanted}\n`);
  return `${campaign},${bounds.number},${bounds.first},${bounds.last}\naddress,amount,wanted\n${lines.join('')}`;
}
