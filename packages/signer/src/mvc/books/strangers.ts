/** Which coins of waiting acts others have spent in blocks: what our index says of it, shown by our node. */
import type { MvcBlock } from '@rialto/mvc';
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

/**
 * Acts that were signed over a coin whose transaction a block has under another id: what was signed is for a coin that can never be. The
 * coin itself is there, under its new id, for whoever comes next.
 * @param seen what the node has shown since its last block
 */
export async function signedOverTwins(
  { chain }: MvcSource,
  waiting: readonly SignedMvcAct[],
  { places, seen }: { readonly places: Places; readonly seen: Set<string> },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { id, points } of waiting)
    for (const [name, signed] of points) {
      const point = places.pointOf(name, signed);
      const core = name.slice(0, 64);
      const height = places.heightOf(core);
      if (point === signed || height === undefined) continue;
      const shown = `${point} ${height}`;
      if (!seen.has(shown) && !(await isMinedAs({ chain }, { height, core, point }))) continue;
      seen.add(shown);
      found.add(id);
    }
  return found;
}

async function isMinedAs(source: Pick<MvcSource, 'chain'>, { height, core, point }: Claim): Promise<boolean> {
  const block = await blockAt(source, height);
  return block?.transactions.some((tx) => tx.core === core && point.startsWith(`${tx.txid}:`)) === true;
}

async function isInBlock(source: MvcSource, { height, core, point }: Claim): Promise<boolean> {
  const block = await blockAt(source, height);
  const spender = block?.transactions.find((tx) => tx.core === core);
  return spender?.inputs.some(({ txid, vout }) => `${txid}:${vout}` === point) === true;
}

async function blockAt({ chain }: Pick<MvcSource, 'chain'>, height: number): Promise<MvcBlock | undefined> {
  const hash = await chain.blockHash(height);
  return hash === undefined ? undefined : chain.block(hash);
}
