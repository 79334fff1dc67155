/** What an honest exchange answers to everything that the pages of the bridge ask. */
import type { BridgeOrderView, WireBridgeTerms } from '@rialto/contract';
import { orderIdOf } from '../../../src/flows/bridge/bridge-terms.ts';
import { BRC20, BTC, MRC20, MVC_ADDRESS, RATE, RUNE, assets } from './bridge.ts';
import { createdMint, createdRedeem } from './payments.ts';

const AT = { height: 500, hash: '0'.repeat(64) };
const PLANS = { fastestFee: 4, halfHourFee: RATE, hourFee: RATE, economyFee: 1, minimumFee: 1 };

interface Asked {
  readonly query: URLSearchParams;
  readonly body: unknown;
}
export type Answer = (asked: Asked) => unknown;

/** Refused by name. */
export class No {
  readonly refusal: string;
  readonly words: string;
  constructor(refusal: string, words: string) {
    this.refusal = refusal;
    this.words = words;
  }
}

export const termsIn = ({ body }: Asked): WireBridgeTerms => (body as { terms: WireBridgeTerms }).terms;

export const usual = (): Record<string, Answer> => ({
  '/bridge/assetList': () => assets(),
  '/bridge/queryTransactionsByAddress': () => ({ total: 0, list: [], nextCursor: null }),
  '/bridge/order': () => new No('bridge-order-unknown', 'There is no such order.'),
  '/bridge/deposits': () => ({ list: [], at: AT }),
  '/bridge/reserves': () => ({ reserves: [], btc: AT, mvc: AT }),
  '/bridge/createPrepayOrderMintBtc': (asked) => createdMint(termsIn(asked), orderIdOf(termsIn(asked))),
  '/bridge/createPrepayOrderMintRunes': (asked) =>
    createdMint(termsIn(asked), orderIdOf(termsIn(asked)), RUNE),
  '/bridge/createPrepayOrderMintMrc20': (asked) =>
    createdMint(termsIn(asked), orderIdOf(termsIn(asked)), MRC20),
  '/bridge/createPrepayOrderMintBrc20': (asked) =>
    createdMint(termsIn(asked), orderIdOf(termsIn(asked)), BRC20),
  '/bridge/createPrepayOrderRedeemBtc': (asked) => createdRedeem(termsIn(asked), orderIdOf(termsIn(asked))),
  '/mvc/account': () => ({
    ...{ address: MVC_ADDRESS, space: '300000', spaceWaiting: '0', coins: 1, parked: [], at: AT },
    tokens: [
      {
        ...{ codehash: BTC.targetTokenCodeHash, genesis: BTC.targetTokenGenesis, name: 'w', symbol: 'wBTC' },
        ...{ decimals: 8, amount: '700000', waiting: '0', unknown: '0', coins: 2 },
      },
    ],
  }),
  '/book/common/fee/recommended': () => PLANS,
  '/book/common/address/btc-utxo': () => [
    {
      ...{ txId: 'a'.repeat(64), vout: 0, outputIndex: 0, satoshis: '3000000', inscriptions: [] },
      ...{ addressType: 2, confirmed: true },
    },
  ],
  '/book/common/runes/address/balance-list': () => ({
    confirmed: [
      { runeid: '100:1', spacedRune: 'PLAINFERN', amount: '900000000', symbol: '', divisibility: 5 },
    ],
    ...{ unconfirmed: [], at: AT },
  }),
});

const TYPES_OF: Readonly<Record<string, readonly [string, string]>> = {
  btc: ['btcToMvc', 'mvcToBtc'],
  fern: ['runesToMvc', 'mvcToRunes'],
  moss: ['mrc20ToMvc', 'mvcToMrc20'],
  ordi: ['brc20ToMvc', 'mvcToBrc20'],
};

export const historyOf =
  (rows: readonly BridgeOrderView[]): Answer =>
  ({ query }) => {
    const type = query.get('type') ?? '';
    const list = rows.filter(({ direction, asset }) => {
      const [near = '', far] = TYPES_OF[asset] ?? [];
      return type === (direction === 'mint' ? near : far);
    });
    const from = Number(query.get('cursor') ?? '0');
    return { total: list.length, list: list.slice(from, from + 20), nextCursor: null };
  };
