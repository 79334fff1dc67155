/** Whether a deposit may leave at all, whatever the transaction spends: asked of every exit in one order, before each signature. */
import { bridgeScripts } from '@rialto/market';
import { createHash } from 'node:crypto';
import type { WireBridgeTerms } from '@rialto/contract';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { BridgeLine } from '../books/lines.ts';
import type { PlacesAt } from '../books/places.ts';
import type { Held, HeldBalance } from '../coins/held.ts';
import type { AskedDeposit, Deposit } from '../deposits/deposit.ts';
import { requireFirst } from '../deposits/first.ts';
import { readDeposit } from '../deposits/read-deposit.ts';
import { toldKeys } from '../keys.ts';
import type { BridgeKeys } from '../keys.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';
import { requireOpen } from '../stops/stop-files.ts';
import { chainOfExit, dueOf } from './due.ts';
import type { Due } from './due.ts';
import { livingBuilds, requireSameExit } from './one-exit.ts';
import { requireUnpayable } from './refundable.ts';

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
  readonly balance: HeldBalance | undefined;
}

/** Beside what was signed for the very same request: then nothing is signed anew. */
export type AskedExit =
  | { readonly before: BridgeLine; readonly keys: BridgeKeys; readonly asset: BridgeAsset }
  | { readonly before: undefined; readonly open: OpenExit };

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Everything that does not depend on what the transaction spends.
 * @param tips that it was asked at
 * @throws Refusal bridge-paused, bridge-asset-unknown, bridge-asset-impossible, and as its steps
 */
export async function openExit(
  parts: BridgeParts,
  request: ExitRequest,
  { chain, tips }: { readonly chain: 'btc' | 'mvc'; readonly tips: BridgeTips },
): Promise<AskedExit> {
  const asset = parts.trusted.asset(request.asset);
  const keys = parts.keys(asset.id);
  if (chainOfExit(request.deposit.startsWith('btc:') ? 'mint' : 'redeem', request.kind) !== chain)
    throw new Refusal('bad-request', 'it leaves on the other chain');
  // It may have been stopped while this waited, or by what the last blocks of MVC undid.
  requireOpen(parts.stops, asset.id);
  const places = await parts.places(asset.id, tips);
  const asked = hashOf(JSON.stringify(request));
  const { recall } = parts.journal;
  const before = recall.exits(request.deposit).find((line) => line.asked === asked);
  if (before !== undefined && places.heightOf(before) !== undefined) return { before, keys, asset };
  const deposit = await readDeposit(parts, asset, request, { tips, places });
  if (before !== undefined) return { before, keys, asset };
  requireThere(deposit, request.kind);
  const living = await livingBuilds(parts, asset, deposit.name, { tips, places });
  requireSameExit(living, request.kind);
  const isOurs = (script: string): boolean => ourScripts(parts, keys).has(script);
  const [first] = living;
  const given = { asset, network: parts.network, deposit, before: first, isOurs };
  const due = await dueOf(request, given);
  const [locked, tokens] = [await parts.held.locked(asset, tips), await parts.held.tokens(asset, tips)];
  const balance = await parts.held.balance(asset, tips);
  const held = deposit.direction === 'mint' ? locked : tokens;
  const asFirst = async ({ id: order, fits }: typeof due): Promise<void> =>
    requireFirst(parts, asset, { deposit, order, fits, held, tips });
  // What may still confirm has decided it: another build of it asks no more than that it is one.
  if (first === undefined)
    await (request.kind === 'payout'
      ? asFirst(due)
      : requireUnpayable(request.terms, async (terms) =>
          asFirst(await dueOf({ kind: 'payout', terms }, given)),
        ));
  const open = { asset, keys, chain, deposit, due, tips, places, living, locked, tokens, balance };
  return { before: undefined, open };
}

/** @throws Refusal bridge-exit-made for a refund of what has left before */
function requireThere({ isSpent }: Deposit, kind: ExitRequest['kind']): void {
  if (isSpent && kind === 'refund')
    throw new Refusal('bridge-exit-made', 'it was paid out once, and its coin is spent');
}

/** Of every asset: who is paid there would be paid for nothing. */
export const ourScripts = (parts: BridgeParts, keys: BridgeKeys): ReadonlySet<string> =>
  bridgeScripts([keys, ...parts.trusted.all().map(({ asset }) => parts.keys(asset.id))].map(toldKeys));
