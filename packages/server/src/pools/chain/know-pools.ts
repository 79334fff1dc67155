/** The pools of our signer, written down before the blocks that are about them; one whose block came first is read from the index. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KnownPool } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import {
  bytesToHex,
  hexToBytes,
  invariant,
  isTxid,
  knownRuneId,
  outpoint,
  splitAsset,
} from '@rialto/protocols';
import type { Outpoint, ScriptHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { blockTime } from '../../store/outbox-store.ts';
import { addPools, allPools, tracedPool, writeMoves } from '../../store/pools/pool-chain-store.ts';
import type { PoolRow } from '../../store/pools/pool-chain-store.ts';
import { writeShareCoins } from '../../store/pools/share-coin-store.ts';
import type { PoolContext } from '../context.ts';
import { keysInWords } from '../wire-plan.ts';

type Parts = Pick<PoolContext, 'store' | 'chain' | 'ledger' | 'custody' | 'warn'>;

/** A signer that starts together with us is up by then. */
const FIRST_MS = 10_000;
const PAUSE_MS = 200;

/**
 * Before the first block is read. Where no pool is known yet it waits for the signer a while, since what a block did to a pool
 * nobody knew of is only told again when the index is built again.
 */
export async function knowPoolsFirst({ store, custody }: Pick<Parts, 'store' | 'custody'>): Promise<void> {
  const until = performance.now() + FIRST_MS;
  for (;;)
    try {
      await knowPools({ store, custody });
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isOver = performance.now() > until || (await allPools(store.db)).length > 0;
      if (isOver) return;
      await sleep(PAUSE_MS);
    }
}

/** Writes the pools that are new. @returns all of them, as the signer has them. @throws Refusal signer-down, database-down */
async function knowPools({
  store,
  custody,
}: Pick<Parts, 'store' | 'custody'>): Promise<readonly KnownPool[]> {
  const known = await custody.pools();
  await store.transact((tx) =>
    addPools(
      tx,
      known.map(({ number, script, etchTxid, ...keys }) => ({
        ...{ number, script, etchTxid },
        publicKey: keysInWords(keys),
      })),
    ),
  );
  return known;
}

/**
 * Writes what is new, follows the coins of every pool, and reads an etching whose block came before we knew of it. While signer, node
 * or index are not there it does nothing: it is done again.
 * @param follow makes the index follow a script's coins
 */
export async function keepPoolsKnown(
  parts: Parts,
  follow: (script: Uint8Array) => Promise<void>,
): Promise<void> {
  try {
    const known = await knowPools(parts);
    for (const row of await allPools(parts.store.db)) {
      await follow(hexToBytes(row.script));
      const isOpen = known.some(({ number, token }) => number === row.number && token !== null);
      if (row.shareRune === null && !(await readEtching(parts, row)) && isOpen) tellGap(parts, row);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

const told = new Set<string>();

/** Once: the signer has signed for it, and no block that we read told of it. */
function tellGap({ warn }: Parts, { etchTxid, number }: PoolRow): void {
  if (told.has(etchTxid)) return;
  told.add(etchTxid);
  warn('blocks of a pool were read before it was known: start once with REBUILD_LEDGER=1', { pool: number });
}

/**
 * The whole supply on the first output of its etching, where a block has it and nothing has spent it.
 * @returns false where there is no such coin
 */
async function readEtching(parts: Parts, row: PoolRow): Promise<boolean> {
  const { etchTxid } = row;
  invariant(isTxid(etchTxid), 'a pool was etched by a transaction');
  const point = outpoint(etchTxid, 0);
  const coin = (await loadCoins(parts, [point])).coins.get(point);
  const [share] = coin?.assets ?? [];
  if (coin?.height === undefined || share?.kind !== 'rune') return false;
  const named = splitAsset(share.asset);
  invariant(named?.protocol === 'rune', 'a share is a rune');
  const { height, value } = coin;
  const time = await blockTime(parts.store.db, height);
  if (time === undefined || bytesToHex(coin.script) !== row.script) return false;
  const shareRune = knownRuneId(named.id);
  const [, place = '0'] = shareRune.split(':');
  const { number, token } = tracedPool(row);
  const move = { ...NOTHING, txid: etchTxid, pool: number, shareRune, token };
  const makes = [made(point, number, { value, amount: share.amount })];
  const script = row.script as ScriptHex;
  await parts.store.transact(async (tx) => {
    await writeMoves(tx, [{ ...move, makes }], { height, at: new Date(time), place: () => Number(place) });
    const coin = { outpoint: point, pool: number, script, shares: share.amount, height };
    await writeShareCoins(tx, [coin], { points: [], height });
  });
  return true;
}

const NOTHING = {
  ...({ kind: 'etch', d1: 0n, d2: 0n, ds: 0n, script: '', serviceFee: 0n, spends: [] } as const),
  held: undefined,
};

function made(point: Outpoint, pool: number, { value, amount }: { value: bigint; amount: bigint }) {
  return { outpoint: point, pool, role: 'share', value, amount } as const;
}
