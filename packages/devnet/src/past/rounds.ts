/** Rounds of trades in the node's own time: makers list at the price of that day, takers buy, a block takes it; blocks without trades between. */
import type { Order } from '@rialto/contract';
import { callApi } from '../market/api.ts';
import { cycle } from '../market/seed/seed-lots.ts';
import type { OwnLot, Trader } from '../market/trader.ts';
import { chance, hoursBetween, priceThen, roundsOf } from './days.ts';
import type { Span } from './days.ts';
import type { PastSeed, People } from './people.ts';
import { swapThen } from './pool-days.ts';
import type { PastToken } from './tokens.ts';

/** What is free to be sold, by token. */
type Shelves = ReadonlyMap<string, { readonly who: Trader; readonly lot: OwnLot }[]>;

/** Offered, and not taken yet. */
interface Offer {
  readonly token: PastToken;
  readonly ids: readonly string[];
}

interface Days extends PastSeed, People {
  readonly span: Span;
  readonly shelves: Shelves;
}

const net = 'regtest' as const;
const DAY = 86_400;
/** Of a newcomer: one for each of the first purchases. */
const [COINS, COIN] = [4, 2_000_000n];
/** Blocks after the last round for what was not taken by then. */
const AFTER = 3;

/** Every round that the chain has not had yet. The clock stands at the last of them afterwards. */
export async function tradeDays(seed: PastSeed & People, span: Span): Promise<void> {
  for (const one of [...seed.makers, ...seed.takers]) await one.login();
  let days: Days = { ...seed, span, shelves: await shelvesOf(seed) };
  let waiting = await leftOver(days);
  let last = await seed.chain.tipTime();
  let day = 0;
  for (const at of roundsOf(span)) {
    if (at <= last) continue;
    const isOn = Math.ceil((at - span.from) / DAY);
    if (isOn !== day) seed.progress(`day ${isOn} of ${Math.ceil((span.to - span.from) / DAY)}`);
    day = isOn;
    await passHours(days, last, at);
    if (seed.tokens.some(({ pool }) => pool !== undefined)) await seed.ready();
    if (days.beginLastDay !== undefined && at > span.to - DAY) days = await lastDay(days, days.beginLastDay);
    await swapThen(days, span, at);
    waiting = await takeAll(days, [...waiting, ...(await offersOf(days, at))], at);
    last = at;
  }
  for (let again = 0; waiting.length > 0 && again < AFTER; again += 1)
    waiting = await takeAll(days, waiting, last);
}

/** From now on newcomers buy beside the others. */
async function lastDay({ beginLastDay: _, ...days }: Days, begin: () => Promise<void>): Promise<Days> {
  const { chain, newcomers, ready } = days;
  await chain.fundMany(
    newcomers.flatMap(({ address }) => Array.from({ length: COINS }, () => ({ address, sats: COIN }))),
  );
  await chain.mine(1);
  await ready();
  for (const one of newcomers) await one.login();
  await begin();
  return { ...days, takers: [...newcomers, ...days.takers] };
}

async function shelvesOf({ makers, tokens }: PastSeed & People): Promise<Shelves> {
  const shelves = new Map<string, { readonly who: Trader; readonly lot: OwnLot }[]>();
  for (const { book, tick, sizes, makers: count } of tokens) {
    const own = await Promise.all(
      makers.slice(0, count).map(async (maker) => {
        const who = maker.at(book);
        return (await who.lots(tick)).map((lot) => ({ who, lot }));
      }),
    );
    // What is left of a split is no lot.
    const lots = own.flat().filter(({ lot }) => sizes.includes(lot.amount));
    shelves.set(
      tick,
      lots.toSorted((a, b) => order(a.lot) - order(b.lot)),
    );
  }
  return shelves;
}

const order = ({ coin }: OwnLot): number => chance(coin.outpoint);

/** What an interrupted start had offered. */
async function leftOver({ origin, makers, tokens }: Days): Promise<Offer[]> {
  const own = new Set(makers.map(({ address }) => address));
  const found: Offer[] = [];
  for (const token of tokens) {
    const query = { net, tick: token.tick, orderState: '1', limit: '200' } as const;
    const { results } = await callApi(origin, 'orders', { params: { book: token.book }, query });
    const theirs = results.filter((one: Order) => own.has(one.sellerAddress) && !one.pending);
    found.push(...theirs.map(({ orderId }) => ({ token, ids: [orderId] })));
  }
  return found;
}

/** A block an hour, with whatever waits. */
async function passHours({ chain }: Days, from: number, to: number): Promise<void> {
  for (const at of hoursBetween(from, to)) {
    await chain.setClock(at);
    await chain.mine(1);
  }
  await chain.setClock(to);
}

async function offersOf({ shelves, span, tokens }: Days, at: number): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const token of tokens) {
    const shelf = shelves.get(token.tick) ?? [];
    const count = Math.floor(token.pace * 2 * chance('trades', token.tick, at) + 0.5);
    const sold = shelf.splice(0, count);
    const ids = await Promise.all(
      sold.map(({ who, lot }, nth) => who.ask(lot, token.tick, priceOf(token, lot, { span, at, nth }))),
    );
    // Some sweep, most buy one.
    if (ids.length > 1 && chance('sweep', at) < 0.4) offers.push({ token, ids });
    else offers.push(...ids.map((id) => ({ token, ids: [id] })));
  }
  return offers;
}

const SCALE = 100_000n;

function priceOf(
  { tick, milliSats }: PastToken,
  { amount }: OwnLot,
  { span, at, nth }: { span: Span; at: number; nth: number },
): bigint {
  const part = BigInt(Math.round(priceThen(tick, span, { at, nth }) * Number(SCALE)));
  return (milliSats * BigInt(amount) * part) / (1000n * SCALE);
}

/** Each taker has one purchase at a time. @returns what was not taken: the next block has room for it */
async function takeAll(
  { chain, takers, ready, progress }: Days,
  offers: readonly Offer[],
  at: number,
): Promise<Offer[]> {
  const [now, later] = [offers.slice(0, takers.length), offers.slice(takers.length)];
  const taken = await Promise.allSettled(
    now.map(({ token, ids }, nth) =>
      cycle(takers, at + nth)
        .at(token.book)
        .take(ids, 2 + ((at + nth) % 3)),
    ),
  );
  for (const one of taken)
    if (one.status === 'rejected') progress(`a purchase waits for the next block: ${String(one.reason)}`);
  await chain.mine(1);
  await ready();
  return [...now.filter((_, nth) => taken[nth]?.status === 'rejected'), ...later];
}
