/**
 * MVC in this process: every input of every transaction before the interpreter with a node's flags, a mempool, blocks, reorganisations
 * and a file. It does not prove what only a node has: proof of work, its consensus limits, its mempool's limits and its peers.
 */
import { readMvcTransaction } from '@rialto/mvc';
import type { MvcBlock, MvcTransaction } from '@rialto/mvc';
import { invariant, isFlaw } from '@rialto/protocols';
import type { Outpoint, Txid, TxOutput } from '@rialto/protocols';
import { blockBytes, fitting } from './block-template.ts';
import { Branch, whole } from './branch.ts';
import { chainFile } from './chain-file.ts';
import { pointOf } from './confirmed-coins.ts';
import { Mempool } from './mempool.ts';
import type { ChainCoin } from './mempool.ts';
import { ofBlock, reasonAgainst } from './mempool-rules.ts';
import type { Judge } from './mempool-rules.ts';

interface PrivateMvcChainOptions {
  /** Undefined for a chain that is gone with its process. */
  readonly file: string | undefined;
  /** By the rules of a mempool, and by those of a block alone. */
  readonly judge: { readonly mempool: Judge; readonly block: Judge };
  /** Seconds since 1970. */
  readonly now: () => number;
}

export interface Sent {
  readonly txid: Txid;
  /** `known`: it waits already. */
  readonly result: 'accepted' | 'known' | 'refused';
  /** A node's words, where it is refused. */
  readonly reason?: string;
}

interface MineRequest {
  /** Taken before what waits, even against it: a miner decides what is in a block. */
  readonly first?: readonly Uint8Array[];
  /** Of what waits, these alone. */
  readonly only?: (tx: MvcTransaction) => boolean;
}

interface PlacedTransaction {
  readonly tx: MvcTransaction;
  /** Undefined while it waits. */
  readonly height: number | undefined;
}

export class PrivateMvcChain {
  readonly #options: PrivateMvcChainOptions;
  readonly #file: ReturnType<typeof chainFile>;
  readonly #branch = new Branch();
  readonly #mempool = new Mempool(this.#branch.coins);
  #unwanted: (txid: Txid) => boolean = () => false;
  #pays: TxOutput[] = [];
  /** How many blocks were taken back so far. */
  #taken = 0;

