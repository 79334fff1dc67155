/** Keeps the stock of pads full by itself, from clean confirmed coins on its own script. */
import { coinToWire } from '@rialto/contract';
import { loadCoinsOf } from '@rialto/ground';
import type { Chain, Ledger } from '@rialto/ground';
import { Refusal, bytesToHex, isClean, outpoint, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { planFanOut, signFanOut } from '@rialto/psbt';
import type { Journal } from './journal.ts';
import type { PadKey } from './keys.ts';
import type { PadStock } from './pads.ts';

const MOST_AT_ONCE = 50;

export interface KeeperParts {
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly key: PadKey;
  readonly pads: PadStock;
  readonly target: number;
  readonly padValue: bigint;
  readonly feeRateSatVb: number;
  stopped(): boolean;
}

/** Pads that are made and wait for their block. */
async function waiting(parts: KeeperParts): Promise<number> {
  const stock = parts.journal.lines.filter((line) => line.kind === 'stock');
  let count = 0;
  for (const line of stock.slice(-4)) {
    const height = await parts.chain.heightOf(line.txid as Parameters<Chain['heightOf']>[0]);
    if (height === undefined) count += line.makes.length;
  }
  return count;
}

/** Makes pads when less than the target are there. @returns how many it made */
export async function refill(parts: KeeperParts, now: number): Promise<number> {
  if (parts.stopped()) return 0;
  const { stock } = await parts.pads.count(now);
  if (stock + (await waiting(parts)) >= parts.target) return 0;
  const coins = (await loadCoinsOf(parts, parts.key.script)).filter(
    (coin) => isClean(coin) && !parts.pads.isOurs(coin.outpoint),
  );
  const count = Math.min(MOST_AT_ONCE, parts.target - stock);
  let plan: ReturnType<typeof planFanOut>;
  try {
    const value = sats(parts.padValue);
    plan = planFanOut({ coins, script: parts.key.script, count, value, feeRateSatVb: parts.feeRateSatVb });
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
  const tip = await parts.ledger.tip();
  const { raw, txid } = signFanOut(plan, parts.key.secret);
  const makes: Outpoint[] = Array.from({ length: count }, (_, vout) => outpoint(txid, vout));
  parts.journal.append({
    at: new Date(now).toISOString(),
    kind: 'stock',
    txid,
    unsigned: bytesToHex(raw),
    coins: plan.payments.map(coinToWire),
    ...tip,
    spends: [],
    makes,
  });
  await parts.chain.send(raw);
  return count;
}
