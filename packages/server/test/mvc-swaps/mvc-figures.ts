/** What a pool on MVC has by the chain alone: the coins on its scripts that descend from its first ones through transactions that spend a coin of it; and what our books say. */
import { callApi } from '@rialto/devnet';
import { openMvcLedger } from '@rialto/ground';
import type { MvcPoolFacts } from '@rialto/ground';
import { p2pkhScript, readFtScript, sameToken, scriptHolder } from '@rialto/mvc';
import { bytesToHex, hexToBytes, outpoint } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { openStore } from '../../src/store/database.ts';
import type { MvcWorld } from './mvc-stage.ts';

export interface Figures {
  readonly r1: bigint;
  readonly r2: bigint;
  readonly shares: bigint;
}

/** What lies on a pool's scripts: SPACE, units or shares; undefined for anything else. */
function heldOn(pool: MvcPoolFacts, { script, value }: TxOutput): Partial<Figures> | undefined {
  const hash = hexToBytes(pool.keyHash);
  if (bytesToHex(script) === bytesToHex(p2pkhScript(hash))) return { r1: value };
  const token = readFtScript(script);
  if (token === undefined || token.holder !== bytesToHex(scriptHolder(hash))) return undefined;
  if (sameToken(token, pool.token)) return { r2: token.amount };
  return sameToken(token, pool.share) ? { shares: token.amount } : undefined;
}

/** By blocks alone, or with what waits. */
export function trueFigures({ mvc: { chain } }: MvcWorld, pool: MvcPoolFacts, withWaiting = false): Figures {
  const blocks = Array.from({ length: chain.height + 1 }, (_, height) => chain.block(height));
  const all = blocks.flatMap((found) => found?.block.transactions ?? []);
  const own = new Map<string, Partial<Figures>>();
  for (const { txid, inputs, outputs } of withWaiting ? [...all, ...chain.waiting()] : all) {
    const spends = inputs.filter((input) => own.delete(outpoint(input.txid, input.vout))).length > 0;
    outputs.forEach((output, vout) => {
      const point = outpoint(txid, vout);
      const held = heldOn(pool, output);
      if (held !== undefined && (spends || pool.firstCoins.includes(point))) own.set(point, held);
    });
  }
  const sum = (of: keyof Figures): bigint =>
    [...own.values()].reduce((total, held) => total + (held[of] ?? 0n), 0n);
  return { r1: sum('r1'), r2: sum('r2'), shares: pool.shareSupply - sum('shares') + pool.firstShares };
}

export async function factsOfAll({ world }: Pick<MvcWorld, 'world'>): Promise<readonly MvcPoolFacts[]> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    return await openMvcLedger(store.pool).pools();
  } finally {
    await store.close();
  }
}

/** Of the first pool. */
export async function factsOf(at: Pick<MvcWorld, 'world'>): Promise<MvcPoolFacts> {
  const [pool] = await factsOfAll(at);
  if (pool === undefined) throw new Error('the pool');
  return pool;
}

/** @param genesis of the pool's token; of the first pool where undefined */
export async function booksOf(
  { world }: Pick<MvcWorld, 'world'>,
  genesis?: string,
): Promise<Figures & { readonly height: number }> {
  const { pools, at } = await callApi(world.origin, 'mvcPools', { params: { venue: 'mvc' } });
  const pool = genesis === undefined ? pools[0] : pools.find((one) => one.genesis === genesis);
  if (pool === undefined) throw new Error('the pool');
  return {
    height: at.height,
    r1: BigInt(pool.token1PoolConfirmed),
    r2: BigInt(pool.token2PoolConfirmed),
    shares: BigInt(pool.poolEquity),
  };
}
