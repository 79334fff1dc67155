/** What is held outlives a clean stop, as the node's own mempool does: it is written down at the end and offered again at the start. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { field, parseJson, textList } from '../chain/json.ts';
import type { RunningNode } from '../chain/node.ts';
import type { Desk } from './desk.ts';
import { evaluate, hold } from './evaluate.ts';

const STEP_MS = 20;

function fileOf(node: RunningNode): string {
  return join(dirname(node.cookieFile), 'held.json');
}

export async function keepHeld(node: RunningNode, { held }: Desk): Promise<void> {
  const raws = held.all().map(({ raw }) => raw);
  if (raws.length > 0) await writeFile(fileOf(node), JSON.stringify(raws), { mode: 0o600 });
}

export async function takeUpHeld(node: RunningNode, desk: Desk): Promise<void> {
  const kept = await readFile(fileOf(node), 'utf8').catch(() => undefined);
  if (kept === undefined) return;
  // What they build on is in the node's mempool, once that is read.
  while (field(await desk.rpc('getmempoolinfo'), 'loaded') !== true) await sleep(STEP_MS);
  for (const raw of textList(parseJson(kept))) {
    const verdict = await evaluate(desk, [raw]);
    if (verdict.ok) await hold(desk, verdict.evaluated);
  }
  await rm(fileOf(node), { force: true });
}
