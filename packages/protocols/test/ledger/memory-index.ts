/** A whole index in memory, for tests: blocks in, rows out, and every block can be taken back. */
import {
  applyBrc20,
  balanceKey,
  brc20Holders,
  brc20Keys,
  inscribeBlock,
  invariant,
  invert,
  NO_COUNTS,
  outpoint,
} from '../../src/index.ts';
import type {
  Block,
  Brc20Balance,
  Brc20Lot,
  Brc20Token,
  ChainName,
  Delta,
  InscriptionCounts,
  InscriptionEvent,
  InscriptionRow,
  LocationRow,
  Outpoint,
  TxOutput,
} from '../../src/index.ts';

interface Undo {
  readonly delta: Delta;
  readonly counts: InscriptionCounts;
  readonly coins: Map<Outpoint, TxOutput>;
  readonly events: number;
}

/** Rows by key; a change must find exactly what it expects. */
export class Rows {
  readonly inscription = new Map<string, InscriptionRow>();
  readonly location = new Map<string, LocationRow>();
  readonly token = new Map<string, Brc20Token>();
  readonly balance = new Map<string, Brc20Balance>();
  readonly lot = new Map<string, Brc20Lot>();

  apply(delta: Delta): void {
    for (const change of delta) {
      switch (change.entity) {
        case 'inscription':
          put(this.inscription, change);
          break;
        case 'location':
          put(this.location, change);
          break;
        case 'token':
          put(this.token, change);
          break;
        case 'balance':
          put(this.balance, change);
          break;
        case 'lot':
          put(this.lot, change);
          break;
        default:
          throw new Error(`no ${change.entity} is kept here`);
      }
    }
  }

  snapshot(): Record<string, unknown> {
    const sorted = (rows: Map<string, unknown>): unknown => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      inscription: sorted(this.inscription),
      location: sorted(this.location),
      token: sorted(this.token),
      balance: sorted(this.balance),
      lot: sorted(this.lot),
    };
  }

  applyBrc20(events: readonly InscriptionEvent[], height: number, chain: ChainName): Delta {
    const keys = brc20Keys(events);
    const lots = [...this.lot.values()].filter((lot) => keys.lots.has(lot.inscription));
    const assets = new Set(lots.map((lot) => lot.asset));
    const tokens = [...this.token.values()].filter(
      (token) => keys.ticks.has(token.tick) || assets.has(token.asset),
    );
    const held = new Set(
      brc20Holders(events, { tokens, lots }).map((one) => balanceKey(one.asset, one.script)),
    );
    const balances = [...this.balance].flatMap(([key, balance]) => (held.has(key) ? [balance] : []));
    const { changes } = applyBrc20({ events, height, chain, view: { tokens, balances, lots } });
    this.apply(changes);
    return changes;
  }
}

function put<R>(
  rows: Map<string, R>,
  change: { key: string; before: R | undefined; after: R | undefined },
): void {
  const text = (row: R | undefined): string =>
    JSON.stringify(row ?? null, (_, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v));
  invariant(text(rows.get(change.key)) === text(change.before), `row ${change.key} is as the delta expects`);
  if (change.after === undefined) rows.delete(change.key);
  else rows.set(change.key, change.after);
}

export class MemoryIndex {
  readonly rows = new Rows();
  readonly events: InscriptionEvent[] = [];
  readonly chain: ChainName;
  private coins = new Map<Outpoint, TxOutput>();
  private counts = NO_COUNTS;
  private readonly undo: Undo[] = [];

  constructor(chain: ChainName) {
    this.chain = chain;
  }

  add(block: Block, height: number): void {
    const before = { counts: this.counts, coins: new Map(this.coins), events: this.events.length };
    const spent = this.spend(block);
    const at = (point: Outpoint) =>
      [...this.rows.location].flatMap(([key, location]) => {
        const row = this.rows.inscription.get(key);
        if (location.outpoint !== point || row === undefined) return [];
        return [
          {
            id: row.id,
            sequence: row.sequence,
            offset: location.offset,
            cursedOrVindicated: row.curse !== undefined,
          },
        ];
      });
    const { events, changes, counts } = inscribeBlock({
      height,
      chain: this.chain,
      block,
      spent,
      at,
      counts: this.counts,
    });
    this.rows.apply(changes);
    const tokens = this.rows.applyBrc20(events, height, this.chain);
    this.counts = counts;
    this.events.push(...events);
    this.undo.push({ ...before, delta: [...changes, ...tokens] });
  }

  removeTip(): void {
    const last = this.undo.pop();
    if (last === undefined) return;
    this.rows.apply(invert(last.delta));
    this.counts = last.counts;
    this.coins = last.coins;
    this.events.length = last.events;
  }

  private spend(block: Block): TxOutput[][] {
    return block.transactions.map((tx, index) => {
      const spent = index === 0 ? [] : tx.inputs.map((input) => this.take(outpoint(input.txid, input.vout)));
      tx.outputs.forEach((output, vout) => this.coins.set(outpoint(tx.txid, vout), output));
      return spent;
    });
  }

  private take(point: Outpoint): TxOutput {
    const output = this.coins.get(point);
    invariant(output !== undefined, `${point} exists`);
    this.coins.delete(point);
    return output;
  }
}
