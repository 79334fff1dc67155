/** Live bids: the bot is there, looks at every answer by its bytes, and signs what is its bid to the sat. */
import { setTimeout as sleep } from 'node:timers/promises';
import { coinFromWire } from '@rialto/contract';
import type { LiveAnswer, WaitingAnswer } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal, takeServiceFee } from '@rialto/market';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import { addressToScript, checkLive, checkSigning, readSpend, stripPsbt, unsignedOf } from '@rialto/psbt';
import { login, unitsOf } from './acts.ts';
import type { Bot } from './acts.ts';
import { Unreachable } from './client.ts';
import type { Session } from './client.ts';

/** Of the exchange's time after which an unheard bidder's bids leave its book. */
const BEATS_LISTED = 3;
const FIRST_BEAT_MS = 1_000;
/** A live bid of less is not taken. */
const SMALLEST_BID = 10_000n;
/** A bid that is less than a hundredth off its price stays where it is. */
const NEAR = 100n;

interface Wanted {
  readonly tick: string;
  readonly amount: string;
  /** All it pays, in sat. */
  readonly price: bigint;
}

interface Placed extends Wanted {
  readonly orderId: string;
  readonly assetId: string;
}

interface Stay {
  /** How long the bot is there. */
  readonly minutes: number;
  /** Ends it before: the bid is taken out of the book. */
  readonly stop: AbortSignal;
}

/** Places one live bid and stays until it is sold into, or the time is over. @returns the sale; of none an empty list */
export async function bidLive(bot: Bot, wanted: Wanted, stay: Stay): Promise<LiveAnswer[]> {
  const session = await login(bot);
  const bid = await place(bot, session, wanted);
  const sold: LiveAnswer[] = [];
  try {
    await whileHere(stay, async () => {
      const { signed, nextMs } = await serve(bot, session, bid);
      sold.push(...signed);
      return sold.length > 0 ? undefined : nextMs;
    });
    return sold;
  } finally {
    await remove(bot, session, bid);
  }
}

interface Market {
  readonly tick: string;
  readonly amount: string;
  /** Percent below the best ask. */
  readonly under: bigint;
  /** The highest bid, in sat: the best ask is whatever a stranger asks. */
  readonly mostEach: bigint;
  /** All that its bids may pay together, in sat. */
  readonly mostInAll: bigint;
}

/**
 * Makes a market: keeps a live bid of `amount` in the book, `under` percent below the best ask, and places the next one when it is sold
 * into or the best ask moves. It has no bid in the book while that would be above the most for one, or for all; what it buys is for its
 * owner to list. Each sale is told as it is signed.
 */
export async function makeMarket(
  bot: Bot,
  market: Market,
  { tell, ...stay }: Stay & { readonly tell: (sold: LiveAnswer) => void },
): Promise<void> {
  const { tick, amount, mostEach } = market;
  const session = await login(bot);
  let bid: Placed | undefined;
  // Less what was signed and what stands: of a bid whose end was not heard of, it may have been sold into.
  let left = market.mostInAll;
  const turn = async (): Promise<number | undefined> => {
    // First what waits: a bid that is taken out from under an answer counts like one that was left unsigned.
    const { signed, waiting, nextMs } = await serve(bot, session, bid);
    signed.forEach(tell);
    if (signed.length > 0) bid = undefined;
    const free = left + priceOf(bid);
    if (free < SMALLEST_BID) return undefined;
    const most = lesser(free, mostEach);
    const price = waiting ? bid?.price : await priceUnder(bot, market, most);
    if (bid !== undefined && !isNear(bid.price, price)) {
      if (await remove(bot, session, bid)) left += bid.price;
      bid = undefined;
    }
    if (bid === undefined && price !== undefined && price <= left) {
      bid = await place(bot, session, { tick, amount, price });
      left -= price;
    }
    return nextMs;
  };
  try {
    await whileHere(stay, turn);
  } finally {
    if (bid !== undefined) await remove(bot, session, bid);
  }
}

const priceOf = (bid: Placed | undefined): bigint => bid?.price ?? 0n;
const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const isNear = (price: bigint, wanted: bigint | undefined): boolean =>
  wanted !== undefined && (price - wanted) * NEAR < price && (wanted - price) * NEAR < price;

/**
 * What the exchange says no to now it may say yes to soon: no money yet, a pause, an answer that ended. A line that is down may be up again
 * before a bid counts as unheard. What a lie gives away is no such thing.
 */
const maySoonBeOtherwise = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Error && 'refusal' in error);

