/** A small exchange that answers like the real one, for looking at the page and for tests of it. Never shipped. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { coinToWire } from '@rialto/contract';
import type { Order, PreparedTake, Token } from '@rialto/contract';
import { formatRate, rateE18, serviceFee } from '@rialto/market';
import { amount, bytesToHex, sats } from '@rialto/protocols';
import { buildTake, loginText, planTake, takeDraft } from '@rialto/psbt';
import { cleanCoin, id, lotCoin, person } from './people.ts';

const TOKEN = 10n ** 18n;
const AT = { height: 841, hash: id(841, 'e') };
const TICKS = ['ordi', 'sats', 'rats', 'pizza'];
const buyer = person(7);
const operator = person(9);
const SELLERS = [person(21), person(22), person(23)];

export interface FakeOptions {
  readonly dist: string;
  readonly port: number;
  /** Asks in the book. */
  readonly asks: number;
  readonly delayMs: number;
  /** The exchange lies about an output. */
  readonly lie: boolean;
}

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export function order(seed: number, more: Partial<Order> = {}): Order {
  const seller = SELLERS[seed % SELLERS.length] ?? buyer;
  const tokens = BigInt([12, 50, 5, 100, 21, 8, 250, 1][seed % 8] ?? 1);
  const each = 1800n + BigInt(seed * seed * 3 + seed * 17);
  const units = tokens * TOKEN;
  const coin = lotCoin(seller, seed, units);
  return {
    orderId: id(seed),
    book: 'brc20',
    orderState: 1,
    state: 'open',
    pending: false,
    orderType: 1,
    net: 'regtest',
    tick: 'ordi',
    assetId: `brc20:${id(1, 'd')}i0`,
    amount: (each * tokens).toString(),
    coinAmount: tokens.toString(),
    coinDecimalNum: 18,
    coinRatePrice: formatRate(rateE18(sats(each * tokens), amount(units))),
    freeState: 0,
    sellerAddress: seller.address,
    buyerAddress: '',
    inscriptionId: coin.assets.find((asset) => asset.kind === 'inscription')?.id ?? '',
    outpoint: coin.outpoint,
    psbtRaw: '',
    takePsbtRaw: '',
    platformFee: '0',
    timestamp: Date.now() - seed * 431_000,
    dealTx: '',
    reason: '',
    disclosed: false,
    ...more,
  };
}

function token(tick: string, index: number): Token {
  const inscriptionId = `${id(index + 1, 'd')}i0`;
  return {
    assetId: `brc20:${inscriptionId}`,
    ticker: tick,
    inscriptionId,
    max: '21000000',
    limit: '1000',
    minted: '21000000',
    decimal: 18,
    deployHeight: 110 + index,
    selfMint: false,
    holdersCount: 3,
    historyCount: 12,
    creator: '',
    burned: '0',
    firstDeployed: true,
    differences: [],
    openOrders: 40 - index * 7,
  };
}

export function preparedTake(orders: readonly Order[], feeRateSatVb: number, lie: boolean): PreparedTake {
  const lots = orders.map((one) => {
    const seller = SELLERS.find((each) => each.address === one.sellerAddress) ?? buyer;
    const seed = Number.parseInt(one.orderId.slice(1, 5), 16);
    const coin = lotCoin(seller, seed, BigInt(one.coinAmount) * TOKEN);
    return {
      coin: { ...coin, outpoint: one.outpoint as typeof coin.outpoint },
      price: sats(BigInt(one.amount)),
      payScript: seller.script,
      sequence: 0xfffffffd,
    };
  });
  const service = serviceFee(sats(lots.reduce((sum, lot) => sum + lot.price, 0n)));
  const plan = planTake({
    lots,
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: [cleanCoin(buyer, 1, 50_000_000n)],
    serviceFee: { script: lie ? person(66).script : operator.script, value: service },
    feeRateSatVb,
    pads: { platform: cleanCoin(operator, 2, 600n) },
  });
  const built = buildTake(plan);
  return {
    takeId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0001',
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((one) => ({ ...one })),
    coins: takeDraft(plan).inputs.map((input) => coinToWire(input.coin)),
    fees: {
      networkFee: built.fee.toString(),
      serviceFee: service.toString(),
      feeAddress: operator.address,
      vsize: built.vsize,
      feeRate: feeRateSatVb,
    },
    total: built.total.toString(),
    expiresAt: Date.now() + 90_000,
  };
}

