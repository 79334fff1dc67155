/** Live bids: the bot is there, looks at every answer by its bytes, and signs what is its bid to the sat. */
import { setTimeout as sleep } from 'node:timers/promises';
import { coinFromWire } from '@rialto/contract';
import type { LiveAnswer, WaitingAnswer } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal, takeServiceFee } from '@rialto/market';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import { addressToScript, checkLive, checkSigning, readSpend, stripPsbt, unsignedOf } from '@rialto/psbt';
import { login } from './acts.ts';
import type { Bot } from './acts.ts';
import type { Session } from './client.ts';

/** A third of the time after which the exchange takes an unheard bidder's bids out of its book. */
const BEAT_MS = 3_000;

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

/**
 * Places one live bid and stays until it is sold into, or the time is over.
 * @param minutes how long the bot is there
 * @returns the sale; of none an empty list
 */
export async function bidLive(bot: Bot, wanted: Wanted, minutes: number): Promise<LiveAnswer[]> {
  const session = await login(bot);
  const bid = await place(bot, session, wanted);
  const until = Date.now() + minutes * 60_000;
  try {
    while (Date.now() < until) {
      const [sold] = await serve(bot, session, [bid]);
      if (sold !== undefined) return [sold];
      await sleep(BEAT_MS);
    }
    return [];
  } finally {
    await remove(bot, session, bid);
  }
}

/**
 * Makes a market: keeps a live bid of `amount` in the book, `under` percent below the best ask, and places the next one when it is sold
 * into or the best ask moves. What it buys is for its owner to list.
 */
export async function makeMarket(
  bot: Bot,
  { tick, amount, under, minutes }: { tick: string; amount: string; under: bigint; minutes: number },
): Promise<LiveAnswer[]> {
  const session = await login(bot);
  const until = Date.now() + minutes * 60_000;
  const sold: LiveAnswer[] = [];
  let bid: Placed | undefined;
  try {
    while (Date.now() < until) {
      const price = await priceUnder(bot, { tick, amount, under });
      if (bid !== undefined && bid.price !== price) {
        await remove(bot, session, bid);
        bid = undefined;
      }
      if (bid === undefined && price !== undefined) bid = await place(bot, session, { tick, amount, price });
      const done: LiveAnswer[] = bid === undefined ? [] : await serve(bot, session, [bid]);
      sold.push(...done);
      if (done.length > 0) bid = undefined;
      await sleep(BEAT_MS);
    }
    return sold;
  } finally {
    if (bid !== undefined) await remove(bot, session, bid);
  }
}

/** So many percent under the best ask of somebody else; undefined where there is none. */
async function priceUnder(
  { call, net, book, account }: Bot,
  { tick, amount, under }: { tick: string; amount: string; under: bigint },
): Promise<bigint | undefined> {
  const { results } = await call('orders', { params: { book }, query: { net, tick, orderState: '1' } });
  const best = results.find((one) => !one.pending && one.sellerAddress !== account.address);
  if (best === undefined) return undefined;
  const [wanted, offered] = [amount, best.coinAmount].map((text) => parseDecimal(text, TOKEN_DECIMALS) ?? 0n);
  if (wanted === undefined || offered === undefined || offered === 0n) return undefined;
  return (BigInt(best.amount) * wanted * (100n - under)) / (offered * 100n);
}

async function place(
  { call, net, account, book }: Bot,
  session: Session,
  { tick, amount, price }: Wanted,
): Promise<Placed> {
  const { address } = account;
  const publicKey = bytesToHex(account.publicKey);
  const body = { net, address, publicKey, tick, coinAmount: amount, amount: price.toString() };
  const { orderId } = await call('pushLiveBid', { params: { book }, body, session });
  const { assetId } = await call('order', { params: { book, orderId }, query: { net } });
  return { tick, amount, price, orderId, assetId };
}

/** It may be sold into or taken out already. */
async function remove({ call, net, account, book }: Bot, session: Session, bid: Placed): Promise<void> {
  const body = { net, address: account.address, orderId: bid.orderId };
  await call('removeLiveBid', { params: { book }, body, session }).catch(() => undefined);
}

/** One beat: signs what waits for these bids. */
async function serve(bot: Bot, session: Session, bids: readonly Placed[]): Promise<LiveAnswer[]> {
  const { call, net, account, book } = bot;
  const { address } = account;
  const { waiting } = await call('beatLiveBids', { params: { book }, body: { net, address }, session });
  if (waiting === 0) return [];
  const { results } = await call('waitingAnswers', { params: { book }, query: { net }, session });
  const signed: LiveAnswer[] = [];
  for (const answer of results) {
    const bid = bids.find(({ orderId }) => orderId === answer.orderId);
    if (bid === undefined) continue;
    requireLive(bot, answer, bid);
    const psbtRaw = bytesToHex(stripPsbt(hexToBytes(account.signPsbt(answer.psbtRaw, answer.toSignInputs))));
    const body = { net, address, answerId: answer.answerId, psbtRaw };
    signed.push(await call('signLiveAnswer', { params: { book }, body, session }));
  }
  return signed;
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
