/** A node of a few lines behind the `Chain` port: coins, a mempool with replacement by fee, blocks that come and are undone. */
import type { Chain, Rejected, Tip, Unspent, Verdict, Waiting } from '@rialto/ground';
import { isFlaw, outpoint, readTransaction, spentPoint, virtualSize } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Outpoint, Sats, Transaction, Txid } from '@rialto/protocols';
import { freshPoint } from '../orders/rows.ts';

interface Coin {
  readonly value: Sats;
  readonly script: Uint8Array;
  readonly height: number;
}

interface Block extends Tip {
  readonly transactions: readonly Transaction[];
  readonly spent: ReadonlyMap<Outpoint, Coin>;
}

const hashAt = (height: number, fork: number): string =>
  `${fork}`.padStart(8, 'f') + `${height}`.padStart(56, '0');

function read(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const notUsed = (): never => {
  throw new Error('this chain is not asked for it');
};

const no = (why: Rejected['why'], reason: string): Rejected => ({ accepted: false, why, reason });

export class FakeChain {
  readonly blocks: Block[] = [{ height: 100, hash: hashAt(100, 0), transactions: [], spent: new Map() }];
  readonly mempool = new Map<Txid, Transaction>();
  /** Everything ever sent, in order: a transaction that is sent again is here again. */
  readonly sent: Txid[] = [];
  /** Of these no replacement is taken. */
  readonly stubborn = new Set<Txid>();
  /** Asked at each call of the port: throws what the node is to answer. */
  fault: (call: string) => void = () => undefined;
  private readonly coins = new Map<Outpoint, Coin>();
  private readonly raws = new Map<Txid, Uint8Array>();
  private forks = 0;

  get tip(): Tip {
    const { height, hash } = this.blocks.at(-1) ?? { height: 0, hash: '' };
    return { height, hash };
  }

  /** A confirmed coin. */
  coin(value: bigint, script: Uint8Array): Outpoint {
    const point = freshPoint();
    this.coins.set(point, { value: value as Sats, script, height: this.tip.height });
    return point;
  }

  /** The block that made a coin was undone, and no other has it. */
  forget(point: Outpoint): void {
    this.coins.delete(point);
  }

  /** A stranger's transaction: in the mempool whatever it pushes out. */
  push(raw: Uint8Array): Transaction {
    const tx = read(raw);
    this.raws.set(tx.txid, raw);
    this.dropConflicts(tx);
    this.mempool.set(tx.txid, tx);
    return tx;
  }

  /** The next block with these transactions, whether the mempool has them or not. */
  mine(raws: readonly Uint8Array[]): Block {
    const transactions = raws.map(read);
    const spent = new Map<Outpoint, Coin>();
    const height = this.tip.height + 1;
    transactions.forEach((tx, at) => {
      this.raws.set(tx.txid, raws[at] ?? new Uint8Array());
      this.dropConflicts(tx);
      this.mempool.delete(tx.txid);
      for (const input of tx.inputs) {
        const point = spentPoint(input);
        const coin = this.coins.get(point);
        if (coin !== undefined) spent.set(point, coin);
        this.coins.delete(point);
      }
      tx.outputs.forEach(({ value, script }, vout) => {
        this.coins.set(outpoint(tx.txid, vout), { value, script, height });
      });
    });
    const block = { height, hash: hashAt(height, this.forks), transactions, spent };
    this.blocks.push(block);
    return block;
  }

  /** Takes the last block back; what it held waits in the mempool again, but for `lost`. */
  undo(lost: readonly Txid[] = []): Block {
    const block = this.blocks.pop();
    if (block === undefined) throw new Error('there is a block to undo');
    this.forks += 1;
    for (const tx of block.transactions) {
      tx.outputs.forEach((_, vout) => this.coins.delete(outpoint(tx.txid, vout)));
      if (!lost.includes(tx.txid)) this.mempool.set(tx.txid, tx);
    }
    for (const [point, coin] of block.spent) this.coins.set(point, coin);
    return block;
  }

  /** The port. */
  port(): Chain {
    const asked = <T>(call: string, answer: () => T): Promise<T> =>
      new Promise((resolve) => {
        this.fault(call);
        resolve(answer());
      });
    const unspentAt = (points: readonly Outpoint[]) =>
      asked('unspentAt', () => ({ tip: this.tip, coins: this.unspent(points) }));
    return {
      tip: () => asked('tip', () => this.tip),
      blockHash: (height) =>
        asked('blockHash', () => this.blocks.find((block) => block.height === height)?.hash),
      header: notUsed,
      block: notUsed,
      mempool: () => asked('mempool', () => [...this.mempool.keys()]),
      rawTransaction: (txid) => asked('rawTransaction', () => this.raws.get(txid)),
      rawTransactions: (txids) =>
        asked('rawTransactions', () => new Map(txids.flatMap((txid) => this.rawOf(txid)))),
      heightsOf: notUsed,
      originsOf: () => asked('originsOf', () => new Map()),
      transaction: (txid) =>
        asked('transaction', () => {
          const raw = this.raws.get(txid);
          return raw === undefined ? undefined : read(raw);
        }),
      unspent: async (points) => (await unspentAt(points)).coins,
      unspentAt,
      settledAt: notUsed,
      spendingOf: (points) => asked('spendingOf', () => this.spending(points)),
      waiting: (txids) => asked('waiting', () => new Map(txids.flatMap((txid) => this.waitingOf(txid)))),
      testAccept: (raws) =>
        asked('testAccept', () => raws.map((raw, at) => this.checker(raw, raws.slice(0, at)))),
      send: (raw) => asked('send', () => this.send(raw)),
      sendPackage: notUsed,
      estimateFees: notUsed,
      waitForBlock: notUsed,
      scanScripts: notUsed,
      identity: notUsed,
    };
  }

  private rawOf(txid: Txid): [Txid, Uint8Array][] {
    const raw = this.mempool.has(txid) ? this.raws.get(txid) : undefined;
    return raw === undefined ? [] : [[txid, raw]];
  }

  private waitingOf(txid: Txid): [Txid, Waiting][] {
    const tx = this.mempool.get(txid);
    if (tx === undefined) return [];
    const own = { fee: this.feeOf(tx), vsize: virtualSize(tx) };
    return [[txid, { ...own, since: 0, sinceHeight: this.tip.height, withParents: own, withChildren: own }]];
  }

  private unspent(points: readonly Outpoint[]): Map<Outpoint, Unspent> {
    const spending = this.spending(points);
    return new Map(
      points.flatMap((point): [Outpoint, Unspent][] => {
        const coin = this.coins.get(point);
        return coin === undefined || spending.has(point) ? [] : [[point, { ...coin, coinbase: false }]];
      }),
    );
  }

  private spending(points: readonly Outpoint[]): Map<Outpoint, Txid> {
    const found = new Map<Outpoint, Txid>();
    for (const { txid, inputs } of this.mempool.values())
      for (const input of inputs) if (points.includes(spentPoint(input))) found.set(spentPoint(input), txid);
    return found;
  }

  private send(raw: Uint8Array): Verdict {
    const { txid } = read(raw);
    this.sent.push(txid);
    const verdict = this.checker(raw, []);
    if (verdict.accepted) this.push(raw);
    // A node takes one that it has once more.
    return !verdict.accepted && this.mempool.has(txid) ? { accepted: true } : verdict;
  }

  private checker(raw: Uint8Array, before: readonly Uint8Array[]): Verdict {
    const tx = read(raw);
    if (this.mempool.has(tx.txid)) return no('known', 'txn-already-in-mempool');
    if (this.blocks.some(({ transactions }) => transactions.some(({ txid }) => txid === tx.txid)))
      return no('known', 'txn-already-known');
    const made = new Set([...this.mempool.keys(), ...before.map((one) => read(one).txid)]);
    const points = tx.inputs.map(spentPoint);
    if (
      !tx.inputs.every((input, at) => made.has(input.txid) || this.coins.has(points[at] ?? spentPoint(input)))
    )
      return no('missing-inputs', 'bad-txns-inputs-missingorspent');
    const rivals = [...new Set(this.spending(points).values())].flatMap(
      (txid) => this.mempool.get(txid) ?? [],
    );
    const theirs = rivals.reduce((sum, rival) => sum + this.feeOf(rival), 0n);
    const keeps = rivals.some(({ txid }) => this.stubborn.has(txid));
    if (keeps || (rivals.length > 0 && this.feeOf(tx) <= theirs))
      return no('conflict', `insufficient fee, rejecting replacement ${tx.txid}`);
    return { accepted: true };
  }

  private feeOf({ inputs, outputs }: Transaction): Sats {
    const paid = inputs.reduce((sum, input) => {
      const made = this.mempool.get(input.txid)?.outputs[input.vout]?.value;
      return sum + (this.coins.get(spentPoint(input))?.value ?? made ?? 0n);
    }, 0n);
    return (paid - outputs.reduce((sum, { value }) => sum + value, 0n)) as Sats;
  }

  private dropConflicts(tx: Transaction): void {
    for (const [, txid] of this.spending(tx.inputs.map(spentPoint))) if (txid !== tx.txid) this.drop(txid);
  }

  private drop(txid: Txid): void {
    this.mempool.delete(txid);
    for (const [child, { inputs }] of this.mempool)
      if (inputs.some((input) => input.txid === txid)) this.drop(child);
  }
}

export const nodeDown = (): never => {
  throw new Refusal('node-down');
};