export function startFakeExchange(options: FakeOptions): Promise<Server> {
  const state = { trade: 'submitted', polls: 0 };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (!url.pathname.startsWith('/api/')) return file(options.dist, url.pathname, response);
    if (url.pathname.startsWith('/api/feed')) return feed(response);
    void bodyOf(request).then((body) => {
      const data = answer(url, body, { options, state });
      setTimeout(() => send(response, url.pathname, data), options.delayMs);
    });
  });
  return new Promise((resolve) => {
    server.listen(options.port, '127.0.0.1', () => resolve(server));
  });
}

function file(dist: string, path: string, response: ServerResponse): void {
  const wanted = join(dist, path);
  const found = extname(path) !== '' && existsSync(wanted) ? wanted : join(dist, 'index.html');
  response.setHeader('Content-Type', TYPES[extname(found)] ?? 'application/octet-stream');
  response.setHeader('Content-Security-Policy', CSP);
  createReadStream(found).pipe(response);
}

function feed(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(
    `event: hello\ndata: ${JSON.stringify({ kind: 'hello', at: AT, seq: 0, epoch: 'fake' })}\n\n`,
  );
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function send(response: ServerResponse, path: string, data: unknown): void {
  response.setHeader('Content-Type', 'application/json');
  if (path === '/api/health') response.end(JSON.stringify(data));
  else if (data === undefined) {
    response.statusCode = 404;
    response.end(JSON.stringify({ code: 1, message: 'Not found.', data: null, processingTime: 0 }));
  } else response.end(JSON.stringify({ code: 0, message: '', data, processingTime: 1 }));
}

interface Inside {
  readonly options: FakeOptions;
  readonly state: { trade: string; polls: number };
}

const STATES = ['submitted', 'sent', 'seen', 'confirmed', 'final'];

function trade(state: string) {
  return {
    tradeId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0001',
    state,
    orderIds: [id(1)],
    tick: 'ordi',
    assetId: `brc20:${id(1, 'd')}i0`,
    coinAmount: '50',
    amount: '91000',
    networkFee: '900',
    serviceFee: '2000',
    buyerAddress: buyer.address,
    txId: id(77, 'f'),
    confirmations: 0,
    reason: '',
    nextBest: [],
    timestamp: Date.now(),
  };
}

function answer(url: URL, body: Record<string, unknown>, { options, state }: Inside): unknown {
  const path = url.pathname.replace('/api', '');
  const asks = Array.from({ length: options.asks }, (_, index) => order(index + 1)).map((one, index) =>
    index === 4 ? { ...one, sellerAddress: buyer.address } : index === 7 ? { ...one, pending: true } : one,
  );
  if (path === '/health')
    return {
      status: 'ok',
      network: 'regtest',
      ...AT,
      indexHeight: AT.height,
      indexHash: AT.hash,
      version: '4.0.0',
    };
  if (path.endsWith('/rate/btc')) return { usd: { btc: '64231.55' }, at: Date.now(), stale: false };
  if (path.endsWith('/fee/recommended'))
    return { economyFee: 1, hourFee: 1.5, halfHourFee: 2, fastestFee: 3, minimumFee: 1 };
  if (path.endsWith('/tick/list')) return { list: TICKS.map(token), at: AT };
  if (path.endsWith('/tickers'))
    return { results: TICKS.map((tick, index) => ticker(tick, index, options.asks)) };
  if (path.endsWith('/btc-utxo')) return coins();
  if (path.endsWith('/challenge')) return challenge(url, options.port);
  if (path.endsWith('/login/in')) return { address: body['address'], expiresAt: Date.now() + 600_000_000 };
  if (path.endsWith('/login/out')) return { success: true };
  if (path.endsWith('/tick/faucet')) return { txIds: [id(3, 'f')] };
  if (path.includes('/orders/user/')) return mine(url.searchParams.get('orderState') ?? '1');
  if (path.endsWith('/order-v2/orders'))
    return url.searchParams.get('orderState') === '2' ? deals(options.asks) : list(asks);
  if (path.endsWith('/take/prepare')) {
    const ids = body['orderIds'] as string[];
    return preparedTake(
      asks.filter((one) => ids.includes(one.orderId)),
      2,
      options.lie,
    );
  }
  if (path.endsWith('/order-v2/update'))
    return body['orderState'] === 2 ? trade('submitted') : { orderId: body['orderId'], orderState: 3 };
  if (path.includes('/trade/')) return trade(STATES[Math.min(4, Math.floor(state.polls++ / 2))] ?? 'final');
  if (path.endsWith('/ask/push')) return { orderId: id(50), orderState: 1 };
  if (/\/address\/[^/]+\/[^/]+$/.test(path)) return balance();
  return undefined;
}

const list = (results: readonly Order[]) => ({ total: results.length, results, at: AT });

function ticker(tick: string, index: number, asks: number) {
  const quiet = asks === 0;
  return {
    tick,
    assetId: token(tick, index).assetId,
    net: 'regtest',
    avgPrice: quiet ? '0' : ['1805.25', '0.00000412', '0.0381', '12.5'][index],
    lastPrice: quiet ? '0' : ['1798.5', '0.00000412', '0.0381', '12.5'][index],
    floorPrice: quiet ? '0' : ['1820', '0.0000045', '0.04', '13'][index],
    volume24h: quiet ? '0' : '48213300',
    trades24h: quiet ? 0 : 37 - index,
    openOrders: asks,
  };
}

function coins() {
  return [
    { txId: id(1, 'c'), vout: 1, satoshis: '50000000', confirmed: true, height: 100, inscriptions: [] },
    {
      txId: id(2, 'c'),
      vout: 0,
      satoshis: '120000',
      confirmed: false,
      inscriptions: [],
      lockedBy: 'unconfirmed',
    },
  ];
}

function challenge(url: URL, port: number) {
  const issuedAt = 1_790_000_000_000;
  const expiresAt = issuedAt + 300_000;
  const nonce = id(4);
  const text = loginText({
    domain: `localhost:${port}`,
    address: url.searchParams.get('address') ?? '',
    network: 'regtest',
    nonce,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  });
  return { text, nonce, issuedAt, expiresAt };
}

function mine(orderState: string) {
  if (orderState === '1') {
    return list([
      order(5, { sellerAddress: buyer.address }),
      order(31, { sellerAddress: buyer.address, pending: true }),
    ]);
  }
  return list([
    order(32, { orderState: 2, state: 'done', dealTx: id(8, 'f'), dealTimestamp: Date.now() - 3_000_000 }),
    order(33, { orderState: 3, state: 'cancelled', dealTimestamp: Date.now() - 90_000_000 }),
  ]);
}

function deals(asks: number) {
  if (asks === 0) return list([]);
  return list(
    Array.from({ length: 30 }, (_, index) =>
      order(index, {
        orderId: id(index, '9'),
        orderState: 2,
        state: 'done',
        coinRatePrice: (1798.5 - index * 3.25 + (index % 3) * 9).toString(),
        dealTimestamp: Date.now() - index * index * 67_000,
        dealTx: id(index, 'f'),
      }),
    ),
  );
}

function balance() {
  const entry = (seed: number, tokens: string, more: object = {}) => ({
    inscriptionId: `${id(seed, 'b')}i0`,
    inscriptionNumber: String(1200 + seed),
    amount: tokens,
    outValue: '546',
    outpoint: `${id(seed, 'b')}:0`,
    confirmations: 3,
    ...more,
  });
  return {
    token: 'ordi',
    assetId: `brc20:${id(1, 'd')}i0`,
    availableBalance: '1250.5',
    transferBalance: '175',
    transferBalanceList: [
      entry(41, '100'),
      entry(42, '50'),
      entry(43, '20', { orderId: id(5) }),
      entry(44, '5', { confirmations: 0, inscriptionNumber: '-1' }),
    ],
    at: AT,
  };
}
