/** Writes one block and what it spends as a node serves them. Inputs spend earlier outputs, values add up, the coinbase takes the fees. */
import { createHash } from 'node:crypto';
import { subsidyAt } from '@rialto/protocols';
import { ByteSink } from './byte-sink.ts';

export interface DenseCoin {
  /** As inputs name it: internal order. */
  readonly txid: Uint8Array;
  readonly vout: number;
  readonly value: bigint;
  readonly script: Uint8Array;
}

export interface Spend {
  readonly coin: DenseCoin;
  readonly witness: readonly Uint8Array[];
}

export type Pay = Pick<DenseCoin, 'script' | 'value'>;

/** One block as the node's two answers. */
export interface RawBlock {
  readonly block: Uint8Array;
  readonly spent: Uint8Array;
}

export interface FinishedBlock extends RawBlock {
  /** Internal order. */
  readonly hash: Uint8Array;
  /** What the coinbase made. */
  readonly coins: readonly DenseCoin[];
}

const SEQUENCE = 0xfffffffd;
const NO_COIN = { txid: new Uint8Array(32), vout: 0xffffffff };
const START = 1_700_000_000;
const SPACING = 600;

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

export class BlockWriter {
  readonly height: number;
  private readonly previous: Uint8Array;
  private readonly transactions = new ByteSink();
  private readonly spent = new ByteSink();
  private readonly base = new ByteSink();
  private readonly txids: Uint8Array[] = [];
  private fees = 0n;

  constructor(height: number, previous: Uint8Array) {
    this.height = height;
    this.previous = previous;
  }

  /** How many transactions there are; the place of the next one is one more, after the coinbase. */
  get count(): number {
    return this.txids.length;
  }

  /** Adds a transaction; answers its outputs as coins. */
  add(inputs: readonly Spend[], outputs: readonly Pay[]): DenseCoin[] {
    const paid = sum(inputs.map(({ coin }) => coin)) - sum(outputs);
    if (paid < 0n) throw new Error(`block ${this.height}: a transaction pays more than it has`);
    this.fees += paid;
    const body = this.body(
      inputs.map(({ coin }) => ({ ...coin, scriptSig: new Uint8Array(0) })),
      outputs,
    );
    const { transactions: out, spent } = this;
    out.u32(2);
    out.u8(0);
    out.u8(1);
    out.bytes(body.subarray(4, -4));
    for (const { witness } of inputs) {
      out.compactSize(witness.length);
      for (const item of witness) out.sized(item);
    }
    out.u32(0);
    spent.compactSize(inputs.length);
    for (const { coin } of inputs) writeOutput(spent, coin);
    const txid = doubleSha256(body);
    this.txids.push(txid);
    return outputs.map(({ script, value }, vout) => ({ txid, vout, value, script }));
  }

  /** Ends the block with a coinbase that pays subsidy and fees in equal parts to the scripts. */
  finish(scripts: readonly Uint8Array[]): FinishedBlock {
    const outputs = this.rewards(scripts);
    const height = Uint8Array.of(3, this.height & 0xff, (this.height >> 8) & 0xff, this.height >> 16);
    const coinbase = Uint8Array.from(this.body([{ ...NO_COIN, scriptSig: height }], outputs));
    const txid = doubleSha256(coinbase);
    const header = this.header(merkleRoot([txid, ...this.txids]));
    const block = new ByteSink();
    block.bytes(header);
    block.compactSize(this.count + 1);
    block.bytes(coinbase);
    block.bytes(this.transactions.view());
    const spent = new ByteSink();
    spent.compactSize(this.count + 1);
    spent.compactSize(0);
    spent.bytes(this.spent.view());
    const coins = outputs.map(({ script, value }, vout) => ({ txid, vout, value, script }));
    return { block: block.copy(), spent: spent.copy(), hash: doubleSha256(header), coins };
  }

  private rewards(scripts: readonly Uint8Array[]): Pay[] {
    const reward = subsidyAt(this.height, 'regtest') + this.fees;
    const part = reward / BigInt(scripts.length);
    const rest = reward - part * BigInt(scripts.length);
    return scripts.map((script, at) => ({ script, value: at === 0 ? part + rest : part }));
  }

  private header(root: Uint8Array): Uint8Array {
    const header = new ByteSink();
    header.u32(0x20000000);
    header.bytes(this.previous);
    header.bytes(root);
    header.u32(START + this.height * SPACING);
    header.u32(0x207fffff);
    header.u32(0);
    return header.copy();
  }

  /** A transaction without witnesses: a view that holds until the next one. */
  private body(
    inputs: readonly { txid: Uint8Array; vout: number; scriptSig: Uint8Array }[],
    outputs: readonly Pay[],
  ): Uint8Array {
    const { base } = this;
    base.clear();
    base.u32(2);
    base.compactSize(inputs.length);
    for (const { txid, vout, scriptSig } of inputs) {
      base.bytes(txid);
      base.u32(vout);
      base.sized(scriptSig);
      base.u32(SEQUENCE);
    }
    base.compactSize(outputs.length);
    for (const output of outputs) writeOutput(base, output);
    base.u32(0);
    return base.view();
  }
}

function writeOutput(sink: ByteSink, { value, script }: Pay): void {
  sink.u64(value);
  sink.sized(script);
}

export function sum(parts: readonly { readonly value: bigint }[]): bigint {
  return parts.reduce((total, { value }) => total + value, 0n);
}

export function merkleRoot(txids: readonly Uint8Array[]): Uint8Array {
  let level = txids;
  while (level.length > 1) {
    const pairs: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? new Uint8Array(32);
      pairs.push(doubleSha256(Buffer.concat([left, level[at + 1] ?? left])));
    }
    level = pairs;
  }
  return level[0] ?? new Uint8Array(32);
}
