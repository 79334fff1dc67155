/** Exits on Bitcoin: a redeem paid out, or a mint refunded (bridge §5). The transaction is planned here, from coins that our own node has. */
import type { BridgePayRequest, SignerAnswer } from '@rialto/contract';
import { bytesToHex, equalBytes, hexToBytes, invariant, splitOutpoint } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction } from '@rialto/protocols';
import { beginBridgePayout, joinBridgePayout, planBridgePayout, signBridgePayout } from '@rialto/psbt';
import type { BridgePayout } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { assetsOn, runeOf } from '../coins/assets-on.ts';
import type { SpentCoin } from '../books/lines.ts';
import { MATURE } from '../deposits/deposit.ts';
import { transactionIn } from '../deposits/read-btc.ts';
import { exitInTurn } from '../in-turn.ts';
import type { BridgeKeys } from '../keys.ts';
import type { BridgeParts } from '../parts.ts';
import { judgeExit, noteExit } from './judge-exit.ts';
import { mostFeeOf } from './limits.ts';
import { openExit } from './open-exit.ts';
import { spentCoins, withOrigins } from './spent-coins.ts';
import type { OpenExit } from './open-exit.ts';

/**
 * The same request again is answered alike, whatever others have signed meanwhile.
 * @throws Refusal as `exitInTurn`, `openExit`, `spentCoins`, `judgeExit`, `planBridgePayout` and `joinBridgePayout`; coin-spent,
 *   coin-unconfirmed (a miner’s own), not-yours (a fee coin), bridge-fees-high, signature-missing (the first signs first)
 */
export function signPay(
  parts: BridgeParts,
  { signed, ...request }: BridgePayRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'bridgePay'>> {
  const { locked, fees } = request;
  return exitInTurn(parts, request, { spends: [...locked, ...fees], gone }, async (tips) => {
    const asked = await openExit(parts, request, { chain: 'btc', tips });
    if (asked.before !== undefined) {
      const { raw, id: txid, out } = asked.before;
      invariant(raw !== undefined, 'an exit on Bitcoin is kept whole');
      return { raw, txid, out };
    }
    const { open } = asked;
    const { kind } = request;
    const spent = await spentCoins(parts, open, { names: locked, kind });
    const spends = withOrigins(spent, await makersOf(parts, spent));
    const plan = await planned(parts, open, request);
    const most = mostFeeOf(open.asset, kind);
    if (plan.fee > most) throw new Refusal('bridge-fees-high', `${plan.fee} sat, ${most} at most`);
    await judgeExit(parts, open, { spends, kind, cost: plan.fee });
    const raw = bytesToHex(signedBy(open.keys, plan, signed));
    const { txid } = plan;
    const paying = fees.map((point) => ({ coin: point, point }));
    const made = { id: txid, spends, fees: paying, raw, cost: plan.fee.toString() };
    await noteExit(parts, open, { request, gone, ...made });
    return { raw, txid, out: open.due.out.toString() };
  });
}

/** Alone, as the first of several, or after others. @throws Refusal signature-missing, psbt-changed */
function signedBy(keys: BridgeKeys, plan: BridgePayout, signed: string | undefined): Uint8Array {
  const { locked, first, signers } = keys;
  if (first === undefined) {
    if (signed === undefined) throw new Refusal('signature-missing', 'the first signer signs first');
    return joinBridgePayout(plan, hexToBytes(signed), locked.secret);
  }
  if (signers !== undefined) return beginBridgePayout(plan, locked.secret, first.fees);
  const done = signBridgePayout(plan, locked.secret, first.fees);
  invariant(done.txid === plan.txid, 'what is signed is what was planned');
  return done.raw;
}

/** @throws Refusal syncing where the node lacks one: without it nobody could say later that this exit is dead */
async function makersOf(
  { source: { btc } }: BridgeParts,
  spent: readonly SpentCoin[],
): Promise<readonly Transaction[]> {
  const txids = spent.map(({ point }) => splitOutpoint(point).txid);
  const raws = await btc.chain.rawTransactions([...new Set(txids)]);
  return txids.map((txid) => {
    const tx = transactionIn(raws, txid);
    if (tx === undefined) throw new Refusal('syncing', `${txid} is not at the node`);
    return tx;
  });
}

async function planned(parts: BridgeParts, open: OpenExit, request: BridgePayRequest) {
  const { asset, keys, due } = open;
  const coinAt = await coinsAt(parts, open, [...request.locked, ...request.fees]);
  const feeCoins = request.fees.map(coinAt);
  for (const { script, outpoint, assets } of feeCoins) {
    if (!equalBytes(script, keys.fees.btc.script.script)) throw new Refusal('not-yours', outpoint);
    if (assets.length > 0) throw new Refusal('lot-mixed', outpoint);
  }
  return planBridgePayout({
    pays: runeOf(asset) ?? 'sats',
    locked: keys.locked.script,
    lockedCoins: request.locked.map(coinAt),
    fees: keys.fees.btc.script,
    feeCoins,
    receiver: hexToBytes(due.receiver),
    amount: due.out,
    id: due.id,
    feeRateSatVb: request.feeRateSatVb,
  });
}

/** Coins in blocks that no block has spent: what waits may be an earlier build of this very exit. @throws Refusal coin-spent, syncing */
async function coinsAt(
  { source: { btc } }: BridgeParts,
  { asset, tips: { btc: tip } }: OpenExit,
  points: readonly Outpoint[],
): Promise<(point: Outpoint) => Coin> {
  const unique = [...new Set(points)];
  const [node, on] = await Promise.all([btc.chain.settledAt(unique), assetsOn(btc, { asset, tip }, unique)]);
  if (node.tip.hash !== tip.hash) throw new Refusal('syncing', 'the chain moves');
  return (outpoint) => {
    const found = node.coins.get(outpoint);
    if (found?.height === undefined) throw new Refusal('coin-spent', outpoint);
    const { value, script, height, coinbase } = found;
    if (coinbase && tip.height - height + 1 < MATURE) throw new Refusal('coin-unconfirmed', outpoint);
    return { outpoint, value, script, height, assets: on(outpoint) };
  };
}
