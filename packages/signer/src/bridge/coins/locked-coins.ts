/** The coins on a locked script of Bitcoin: the index lists them, our own node says that they are there, and what their transactions carry. */
import { originAsset } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import type { Tip } from '@rialto/ground';
import { bytesToHex, equalBytes, isFlaw, readTransaction, splitOutpoint } from '@rialto/protocols';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { bridgeIdIn, soleAmount } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BridgeRecall } from '../books/recall.ts';
import type { BridgeSource } from '../source.ts';
import { assetsOn, isMixed } from './assets-on.ts';
import type { OnCoin } from './assets-on.ts';
import type { FoundHeld } from './held.ts';

type Source = BridgeSource['btc'];
type Listed = NonNullable<Awaited<ReturnType<Source['ledger']['coinsOf']>>>[number];

interface Script {
  tip: Tip | undefined;
  found: readonly FoundHeld[];
  known: Map<Outpoint, FoundHeld>;
}

const PART = 400;

export function openLockedCoins(
  source: Source,
  recall: Pick<BridgeRecall, 'spending'>,
): (asset: BridgeAsset, script: Uint8Array, tip: Tip) => Promise<readonly FoundHeld[]> {
  const scripts = new Map<string, Script>();
  return async (asset, script, tip) => {
    const name = bytesToHex(script);
    const kept = scripts.get(name) ?? { tip: undefined, found: [], known: new Map() };
    if (kept.tip?.hash === tip.hash) return kept.found;
    // After a reorganisation everything is read anew: what lay on a coin may lie elsewhere.
    const stays = kept.tip !== undefined && (await source.chain.blockHash(kept.tip.height)) === kept.tip.hash;
    const before = stays ? kept.known : new Map<Outpoint, FoundHeld>();
    const listed = await listedOn(source, script, tip);
    const fresh = listed.filter(({ outpoint }) => !before.has(outpoint));
    // Our own exits alone spend them: whatever none of those spends is still there.
    const looked = [...fresh, ...listed.filter(({ outpoint }) => recall.spending(outpoint).length > 0)];
    const there = await seenByNode(source, { script, tip }, looked);
    const gone = new Set(looked.map(({ outpoint }) => outpoint).filter((point) => !there.has(point)));
    const read = await readCoins(source, { asset, tip }, fresh);
    const known = new Map<Outpoint, FoundHeld>();
    for (const { outpoint: point } of listed) {
      const one = before.get(point) ?? read.get(point);
      if (one !== undefined && !gone.has(point)) known.set(point, one);
    }
    scripts.set(name, { tip, found: [...known.values()], known });
    return [...known.values()];
  };
}

/** In blocks, by the index at this very block. */
async function listedOn({ ledger }: Source, script: Uint8Array, tip: Tip): Promise<Listed[]> {
  const coins = await ledger.coinsOf(script);
  if (coins === undefined) throw new Refusal('not-followed', bytesToHex(script));
  if ((await ledger.tip()).hash !== tip.hash) throw new Refusal('syncing', 'the index moves');
  return coins.filter(({ height }) => height !== undefined && height <= tip.height);
}

async function seenByNode(
  { chain }: Source,
  { script, tip }: { readonly script: Uint8Array; readonly tip: Tip },
  listed: readonly Listed[],
): Promise<ReadonlySet<Outpoint>> {
  const there = new Set<Outpoint>();
  for (let from = 0; from < listed.length; from += PART) {
    const part = listed.slice(from, from + PART);
    const node = await chain.settledAt(part.map(({ outpoint }) => outpoint));
    if (node.tip.hash !== tip.hash) throw new Refusal('syncing', 'the node moves');
    for (const { outpoint, value } of part) {
      const coin = node.coins.get(outpoint);
      if (coin?.value === value && equalBytes(coin.script, script)) there.add(outpoint);
    }
  }
  return there;
}

/** What lies on each, and what its transaction carries. */
async function readCoins(
  source: Source,
  { asset, tip }: { readonly asset: BridgeAsset; readonly tip: Tip },
  fresh: readonly Listed[],
): Promise<ReadonlyMap<Outpoint, FoundHeld>> {
  const points = fresh.map(({ outpoint }) => outpoint);
  const txids = [...new Set(points.map((point) => splitOutpoint(point).txid))];
  const [on, raws] = await Promise.all([
    assetsOn(source, { asset, tip }, points),
    source.chain.rawTransactions(txids),
  ]);
  return new Map(
    fresh.map(({ outpoint, value, height = 0 }) => [
      outpoint,
      {
        ...{ name: outpoint, point: outpoint, height, value, isMoved: false },
        units: unitsOn(asset, { value, ...on(outpoint) }),
        isMixed: isMixed(asset, { value, ...on(outpoint) }),
        order: carriedBy(raws, splitOutpoint(outpoint).txid),
      },
    ]),
  );
}

function carriedBy(raws: ReadonlyMap<Txid, Uint8Array>, txid: Txid): string | undefined {
  const raw = raws.get(txid);
  const tx = raw === undefined ? undefined : readTransaction(raw);
  if (tx === undefined || isFlaw(tx)) throw new Refusal('syncing', `transaction ${txid}`);
  return bridgeIdIn(tx);
}

/** What of the asset lies on a coin: sats on one with nothing else, or a token by itself. */
export function unitsOn(asset: Pick<BridgeAsset, 'origin'>, coin: Pick<Coin, 'value'> & OnCoin): bigint {
  return isMixed(asset, coin) ? 0n : (soleAmount(coin, originAsset(asset.origin)) ?? 0n);
}
