/** Every input and every output of a transaction changed, one at a time, into what somebody could gain by. */
import { p2pkhScript, readFtScript, withHolder } from '@rialto/mvc';
import type { MvcBody, MvcCoin } from '@rialto/mvc';
import { bytesToHex, invariant, sats, splitOutpoint } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';

export interface Bent {
  readonly what: string;
  readonly tx: MvcBody;
}

/** What is put in the place of something. */
export interface Instead {
  /** Of a stranger; it holds more than a swap moves. */
  readonly stranger: MvcCoin;
  /** The user's, which he did not agree to. */
  readonly own: MvcCoin;
  /** Hash of the stranger's key. */
  readonly hash: Uint8Array;
}

/** More than any cost or dust: a change of change that its owner feels. */
const FELT = 250_000n;

const inputOf = ({ outpoint }: MvcCoin): MvcBody['inputs'][number] => ({
  ...splitOutpoint(outpoint),
  ...{ scriptSig: new Uint8Array(0), sequence: 0xffffffff },
});

export function bentInputs(tx: MvcBody, { stranger, own }: Instead): Bent[] {
  return tx.inputs.flatMap((input, at) => {
    const put = (what: string, inputs: MvcBody['inputs']): Bent => ({
      what: `input ${at} ${what}`,
      tx: { ...tx, inputs },
    });
    return [
      put('is a stranger’s', tx.inputs.with(at, inputOf(stranger))),
      put('is another of the user’s', tx.inputs.with(at, inputOf(own))),
      put('has one of the user’s before it', tx.inputs.toSpliced(at, 0, inputOf(own))),
      put('is left out', tx.inputs.toSpliced(at, 1)),
      put('is not final', tx.inputs.with(at, { ...input, sequence: 0xfffffffe })),
      put('is another output of its transaction', tx.inputs.with(at, { ...input, vout: input.vout + 1 })),
    ];
  });
}

export function bentOutputs(tx: MvcBody, { hash }: Pick<Instead, 'hash'>): Bent[] {
  return tx.outputs.flatMap((output, at) => {
    const put = (what: string, outputs: readonly TxOutput[]): Bent => ({
      what: `output ${at} ${what}`,
      tx: { ...tx, outputs },
    });
    const with_ = (changed: Partial<TxOutput>) => tx.outputs.with(at, { ...output, ...changed });
    const less = output.value > FELT ? output.value - FELT : 1n;
    const other = tx.outputs[(at + 1) % tx.outputs.length];
    invariant(other !== undefined, 'an act has several outputs');
    return [
      put('goes to a stranger', with_({ script: p2pkhScript(hash) })),
      put('goes where the next one goes', with_({ script: other.script })),
      put('holds less', with_({ value: sats(less) })),
      put('is left out', tx.outputs.toSpliced(at, 1)),
      put('is there twice', tx.outputs.toSpliced(at, 0, output)),
      ...tokenTricks(output).map(([what, script]) => put(what, with_({ script }))),
    ];

    function tokenTricks({ script }: TxOutput): (readonly [string, Uint8Array])[] {
      const token = readFtScript(script);
      if (token === undefined) return [];
      const holder = Uint8Array.from(Buffer.from(token.holder, 'hex'));
      return [
        ['is held by a stranger', withHolder(script, hash, token.amount)],
        ['has a unit less', withHolder(script, holder, token.amount - 1n)],
        ['has a unit more', withHolder(script, holder, token.amount + 1n)],
      ];
    }
  });
}

/** What a mutant is told by: all bytes that are signed, scriptSigs apart. */
export const bytesOf = (tx: MvcBody): string =>
  JSON.stringify({
    ...tx,
    inputs: tx.inputs.map(({ txid, vout, sequence }) => [txid, vout, sequence]),
    outputs: tx.outputs.map(({ value, script }) => [value.toString(), bytesToHex(script)]),
  });
