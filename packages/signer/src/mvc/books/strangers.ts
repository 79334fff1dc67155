/** Which coins of waiting acts others have spent in blocks: what our index says of it, shown by our node. */
import type { SignedMvcAct } from './recall.ts';
import type { MvcSource, Places } from './source.ts';

/**
 * Only a block ends an act, and only by another core: what left a mempool, or was mined as a twin, can still be what was signed.
 * @returns coin -> the core that spent it
 */
export async function spentByOthers(
  source: MvcSource,
  waiting: readonly SignedMvcAct[],
  { pointOf }: Places,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(
    waiting.flatMap(({ points }) => [...points].map(([name, point]) => [pointOf(name, point), name])),
  );
  if (names.size === 0) return new Map();
  const ids = new Set(waiting.map(({ id }) => id));
  const found = await source.ledger.spentBy([...names.keys()]);
  const spent = new Map<string, string>();
  for (const [point, name] of names) {
    const { core, height } = found.get(point) ?? {};
    if (core === undefined || height === undefined || ids.has(core)) continue;
    if (await isInBlock(source, { height, core, point })) spent.set(name, core);
  }
  return spent;
}

interface Claim {
  readonly height: number;
  readonly core: string;
  readonly point: string;
}

async function isInBlock({ chain }: MvcSource, { height, core, point }: Claim): Promise<boolean> {
  const hash = await chain.blockHash(height);
  const block = hash === undefined ? undefined : await chain.block(hash);
  const spender = block?.transactions.find((tx) => tx.core === core);
  return spender?.inputs.some(({ txid, vout }) => `${txid}:${vout}` === point) === true;
}
