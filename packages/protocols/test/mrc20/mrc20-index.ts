/** The PIN and MRC-20 ledgers in memory: blocks in, rows out; every block can be taken back. */
import {
  applyMrc20,
  applyPins,
  bytesToHex,
  gatherMrc20,
  gatherPins,
  holdingKey,
  invariant,
  invert,
  outpoint,
  shovelKey,
} from '../../src/index.ts';
import type {
  Block,
  ChainName,
  GatheredMrc20,
  LocatedPin,
  Mrc20Change,
  Mrc20Event,
  Mrc20Holding,
  Mrc20Token,
  Mrc20View,
  Network,
  Outpoint,
  PinChange,
  PinEvent,
  PinLocation,
  PinRow,
  ShovelUse,
  Transaction,
  TxOutput,
  Txid,
} from '../../src/index.ts';

interface Undo {
  readonly changes: readonly (PinChange | Mrc20Change)[];
  readonly count: number;
  readonly coins: ReadonlyMap<Outpoint, TxOutput>;
  readonly creators: ReadonlyMap<Txid, Uint8Array | undefined>;
  readonly events: number;
}

/** Rows never change, so each is written out once. */
const texts = new WeakMap<object, string>();

function asText(row: object | undefined): string {
  if (row === undefined) return '';
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Uint8Array ? bytesToHex(value) : value;
  });
  texts.set(row, text);
  return text;
}

/** A change must find exactly what it expects. */
export class Mrc20Index {
  readonly pin = new Map<string, PinRow>();
  readonly pinLocation = new Map<string, PinLocation>();
  readonly mrc20Token = new Map<string, Mrc20Token>();
  readonly mrc20Holding = new Map<string, Mrc20Holding>();
  readonly shovelUse = new Map<string, ShovelUse>();
  readonly events: (PinEvent | Mrc20Event)[] = [];
  private readonly backwards: boolean;
  private readonly world: { chain: ChainName; network: Network };
  private coins = new Map<Outpoint, TxOutput>();
  private creators = new Map<Txid, Uint8Array | undefined>();
  private count = 0;
  private readonly undo: Undo[] = [];

  /** @param backwards gives the rows to the ledgers in the opposite order */
  constructor(chain: ChainName, network: Network, backwards = false) {
    this.world = { chain, network };
    this.backwards = backwards;
  }

  /** A coin from before the first block, with the script that its transaction spent. */
  know(point: Outpoint, coin: TxOutput, creator: Uint8Array): void {
    this.coins.set(point, coin);
    this.creators.set(outpointTxid(point), creator);
  }

  add(block: Block, height: number): void {
    const before = { count: this.count, coins: new Map(this.coins), creators: new Map(this.creators) };
    const spent = this.spend(block);
    const gathered = gatherPins({ block, spent });
    const located = this.ordered(this.pinsOn(gathered.keys.outpoints));
    const creators = new Map(
      [...gathered.keys.commits].map((commit) => [commit, before.creators.get(commit)]),
    );
    const view = { located, creators };
    const applied = applyPins({ ...this.world, gathered, height, view, count: this.count });
    for (const change of applied.changes) this.put(change);
    this.count = applied.count;
    const work = gatherMrc20({ gathered, applied });
    const settled = applyMrc20({ ...this.world, gathered: work, height, view: this.view(work) });
    for (const change of settled.changes) this.put(change);
    this.undo.push({
      ...before,
      changes: [...applied.changes, ...settled.changes],
      events: this.events.length,
    });
    this.events.push(...applied.events, ...settled.events);
  }

  removeTip(): void {
    const last = this.undo.pop();
    if (last === undefined) return;
    for (const change of invert(last.changes)) this.put(change);
    this.count = last.count;
    this.coins = new Map(last.coins);
    this.creators = new Map(last.creators);
    this.events.length = last.events;
  }

  get height(): number {
    return this.undo.length;
  }

  /** The unspent output there. */
  coin(point: Outpoint): TxOutput | undefined {
    return this.coins.get(point);
  }

  snapshot(): string {
    const { pin, pinLocation, mrc20Token, mrc20Holding, shovelUse } = this;
    const lines = [pin, pinLocation, mrc20Token, mrc20Holding, shovelUse].flatMap(
      (rows: Map<string, object>) => [...rows].map(([key, row]) => `${key} ${asText(row)}`).sort(),
    );
    return [...lines, this.count].join('\n');
  }

  private pinsOn(points: ReadonlySet<Outpoint>): LocatedPin[] {
    return [...this.pinLocation].flatMap(([key, location]) => {
      const row = points.has(location.outpoint) ? this.pin.get(key) : undefined;
      return row === undefined ? [] : [{ id: row.id, number: row.number, location }];
    });
  }

  /** Exactly what the keys ask for, as a database would give it. */
  private view({ keys }: GatheredMrc20): Mrc20View {
    const holdings = [...this.mrc20Holding.values()].filter((one) => keys.outpoints.has(one.outpoint));
    const assets = new Set([...keys.assets, ...holdings.map(({ asset }) => asset)]);
    const tokens = [...this.mrc20Token.values()].filter(
      (token) => assets.has(token.asset) || keys.ticks.has(token.tick),
    );
    const pins = [...keys.pins].flatMap((id) => this.pin.get(id) ?? []);
    const uses = keys.shovels.flatMap(({ asset, pin }) => this.shovelUse.get(shovelKey(asset, pin)) ?? []);
    return { holdings: this.ordered(holdings), tokens: this.ordered(tokens), pins: this.ordered(pins), uses };
  }

  private ordered<R>(rows: R[]): R[] {
    return this.backwards ? rows.toReversed() : rows;
  }

  private spend(block: Block): TxOutput[][] {
    return block.transactions.map((tx, index) => {
      const spent = index === 0 ? [] : tx.inputs.map((input) => this.take(outpoint(input.txid, input.vout)));
      this.creators.set(tx.txid, spent[0]?.script);
      this.make(tx);
      return spent;
    });
  }

  private make(tx: Transaction): void {
    tx.outputs.forEach((output, vout) => this.coins.set(outpoint(tx.txid, vout), output));
  }

  private take(point: Outpoint): TxOutput {
    const coin = this.coins.get(point);
    invariant(coin !== undefined, `${point} exists`);
    this.coins.delete(point);
    return coin;
  }

  private put(change: PinChange | Mrc20Change): void {
    switch (change.entity) {
      case 'pin':
        place(this.pin, change);
        break;
      case 'pinLocation':
        place(this.pinLocation, change);
        break;
      case 'mrc20Token':
        place(this.mrc20Token, change);
        break;
      case 'mrc20Holding':
        invariant(change.key === keyOf(change.after ?? change.before), 'a holding lies under its key');
        place(this.mrc20Holding, change);
        break;
      case 'shovelUse':
        place(this.shovelUse, change);
    }
  }
}

function keyOf(holding: Mrc20Holding | undefined): string {
  return holding === undefined ? '' : holdingKey(holding.outpoint, holding.asset);
}

function outpointTxid(point: Outpoint): Txid {
  return point.slice(0, 64) as Txid;
}

function place<R extends object>(
  rows: Map<string, R>,
  { key, before, after }: { key: string; before: R | undefined; after: R | undefined },
): void {
  invariant(asText(rows.get(key)) === asText(before), `row ${key} is as the delta expects`);
  if (after === undefined) rows.delete(key);
  else rows.set(key, after);
}
