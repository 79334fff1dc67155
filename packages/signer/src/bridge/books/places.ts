/** Where the exits of the journal are at one moment, and which of them can never be in a block any more. */
import type { Txid } from '@rialto/protocols';
import type { BridgeSource, BridgeTips } from '../source.ts';
import type { BridgeLine } from './lines.ts';
import type { MvcPlaces } from './mvc-places.ts';
import type { BridgeRecall } from './recall.ts';

export interface PlacesAt {
  /** Undefined where no block has it. */
  heightOf(line: BridgeLine): number | undefined;
  /** Blocks that it is deep; 0 where no block has it. */
  depthOf(line: BridgeLine): number;
}

/** What is so deep is not looked at again. */
const OVER = 1_000;

export function openPlaces(
  { btc }: Pick<BridgeSource, 'btc'>,
  mvcPlaces: MvcPlaces,
  recall: BridgeRecall,
): (asset: string, tips: BridgeTips) => Promise<PlacesAt> {
  /** Heights of what is over. */
  const over = new Map<string, number>();
  const last = new Map<string, { readonly key: string; readonly heights: ReadonlyMap<string, number> }>();
  const look = async (lines: readonly BridgeLine[], tips: BridgeTips): Promise<Map<string, number>> => {
    const isOver = ({ deposit }: BridgeLine): boolean => recall.exits(deposit).some(({ id }) => over.has(id));
    const open = lines.filter((line) => !isOver(line));
    const ids = (chain: BridgeLine['chain']): string[] =>
      open.filter((line) => line.chain === chain).map(({ id }) => id);
    const [onBtc, onMvc] = await Promise.all([
      btc.chain.heightsOf(ids('btc') as Txid[]),
      mvcPlaces.of(ids('mvc')),
    ]);
    const heights = new Map<string, number>(onBtc);
    for (const [core, { height }] of onMvc) heights.set(core, height);
    for (const { id, chain } of open) {
      const height = heights.get(id);
      if (height !== undefined && tips[chain].height - height >= OVER) over.set(id, height);
    }
    return heights;
  };
  return async (asset, tips) => {
    const lines = recall.ofAsset(asset);
    const key = `${tips.btc.hash} ${tips.mvc.hash} ${lines.length}`;
    const known = last.get(asset);
    const { heights } = known?.key === key ? known : { heights: await look(lines, tips) };
    last.set(asset, { key, heights });
    const heightOf = ({ id }: BridgeLine): number | undefined => over.get(id) ?? heights.get(id);
    return {
      heightOf,
      depthOf: (line) => {
        const height = heightOf(line);
        return height === undefined ? 0 : Math.max(0, tips[line.chain].height - height + 1);
      },
    };
  };
}
