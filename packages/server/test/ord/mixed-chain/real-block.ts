/** One block that a node on the private chain takes: height in the coinbase, witness commitment, proof of work. */
import { subsidyAt } from '@rialto/protocols';
import { createHash } from 'node:crypto';
import { ByteSink } from '../../bench/dense-chain/byte-sink.ts';
import { merkleRoot, sum } from '../../bench/dense-chain/block-writer.ts';
import type { DenseCoin, Pay, Spend } from '../../bench/dense-chain/block-writer.ts';

interface FinishedRealBlock {
  /** As `submitblock` takes it. */
  readonly hex: string;
  /** Internal order. */
  readonly hash: Uint8Array;
  /** What the coinbase made; the commitment is the last. */
  readonly coins: readonly DenseCoin[];
}

interface TxParts {
  readonly inputs: readonly { txid: Uint8Array; vout: number; scriptSig: Uint8Array }[];
  readonly outputs: readonly Pay[];
  readonly witnesses: readonly (readonly Uint8Array[])[];
}

const SEQUENCE = 0xfffffffd;
const ZEROS = new Uint8Array(32);
const NONE = new Uint8Array(0);
/** OP_RETURN, 36 bytes, and the sign of a witness commitment (BIP-141). */
const COMMITMENT = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);
const NONCE_AT = 76;

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

export class RealBlock {
  readonly height: number;
  private readonly transactions = new ByteSink();
  private readonly scratch = new ByteSink();
  private readonly txids: Uint8Array[] = [];
  private readonly witnessIds: Uint8Array[] = [];
  private fees = 0n;

  constructor(height: number) {
    this.height = height;
  }

  /** How many transactions there are; the place of the next one is one more, after the coinbase. */
  get count(): number {
    return this.txids.length;
  }

  get reward(): bigint {
    return subsidyAt(this.height, 'regtest') + this.fees;
  }

  /** Adds a transaction; answers its outputs as coins. */
  add(inputs: readonly Spend[], outputs: readonly Pay[]): DenseCoin[] {
    const paid = sum(inputs.map(({ coin }) => coin)) - sum(outputs);
    if (paid < 0n) throw new Error(`block ${this.height}: a transaction pays more than it has`);
    this.fees += paid;
    const parts = {
      inputs: inputs.map(({ coin }) => ({ txid: coin.txid, vout: coin.vout, scriptSig: NONE })),
      outputs,
      witnesses: inputs.map(({ witness }) => witness),
    };
    const txid = doubleSha256(this.written(parts, false));
    const whole = this.written(parts, true);
    this.transactions.bytes(whole);
    this.txids.push(txid);
    this.witnessIds.push(doubleSha256(whole));
    return outputs.map(({ script, value }, vout) => ({ txid, vout, value, script }));
  }

  /** Ends the block with a coinbase of these outputs. `extra` makes it differ from another block of its height. */
  finish(previous: Uint8Array, time: number, extra: number, rewards: readonly Pay[]): FinishedRealBlock {
    const root = merkleRoot([ZEROS, ...this.witnessIds]);
    const commitment = Buffer.concat([COMMITMENT, doubleSha256(Buffer.concat([root, ZEROS]))]);
    const outputs = [...rewards, { script: commitment, value: 0n }];
    const scriptSig = Buffer.concat([heightPush(this.height), Uint8Array.of(4), uint32(extra)]);
    const parts = {
      inputs: [{ txid: ZEROS, vout: 0xffffffff, scriptSig }],
      outputs,
      witnesses: [[ZEROS]],
    };
    const txid = doubleSha256(this.written(parts, false));
    const header = mined(previous, merkleRoot([txid, ...this.txids]), time);
    const block = new ByteSink();
    block.bytes(header);
    block.compactSize(this.count + 1);
    block.bytes(this.written(parts, true));
    block.bytes(this.transactions.view());
    return {
      hex: Buffer.from(block.view()).toString('hex'),
      hash: doubleSha256(header),
      coins: outputs.map(({ script, value }, vout) => ({ txid, vout, value, script })),
    };
  }

  /** A view that holds until the next call. */
  private written({ inputs, outputs, witnesses }: TxParts, whole: boolean): Uint8Array {
    const out = this.scratch;
    out.clear();
    out.u32(2);
    if (whole) out.bytes(Uint8Array.of(0, 1));
    out.compactSize(inputs.length);
    for (const { txid, vout, scriptSig } of inputs) {
      out.bytes(txid);
      out.u32(vout);
      out.sized(scriptSig);
      out.u32(SEQUENCE);
    }
    out.compactSize(outputs.length);
    for (const { value, script } of outputs) {
      out.u64(value);
      out.sized(script);
    }
    for (const witness of whole ? witnesses : []) {
      out.compactSize(witness.length);
      for (const item of witness) out.sized(item);
    }
    out.u32(0);
    return out.view();
  }
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** As BIP-34 demands it: the shortest push of the number. */
function heightPush(height: number): Uint8Array {
  if (height <= 16) return Uint8Array.of(0x50 + height);
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest >>= 8) bytes.push(rest & 0xff);
  if ((bytes.at(-1) ?? 0) > 0x7f) bytes.push(0);
  return Uint8Array.of(bytes.length, ...bytes);
}

/** On the private chain every second try is a block. */
function mined(previous: Uint8Array, root: Uint8Array, time: number): Uint8Array {
  const header = Buffer.concat([
    uint32(0x20000000),
    previous,
    root,
    uint32(time),
    uint32(0x207fffff),
    uint32(0),
  ]);
  for (let nonce = 0; (doubleSha256(header)[31] ?? 0xff) >= 0x7f; nonce += 1)
    header.writeUInt32LE(nonce, NONCE_AT);
  return header;
}
