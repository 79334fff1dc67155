/** List, take, cancel: each builds or asks for a PSBT, checks it, signs it and submits it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { coinFromWire } from '@rialto/contract';
import type { Order, Trade } from '@rialto/contract';
import { marketNamed, parseDecimal } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { amount as asAmount, bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Amount, Network } from '@rialto/protocols';
import { acceptAsk, buildAsk, loginText, stripPsbt } from '@rialto/psbt';
import type { Account } from './account.ts';
import type { Client, Session } from './client.ts';
import { requireCancel, requireTake } from './check.ts';

export interface Bot {
  readonly call: Client;
  readonly account: Account;
  readonly net: Network;
  /** Which of the order books it trades in. */
  readonly book: MarketName;
  /** Where it logs in: the login text must name this host. */
  readonly origin: string;
}

const LOOK_MS = 500;
const TIMEOUT_MS = 60_000;
const ON_ITS_WAY: ReadonlySet<string> = new Set(['seen', 'confirmed', 'final']);

/** Amounts are exact: a decimal string becomes a whole number of smallest units. */
export function unitsOf(text: string, decimals: number): Amount {
  const units = parseDecimal(text, decimals);
  if (units === undefined) throw new Error(`${text} is not an amount.`);
  return asAmount(units);
}

/** Opens a session. A text made for another site, address or network is not signed. */
export async function login({ call, account, net, origin }: Bot): Promise<Session> {
  const { address } = account;
  const challenge = await call('loginChallenge', { query: { net, address } });
  const { nonce, issuedAt, expiresAt, text } = challenge;
  const domain = new URL(origin).host;
  const times = { issuedAt: new Date(issuedAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
  if (text !== loginText({ domain, address, network: net, nonce, ...times }))
    throw new Error(`Not signed: the login text is not one for ${domain} and this address.`);
  const session = { signature: account.signText(text), publicKey: bytesToHex(account.publicKey) };
  await call('loginIn', { body: { net, address, nonce, issuedAt }, session });
  return session;
}

/** The open orders of a token, cheapest first. */
export async function book({ call, net, book: name }: Bot, tick: string): Promise<Order[]> {
  const query = { net, tick, orderState: '1' } as const;
  return (await call('orders', { params: { book: name }, query })).results;
}

/** Offers one of the own lots of exactly this amount. @returns the order's id */
export async function list(
  bot: Bot,
  offer: { tick: string; amount: string; price: bigint },
): Promise<string> {
  const { call, account, net } = bot;
  const { tick, amount, price } = offer;
  const { address, script, publicKey } = account;
  const session = await login(bot);
  const balance = await call('tokenBalance', { params: { book: bot.book, address, tick }, query: { net } });
  const entry = balance.transferBalanceList.find(
    (one) =>
      one.orderId === undefined &&
      one.confirmations > 0 &&
      unitsOf(one.amount, balance.decimals) === unitsOf(amount, balance.decimals),
  );
  if (entry === undefined) throw new Error(`There is no free lot of ${amount} ${tick}.`);
  const { coins } = await call('coins', { query: { net, outpoints: entry.outpoint } });
  const lot = coins.map(coinFromWire).find((coin) => coin.outpoint === entry.outpoint);
  if (lot === undefined) throw new Error('The coin of the lot is not there.');
  const built = buildAsk({ lot, price: sats(price), payScript: script, publicKey });
  const signed = account.signPsbt(bytesToHex(built.psbt), built.toSign);
  // The check of the exchange itself: in anybody's purchase I give this lot and get this price.
  acceptAsk(hexToBytes(signed), { lot, owner: script, publicKey, price: sats(price) });
  const body = {
    net,
    address,
    tick,
    coinAmount: amount,
    orderState: 1,
    orderType: marketNamed(bot.book).types.ask,
    psbtRaw: signed,
  } as const;
  return (await call('pushAsk', { params: { book: bot.book }, body, session })).orderId;
}

/** Buys the cheapest order that costs, with all fees, no more than `most` sat. */
export async function take(bot: Bot, { tick, most }: { tick: string; most: bigint }): Promise<Trade> {
  const { call, account, net } = bot;
  const { address, script } = account;
  const session = await login(bot);
  const order = (await book(bot, tick)).find(
    (one) => !one.pending && one.sellerAddress !== address && BigInt(one.amount) <= most,
  );
  if (order === undefined) throw new Error(`Nobody sells ${tick} for ${most} sat.`);
  const feeRate = (await call('recommendedFees', { query: { net } })).halfHourFee;
  const publicKey = bytesToHex(account.publicKey);
  const ask = { net, orderIds: [order.orderId], buyerAddress: address, publicKey, feeRate };
  const prepared = await call('prepareTake', { params: { book: bot.book }, body: ask, session });
  requireTake(prepared, order, { net, script, feeRateSatVb: feeRate, maxSats: most });
  const psbtRaw = signed(account, prepared);
  const { takeId } = prepared;
  await call('updateOrderV2', {
    params: { book: bot.book },
    body: { orderState: 2, net, address, takeId, psbtRaw },
    session,
  });
  return untilSeen(bot, takeId, session);
}

/** Softly: the exchange deletes the signature. On the chain: the lot is spent, at a cost of `most` sat at most. */
export async function cancel(bot: Bot, orderId: string, most?: bigint): Promise<{ txId?: string }> {
  const { call, account, net } = bot;
  const { address, script } = account;
  const session = await login(bot);
  if (most === undefined) {
    await call('updateOrderV2', {
      params: { book: bot.book },
      body: { orderState: 3, net, address, orderId },
      session,
    });
    return {};
  }
  const order = await call('order', { params: { book: bot.book, orderId }, query: { net } });
  const feeRate = (await call('recommendedFees', { query: { net } })).halfHourFee;
  const publicKey = bytesToHex(account.publicKey);
  const prepared = await call('prepareCancel', {
    params: { book: bot.book },
    body: { net, address, orderId, publicKey, feeRate },
    session,
  });
  requireCancel(prepared, order, { net, script, feeRateSatVb: feeRate, maxSats: most });
  const psbtRaw = signed(account, prepared);
  const { txId } = await call('submitCancel', {
    params: { book: bot.book },
    body: { net, address, orderId, psbtRaw },
    session,
  });
  return { txId };
}

type Prepared = Parameters<typeof requireCancel>[0] | Parameters<typeof requireTake>[0];

function signed(account: Account, { psbtRaw, toSignInputs }: Prepared): string {
  return bytesToHex(stripPsbt(hexToBytes(account.signPsbt(psbtRaw, toSignInputs))));
}

/** Sent is not done: waits until our node has seen it. A block decides. */
async function untilSeen(bot: Bot, tradeId: string, session: Session): Promise<Trade> {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    const trade = await bot.call('trade', {
      params: { book: bot.book, tradeId },
      query: { net: bot.net },
      session,
    });
    if (ON_ITS_WAY.has(trade.state)) return trade;
    if (trade.state === 'void') throw new Error(`The purchase is void: ${trade.reason}`);
    if (Date.now() > until) throw new Error(`The purchase ${tradeId} is ${trade.state} since a minute.`);
    await sleep(LOOK_MS);
  }
}