/** Turn after turn. @param turn tells in how many milliseconds the next one is; undefined: it is done */
async function whileHere({ minutes, stop }: Stay, turn: () => Promise<number | undefined>): Promise<void> {
  const until = Date.now() + minutes * 60_000;
  while (Date.now() < until && !stop.aborted) {
    const nextMs = await turn().catch((error: unknown) => {
      if (!maySoonBeOtherwise(error)) throw error;
      return FIRST_BEAT_MS;
    });
    if (nextMs === undefined) return;
    await sleep(nextMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** So many percent under the best ask of somebody else; undefined where there is none, or it would be too small a bid, or above the most. */
async function priceUnder(
  { call, net, book, account }: Bot,
  { tick, amount, under }: Market,
  most: bigint,
): Promise<bigint | undefined> {
  const { results } = await call('orders', { params: { book }, query: { net, tick, orderState: '1' } });
  const best = results.find((one) => !one.pending && one.sellerAddress !== account.address);
  if (best === undefined) return undefined;
  const decimals = best.coinDecimalNum;
  const [wanted, offered] = [unitsOf(amount, decimals), unitsOf(best.coinAmount, decimals)];
  const price = (BigInt(best.amount) * wanted * (100n - under)) / (offered * 100n);
  return price < SMALLEST_BID || price > most ? undefined : price;
}

async function place(
  { call, net, account, book }: Bot,
  session: Session,
  { tick, amount, price }: Wanted,
): Promise<Placed> {
  const { address } = account;
  const publicKey = bytesToHex(account.publicKey);
  const body = { net, address, publicKey, tick, coinAmount: amount, amount: price.toString() };
  // Before: from the push on, nothing that goes wrong leaves a bid in the book that the bot does not know of.
  const { assetId } = await call('tokenBalance', { params: { book, address, tick }, query: { net } });
  const { orderId } = await call('pushLiveBid', { params: { book }, body, session });
  return { tick, amount, price, orderId, assetId };
}

/** @returns false when it may be sold into or taken out already */
async function remove({ call, net, account, book }: Bot, session: Session, bid: Placed): Promise<boolean> {
  const body = { net, address: account.address, orderId: bid.orderId };
  return call('removeLiveBid', { params: { book }, body, session }).then(
    () => true,
    () => false,
  );
}

interface Served {
  readonly signed: readonly LiveAnswer[];
  /** An answer to the bid waits, and was not signed. */
  readonly waiting: boolean;
  readonly nextMs: number;
}

/** One beat: signs what waits for this bid. */
async function serve(bot: Bot, session: Session, bid: Placed | undefined): Promise<Served> {
  if (bid === undefined) return { signed: [], waiting: false, nextMs: FIRST_BEAT_MS };
  const { call, net, account, book } = bot;
  const { address } = account;
  const body = { net, address, orderIds: [bid.orderId] };
  const { waiting, listedFor } = await call('beatLiveBids', { params: { book }, body, session });
  const nextMs = (listedFor * 1_000) / BEATS_LISTED;
  if (waiting === 0) return { signed: [], waiting: false, nextMs };
  const { results } = await call('waitingAnswers', { params: { book }, query: { net }, session });
  const answer = results.find(({ orderId }) => orderId === bid.orderId);
  if (answer === undefined) return { signed: [], waiting: false, nextMs };
  requireLive(bot, answer, bid);
  const psbtRaw = bytesToHex(stripPsbt(hexToBytes(account.signPsbt(answer.psbtRaw, answer.toSignInputs))));
  const done = await call('signLiveAnswer', {
    params: { book },
    body: { net, address, answerId: answer.answerId, psbtRaw },
    session,
  });
  return { signed: done.state === 'signed' ? [done] : [], waiting: done.state !== 'signed', nextMs };
}

/** Exactly this bid: its lot for its price, to the sat, and signatures on the own inputs that bind all of it. Throws when not. */
function requireLive({ net, account }: Bot, answer: WaitingAnswer, bid: Placed): void {
  const coins = answer.coins.map(coinFromWire);
  const psbt = hexToBytes(answer.psbtRaw);
  const read = readSpend(unsignedOf(psbt), coins);
  const lot = coins.find(({ outpoint }) => outpoint === answer.outpoint);
  const transfer = lot?.assets.find((one) => one.kind === 'inscription' && one.transfer !== undefined);
  const price = sats(bid.price);
  const service = sats(BigInt(answer.serviceFee));
  const mismatches = [
    ...checkLive(read, {
      buyerScript: account.script,
      lots: [
        {
          outpoint: answer.outpoint,
          asset: bid.assetId,
          units: parseDecimal(bid.amount, TOKEN_DECIMALS) ?? 0n,
          inscriptionId: transfer?.kind === 'inscription' ? transfer.id : '',
          price: sats(BigInt(answer.proceeds)),
          payScript: addressToScript(answer.sellerAddress, net),
        },
      ],
      serviceFee:
        service > 0n ? { script: addressToScript(answer.feeAddress, net), value: service } : undefined,
      maxServiceFee: takeServiceFee([{ price, free: false }]) ?? 0n,
      price,
      feeRateSatVb: answer.feeRate,
    }),
    ...checkSigning({ psbt, toSign: answer.toSignInputs }, read, account.script),
  ];
  if (mismatches.length > 0) throw new Error(`Not signed: ${mismatches.map(({ code }) => code).join(', ')}.`);
}
