/** Orders as the exchange answers them, for tests of the page. */
import type { Order, PreparedTake } from '@rialto/contract';
import { formatRate, rateE18 } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { id, lotCoin, user } from './people.ts';

/** What an exchange that says nothing says of a purchase: the page works the effects out itself. */
export const NO_EFFECTS: PreparedTake['effects'] = {
  parties: [],
  toFee: [],
  burned: [],
  disputed: [],
  networkFee: '0',
  vsize: 0,
  feeRate: 0,
};

const TOKEN = 10n ** 18n;
const SELLERS = [user(21), user(22), user(23)];

export function order(seed: number, more: Partial<Order> = {}): Order {
  const seller = SELLERS[seed % SELLERS.length] ?? user(7);
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
