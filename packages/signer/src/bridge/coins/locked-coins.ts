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
import { assetsOn, isMixed, lotOn } from './assets-on.ts';
import type { OnCoin } from './assets-on.ts';
import type { FoundHeld } from './held.ts';

type Source = BridgeSource['btc'];
type Listed = NonNullable<Awaited<ReturnType<Source['ledger']['coinsOf']>>>[number];

interface Script {
  /** Blocks at which it was read, the last one last. */
  readonly tips: readonly Tip[];
  readonly found: readonly FoundHeld[];
  readonly known: ReadonlyMap<Outpoint, FoundHeld>;
}

const PART = 400;
/** So many blocks back one is looked for that a reorganisation has left. */
const MOST_TIPS = 200;

export function openLockedCoins(
  source: Source,
  recall: Pick<BridgeRecall, 'spending'>,
): (asset: BridgeAsset, script: Uint8Array, tip: Tip) => Promise<readonly FoundHeld[]> {
  const scripts = new Map<string, Script>();
  return async (asset, script, tip) => {
    const name = bytesToHex(script);
    const kept = scripts.get(name) ?? { tips: [], found: [], known: new Map() };
    if (kept.tips.at(-1)?.hash === tip.hash) return kept.found;
    const tips = await stillThere(source.chain, kept.tips);
    const before = upTo(kept.known, tips.at(-1)?.height ?? -1);
    const listed = await listedOn(source, script, tip);
    const fresh = listed.filter(({ outpoint }) => !before.has(outpoint));
    // Our own exits alone spend them: whatever none of those spends is still there.
    const looked = [...fresh, ...listed.filter(({ outpoint }) => recall.spending(outpoint).length > 0)];
    const there = await seenByNode(source, { script, tip }, looked);
    const gone = new Set(looked.map(({ outpoint }) => outpoint).filter((point) => !there.has(point)));
    const read = await readCoins(source, { asset, tip, locked: script }, fresh);
    const known = new Map<Outpoint, FoundHeld>();
    for (const { outpoint: point } of listed) {
      const one = before.get(point) ?? read.get(point);
      if (one !== undefined && !gone.has(point)) known.set(point, one);
    }
    const found = [...known.values()];
    scripts.set(name, { tips: [...tips, tip].slice(-MOST_TIPS), found, known });
    return found;
  };
}

/** Those of the blocks that a reorganisation has left where they were. */
async function stillThere(chain: Source['chain'], tips: readonly Tip[]): Promise<readonly Tip[]> {
  for (let count = tips.length; count > 0; count -= 1) {
    const last = tips[count - 1];
    if (last !== undefined && (await chain.blockHash(last.height)) === last.hash) return tips.slice(0, count);
  }
  return [];
}

/** Of coins in later blocks everything is read anew: what lay on them may lie elsewhere. */
const upTo = (known: ReadonlyMap<Outpoint, FoundHeld>, height: number): ReadonlyMap<Outpoint, FoundHeld> =>
  new Map([...known].filter(([, one]) => one.height <= height));

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
  asking: { readonly asset: BridgeAsset; readonly tip: Tip; readonly locked: Uint8Array },
  fresh: readonly Listed[],
): Promise<ReadonlyMap<Outpoint, FoundHeld>> {
  const { asset } = asking;
  const points = fresh.map(({ outpoint }) => outpoint);
  const txids = [...new Set(points.map((point) => splitOutpoint(point).txid))];
  const [on, raws] = await Promise.all([
    assetsOn(source, asking, points),
    source.chain.rawTransactions(txids),
  ]);
  return new Map(
    fresh.map(({ outpoint, value, height = 0 }) => [
      outpoint,
      {
        ...{ name: outpoint, point: outpoint, height, value, isMoved: false },
        ...{ isLot: isUnusedLot(asset, on(outpoint)), inLots: inLotsOn(asset, on(outpoint)) },
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

/** A lot that has not moved: nobody’s deposit. */
export function isUnusedLot(asset: Pick<BridgeAsset, 'origin'>, coin: OnCoin): boolean {
  const lot = asset.origin.network === 'BRC20' ? lotOn(asset, coin) : undefined;
  return lot !== undefined && lot.from === undefined;
}

function inLotsOn({ origin }: Pick<BridgeAsset, 'origin'>, { assets }: OnCoin): bigint {
  const of = originAsset(origin);
  const lots = assets.flatMap((one) => (one.kind === 'inscription' ? (one.transfer ?? []) : []));
  return lots.reduce((sum, { asset, amount }) => (asset === of ? sum + amount : sum), 0n);
}

/** What of the asset lies on a coin: sats on one with nothing else, a token by itself, or a lot, also one that was paid in. */
export function unitsOn(asset: Pick<BridgeAsset, 'origin'>, coin: Pick<Coin, 'value'> & OnCoin): bigint {
  if (asset.origin.network === 'BRC20') return lotOn(asset, coin)?.amount ?? 0n;
  return isMixed(asset, coin) ? 0n : (soleAmount(coin, originAsset(asset.origin)) ?? 0n);
}
