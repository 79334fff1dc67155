/**
 * New ready lots of a BRC-20 pool, inscribed at the cost of our stock onto a script of the pool's. Never more than is free there: a transfer
 * beyond it would be dead for good (pools §12).
 */
import { coinToWire } from '@rialto/contract';
import type { PoolRestockRequest, SignerAnswer } from '@rialto/contract';
import { atOneTip } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { largestLot } from '@rialto/market';
import { DUST_FLOOR, amount, bytesToHex } from '@rialto/protocols';
import { planRestock, publicKeyOf, signUnsigned } from '@rialto/psbt';
import type { RestockPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../../cosign/limits.ts';
import { requireWanted } from '../../cosign/wanted.ts';
import { payingCoins } from '../../pads/stock-keeper.ts';
import { revealSecret } from '../pool-keys.ts';
import { homeOf, whenStockRests } from './stock-pays.ts';
import type { Home, LotStockParts } from './stock-pays.ts';

/**
 * Inscribes lots and sends them, with the stock's own coins: its line in the journal first.
 * @param gone says whether the caller has hung up: nothing is paid for nobody
 * @throws Refusal as `whenStockRests` and `homeOf`; syncing, limit-reached, insufficient-funds, bad-request (also for a lot that hardly
 *   anybody could buy)
 */
export function restock(
  parts: LotStockParts,
  request: PoolRestockRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'poolRestock'>> {
  return whenStockRests(parts, request.feeRateSatVb, async () => {
    const found = await homeOf(parts, request);
    const { plan, tip } = await planOf(parts, request, found);
    const now = parts.now();
    requireWanted(parts, gone);
    const fee = plan.fee + DUST_FLOOR * BigInt(plan.lots.length);
    keepToLimits(parts.journal.recall.usage(now), parts.limits, { stockFee: fee });
    const coins = plan.draft.inputs.map(({ coin }) => coin);
    const { raw, txid } = signUnsigned(plan.commit.unsigned, coins, parts.key.secret);
    const reveals = plan.reveals.map((one) => ({ raw: bytesToHex(one.raw), txid: one.txid }));
    parts.journal.append({
      at: new Date(now).toISOString(),
      kind: 'pool-restock',
      txid,
      unsigned: bytesToHex(plan.commit.unsigned),
      coins: coins.map(coinToWire),
      ...tip,
      number: request.poolNumber,
      place: request.place,
      amounts: request.amounts,
      reveals: reveals.map((one) => one.raw),
      fee: fee.toString(),
    });
    await parts.sender.sendAll();
    return {
      commit: { raw: bytesToHex(raw), txid },
      reveals,
      lots: plan.lots.map(({ outpoint }) => outpoint),
      fee: plan.fee.toString(),
    };
  });
}

/** By what is free on the script in the very block that the pool was seen at. */
async function planOf(
  parts: LotStockParts,
  { poolNumber, place, amounts, feeRateSatVb }: PoolRestockRequest,
  { master, view, token, script }: Home,
): Promise<{ plan: RestockPlan; tip: Tip }> {
  const { ledger, journal, key } = parts;
  const most = largestLot(view.confirmed.r2);
  if (amounts.some((text) => BigInt(text) > most))
    throw new Refusal('bad-request', `lots of ${most} at most`);
  const { tip, value } = await atOneTip(ledger, async () => ({
    balances: await ledger.balancesOf(script.pool.script, token),
    tokens: await ledger.tokens({ assets: [token], limit: 1 }),
  }));
  if (tip.hash !== view.tip.hash) throw new Refusal('syncing', 'a block came meanwhile');
  const [known] = value.tokens;
  if (known === undefined) throw new Refusal('lots-differ', token);
  const before = journal.recall.pools.restocked(place);
  const plan = planRestock({
    operator: { script: key.script, key: publicKeyOf(key.secret), coins: await payingCoins(parts) },
    script,
    tick: known.tick,
    token: known,
    available: value.balances[0]?.available ?? amount(0n),
    amounts: amounts.map((text) => amount(BigInt(text))),
    revealKeys: amounts.map((_, at) => revealSecret(master, poolNumber, { place, index: before + at })),
    feeRateSatVb,
  });
  return { plan, tip };
}
