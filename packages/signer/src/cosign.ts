/** The act of co-signing: judge, keep to the limits, write the journal, and only then let the signature out. */
import { coinToWire } from '@rialto/contract';
import { Refusal, bytesToHex, outpoint, txidOf } from '@rialto/protocols';
import { signPad } from '@rialto/psbt';
import type { TakePlan } from '@rialto/psbt';
import type { Journal } from './journal.ts';
import type { PadKey } from './keys.ts';
import { judge } from './policy.ts';
import type { CosignAsk, World } from './policy.ts';

const HOUR_MS = 3_600_000;

export interface CosignParts {
  readonly world: World;
  readonly journal: Journal;
  readonly key: PadKey;
  readonly signaturesPerHour: number;
  /** True when the operator has said stop. */
  stopped(): boolean;
}

function padBack(plan: TakePlan): number {
  return plan.lots.length + 1;
}

/** The pad's witness. The same take twice gets it twice; another take of a pad whose trade still lives gets nothing. */
export async function cosign(parts: CosignParts, ask: CosignAsk, now: number): Promise<Uint8Array[]> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const judged = await judge(parts.world, ask);
  const txid = txidOf(judged.unsigned);
  const known = parts.journal.lines.some((line) => line.txid === txid);
  if (!known) {
    keepToLimits(parts, now);
    await refuseSecondUse(parts, ask.pad);
    parts.journal.append({
      at: new Date(now).toISOString(),
      kind: 'cosign',
      txid,
      unsigned: ask.unsigned,
      coins: judged.coins.map(coinToWire),
      height: judged.tip.height,
      hash: judged.tip.hash,
      tradeId: ask.tradeId,
      spends: [ask.pad],
      makes: [outpoint(txid, padBack(judged.plan))],
    });
  }
  const witness = signPad(judged.plan, judged.unsigned, parts.key.secret);
  return witness.map((item) => Uint8Array.from(item));
}

function keepToLimits(parts: CosignParts, now: number): void {
  const recent = parts.journal.lines.filter((line) => now - Date.parse(line.at) < HOUR_MS);
  if (recent.length >= parts.signaturesPerHour) throw new Refusal('limit-reached', 'signatures this hour');
}

/** A pad already signed away may be signed again only when its first transaction is neither in the mempool nor in a block. */
async function refuseSecondUse(parts: CosignParts, pad: string): Promise<void> {
  const earlier = parts.journal.lines.filter((line) => line.spends.includes(pad));
  for (const line of earlier) {
    const alive = await parts.world.chain.transaction(line.txid as Parameters<typeof parts.world.chain.transaction>[0]);
    if (alive !== undefined) throw new Refusal('order-taken', 'this pad is in another purchase');
  }
}

export function witnessText(witness: readonly Uint8Array[]): string[] {
  return witness.map(bytesToHex);
}
