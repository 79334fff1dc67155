/** Which exits can never be in a block any more: another transaction has spent a coin of theirs, as deep as the tier of their deposit (bridge §5). */
import { tierOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { outpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import type { BridgeLine } from '../books/lines.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';

type Parts = Pick<BridgeParts, 'journal' | 'source' | 'mvcPlaces'>;

/** Dropped from a mempool, replaced, old, or on a chain that stands still, is not dead. */
export function isDead(
  parts: Parts,
  asset: BridgeAsset,
  line: BridgeLine,
  tips: BridgeTips,
): Promise<boolean> {
  const needed = tierOf(asset, BigInt(line.amount))[line.chain];
  const isDeep = (height: number): boolean => tips[line.chain].height - height + 1 >= needed;
  return line.chain === 'btc' ? isDeadOnBtc(parts, line, isDeep) : isDeadOnMvc(parts, line, isDeep);
}

const coinsOf = ({ spends, fees }: BridgeLine): string[] => [...spends, ...fees].map(({ coin }) => coin);

/** Only our keys spend these coins, so whatever spent one is in the journal. */
async function isDeadOnBtc(
  { journal, source }: Parts,
  line: BridgeLine,
  isDeep: (height: number) => boolean,
): Promise<boolean> {
  const rivals = coinsOf(line)
    .flatMap((coin) => journal.recall.spending(coin))
    .filter(({ id }) => id !== line.id);
  const ids = [...new Set(rivals.map(({ id }) => id as Txid))];
  if (ids.length === 0) return false;
  const heights = await source.btc.chain.heightsOf(ids);
  return [...heights.values()].some(isDeep);
}

/** A coin may lie at another id than when it was signed for, and its own transaction may be mined under another: both are known by their cores. */
async function isDeadOnMvc(
  { source: { mvc }, mvcPlaces }: Parts,
  line: BridgeLine,
  isDeep: (height: number) => boolean,
): Promise<boolean> {
  const coins = coinsOf(line).map((coin) => ({ core: coin.slice(0, 64), vout: Number(coin.slice(65)) }));
  const makers = await mvcPlaces.of(coins.map(({ core }) => core));
  const points = coins.flatMap(({ core, vout }) => {
    const maker = makers.get(core);
    return maker === undefined ? [] : [outpoint(maker.tx.txid, vout)];
  });
  const spenders = await mvc.ledger.spentBy(points);
  const rivals = [...spenders.values()].map(({ core }) => core);
  const places = await mvcPlaces.of(rivals.filter((core) => core !== line.id && core !== line.check));
  // By the block that our own node has, not by the index’s word.
  return [...places.values()].some(
    ({ height, tx }) =>
      isDeep(height) && tx.inputs.some(({ txid, vout }) => points.includes(outpoint(txid, vout))),
  );
}
