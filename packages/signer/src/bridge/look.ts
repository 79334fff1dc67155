/** What the bridge does by itself every few seconds: it looks for blocks of MVC that were undone, and reads new coins before somebody waits for them. */
import { Refusal } from '@rialto/refusals';
import { assetInTurn } from './in-turn.ts';
import type { BridgeParts } from './parts.ts';

/** @throws as the nodes and the index; what is only behind is looked at the next time */
export async function lookAtBridge(parts: BridgeParts): Promise<void> {
  await parts.watch();
  const assets = parts.trusted.all();
  if (assets.length === 0) return;
  const looks = assets.map(({ asset }) =>
    assetInTurn(parts, asset.id, () =>
      forNow(async () => {
        const tips = await parts.requireTips();
        await parts.held.locked(asset, tips);
        await parts.held.tokens(asset, tips);
      }),
    ),
  );
  await Promise.all(looks);
}

async function forNow(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal) || !LATER.includes(error.code)) throw error;
  }
}

/** What passes by itself, or is told where it is asked for. */
const LATER: readonly string[] = [
  ...['syncing', 'not-followed', 'mvc-standing-still', 'bridge-break'],
  ...['bridge-units-differ', 'bridge-units-unchecked'],
];
