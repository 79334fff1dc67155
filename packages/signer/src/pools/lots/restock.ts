/**
 * New ready lots of a BRC-20 pool, inscribed at the cost of our stock onto a script of the pool's. Never more than is free there: a transfer
 * beyond it would be dead for good (pools §12).
 */
import { coinToWire } from '@rialto/contract';
import type { PoolRestockRequest, SignerAnswer } from '@rialto/contract';
import { atOneTip } from '@rialto/ground';
import type { Ledger, Tip, Turns } from '@rialto/ground';
import { DUST_FLOOR, amount, bytesToHex } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { assetScript, planRestock, publicKeyOf, signUnsigned } from '@rialto/psbt';
import type { AssetScript, RestockPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { keepToLimits } from '../../cosign/limits.ts';
import { requireWanted } from '../../cosign/wanted.ts';
import { payingCoins } from '../../pads/stock-keeper.ts';
import { keyOfPool, revealSecret } from '../pool-keys.ts';
import type { PoolParts } from '../pool-parts.ts';
import type { PoolStockParts } from '../pool-stock.ts';
import type { PoolView } from '../pool-view.ts';
import { isLotted } from './lotted.ts';

export interface RestockParts extends PoolStockParts, Pick<PoolParts, 'poolViews' | 'isPoolStopped'> {
  readonly ledger: PoolStockParts['ledger'] & Pick<Ledger, 'balancesOf' | 'tokens'>;
  readonly turns: Turns;
  now(): number;
}

/**
 * Inscribes lots and sends them, with the stock's own coins: its line in the journal first. While anything of the stock waits for a block
 * nothing new is begun, so what an earlier request takes of the tokens is in the index before the next.
 * @param gone says whether the caller has hung up: nothing is paid for nobody
 * @throws Refusal trading-stopped, pool-unknown, pool-paused, lots-differ (no pool of BRC-20), script-not-allowed (no act in a block brought
 *   lots there), lane-waits, syncing, fee-too-high, fee-too-low, limit-reached, insufficient-funds, bad-request
 */
export function restock(
  parts: RestockParts,
  request: PoolRestockRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'poolRestock'>> {
  return parts.turns('stock', async () => {
    if (parts.stopped()) throw new Refusal('trading-stopped');
    if ((await parts.sender.sendAll()).length > 0)
      throw new Refusal('lane-waits', 'the stock waits for a block');
    await requireFairRate(parts, request.feeRateSatVb);
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

/** Between what our node takes and the most that the stock pays. */
async function requireFairRate({ chain, feeRate }: RestockParts, feeRateSatVb: number): Promise<void> {
  const { minimum } = await chain.estimateFees();
  if (feeRateSatVb < minimum) throw new Refusal('fee-too-low');
  if (feeRateSatVb > feeRate.highest) throw new Refusal('fee-too-high', `at most ${feeRate.highest} sat/vB`);
}

interface Home {
  readonly master: Uint8Array;
  readonly view: PoolView;
  readonly token: AssetId;
  readonly script: AssetScript;
}

/** The script on which the lots are to lie: one that an act made which a block has. */
async function homeOf(
  { journal, poolMaster, poolViews, isPoolStopped }: RestockParts,
  { poolNumber: number, place }: PoolRestockRequest,
): Promise<Home> {
  const { pools } = journal.recall;
  const pool = pools.pool(number);
  if (pool === undefined || poolMaster === undefined) throw new Refusal('pool-unknown', `${number}`);
  if (isPoolStopped(number)) throw new Refusal('pool-paused');
  const view = await poolViews.view(number);
  const { token } = view;
  if (token === undefined || !isLotted(token)) throw new Refusal('lots-differ', 'the pool has no lots');
  const mined = poolViews.mined(number);
  if (!pools.signed(number).some((act) => act.place === place && mined.has(act.id)))
    throw new Refusal('script-not-allowed', place);
  const script = assetScript(keyOfPool(poolMaster, pool).keys, place);
  return { master: poolMaster, view, token, script };
}

/** By what is free on the script in the very block that the pool was seen at. */
async function planOf(
  parts: RestockParts,
  { poolNumber, place, amounts, feeRateSatVb }: PoolRestockRequest,
  { master, view, token, script }: Home,
): Promise<{ plan: RestockPlan; tip: Tip }> {
  const { ledger, journal, key } = parts;
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
