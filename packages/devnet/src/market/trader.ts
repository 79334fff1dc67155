/** A user that is a program: a real key, a session, asks and takes signed as a wallet signs them. Seeds and tests trade with it. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { AnswerOf, BodyOf, CallName, PreparedTake, Trade } from '@rialto/contract';
import { marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, concatBytes, doubleSha256, hexToBytes, sats, writeCompactSize } from '@rialto/protocols';
import type { Coin, Network } from '@rialto/protocols';
import { buildAsk, publicKeyOf, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import type { ToSign } from '@rialto/psbt';
import { callApi } from './api.ts';
import { coinsOf } from './facts.ts';

export type AccountKind = 'p2wpkh' | 'p2tr';

export interface OwnLot {
  readonly coin: Coin;
  readonly amount: string;
}

export interface Trader {
  readonly address: string;
  readonly script: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly key: Uint8Array;
  readonly book: MarketName;
  /** The same user, session and all, in another book. */
  at(book: MarketName): Trader;
  login(): Promise<void>;
  /** A call with the session's headers. */
  post<Name extends CallName>(name: Name, body: BodyOf<Name>): Promise<AnswerOf<Name>>;
  headers(): Record<string, string>;
  /** What the own address could offer: transfer inscriptions or coins with MRC-20 or a rune, as the exchange's index sees them. */
  lots(tick: string): Promise<OwnLot[]>;
  signAsk(coin: Coin, price: bigint): string;
  /** Offers a lot. @returns the order's id */
  ask(lot: OwnLot, tick: string, price: bigint, free?: boolean): Promise<string>;
  /** Lowers the price of an open order in place. */
  lower(orderId: string, coin: Coin, price: bigint): Promise<void>;
  prepare(orderIds: readonly string[], feeRate: number): Promise<PreparedTake>;
  sign(psbtHex: string, toSign: readonly ToSign[]): string;
  submit(take: PreparedTake): Promise<Trade>;
  take(orderIds: readonly string[], feeRate?: number): Promise<Trade>;
}

/** BIP-137 as the wallets do it: 65 bytes, header 31 or 32, whatever the address type. */
export function signMessage(text: string, key: Uint8Array): string {
  const magic = new TextEncoder().encode('Bitcoin Signed Message:\n');
  const message = new TextEncoder().encode(text);
  const digest = doubleSha256(
    concatBytes(writeCompactSize(magic.length), magic, writeCompactSize(message.length), message),
  );
  const signature = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  const header = 31 + (signature[0] ?? 0);
  return base64.encode(concatBytes(Uint8Array.of(header), signature.slice(1)));
}

/** Signs the named inputs of a PSBT and leaves it unfinished. */
export function signPsbt(psbtHex: string, key: Uint8Array, toSign: readonly ToSign[]): string {
  const transaction = Transaction.fromPSBT(hexToBytes(psbtHex), {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
  });
  for (const { index, sighash } of toSign) transaction.signIdx(key, index, [sighash]);
  return bytesToHex(transaction.toPSBT());
}

interface TraderOptions {
  readonly origin: string;
  readonly key: Uint8Array;
  readonly kind: AccountKind;
  readonly network?: Network;
}

interface User {
  readonly origin: string;
  readonly net: Network;
  readonly key: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly script: Uint8Array;
  readonly address: string;
  /** The login signature; the same in every book. */
  signature: string;
}

export function openTrader({ origin, key, kind, network: net = 'regtest' }: TraderOptions): Trader {
  const publicKey = publicKeyOf(key);
  const script = scriptOfKey(publicKey, kind);
  const address = scriptToAddress(script, net);
  if (address === undefined) throw new Error('invariant: a key has an address');
  return inBook({ origin, net, key, publicKey, script, address, signature: '' }, 'brc20');
}

function inBook(user: User, book: MarketName): Trader {
  const { origin, net, key, publicKey, script, address } = user;
  const headers = (): Record<string, string> => ({
    'x-signature': user.signature,
    'x-public-key': bytesToHex(publicKey),
  });
  const post: Trader['post'] = (name, body) => callApi(origin, name, { body, book, headers: headers() });
  const sign: Trader['sign'] = (psbtHex, toSign) => signPsbt(psbtHex, key, toSign);
  const signAsk: Trader['signAsk'] = (coin, price) => signedAsk({ key, publicKey, script }, coin, price);
  const prepare: Trader['prepare'] = (orderIds, feeRate) =>
    post('prepareTake', {
      net,
      orderIds: [...orderIds],
      buyerAddress: address,
      publicKey: bytesToHex(publicKey),
      feeRate,
    });
  const submit: Trader['submit'] = async (take) => {
    const psbtRaw = sign(take.psbtRaw, take.toSignInputs);
    const answer = await post('updateOrderV2', { orderState: 2, net, address, takeId: take.takeId, psbtRaw });
    if (!('tradeId' in answer)) throw new Error('invariant: a take answers with a trade');
    return answer;
  };
  return {
    address,
    script,
    publicKey,
    key,
    book,
    headers,
    post,
    sign,
    signAsk,
    prepare,
    submit,
    at: (other) => inBook(user, other),
    login: () => login(user),
    lots: (tick) => freeLots(user, book, tick),
    ask: async (lot, tick, price, free = false) => {
      const orderType = marketNamed(book).types.ask;
      const offer = { orderState: 1, orderType, tick, coinAmount: lot.amount } as const;
      const body = { ...offer, net, address, psbtRaw: signAsk(lot.coin, price) };
      return (await post('pushAsk', free ? { ...body, freeState: 1 } : body)).orderId;
    },
    lower: async (orderId, coin, price) => {
      const psbtRaw = signAsk(coin, price);
      await post('updateOrderV2', { orderState: 1, net, address, orderId, psbtRaw });
    },
    take: async (orderIds, feeRate = 2) => submit(await prepare(orderIds, feeRate)),
  };
}

async function login(user: User): Promise<void> {
  const { origin, net, address, key, publicKey } = user;
  const { text, nonce, issuedAt } = await callApi(origin, 'loginChallenge', { query: { net, address } });
  user.signature = signMessage(text, key);
  const headers = { 'x-signature': user.signature, 'x-public-key': bytesToHex(publicKey) };
  await callApi(origin, 'loginIn', { body: { net, address, nonce, issuedAt }, headers });
}

/** The owner's lots that are in no order. */
async function freeLots(
  { origin, net, address, script }: User,
  book: MarketName,
  tick: string,
): Promise<OwnLot[]> {
  const balance = await callApi(origin, 'tokenBalance', { params: { book, address, tick }, query: { net } });
  const coins = await coinsOf(origin, { address, script }, net);
  return balance.transferBalanceList.flatMap(({ outpoint, orderId, amount }) => {
    const coin = coins.find((one) => one.outpoint === outpoint);
    return coin === undefined || orderId !== undefined ? [] : [{ coin, amount }];
  });
}

function signedAsk(
  { key, publicKey, script }: Pick<Trader, 'key' | 'publicKey' | 'script'>,
  coin: Coin,
  price: bigint,
): string {
  const built = buildAsk({ lot: coin, price: sats(price), payScript: script, publicKey });
  return signPsbt(bytesToHex(built.psbt), key, built.toSign);
}
