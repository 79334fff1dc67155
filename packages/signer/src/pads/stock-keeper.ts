/** Keeps the stock of pads full by itself, from clean confirmed coins on its own script. */
import { coinToWire } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { Chain, Ledger, Source } from '@rialto/ground';
import {
  bytesToHex,
  invariant,
  isClean,
  isFlaw,
  outpoint,
  readTransaction,
  sats,
  writeBase,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint } from '@rialto/protocols';
import { SMALLEST_PAYING_COIN, planFanOut, signFanOut } from '@rialto/psbt';
import type { FanOutPlan } from '@rialto/psbt';
import type { Journal } from '../journal/journal.ts';
import type { PadKey } from '../files/keys.ts';
import { keepToLimits } from '../cosign/limits.ts';
import type { Limits } from '../cosign/limits.ts';
import type { PadStock } from './pads.ts';
import type { StockSender } from './stock-sender.ts';

/** Outputs of one transaction at most (`planFanOut`). */
const MAX_AT_ONCE = 100;
/** How many coins are considered for one transaction, of those with nothing on them: anybody may send us coins that must not be spent. */
const MAX_COINS = 20;
/** Pads that rest or travel are replaced, but never beyond this many times the target. */
const MAX_TIMES = 4;
const NEXT_BLOCKS = 6;

export interface KeeperParts {
  readonly chain: Source['chain'] & Pick<Chain, 'estimateFees'>;
  readonly ledger: Source['ledger'] & Pick<Ledger, 'payingCoinsOf' | 'tip'>;
  readonly journal: Journal;
  readonly key: PadKey;
  readonly pads: PadStock;
  readonly sender: StockSender;
  readonly limits: Limits;
  readonly target: number;
  readonly padValue: bigint;
  /** At least, and at most, what the stock's own transactions pay in sat/vB; between them the node's estimate. */
  readonly feeRate: { readonly lowest: number; readonly highest: number };
  stopped(): boolean;
}

/**
 * Sends what is not in a block yet, and makes pads when too few are there. One transaction at a time, so no coin is spent twice.
 * @returns how many pads it made
 */
export async function refill(parts: KeeperParts, now: number): Promise<number> {
  if (parts.stopped()) return 0;
  if ((await parts.sender.sendAll()).length > 0) return 0;
  const { stock, usable } = await parts.pads.count(now);
  // A quarter may be missing before it is worth a transaction.
  if (usable * 4 > parts.target * 3 || stock >= parts.target * MAX_TIMES) return 0;
  const count = Math.min(MAX_AT_ONCE, parts.target - usable);
  const plan = await planStock(parts, count);
  if (plan === undefined) return 0;
  const tip = await parts.ledger.tip();
  if (parts.stopped()) return 0;
  keepToLimits(parts.journal.recall.usage(now), parts.limits, { stockFee: plan.fee });
  record(parts, plan, { now, tip });
  await parts.sender.sendAll();
  return count;
}

/** The plan, or undefined while there is no money for it. */
async function planStock(parts: KeeperParts, count: number): Promise<FanOutPlan | undefined> {
  const { script } = parts.key;
  const [coins, feeRateSatVb] = await Promise.all([payingCoins(parts), feeRateNow(parts)]);
  try {
    return planFanOut({ coins, script, count, value: sats(parts.padValue), feeRateSatVb });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The largest clean coins that are not pads. What a block brought since they were found is seen when they are loaded. */
export async function payingCoins(parts: KeeperParts): Promise<Coin[]> {
  const { ledger, key, pads } = parts;
  const followed = await ledger.coinsOf(key.script);
  // Which of them are pads nobody can tell yet.
  if (followed === undefined) return [];
  const except = followed.map((coin) => coin.outpoint).filter((point) => pads.isOurs(point));
  const query = { first: 'largest', least: SMALLEST_PAYING_COIN, except, most: MAX_COINS } as const;
  const largest = await ledger.payingCoinsOf(key.script, query);
  const { coins } = await loadCoins(
    parts,
    largest.map((coin) => coin.outpoint),
  );
  return [...coins.values()].filter(isClean);
}

/** Between our bounds what the node estimates. */
export async function feeRateNow({ chain, feeRate }: KeeperParts): Promise<number> {
  const { byTarget, minimum } = await chain.estimateFees();
  const requested = Math.max(feeRate.lowest, minimum, byTarget.get(NEXT_BLOCKS) ?? 0);
  return Math.min(feeRate.highest, requested);
}

function record(
  parts: KeeperParts,
  plan: FanOutPlan,
  at: { now: number; tip: { height: number; hash: string } },
): void {
  const { raw, txid } = signFanOut(plan, parts.key.secret);
  const tx = readTransaction(raw);
  invariant(!isFlaw(tx), 'what we sign we can read');
  const makes: Outpoint[] = Array.from({ length: plan.count }, (_, vout) => outpoint(txid, vout));
  parts.journal.append({
    at: new Date(at.now).toISOString(),
    kind: 'stock',
    txid,
    unsigned: bytesToHex(writeBase(tx)),
    coins: plan.payments.map(coinToWire),
    ...at.tip,
    spends: [],
    makes,
    stake: plan.fee.toString(),
  });
}
