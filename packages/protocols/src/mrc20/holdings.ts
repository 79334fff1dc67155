/** What outpoints hold while a block is applied; records every credit and debit. */
import { Draft } from '../draft.ts';
import { outpoint } from '../ids.ts';
import type { AssetId, Outpoint, Txid } from '../ids.ts';
import { keptScript } from '../kept-script.ts';
import { invariant } from '../invariant.ts';
import type { Transaction } from '../transaction.ts';
import type { Amount } from '../units.ts';
import type { Mrc20Credit } from './allocate.ts';
import { holdingKey } from './rows.ts';
import type { Mrc20Event, Mrc20Holding } from './rows.ts';

export interface TakenTokens {
  readonly balances: Map<AssetId, bigint>;
  /** Some of them are. */
  readonly odd: boolean;
}

type Received = Pick<Mrc20Credit, 'asset' | 'amount'> & Pick<Mrc20Holding, 'odd'>;

export class HoldingBook {
  readonly events: Mrc20Event[] = [];
  private readonly draft = new Draft<Mrc20Holding>();
  private readonly held = new Map<Outpoint, Map<AssetId, Mrc20Holding>>();
  /** Those that received something in this block. */
  private readonly given = new Set<Outpoint>();

  know(holding: Mrc20Holding): void {
    this.draft.know(holdingKey(holding.outpoint, holding.asset), holding);
    this.hold(holding);
  }

  /** Every outpoint with a balance. */
  outpoints(): Outpoint[] {
    return [...this.held.keys()];
  }

  /** Takes all that these outpoints hold into the hands of the transaction that spends them. */
  take(txid: Txid, points: Iterable<Outpoint>): TakenTokens {
    const balances = new Map<AssetId, bigint>();
    let odd = false;
    for (const point of points) {
      for (const { asset, amount, odd: isOdd } of this.on(point)) {
        balances.set(asset, (balances.get(asset) ?? 0n) + amount);
        odd ||= isOdd;
        this.draft.set(holdingKey(point, asset), undefined);
        this.events.push({ kind: 'spent', txid, asset, amount, outpoint: point });
      }
      this.held.delete(point);
    }
    return { balances, odd };
  }

  /**
   * Lays what an output receives on it, beside what it may hold already. MAN keeps one record of an output, the last: whatever comes
   * to one that received something before is odd, and so is what was there (decision 0021).
   */
  put(tx: Transaction, vout: number, { asset, amount, odd }: Received): void {
    const output = tx.outputs[vout];
    invariant(output !== undefined, 'tokens go to an output');
    const point = outpoint(tx.txid, vout);
    const isSecond = this.given.has(point);
    this.given.add(point);
    if (isSecond) for (const beside of this.on(point)) this.set({ ...beside, odd: true });
    const before = this.held.get(point)?.get(asset)?.amount ?? 0n;
    const sum = (before + amount) as Amount;
    this.set({
      outpoint: point,
      asset,
      amount: sum,
      script: keptScript(output.script),
      odd: odd || isSecond,
    });
    this.events.push({ kind: 'received', txid: tx.txid, asset, amount, outpoint: point });
  }

  changes() {
    return this.draft.changes('mrc20Holding');
  }

  /** In the order of their assets, so that events never depend on how rows were loaded. */
  private on(point: Outpoint): Mrc20Holding[] {
    const here = [...(this.held.get(point)?.values() ?? [])];
    return here.toSorted((a, b) => (a.asset < b.asset ? -1 : 1));
  }

  private set(holding: Mrc20Holding): void {
    this.draft.set(holdingKey(holding.outpoint, holding.asset), holding);
    this.hold(holding);
  }

  private hold(holding: Mrc20Holding): void {
    const here = this.held.get(holding.outpoint) ?? new Map<AssetId, Mrc20Holding>();
    here.set(holding.asset, holding);
    this.held.set(holding.outpoint, here);
  }
}
