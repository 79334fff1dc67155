/** The pools of our signer, written down before the blocks that are about them; one whose block came first is read from the index. */
import type { KnownPool } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { bytesToHex, hexToBytes, invariant, knownRuneId, outpoint, splitAsset } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { blockTime } from '../../store/outbox-store.ts';
import { addPools, allPools, tracedPool, writeMoves } from '../../store/pools/pool-chain-store.ts';
import type { PoolRow } from '../../store/pools/pool-chain-store.ts';
import type { Tx } from '../../store/database.ts';
import type { PoolContext } from '../context.ts';

type Parts = Pick<PoolContext, 'store' | 'chain' | 'ledger' | 'custody'>;

/** Writes the pools that are new. @returns all of them, as the signer has them. @throws Refusal signer-down */
export async function knowPools({
  store,
  custody,
}: Pick<Parts, 'store' | 'custody'>): Promise<readonly KnownPool[]> {
  const known = await custody.pools();
  await store.transact((tx) =>
    addPools(
      tx,
      known.map(({ number, script, pubkey, etchTxid }) => ({ number, script, publicKey: pubkey, etchTxid })),
    ),
  );
  return known;
}

/**
 * Writes what is new, follows the coins of every pool, and reads an etching whose block came before we knew of it.
 * @param follow makes the index follow a script's coins
 * @throws Refusal signer-down, node-down, syncing: it is done again
 */
export async function keepPoolsKnown(
  parts: Parts,
  follow: (script: Uint8Array) => Promise<void>,
): Promise<void> {
  await knowPools(parts);
  for (const row of await allPools(parts.store.db)) {
    await follow(hexToBytes(row.script));
    if (row.shareRune === null) await readEtching(parts, row);
  }
}

/** The whole supply on the first output of its etching, where a block has it and nothing has spent it. */
async function readEtching(parts: Parts, row: PoolRow): Promise<void> {
  const point = outpoint(row.etchTxid as Txid, 0);
  const { coins } = await loadCoins(parts, [point]);
  const coin = coins.get(point);
  if (coin?.height === undefined || bytesToHex(coin.script) !== row.script) return;
  const [share] = coin.assets;
  if (share?.kind !== 'rune') return;
  const id = splitAsset(share.asset);
  invariant(id?.protocol === 'rune', 'a share is a rune');
  const { height, value } = coin;
  const seconds = await blockTime(parts.store.db, height);
  if (seconds === undefined) return;
  const shareRune = knownRuneId(id.id);
  const [, place = '0'] = id.id.split(':');
  await parts.store.transact((tx: Tx) =>
    writeMoves(
      tx,
      [
        {
          ...{
            txid: row.etchTxid as Txid,
            pool: row.number,
            kind: 'etch',
            d1: 0n,
            d2: 0n,
            ds: 0n,
            script: '',
          },
          spends: [],
          makes: [made(point, row.number, { value, amount: share.amount })],
          shareRune,
          rune: tracedPool(row).rune,
        },
      ],
      { height, at: new Date(seconds), place: () => Number(place) },
    ),
  );
}

function made(point: Outpoint, pool: number, { value, amount }: { value: bigint; amount: bigint }) {
  return { outpoint: point, pool, role: 'share', value, amount } as const;
}
