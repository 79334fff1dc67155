/** The bridge as an exchange answers for it, honest or not: real scripts, real payments of both chains; only the chains under them are made up. */
import { checkScript } from '@rialto/contracts';
import type {
  AnswerOf,
  BridgeAssetView,
  BridgeAssets,
  BridgeOrderView,
  WireBridgeTerms,
} from '@rialto/contract';
import { coinToWire } from '@rialto/contract';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfTokenPayment,
  coinOf,
  hash160,
  mvcAddress,
  nameMvcTransaction,
  p2pkhScript,
  planPaymentCheck,
  planTokenPayment,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { TokenPayment } from '@rialto/mvc';
import { bytesToHex, concatBytes, sats } from '@rialto/protocols';
import type { Amount, AssetId, Coin } from '@rialto/protocols';
import { planBridgePayment } from '@rialto/psbt';
import { bridgeQuote } from '@rialto/market';
import { rulesOf } from '../../src/data/bridge/bridge-assets.ts';
import type { BridgeIntent } from '../../src/flows/bridge/bridge-intent.ts';
import { Ground, POOL_FACTS, tokenOutput } from './mvc-swaps.ts';
import { cleanCoin, user } from './people.ts';

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
};

/** Two of its digits do not come over. */
export const RUNE: BridgeAssetView = {
  ...BTC,
  ...{ asset: 'fern', network: 'RUNES', originTokenId: '100:1', originName: 'PLAINFERN' },
  ...{ originSymbol: 'PLAINFERN', targetSymbol: 'wFERN', decimals: 5, trimDecimals: 2 },
  ...{ minimum: '100000', maximum: '900000000' },
};

export const assets = (list: readonly BridgeAssetView[] = [BTC, RUNE]): BridgeAssets => ({
  ...{ assetList: [...list], net: 'regtest', feeRate: RATE },
  btc: { height: HEIGHT, secondsPerBlock: 600 },
  mvc: { height: 900, secondsPerBlock: 300, standsStill: false },
});

export function intentOf(
  direction: BridgeIntent['direction'],
  amount: bigint,
  asset: BridgeAssetView = BTC,
): BridgeIntent {
  const { address, publicKey } = BRIDGER;
  return {
    ...{ network: 'regtest', user: { wallet: 'metalet', address, publicKey } },
    ...{ account: { address: MVC_ADDRESS, publicKey }, asset, direction, height: HEIGHT },
    ...{ quote: bridgeQuote(rulesOf(asset), direction, amount), feeRateSatVb: RATE },
  };
}

const outOf = ({ direction, amount }: WireBridgeTerms, asset: BridgeAssetView): string =>
  bridgeQuote(rulesOf(asset), direction, BigInt(amount)).out.toString();

interface MintLies {
  readonly bridge: Uint8Array;
  readonly amount: bigint;
  readonly id: string;
  readonly feeRateSatVb: number;
}

const rune = (asset: BridgeAssetView): AssetId => `rune:${asset.originTokenId}` as AssetId;

/** A coin of his with the rune. */
const runeCoin = (asset: BridgeAssetView, units: bigint): Coin => ({
  ...cleanCoin(BRIDGER, 9, 10_000n),
  assets: [
    { kind: 'rune', asset: rune(asset), name: asset.originName, divisibility: 5, amount: units as Amount },
  ],
});

/** A payment as the exchange prepares it. @param lies what it does otherwise than it says */
export function createdMint(
  terms: WireBridgeTerms,
  orderId: string,
  asset: BridgeAssetView = BTC,
  lies: Partial<MintLies> = {},
): AnswerOf<'bridgeMintBtc'> {
  const isSats = asset.network === 'BTC';
  const planned = planBridgePayment({
    payer: { ...BRIDGER, coins: [cleanCoin(BRIDGER, 1, 3_000_000n)] },
    pays: isSats ? 'sats' : rune(asset),
    coins: isSats ? [] : [runeCoin(asset, 900_000_000n)],
    ...{ amount: BigInt(terms.amount), bridge: LOCKED.script, id: orderId, feeRateSatVb: RATE, ...lies },
  });
  return {
    ...{ orderId, bridgeAddress: LOCKED.address, out: outOf(terms, asset) },
    ...{ rawPsbt: bytesToHex(planned.psbt), toSignInputs: planned.toSign.map((one) => ({ ...one })) },
    ...{ coins: planned.draft.inputs.map(({ coin }) => coinToWire(coin)), minerFee: planned.fee.toString() },
  };
}

/** As a wallet writes what it is told to write beside a transfer. */
const note = (text: string) => ({
  value: sats(0n),
  script: concatBytes(Uint8Array.of(0x00, 0x6a, text.length), new TextEncoder().encode(text)),
});

/** The coins that a wallet has on MVC, and the transfers it makes of them. */
export function mvcPurse() {
  const ground = new Ground();
  const hash = hash160(BRIDGER.key);
  const space = ground.one({ value: sats(300_000n), script: p2pkhScript(hash) });
  const tokens = ground.coins([tokenOutput(hash, 400_000n), tokenOutput(hash, 300_000n)]);
  const previous = [space, ...tokens].map(({ outpoint }) => ground.made(outpoint.split(':')[0] ?? ''));

  const transfer = (asked: {
    readonly units: bigint;
    readonly id: string;
    readonly receiver?: Uint8Array;
    readonly slipped?: boolean;
  }) => {
    const payment: TokenPayment = {
      token: { codehash: POOL_FACTS.codehash, genesis: POOL_FACTS.genesis },
      ...{ userKey: BRIDGER.key, userTokens: tokens, userCoins: [space], units: asked.units },
      ...{ receiver: asked.receiver ?? INLET, message: note(asked.id) },
      tokenSats: TOKEN_OUTPUT_SATS,
    };
    const script = checkScript(checkOfTokenPayment(payment));
    const checkPlan = planPaymentCheck(payment, { script, sats: CHECK_SATS, fee: 4_000n });
    const check = ground.keep(nameMvcTransaction(bodyOfPlan(checkPlan)));
    const stranger = ground.one({ value: sats(9_000n), script: p2pkhScript(hash160(THIEF.key)) });
    const left = asked.slipped === true ? [coinOf(check, 1), stranger] : [coinOf(check, 1)];
    const plan = planTokenPayment({ ...payment, userCoins: left.slice(0, 1) }, coinOf(check, 0), 17_000n);
    const inputs = [
      ...plan.inputs.slice(0, -1),
      ...left.slice(1).map((coin) => ({ role: 'user-space' as const, coin })),
      ...plan.inputs.slice(-1),
    ];
    const made = bodyOfPlan({ ...plan, inputs });
    return {
      check: bytesToHex(writeMvcTransaction(check)),
      transfer: bytesToHex(writeMvcTransaction(made)),
    };
  };
  return {
    transfer,
    previous: [...new Set(previous)].map((tx) => bytesToHex(writeMvcTransaction(tx))),
  };
}

export function createdRedeem(
  terms: WireBridgeTerms,
  orderId: string,
  more: Partial<AnswerOf<'bridgeRedeemBtc'>> = {},
): AnswerOf<'bridgeRedeemBtc'> {
  return {
    ...{ orderId, bridgeAddress: BTC.inletAddress, out: outOf(terms, BTC) },
    ...{ spaceCoins: 1, tokenCoins: 2, needs: '30000', previous: [], ...more },
  };
}

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
