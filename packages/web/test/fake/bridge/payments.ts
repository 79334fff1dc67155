/** Payments to the bridge on both chains as exchange and wallet make them, honest or not: real scripts; only the chains under them are made up. */
import { checkScript } from '@rialto/contracts';
import type { AnswerOf, BridgeAssetView, WireBridgeTerms } from '@rialto/contract';
import { coinToWire } from '@rialto/contract';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfTokenPayment,
  coinOf,
  hash160,
  nameMvcTransaction,
  p2pkhScript,
  planPaymentCheck,
  planTokenPayment,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { TokenPayment } from '@rialto/mvc';
import {
  brc20Asset,
  bytesToHex,
  concatBytes,
  inscriptionId,
  mrc20Asset,
  runeAsset,
  sats,
} from '@rialto/protocols';
import type { Amount, Brc20Transfer, Coin, CoinAsset, InscriptionId, Txid } from '@rialto/protocols';
import { planBridgePayment } from '@rialto/psbt';
import { paysOf } from '../../../src/data/bridge/bridge-assets.ts';
import { Ground, POOL_FACTS, tokenOutput } from '../mvc-swaps.ts';
import { cleanCoin } from '../people.ts';
import { BRIDGER, BTC, INLET, LOCKED, RATE, THIEF, outOf } from './bridge.ts';

interface MintLies {
  readonly bridge: Uint8Array;
  readonly amount: bigint;
  readonly id: string;
  readonly feeRateSatVb: number;
}

/** His coins with the token: of a rune more than is paid, of MRC-20 exactly that, of BRC-20 one lot of it. */
function tokenCoins({ network, originTokenId, originName: name }: BridgeAssetView, paid: bigint): Coin[] {
  if (network === 'BTC') return [];
  if (network === 'BRC20')
    return [lotCoin({ asset: brc20Asset(originTokenId as InscriptionId), tick: name }, paid)];
  const of = (at: number, asset: CoinAsset): Coin => ({
    ...cleanCoin(BRIDGER, at, 10_000n),
    assets: [asset],
  });
  if (network === 'RUNES') {
    const amount = 900_000_000n as Amount;
    return [of(9, { kind: 'rune', asset: runeAsset(originTokenId), name, divisibility: 5, amount })];
  }
  const token = { kind: 'mrc20', asset: mrc20Asset(originTokenId), tick: name, decimals: 3 } as const;
  return [paid - 1_000n, 1_000n].map((amount, at) => of(8 + at, { ...token, amount: amount as Amount }));
}

function lotCoin(token: Omit<Brc20Transfer, 'amount'>, units: bigint): Coin {
  const coin = cleanCoin(BRIDGER, 7, 546n);
  const transfer = { ...token, amount: units as Amount };
  const id = inscriptionId('7'.repeat(64) as Txid, 0);
  return { ...coin, assets: [{ kind: 'inscription', id, offset: sats(0n), transfer }] };
}

/** A payment as the exchange prepares it. @param lies what it does otherwise than it says */
export function createdMint(
  terms: WireBridgeTerms,
  orderId: string,
  asset: BridgeAssetView = BTC,
  lies: Partial<MintLies> = {},
): AnswerOf<'bridgeMintBtc'> {
  const planned = planBridgePayment({
    payer: { ...BRIDGER, coins: [cleanCoin(BRIDGER, 1, 3_000_000n)] },
    pays: paysOf(asset),
    coins: tokenCoins(asset, lies.amount ?? BigInt(terms.amount)),
    ...{ amount: BigInt(terms.amount), bridge: LOCKED.script, id: orderId, feeRateSatVb: RATE, ...lies },
  });
  return {
    ...{ orderId, bridgeAddress: LOCKED.address, out: outOf(terms, asset) },
    ...{ rawPsbt: bytesToHex(planned.psbt), toSignInputs: planned.toSign.map((one) => ({ ...one })) },
    ...{ coins: planned.draft.inputs.map(({ coin }) => coinToWire(coin)), minerFee: planned.fee.toString() },
  };
}

/** As a wallet writes what it is told to write beside a transfer. */
export const note = (text: string) => ({
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
