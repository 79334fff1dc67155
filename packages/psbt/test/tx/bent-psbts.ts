/** PSBTs that are still PSBTs, with one field bent: what byte flips hardly ever reach, because they break the format first. */
import { concatBytes } from '@rialto/protocols';
import { edit } from './forge.ts';
import type { Raw } from './forge.ts';

export interface Bend {
  readonly how: number;
  readonly at: number;
  readonly byte: number;
}

interface Tx {
  version: number;
  lockTime: number;
  inputs: { index: number; sequence: number; txid: Uint8Array }[];
  outputs: { amount: bigint; script: Uint8Array }[];
}

type Change = (raw: Raw, bend: Bend) => void;

const onTx =
  (change: (tx: Tx, bend: Bend) => void): Change =>
  (raw, bend) => {
    const tx = raw.global.unsignedTx as unknown as Tx;
    change(tx, bend);
  };
const onOutput = (change: (output: Tx['outputs'][number], bend: Bend) => void): Change =>
  onTx(({ outputs }, bend) => {
    const output = outputs[bend.at % outputs.length];
    if (output !== undefined) change(output, bend);
  });
const onInput = (change: (input: Tx['inputs'][number], bend: Bend) => void): Change =>
  onTx(({ inputs }, bend) => {
    const input = inputs[bend.at % inputs.length];
    if (input !== undefined) change(input, bend);
  });
const onSignature =
  (change: (signature: Uint8Array, bend: Bend) => Uint8Array | undefined): Change =>
  (raw, bend) => {
    for (const input of raw.inputs) {
      const [first] = input.partialSig ?? [];
      const [leaf] = input.tapScriptSig ?? [];
      const old = first?.[1] ?? leaf?.[1] ?? input.tapKeySig;
      if (old === undefined) continue;
      const next = change(old, bend);
      if (first !== undefined) Object.assign(input, { partialSig: next && [[first[0], next]] });
      else if (leaf !== undefined) Object.assign(input, { tapScriptSig: next && [[leaf[0], next]] });
      else Object.assign(input, { tapKeySig: next });
    }
  };

const flipped = (bytes: Uint8Array, { at, byte }: Bend): Uint8Array =>
  bytes.map((old, index) => (index === at % bytes.length ? old ^ byte : old));

const CHANGES: readonly Change[] = [
  onTx((tx, { byte }) => Object.assign(tx, { version: byte })),
  onTx((tx, { byte }) => Object.assign(tx, { lockTime: byte })),
  onTx(({ outputs }, { at }) => outputs.splice(at % outputs.length, 1)),
  onTx(({ outputs }, { at }) => outputs.push(...outputs.slice(at % outputs.length).slice(0, 1))),
  onTx(({ outputs }) => outputs.reverse()),
  onTx(({ inputs }) => inputs.reverse()),
  onTx(({ inputs }, { at }) => inputs.splice(at % inputs.length, 1)),
  onOutput((output, { byte }) => (output.amount += BigInt(byte))),
  onOutput((output, bend) => (output.script = flipped(output.script, bend))),
  onInput((input, { byte }) => (input.sequence ^= byte)),
  onInput((input, { byte }) => (input.index += byte)),
  onInput((input, bend) => (input.txid = flipped(input.txid, bend))),
  onSignature(flipped),
  onSignature((old, { byte }) => concatBytes(old.subarray(0, 64), Uint8Array.of(byte))),
  onSignature((old, { byte }) => concatBytes(old.subarray(0, -1), Uint8Array.of(byte))),
  onSignature(() => undefined),
  (raw, { at }) =>
    Object.assign(raw.inputs[at % raw.inputs.length] ?? {}, { finalScriptWitness: [Uint8Array.of(1)] }),
  // What a PSBT claims of its coins counts for nothing: these are accepted, and mean the same.
  (raw, { at, byte }) => {
    const input = raw.inputs[at % raw.inputs.length];
    const claimed: { amount: bigint } | undefined = input?.witnessUtxo;
    if (claimed !== undefined) claimed.amount += BigInt(byte);
  },
];

export const BENDS = CHANGES.length;

/** The same bytes where a change makes something that cannot be written. */
export function bent(psbt: Uint8Array, bend: Bend): Uint8Array | undefined {
  try {
    return edit(psbt, (raw) => CHANGES[bend.how % BENDS]?.(raw, bend));
  } catch {
    return undefined;
  }
}
