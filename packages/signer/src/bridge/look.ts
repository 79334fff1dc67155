/** What the bridge does by itself every few seconds: it looks for blocks of MVC that were undone, reads new coins before somebody waits for them, and holds its books against both chains. */
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { requireBooks } from './exits/equations.ts';
import { assetInTurn } from './in-turn.ts';
import type { BridgeParts } from './parts.ts';

/**
 * @returns what is wrong and was not before, for the operator to read
 * @throws as the nodes and the index; what is only behind is looked at the next time
 */
export async function lookAtBridge(parts: BridgeParts): Promise<readonly string[]> {
  await parts.watch();
  const { findings } = parts;
  const looks = parts.trusted.all().map(async ({ asset: { id }, asset }): Promise<readonly string[]> => {
    const before = findings.of(id);
    const refusal = await refusalOf(() => lookAt(parts, asset));
    findings.looked(id, refusal?.code);
    const now = findings.of(id);
    const isNew = now !== before && (now === 'break' || now === 'units');
    return isNew ? [`${id}: ${refusal?.code ?? ''} ${refusal?.detail ?? ''}`] : [];
  });
  return (await Promise.all(looks)).flat();
}

async function lookAt(parts: BridgeParts, asset: BridgeAsset): Promise<void> {
  // Nobody waits for it meanwhile.
  await parts.source.btc.units.require(asset, (await parts.requireTips('be-old')).btc);
  await assetInTurn(parts, asset.id, () => holdBooks(parts, asset));
}

/** Once for each block and each line of the journal. */
async function holdBooks(
  { held, journal, findings, ...parts }: BridgeParts,
  asset: BridgeAsset,
): Promise<void> {
  // A chain that stands still holds what it held.
  const tips = await parts.requireTips('be-old');
  const { recall } = journal;
  const moved = [...parts.trusted.moved(asset.id)].toSorted().join();
  const state = [tips.btc.hash, tips.mvc.hash, recall.ofAsset(asset.id).length, moved].join(' ');
  if (findings.isFine(asset.id, state)) return;
  const [locked, tokens] = [await held.locked(asset, tips), await held.tokens(asset, tips)];
  const balance = await held.balance(asset, tips);
  const places = await parts.places(asset.id, tips);
  try {
    requireBooks({ asset, recall, locked, tokens, balance, places });
  } catch (error) {
    // What was read before a block and after it never adds up.
    const now = await parts.requireTips('be-old');
    if (now.btc.hash !== tips.btc.hash || now.mvc.hash !== tips.mvc.hash) throw new Refusal('syncing');
    throw error;
  }
  findings.fine(asset.id, state);
}

/** What passes by itself, or is told where it is asked for. */
async function refusalOf(act: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || !LATER.includes(error.code)) throw error;
    return error;
  }
}

const LATER: readonly RefusalCode[] = [
  ...(['syncing', 'not-followed', 'mvc-standing-still', 'bridge-paused', 'bridge-break'] as const),
  ...(['bridge-units-differ', 'bridge-units-unchecked'] as const),
];
