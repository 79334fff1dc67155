/** One's own history as one file: every order of all books that is over, as a spreadsheet reads it (RFC 4180). Pure. */
import type { Order } from '@rialto/contract';
import { isBought } from '../book/rows.ts';

/** The names of the columns are for programs and stay the same in every language. */
const COLUMNS: readonly (readonly [name: string, cell: (order: Order, me: string) => string])[] = [
  ['placed', ({ timestamp }) => utc(timestamp)],
  ['closed', ({ dealTimestamp }) => (dealTimestamp === undefined ? '' : utc(dealTimestamp))],
  ['book', ({ book }) => book],
  ['side', (order, me) => (isBought(order, me) ? 'buy' : 'sell')],
  ['token', ({ tick }) => tick],
  ['asset_id', ({ assetId }) => assetId],
  ['amount', ({ coinAmount }) => coinAmount],
  ['price_sat_per_token', ({ coinRatePrice }) => coinRatePrice],
  ['total_sat', ({ amount }) => amount],
  ['service_fee_sat', (order, me) => (isBought(order, me) ? order.platformFee : '0')],
  ['result', ({ state }) => state],
  ['reason', ({ reason }) => reason],
  ['transaction', ({ dealTx }) => dealTx],
  ['order_id', ({ orderId }) => orderId],
];

/** Marks the bytes as UTF-8 for spreadsheets that would guess. */
const BYTE_ORDER_MARK = '\uFEFF';

/** @param me whose history it is: the same order was sold by one and bought by another */
export function historyCsv(orders: readonly Order[], me: string): string {
  const rows = orders.map((order) => COLUMNS.map(([, cell]) => field(cell(order, me))).join(','));
  return `${BYTE_ORDER_MARK}${[COLUMNS.map(([name]) => name).join(','), ...rows].join('\r\n')}\r\n`;
}

const utc = (time: number): string => new Date(time).toISOString();

/** What a spreadsheet would run when it begins a cell; a tick may begin with any of them (OWASP, "CSV Injection"). */
const RUNS = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/** One cell. An apostrophe in front makes it text; a quote inside is doubled. */
export function field(text: string): string {
  const safe = RUNS.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