  constructor(options: PrivateMvcChainOptions) {
    this.#options = options;
    this.#file = chainFile(options.file);
    for (const event of this.#file.read())
      if (event.kind === 'block') this.#connect(event.raw);
      else if (event.kind === 'back') this.#back();
      else this.#mempool.add(whole(readMvcTransaction(event.raw)));
    if (this.#branch.height < 0) this.mine();
  }

  /** Of the newest block; there is always one. */
  get height(): number {
    return this.#branch.height;
  }

  block(height: number): { readonly block: MvcBlock; readonly raw: Uint8Array } | undefined {
    return this.#branch.at(height);
  }

  heightOfBlock(hash: string): number | undefined {
    return this.#branch.heightOfBlock(hash);
  }

  transaction(txid: Txid): PlacedTransaction | undefined {
    const waiting = this.#mempool.get(txid);
    if (waiting !== undefined) return { tx: waiting, height: undefined };
    const tx = this.#branch.transaction(txid);
    return tx === undefined ? undefined : { tx, height: this.#branch.heightOf(txid) };
  }

  waiting(): readonly MvcTransaction[] {
    return this.#mempool.list();
  }

  /** A coin that can be spent now; with the mempool's changes or by blocks alone. */
  coin(point: Outpoint, withMempool = true): ChainCoin | undefined {
    return withMempool ? this.#mempool.coin(point) : this.#branch.coins.get(point);
  }

  /** What can be spent now of the scripts that are asked for, blocks' coins before those that wait. */
  coins(of: (script: Uint8Array) => boolean): ChainCoin[] {
    const confirmed = [...this.#branch.coins.values()].filter(({ script }) => of(script));
    const waiting = this.#mempool
      .list()
      .flatMap(({ txid, outputs }) =>
        outputs.flatMap((output, vout) =>
          of(output.script) ? [{ outpoint: pointOf({ txid, vout }), ...output }] : [],
        ),
      );
    return [...confirmed, ...waiting].filter(({ outpoint }) => this.#mempool.coin(outpoint) !== undefined);
  }

  /** Offers transactions in their order, each on top of those before it, as `sendrawtransactions` does. */
  send(raws: readonly Uint8Array[]): Sent[] {
    const decoded = raws.map((raw) => {
      const tx = readMvcTransaction(raw);
      if (isFlaw(tx)) throw new Error(`TX decode failed (${tx.flaw})`);
      return { raw, tx };
    });
    return decoded.map(({ raw, tx }) => {
      const { txid } = tx;
      if (this.#mempool.get(txid) !== undefined) return { txid, result: 'known' };
      if (this.#isLeft(tx)) return { txid, result: 'refused', reason: 'txn-already-known' };
      if (this.#unwanted(txid)) return { txid, result: 'refused', reason: 'mempool full' };
      const reason = reasonAgainst(tx, this.#mempool, this.#options.judge.mempool);
      if (reason !== undefined) return { txid, result: 'refused', reason };
      this.#file.append({ kind: 'transaction', raw });
      this.#mempool.add(tx);
      return { txid, result: 'accepted' };
    });
  }

  /** Forgets what waits and is not wanted, and all that builds on it, and takes none of it until something else is said: as a node whose mempool is full. */
  keepOut(unwanted: (txid: Txid) => boolean): void {
    this.#unwanted = unwanted;
    this.#mempool.keep(this.#mempool.list().filter(({ txid }) => !unwanted(txid)));
  }

  /** The next block's first transaction pays these. */
  pay(outputs: readonly TxOutput[]): void {
    this.#pays.push(...outputs);
  }

  mine({ first = [], only = () => true }: MineRequest = {}): MvcBlock {
    const chosen = first.map((raw) => whole(readMvcTransaction(raw)));
    const { coins, tip, height } = this.#branch;
    const transactions = fitting([...chosen, ...this.#mempool.list().filter(only)], coins);
    for (const tx of chosen) {
      const reason = ofBlock(tx, transactions, coins, this.#options.judge.block);
      if (reason !== undefined) throw new Error(`no block can have ${tx.txid}: ${reason}`);
    }
    const raw = blockBytes({
      height: height + 1,
      previousHash: tip?.hash,
      time: Math.max(this.#options.now(), (tip?.header.time ?? 0) + 1),
      // A branch is another one even when nothing else tells it apart.
      nonce: this.#taken,
      pays: this.#pays,
      transactions,
    });
    const block = this.#connect(raw);
    this.#file.append({ kind: 'block', raw });
    this.#pays = [];
    return block;
  }

  /** Takes back the newest blocks. What was in them waits again where it can; another branch is mined on top. */
  takeBack(count: number): void {
    invariant(count <= this.#branch.height, 'the first block stays');
    for (let at = 0; at < count; at += 1) {
      this.#file.append({ kind: 'back' });
      this.#back();
    }
  }

  /** A node does not remember a transaction in a block by its id: it sees an output of it that is not spent. */
  #isLeft({ txid, outputs }: MvcTransaction): boolean {
    return outputs.some((_, vout) => this.#branch.coins.get(pointOf({ txid, vout })) !== undefined);
  }

  #connect(raw: Uint8Array): MvcBlock {
    const block = this.#branch.connect(raw);
    this.#mempool.keep(this.#mempool.list().filter(({ txid }) => this.#branch.heightOf(txid) === undefined));
    return block;
  }

  #back(): void {
    this.#taken += 1;
    this.#mempool.keep([...this.#branch.back(), ...this.#mempool.list()]);
  }
}
