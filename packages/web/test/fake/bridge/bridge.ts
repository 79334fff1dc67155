/** The bridge as an exchange tells of it: its assets, its addresses, somebody who uses it, and orders as they are shown. */
import type { BridgeAssetView, BridgeAssets, BridgeOrderView, WireBridgeTerms } from '@rialto/contract';
import { hash160, mvcAddress, p2pkhScript } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { bridgeQuote } from '@rialto/market';
import { rulesOf } from '../../../src/data/bridge/bridge-assets.ts';
import type { BridgeIntent, MintIntent, RedeemIntent } from '../../../src/flows/bridge/bridge-intent.ts';
import { POOL_FACTS } from '../mvc-swaps.ts';
import { user } from '../people.ts';

export const BRIDGER = user(51, 'p2tr');
export const LOCKED = user(52, 'p2tr');
export const THIEF = user(53, 'p2tr');
export const INLET = hash160(user(54).key);
export const MVC_ADDRESS = mvcAddress(hash160(BRIDGER.key), 'regtest');
const HEIGHT = 500;
export const RATE = 2;

const fees = (network: string) => ({ ppm: '1000', constant: '500', network });

export const BTC: BridgeAssetView = {
  ...{ asset: 'btc', network: 'BTC', originTokenId: 'BTC', originName: 'Bitcoin', originSymbol: 'BTC' },
  ...{ targetTokenCodeHash: POOL_FACTS.codehash, targetTokenGenesis: POOL_FACTS.genesis },
  ...{ targetTokenId: POOL_FACTS.genesis, targetName: 'Wrapped bitcoin', targetSymbol: 'wBTC' },
  ...{ decimals: 8, trimDecimals: 0, fees: { mint: fees('300'), redeem: fees('2000') } },
  ...{ minimum: '20000', maximum: '100000000' },
  tiers: [
    { upTo: '1000000', btc: 3, mvc: 10 },
    { upTo: null, btc: 6, mvc: 30 },
  ],
  ...{ isEnableMint: true, isEnableRedeem: true, paused: null },
  ...{ lockedScript: bytesToHex(LOCKED.script), lockedAddress: LOCKED.address },
  ...{ inletHash: bytesToHex(INLET), inletAddress: mvcAddress(INLET, 'regtest') },
  keys: { k: 2, n: 2 },
};

/** Two of its digits do not come over. */
export const RUNE: BridgeAssetView = {
  ...BTC,
  ...{ asset: 'fern', network: 'RUNES', originTokenId: '100:1', originName: 'PLAINFERN' },
  ...{ originSymbol: 'PLAINFERN', targetSymbol: 'wFERN', decimals: 5, trimDecimals: 2 },
  ...{ minimum: '100000', maximum: '900000000' },
};

/** Its units are its own, as its tokens are whole coins. */
export const MRC20: BridgeAssetView = {
  ...BTC,
  ...{ asset: 'moss', network: 'MRC20', originTokenId: `${'d'.repeat(64)}i0`, originName: 'MOSS' },
  ...{ originSymbol: 'MOSS', targetSymbol: 'wMOSS', decimals: 3, trimDecimals: 0 },
  ...{ minimum: '100000', maximum: '900000000' },
};

/** With 18 digits, as all of BRC-20; ten of them do not come over. */
export const BRC20: BridgeAssetView = {
  ...BTC,
  ...{ asset: 'ordi', network: 'BRC20', originTokenId: `${'1'.repeat(64)}i0`, originName: 'ordi' },
  ...{ originSymbol: 'ORDI', targetSymbol: 'wORDI', decimals: 18, trimDecimals: 10 },
  ...{ minimum: '1000000000000000000', maximum: '900000000000000000000' },
};

/** Whole tokens of BRC-20. */
export const whole = (tokens: bigint): bigint => tokens * 10n ** 18n;

export const assets = (list: readonly BridgeAssetView[] = [BTC, RUNE]): BridgeAssets => ({
  ...{ assetList: [...list], net: 'regtest', feeRate: RATE },
  btc: { height: HEIGHT, secondsPerBlock: 600 },
  mvc: { height: 900, secondsPerBlock: 300, standsStill: false },
});

export function intentOf(direction: 'mint', amount: bigint, asset?: BridgeAssetView): MintIntent;
export function intentOf(direction: 'redeem', amount: bigint, asset?: BridgeAssetView): RedeemIntent;
export function intentOf(
  direction: BridgeIntent['direction'],
  amount: bigint,
  asset: BridgeAssetView = BTC,
): BridgeIntent {
  const { address, publicKey } = BRIDGER;
  const intent = {
    ...({ network: 'regtest', user: { wallet: 'metalet', address, publicKey } } as const),
    ...{ account: { address: MVC_ADDRESS, publicKey }, asset, height: HEIGHT },
    quote: bridgeQuote(rulesOf(asset), direction, amount),
  };
  return direction === 'mint' ? { ...intent, direction, feeRateSatVb: RATE } : { ...intent, direction };
}

export const outOf = ({ direction, amount }: WireBridgeTerms, asset: BridgeAssetView): string =>
  bridgeQuote(rulesOf(asset), direction, BigInt(amount)).out.toString();

const PAID = 'a'.repeat(64);
export const PAYOUT = 'b'.repeat(64);

export const deposit = (
  more: Partial<BridgeOrderView['deposits'][number]> = {},
): BridgeOrderView['deposits'][number] => ({
  ...{ deposit: `btc:${PAID}:0`, txid: PAID, amount: '500000', height: 499, confirmations: 2, needed: 3 },
  ...{ state: 'confirming', waits: null, reason: '', refundable: '499700', exit: null },
  ...more,
});

export const order = (more: Partial<BridgeOrderView> = {}): BridgeOrderView => ({
  ...{ orderId: '0123456789abcdef0123456789abcdef', asset: 'btc', direction: 'mint', amount: '500000' },
  ...{ out: '498700', least: '498700', service: '1000', network: '300' },
  receiver: bytesToHex(p2pkhScript(hash160(BRIDGER.key))),
  ...{ refund: bytesToHex(BRIDGER.script), nonce: '1'.repeat(32), expires: 644, state: 'confirming' },
  ...{ waits: null, payment: null, deposits: [deposit()], createdAt: 1_780_000_000_000 },
  ...more,
});
