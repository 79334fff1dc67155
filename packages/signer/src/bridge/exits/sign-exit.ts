/** What all exits have in common: that they may be at all, asked in one order before each signature; and the line of the journal before it leaves. */
import { createHash } from 'node:crypto';
import type { WireBridgeTerms } from '@rialto/contract';
import { tierOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../../cosign/wanted.ts';
import type { BridgeLine, SpentCoin } from '../books/lines.ts';
import type { PlacesAt } from '../books/places.ts';
import { isSettled } from '../coins/held.ts';
import type { Held } from '../coins/held.ts';
import { readDeposit } from '../deposits/deposit.ts';
import type { AskedDeposit, Deposit } from '../deposits/deposit.ts';
import { requireFirst } from '../deposits/first.ts';
import { toldKeys } from '../keys.ts';
import type { BridgeKeys } from '../keys.ts';
import type { BridgeParts, BridgeTips } from '../parts.ts';
import { requireOpen } from '../stops/stop-files.ts';
import { chainOfExit, dueOf } from './due.ts';
import type { Due } from './due.ts';
import { requireBalanced } from './equations.ts';
import { keepToExposure, keepToHour } from './limits.ts';
import { livingBuilds, requireSameCoins, requireSameExit } from './one-exit.ts';

export interface ExitRequest extends AskedDeposit {
  readonly asset: string;
  readonly kind: 'payout' | 'refund';
  readonly terms?: WireBridgeTerms | undefined;
}

/** An exit that may be signed, before its transaction is made. */
export interface OpenExit {
  readonly asset: BridgeAsset;
  readonly keys: BridgeKeys;
  readonly chain: 'btc' | 'mvc';
  readonly deposit: Deposit;
  readonly due: Due;
  readonly tips: BridgeTips;
  readonly places: PlacesAt;
  readonly living: readonly BridgeLine[];
  readonly locked: readonly Held[];
  readonly tokens: readonly Held[];
}

/** Beside what was signed for the very same request: then nothing is signed anew. */
export type AskedExit =
  | { readonly before: BridgeLine; readonly keys: BridgeKeys; readonly asset: BridgeAsset }
  | { readonly before: undefined; readonly open: OpenExit };

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Everything that does not depend on what the transaction spends.
 * @throws Refusal bridge-paused, bridge-asset-unknown, bridge-asset-impossible, and as its steps
 */
export async function openExit(
  parts: BridgeParts,
  request: ExitRequest,
  chain: 'btc' | 'mvc',
): Promise<AskedExit> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  requireOpen(parts.stops, request.asset);
  const asset = parts.trusted.asset(request.asset);
  const keys = parts.keys(asset.id);
  if (chainOfExit(request.deposit.startsWith('btc:') ? 'mint' : 'redeem', request.kind) !== chain)
    throw new Refusal('bad-request', 'it leaves on the other chain');
  const tips = await parts.requireTips();
  requireOpen(parts.stops, asset.id);
  const places = await parts.places(asset.id, tips);
  const asked = hashOf(JSON.stringify(request));
  const { recall } = parts.journal;
  const before = recall.exits(request.deposit).find((line) => line.asked === asked);
  if (before !== undefined && places.heightOf(before) !== undefined) return { before, keys, asset };
  const deposit = await readDeposit(parts, asset, request, tips);
  if (before !== undefined) return { before, keys, asset };
  const living = await livingBuilds(parts, asset, deposit.name, { tips, places });
  requireSameExit(living, request.kind);
  const isOurs = (script: string): boolean => ourScripts(parts, keys).has(script);
  const [first] = living;
  const due = await dueOf(request, { asset, network: parts.network, deposit, before: first, isOurs });
  const [locked, tokens] = [await parts.held.locked(asset, tips), await parts.held.tokens(asset, tips)];
  const held = deposit.direction === 'mint' ? locked : tokens;
  if (request.kind === 'payout') await requireFirst(parts, asset, { deposit, order: due.id, held, tips });
  const open = { asset, keys, chain, deposit, due, tips, places, living, locked, tokens };
  return { before: undefined, open };
}

/** Of every asset: who is paid there would be paid for nothing. */
function ourScripts(parts: BridgeParts, keys: BridgeKeys): ReadonlySet<string> {
  const all = [keys, ...parts.trusted.all().map(({ asset }) => parts.keys(asset.id))].map(toldKeys);
  return new Set(
    all.flatMap(({ lockedScript, feeScript, stockHash, inletHash, feeHash }) => [
      ...[lockedScript, feeScript],
      ...[stockHash, inletHash, feeHash].map((hash) => `76a914${hash}88ac`),
    ]),
  );
}

/**
 * What it spends: for a refund the deposit itself and nothing else, for a payout coins that are settled.
 * @param names of coins on the scripts of the asset
 * @throws Refusal coin-spent (not there), bridge-deposit-waits (a deposit that is not settled), bad-request
 */
export function spentCoins(
  parts: BridgeParts,
  { asset, chain, deposit, places, locked, tokens }: OpenExit,
  { names, kind }: { readonly names: readonly string[]; readonly kind: 'payout' | 'refund' },
): SpentCoin[] {
  if (new Set(names).size < names.length) throw new Refusal('duplicate-input');
  if (kind === 'refund' && (names.length !== 1 || names[0] !== deposit.coin))
    throw new Refusal('bad-request', 'a refund spends its deposit');
  const held = new Map((chain === 'btc' ? locked : tokens).map((one) => [one.name, one]));
  const needed = (amount: bigint): number => tierOf(asset, amount)[chain === 'btc' ? 'mvc' : 'btc'];
  return names.map((name): SpentCoin => {
    const coin = held.get(name);
    if (coin === undefined || coin.units === 0n) throw new Refusal('coin-spent', name);
    const { recall } = parts.journal;
    if (kind === 'payout' && !isSettled(coin, { recall, places, needed }))
      throw new Refusal('bridge-deposit-waits', `${name} is somebody’s`);
    return { coin: name, point: coin.point, units: coin.units.toString(), is: coin.is };
  });
}

/** @throws Refusal bridge-exit-made, limit-reached, bridge-exposure, bridge-break */
export async function judgeExit(
  parts: BridgeParts,
  open: OpenExit,
  { spends, kind }: { readonly spends: readonly SpentCoin[]; readonly kind: 'payout' | 'refund' },
): Promise<void> {
  const { asset, chain, deposit, due, tips, places, living, locked, tokens } = open;
  requireSameCoins(
    living,
    spends.map(({ coin }) => coin),
  );
  keepToHour(parts, asset, { chain, deposit: deposit.name, out: due.out });
  if (kind === 'payout') await keepToExposure(parts, asset, { deposit, out: due.out, tips });
  const { recall } = parts.journal;
  try {
    requireBalanced({ asset, recall, places, locked, tokens }, { deposit, kind, out: due.out });
  } catch (error) {
    // What was read before a block and after it never adds up.
    await requireSameTips(parts, tips);
    throw error;
  }
}

/** @throws Refusal syncing */
async function requireSameTips(parts: BridgeParts, { btc, mvc }: BridgeTips): Promise<void> {
  const now = await parts.requireTips();
  if (now.btc.hash !== btc.hash || now.mvc.hash !== mvc.hash)
    throw new Refusal('syncing', 'a block came meanwhile');
}

type OfTransaction = Pick<BridgeLine, 'id' | 'spends' | 'fees' | 'raw' | 'check'>;

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
