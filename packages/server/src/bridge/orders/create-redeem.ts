/** The order of a redeem: his wallet makes both transactions itself, so he is told where to, and whether it can (bridge §2). */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import type { IndexedMvcCoin } from '@rialto/ground';
import { unitOf } from '@rialto/market';
import type { BridgeNetwork } from '@rialto/market';
import {
  bridgeTransferFees,
  bridgeTransferNeeds,
  checkOfTokenPayment,
  hash160,
  mvcAddress,
  writeMvcTransaction,
} from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { transactionsOf } from '../../mvc/swaps/plan-act.ts';
import { keepOrder } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import { amountOf, readOrder } from './terms.ts';
import type { Shown } from './terms.ts';

/** More of SPACE or of a token than the original's wallet spends at once. */
const [MOST_SPACE, MOST_TOKENS, MOST_LOOKED] = [3, 20, 100];
/** Sat for a thousand bytes: what the original's wallet pays at least. */
const WALLET_RATE = 1_000n;

/** @throws Refusal as `readOrder`; insufficient-funds, coin-unconfirmed, token-not-followed */
export async function createRedeem(
  context: BridgeContext,
  { terms: wire, publicKey }: BodyOf<'bridgeRedeemBtc'>,
  network: BridgeNetwork,
): Promise<AnswerOf<'bridgeRedeemBtc'>> {
  const shown = await readOrder(context, wire, { direction: 'redeem', network });
  const key = hexToBytes(publicKey);
  const user = hash160(key);
  if (shown.terms.refund !== `76a914${bytesToHex(user)}88ac`)
    throw new Refusal('not-yours', 'the refund goes to another key than pays');
  const { keys } = shown.known;
  const tokens = await tokensOf(context, shown, user);
  const space = await context.mvc.ledger.spaceOf(user, MOST_LOOKED);
  const needs = needsOf(context, shown, { key, tokens });
  const held = space.reduce((sum, { value }) => sum + value, 0n);
  if (held < needs) throw new Refusal('insufficient-funds', `${needs - held} sat of SPACE more`);
  await keepOrder(context.store.db, shown.id, shown.terms);
  context.at('bridge-ordered');
  const isFew = space.length <= MOST_SPACE && tokens.length <= MOST_TOKENS;
  return {
    orderId: shown.id,
    bridgeAddress: mvcAddress(hexToBytes(keys.inletHash), context.network),
    out: shown.quote.out.toString(),
    ...{ spaceCoins: space.length, tokenCoins: tokens.length, needs: needs.toString() },
    previous: isFew ? await previousOf(context, [...tokens, ...space]) : [],
  };
}

async function tokensOf(context: BridgeContext, shown: Shown, user: Uint8Array) {
  const { token } = shown.known.asset;
  const key = { codehash: token.codehash, genesis: token.genesis };
  const all = await context.mvc.ledger.tokensOf(user, key);
  const genuine = all.filter(({ verdict }) => verdict === 'genuine');
  const needed = amountOf(shown) / unitOf(shown.known.asset);
  const held = genuine.reduce((sum, coin) => sum + coin.token.amount, 0n);
  if (held >= needed) return genuine;
  if (all.length > genuine.length) throw new Refusal('token-not-followed');
  throw new Refusal('insufficient-funds', `${needed - held} units more`);
}

/** SPACE for both transactions, with all of his coins in them. */
function needsOf(
  { mvc }: BridgeContext,
  shown: Shown,
  { key, tokens }: { readonly key: Uint8Array; readonly tokens: Awaited<ReturnType<typeof tokensOf>> },
): bigint {
  const { asset, keys } = shown.known;
  const userTokens = tokens.slice(0, MOST_TOKENS);
  const units = amountOf(shown) / unitOf(asset);
  const check = checkOfTokenPayment({
    ...{ token: { codehash: asset.token.codehash, genesis: asset.token.genesis }, userKey: key, userTokens },
    ...{ receiver: hexToBytes(keys.inletHash), units },
  });
  const rate = mvc.settings.feeRate > WALLET_RATE ? mvc.settings.feeRate : WALLET_RATE;
  const held = userTokens.reduce((sum, { value }) => sum + value, 0n);
  return bridgeTransferNeeds(bridgeTransferFees(check, MOST_SPACE, rate), check, held);
}

async function previousOf({ mvc }: BridgeContext, coins: readonly IndexedMvcCoin[]): Promise<string[]> {
  const known = await transactionsOf(
    mvc,
    coins.map(({ outpoint }) => outpoint),
  );
  return [...known.values()].map((tx) => bytesToHex(writeMvcTransaction(tx)));
}
