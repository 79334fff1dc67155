/** Bitcoin of a test: real transactions in a mempool and in blocks, blocks that are undone, and an index over them. */
import type { Chain, Tip } from '@rialto/ground';
import { bytesToHex, isFlaw, readTransaction, spentPoint, splitOutpoint } from '@rialto/protocols';
import type { Coin, Outpoint, ScriptHex, Transaction, Txid } from '@rialto/protocols';
import { TestChain } from '../pools/chain.ts';

interface Undo {
  readonly height: number;
  readonly settled: ReadonlyMap<Outpoint, Coin>;
  readonly txids: readonly Txid[];
  readonly tokens: () => void;
}

export class Bitcoin extends TestChain {
  readonly raws = new Map<Txid, Uint8Array>();
  private readonly funders = new Map<Txid, readonly ScriptHex[]>();
  private readonly heights = new Map<Txid, number>();
  private readonly undos: Undo[] = [];
  /** Blocks from a height on are of this branch. */
  private readonly branches: { readonly from: number; readonly name: number }[] = [];

  /** In a block that was there before. */
  override put(...coins: readonly Coin[]): void {
    super.put(...coins);
    for (const { outpoint: point, height = 100 } of coins) {
      const { txid } = splitOutpoint(point);
      if (!this.heights.has(txid)) this.heights.set(txid, height);
    }
  }

  override tip(height = this.height): Tip {
    const name = this.branches.findLast(({ from }) => height >= from)?.name ?? 0;
    return { height, hash: `${name.toString(16).padStart(8, '0')}${height.toString(16).padStart(56, '0')}` };
  }

  override send(raw: Uint8Array): Txid {
    const tx = this.read(raw);
    this.raws.set(tx.txid, raw);
    const scripts = tx.inputs.map((input) => this.coinAt(spentPoint(input))?.script);
    const funders = scripts.flatMap((script) =>
      script === undefined ? [] : [bytesToHex(script) as ScriptHex],
    );
    this.funders.set(tx.txid, [...new Set(funders)]);
    return super.send(raw);
  }

  /** @param only of what waits; the rest goes on waiting */
  override mine(blocks = 1, only: (txid: Txid) => boolean = () => true): void {
    const left = [...this.waiting].filter(([txid]) => !only(txid));
    for (const [txid] of left) this.waiting.delete(txid);
    const txids = [...this.waiting.keys()];
    const [settled, tokens] = [new Map(this.settled), this.tokens.saved()];
    this.undos.push({ height: this.height, settled, txids, tokens });
    for (const txid of txids) this.heights.set(txid, this.height + 1);
    super.mine(blocks);
    for (const [txid, made] of left) this.waiting.set(txid, made);
  }

  /** Back to before the last `mine`s; what they had is forgotten, or waits again. */
  takeBack(mines = 1, waits = false): void {
    for (let at = 0; at < mines; at += 1) {
      const undo = this.undos.pop();
      if (undo === undefined) throw new Error('nothing to undo');
      this.height = undo.height;
      undo.tokens();
      this.settled.clear();
      for (const [point, coin] of undo.settled) this.settled.set(point, coin);
      this.branches.push({ from: undo.height + 1, name: this.branches.length + 1 });
      for (const txid of undo.txids) {
        this.heights.delete(txid);
        this.mined.delete(txid);
      }
      const raws = undo.txids.map((txid) => this.raws.get(txid));
      if (waits) for (const raw of raws) if (raw !== undefined) this.send(raw);
    }
  }

  heightOf(txid: string): number | undefined {
    return this.heights.get(txid as Txid);
  }

  private read(raw: Uint8Array): Transaction {
    const tx = readTransaction(raw);
    if (isFlaw(tx)) throw new Error('no transaction');
    return tx;
  }

  /** All that the bridge asks a node. */
  node(): Pick<
    Chain,
    'tip' | 'header' | 'blockHash' | 'block' | 'settledAt' | 'rawTransactions' | 'heightsOf' | 'originsOf'
  > {
    const some = <T>(txids: readonly Txid[], of: (txid: Txid) => T | undefined): Map<Txid, T> =>
      new Map(
        txids.flatMap((txid): [Txid, T][] => {
          const found = of(txid);
          return found === undefined ? [] : [[txid, found]];
        }),
      );
    return {
      ...{ header: this.chain.header, settledAt: this.chain.settledAt },
      tip: () => Promise.resolve(this.tip()),
      blockHash: (height) => Promise.resolve(height > this.height ? undefined : this.tip(height).hash),
      block: (hash) => {
        const height = Number.parseInt(hash.slice(8), 16);
        const transactions = [...this.heights]
          .filter(([, at]) => at === height)
          .flatMap(([txid]) => this.raws.get(txid) ?? [])
          .map((raw) => this.read(raw));
        return Promise.resolve({ block: { transactions }, spent: [] } as never);
      },
      rawTransactions: (txids) => Promise.resolve(some(txids, (txid) => this.raws.get(txid))),
      heightsOf: (txids) => Promise.resolve(some(txids, (txid) => this.heights.get(txid))),
      originsOf: (txids) =>
        Promise.resolve(
          some(txids, (txid) => {
            const [height, funders] = [this.heights.get(txid), this.funders.get(txid)];
            return height === undefined || funders === undefined ? undefined : { height, funders };
          }),
        ),
    };
  }
}
