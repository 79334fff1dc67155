/** What the journal of the bridge says: every exit that was signed, by deposit, by what it is, by the order that it paid, and by asset. */
import type { Tip } from '@rialto/ground';
import { openLately } from './lately.ts';
import type { Lately } from './lately.ts';
import type { AnyLine, BridgeLine, EnvelopeLine } from './lines.ts';

export interface BridgeRecall extends Lately {
  readonly size: number;
  /** All builds, oldest first. */
  exits(deposit: string): readonly BridgeLine[];
  /** By txid, or by core. */
  exit(id: string): BridgeLine | undefined;
  /** The exit whose check this transaction makes. */
  byCheck(core: string): BridgeLine | undefined;
  /** Of deposits that carry this id. */
  ofOrder(asset: string, order: string): readonly BridgeLine[];
  ofAsset(asset: string): readonly BridgeLine[];
  /** All exits on a chain that spend this coin, by the coin’s name. */
  spending(coin: string): readonly BridgeLine[];
  /** Payouts for deposits on MVC that are not known to be old. */
  young(asset: string): Iterable<BridgeLine>;
  /** A deposit on MVC is so deep that it stays. */
  old(asset: string, deposit: string): void;
  /** Coins of envelopes that were made for a deposit, oldest first. */
  envelopes(deposit: string): readonly EnvelopeLine[];
  /** Blocks of MVC that were there when something was signed. */
  blocksOfMvc(): readonly Tip[];
}

/** As many blocks of the journal are looked back to. */
const MOST_BLOCKS = 300;

export function openBridgeRecall(): BridgeRecall & { add(line: AnyLine): void } {
  const byDeposit = new Map<string, BridgeLine[]>();
  const byId = new Map<string, BridgeLine>();
  const byOrder = new Map<string, BridgeLine[]>();
  const byAsset = new Map<string, BridgeLine[]>();
  const byCoin = new Map<string, BridgeLine[]>();
  const checks = new Map<string, BridgeLine>();
  const envelopes = new Map<string, EnvelopeLine[]>();
  const young = new Map<string, Set<BridgeLine>>();
  const blocks = new Map<number, string>();
  const lately = openLately((deposit) => byDeposit.get(deposit) ?? []);
  let size = 0;
  const push = (map: Map<string, BridgeLine[]>, key: string, line: BridgeLine): void => {
    const before = map.get(key);
    if (before === undefined) map.set(key, [line]);
    else before.push(line);
  };
  return {
    get size() {
      return size;
    },
    add: (line) => {
      size += 1;
      if (line.kind === 'envelope') {
        envelopes.set(line.deposit, [...(envelopes.get(line.deposit) ?? []), line]);
        lately.spent(line);
        return;
      }
      push(byDeposit, line.deposit, line);
      byId.set(line.id, line);
      push(byAsset, line.asset, line);
      if (line.order !== null) push(byOrder, `${line.asset} ${line.order}`, line);
      for (const { coin } of [...line.spends, ...line.fees]) push(byCoin, coin, line);
      if (line.check !== undefined) checks.set(line.check, line);
      if (line.exit === 'payout' && line.chain === 'btc')
        young.set(line.asset, (young.get(line.asset) ?? new Set<BridgeLine>()).add(line));
      // What was higher then was undone before this was signed.
      for (const height of blocks.keys())
        if (height >= line.mvc.height || height <= line.mvc.height - MOST_BLOCKS) blocks.delete(height);
      blocks.set(line.mvc.height, line.mvc.hash);
      lately.add(line);
    },
    exits: (deposit) => byDeposit.get(deposit) ?? [],
    exit: (id) => byId.get(id),
    byCheck: (core) => checks.get(core),
    ofOrder: (asset, order) => byOrder.get(`${asset} ${order}`) ?? [],
    ofAsset: (asset) => byAsset.get(asset) ?? [],
    spending: (coin) => byCoin.get(coin) ?? [],
    ...{ hour: lately.hour, day: lately.day, hourFees: lately.hourFees },
    young: (asset) => young.get(asset) ?? [],
    old: (asset, deposit) => {
      for (const line of byDeposit.get(deposit) ?? []) young.get(asset)?.delete(line);
    },
    envelopes: (deposit) => envelopes.get(deposit) ?? [],
    blocksOfMvc: () => [...blocks].map(([height, hash]) => ({ height, hash })),
  };
}
