/**
 * What frees the tokens that a stranger's transfer locks, at the cost of our stock: it plans the act; the pool signs it like any other of its
 * acts, by one key or by k of n; then the stock pays, its line in the journal first, and sends it until it is final (pools §12).
 */
import { coinToWire } from '@rialto/contract';
import type { FreePoolAct, PoolFreeRequest, PoolPayRequest, SignerAnswer } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { bytesToHex, hexToBytes, invariant, isFlaw, readTransaction } from '@rialto/protocols';
import { buildReturn, finishReturn, halfAt, payReturn, planFree, publicKeyOf } from '@rialto/psbt';
import { verifyInput, witnessAt } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../../cosign/limits.ts';
import { requireWanted } from '../../cosign/wanted.ts';
import { payingCoins } from '../../pads/stock-keeper.ts';
import { judgeFree } from './judge-free.ts';
import type { JudgedFree } from './judge-free.ts';
import { homeOf, whenStockRests } from './stock-pays.ts';
import type { LotStockParts } from './stock-pays.ts';

/**
 * The act, with coins of our stock that may pay for it; nothing is signed, and nothing written.
 * @throws Refusal as `whenStockRests`, `homeOf` and `judgeFree`; limit-reached
 */
export function planFreeing(
  parts: LotStockParts,
  request: PoolFreeRequest,
): Promise<SignerAnswer<'poolFree'>> {
  const { poolNumber, coin: point, place, feeRateSatVb } = request;
  return whenStockRests(parts, feeRateSatVb, async () => {
    const { token, script } = await homeOf(parts, request);
    const coin = (await loadCoins(parts, [point])).coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    const { script: own, secret } = parts.key;
    const payer = publicKeyOf(secret);
    const operator = { script: own, key: payer, coins: await payingCoins(parts) };
    const plan = planFree({ pool: script.pool, coin, token, operator, feeRateSatVb });
    const payments = plan.payments.map(({ outpoint }) => outpoint);
    const sign: FreePoolAct = {
      ...{ act: 'free', poolNumber, token, unsigned: bytesToHex(buildReturn(plan)) },
      plan: { coin: point, place, payer: bytesToHex(payer), payments, feeRateSatVb },
    };
    const fee = feeOf(await judged(parts, sign));
    keepToLimits(parts.journal.recall.usage(parts.now()), parts.limits, { stockFee: fee });
    return { sign };
  });
}

async function judged(parts: LotStockParts, request: FreePoolAct): Promise<JudgedFree> {
  const { poolNumber: number, plan } = request;
  const { key, view } = await homeOf(parts, { poolNumber: number, place: plan.place });
  const signed = parts.journal.recall.pools.signed(number);
  const mined = parts.poolViews.mined(number);
  return judgeFree(parts.poolWorld, view, { request, key, signed, mined });
}

/** What leaves the stock, in sat; what a coin below the dust limit is filled up with counts too. */
function feeOf({ plan: { payments, change } }: JudgedFree): bigint {
  return payments.reduce((sum, { value }) => sum + value, 0n) - (change?.value ?? 0n);
}

/**
 * Pays for what the pool has signed, and sends it.
 * @param gone says whether the caller has hung up: nothing is paid for nobody
 * @throws Refusal as `planFreeing`; not-yours (coins that are not our stock's), signature-missing, signature-invalid
 */
export function payFreeing(
  parts: LotStockParts,
  { sign, halves }: PoolPayRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'poolPay'>> {
  return whenStockRests(parts, sign.plan.feeRateSatVb, async () => {
    const free = await judged(parts, sign);
    requireOurs(parts, free, sign);
    const { raw, txid } = completed(parts, free, halves);
    const now = parts.now();
    const fee = feeOf(free);
    requireWanted(parts, gone);
    keepToLimits(parts.journal.recall.usage(now), parts.limits, { stockFee: fee });
    const answer = { raw: bytesToHex(raw), txid, fee: fee.toString() };
    parts.journal.append({
      at: new Date(now).toISOString(),
      kind: 'pool-free',
      unsigned: sign.unsigned,
      coins: free.coins.map(coinToWire),
      ...free.tip,
      number: sign.poolNumber,
      place: sign.plan.place,
      ...answer,
    });
    await parts.sender.sendAll();
    return answer;
  });
}

/** Our key's, and no pads: those are promised to others. */
function requireOurs({ key, pads }: LotStockParts, { plan }: JudgedFree, { plan: { payer } }: FreePoolAct) {
  if (payer !== bytesToHex(publicKeyOf(key.secret))) throw new Refusal('not-yours', 'the stock');
  const pad = plan.payments.find(({ outpoint }) => pads.isOurs(outpoint));
  if (pad !== undefined) throw new Refusal('not-yours', pad.outpoint);
}

function completed(
  { poolWorld: { verifier }, key }: LotStockParts,
  { plan, script, unsigned, coins }: JudgedFree,
  halves: PoolPayRequest['halves'],
) {
  const tx = readTransaction(unsigned);
  invariant(!isFlaw(tx), 'what was judged can be read');
  const pool = halves.map((half) =>
    halfAt(script, { key: hexToBytes(half.key), signatures: half.signatures.map(hexToBytes) }),
  );
  verifyInput({ tx, coins, index: 0 }, script.pool.kind, witnessAt(script.pool, 0, pool), verifier);
  return finishReturn(plan, { pool, operator: payReturn(plan, unsigned, key.secret) }, verifier);
}
