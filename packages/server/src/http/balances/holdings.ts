/** Fungible tokens on the coins of an address: what is there for sure, and what waiting transactions will bring. */
import { projectMempool } from '@rialto/ground';
import { amount, splitOutpoint } from '@rialto/protocols';
import type { Amount, AssetId, CoinAsset, Mrc20Asset, RuneAsset } from '@rialto/protocols';
import type { Service } from '../service.ts';

type Holding = RuneAsset | Mrc20Asset;

/** What the fullest outpoints hold and waiting transactions spend is taken off the sums; of more outpoints than these nobody asks. */
const MOST_HELD = 1_000;
/** Of more outputs that wait than these nothing is said until their block. */
const MOST_WAITING = 500;
const MOST_TRANSACTIONS = 100;

/** Amounts by token; a token of which everything is spent is missing. */
type Sums = ReadonlyMap<AssetId, Amount>;

type Reads = Pick<Service, 'chain' | 'ledger'>;

/** The sums of a script without what waiting transactions spend. */
export async function withoutSpent(
  { chain, ledger }: Reads,
  script: Uint8Array,
  { kind, sums }: { kind: Holding['kind']; sums: Sums },
): Promise<Sums> {
  const fullest = kind === 'rune' ? ledger.fullestRunesOf : ledger.fullestMrc20Of;
  const held = await fullest(script, MOST_HELD);
  const spending = await chain.spendingOf([...new Set(held.map((one) => one.outpoint))]);
  const left = new Map(sums);
  for (const { outpoint, asset, amount: units } of held) {
    if (!spending.has(outpoint)) continue;
    const rest = (left.get(asset) ?? units) - units;
    if (rest > 0n) left.set(asset, amount(rest));
    else left.delete(asset);
  }
  return left;
}

/** What the largest outputs of waiting transactions will hold, one entry for each token. */
export async function incomingOn(
  service: Reads,
  script: Uint8Array,
  kind: Holding['kind'],
): Promise<readonly Holding[]> {
  const coins = await service.ledger.waitingCoinsOf(script, MOST_WAITING);
  const points = coins.map((coin) => coin.outpoint);
  const spending = await service.chain.spendingOf(points);
  const unspent = points.filter((point) => !spending.has(point));
  const txids = [...new Set(unspent.map((point) => splitOutpoint(point).txid))];
  const projected = await projectMempool(service, txids.slice(0, MOST_TRANSACTIONS));
  return summed(
    unspent.flatMap((point) => projected.get(point) ?? []),
    kind,
  );
}

function summed(assets: readonly CoinAsset[], kind: Holding['kind']): Holding[] {
  const sums = new Map<AssetId, Holding>();
  for (const asset of assets) {
    if ((asset.kind !== 'rune' && asset.kind !== 'mrc20') || asset.kind !== kind) continue;
    const before = sums.get(asset.asset)?.amount ?? 0n;
    sums.set(asset.asset, { ...asset, amount: amount(before + asset.amount) });
  }
  return [...sums.values()];
}
