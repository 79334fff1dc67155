/** The last questions before an exit is signed, and the line of the journal before its signature leaves. */
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../../cosign/wanted.ts';
import type { BridgeLine, SpentCoin } from '../books/lines.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';
import { requireOpen } from '../stops/stop-files.ts';
import { requireBalanced } from './equations.ts';
import { keepToCaps, keepToExposure, keepToFees } from './limits.ts';
import { requireSameCoins } from './one-exit.ts';
import { hashOf } from './open-exit.ts';
import type { ExitRequest, OpenExit } from './open-exit.ts';

interface Judged {
  readonly spends: readonly SpentCoin[];
  readonly kind: 'payout' | 'refund';
  /** What miners get, in sat. */
  readonly cost: bigint;
}

/** @throws Refusal bridge-exit-made, limit-reached, bridge-exposure, bridge-break */
export async function judgeExit(
  parts: BridgeParts,
  open: OpenExit,
  { spends, kind, cost }: Judged,
): Promise<void> {
  const { asset, chain, deposit, due, tips, places, living, locked, tokens, balance } = open;
  requireSameCoins(
    living,
    spends.map(({ coin }) => coin),
  );
  keepToFees(parts, { chain, exit: kind, deposit: deposit.name }, cost);
  // A refund spends its own deposit, but of BRC-20: there it is a part of what is locked like any other.
  const isOfAll = chain === 'btc' && asset.origin.network === 'BRC20';
  if (kind === 'payout' || isOfAll)
    keepToCaps(parts, asset, { chain, exit: kind, deposit: deposit.name, out: due.out });
  if (kind === 'payout') {
    await keepToExposure(parts, asset, { deposit, out: due.out, tips });
  }
  const { recall } = parts.journal;
  try {
    requireBalanced({ asset, recall, places, locked, tokens, balance }, { deposit, kind, out: due.out });
  } catch (error) {
    // What was read before a block and after it never adds up.
    await requireSameTips(parts, tips);
    throw error;
  }
}

/** @throws Refusal syncing */
export async function requireSameTips(parts: BridgeParts, { btc, mvc }: BridgeTips): Promise<void> {
  const now = await parts.requireTips();
  if (now.btc.hash !== btc.hash || now.mvc.hash !== mvc.hash)
    throw new Refusal('syncing', 'a block came meanwhile');
}

type OfTransaction = Pick<BridgeLine, 'id' | 'spends' | 'fees' | 'raw' | 'check' | 'cost'>;

/** The chains have not moved, somebody waits for it still, and it is on the disk: only then may a signature leave. */
export async function noteExit(
  parts: BridgeParts,
  open: OpenExit,
  { request, gone, ...made }: OfTransaction & { readonly request: ExitRequest; readonly gone: () => boolean },
): Promise<void> {
  const { asset, chain, deposit, due, tips } = open;
  await requireSameTips(parts, tips);
  requireOpen(parts.stops, asset.id);
  requireWanted(parts, gone);
  const text = JSON.stringify(request);
  parts.journal.append({
    ...{ at: new Date(parts.now()).toISOString(), kind: 'exit', asset: asset.id },
    ...{ deposit: deposit.name, exit: request.kind, chain, order: deposit.order ?? null },
    ...{ amount: deposit.amount.toString(), out: due.out.toString(), receiver: due.receiver },
    ...{ asked: hashOf(text), request: text, btc: tips.btc, mvc: tips.mvc },
    ...made,
  });
}
