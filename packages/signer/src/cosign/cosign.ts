/** The act of co-signing: check, keep to the limits, write the journal, and only then let the signature out. */
import { coinToWire } from '@rialto/contract';
import type { CosignRequest } from '@rialto/contract';
import type { Turns } from '@rialto/ground';
import { bytesToHex, outpoint, txidOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { signPad } from '@rialto/psbt';
import type { Journal } from '../journal/journal.ts';
import type { PadKey } from '../files/keys.ts';
import { keepToLimits } from './limits.ts';
import type { Limits } from './limits.ts';
import type { PadStock } from '../pads/pads.ts';
import { check } from './policy.ts';
import type { Checked, World } from './policy.ts';
import { requireWanted } from './wanted.ts';

export interface CosignParts {
  readonly world: World;
  readonly journal: Journal;
  readonly key: PadKey;
  readonly pads: PadStock;
  readonly limits: Limits;
  readonly turns: Turns;
  now(): number;
  /** True when the operator has said stop, or the journal is in doubt. */
  stopped(): boolean;
}

/**
 * The pad's witness in hex. The same take twice gets it twice; another take of that pad gets it only by the rule of second use
 * (docs/decisions/0004).
 * @param gone says whether the caller has hung up: nothing is signed for nobody
 */
export async function cosign(
  parts: CosignParts,
  request: CosignRequest,
  gone: () => boolean,
): Promise<string[]> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const checked = await check(parts.world, request);
  await parts.turns(checked.plan.pad.coin.outpoint, () => admit(parts, request.tradeId, { checked, gone }));
  return signPad(checked.plan, checked.unsigned, parts.key.secret).map(bytesToHex);
}

async function admit(
  parts: CosignParts,
  tradeId: string,
  { checked, gone }: { checked: Checked; gone: () => boolean },
): Promise<void> {
  const { pads, journal } = parts;
  const { outpoint: pad, value: stake } = checked.plan.pad.coin;
  const txid = txidOf(checked.unsigned);
  const signed = journal.recall.signedFor(pad);
  const again = signed.at(-1)?.txid === txid;
  if (!again) {
    const superseded = signed.some((take) => take.txid === txid);
    if (superseded || !(await pads.mayBeSigned(pad, parts.now())))
      throw new Refusal('take-expired', 'its pad is in another purchase');
  }
  // From here to the journal nothing waits, so no other request comes between a check and its line.
  const now = parts.now();
  requireWanted(parts, gone);
  if (again) return;
  keepToLimits(journal.recall.usage(now), parts.limits, { stake });
  journal.append({
    at: new Date(now).toISOString(),
    kind: 'cosign',
    txid,
    unsigned: bytesToHex(checked.unsigned),
    coins: checked.coins.map(coinToWire),
    ...checked.tip,
    tradeId,
    spends: [pad],
    makes: [outpoint(txid, checked.plan.lots.length + 1)],
    stake: stake.toString(),
  });
  pads.release(pad);
}
