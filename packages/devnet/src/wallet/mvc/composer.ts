/** A transaction on MVC as pages hand it over: the text that also says what each input spends. */
import { bytesToHex, hexToBytes, isFlaw, isHex } from '@rialto/protocols';
import type { Sats, TxOutput } from '@rialto/protocols';
import { nameMvcTransaction, readComposer } from '@rialto/mvc';
import type { MvcBody } from '@rialto/mvc';
import { fieldOf } from '../faces/face.ts';
import { invalid } from '../wallet-error.ts';

export interface Composed {
  readonly tx: MvcBody;
  /** What each input spends; undefined where the page did not say. */
  readonly coins: readonly (TxOutput | undefined)[];
}

/** What counts is what stands beside each input; the list of them is thrown away, as in the real one. */
export function readComposed(text: unknown): Composed {
  const tx = typeof text === 'string' ? readComposer(text) : { flaw: 'no-text' };
  if (isFlaw(tx)) throw invalid('txComposer cannot be read');
  const inputs: unknown = fieldOf(fieldOf(JSON.parse(String(text)), 'tx'), 'inputs');
  const listed: unknown[] = Array.isArray(inputs) ? inputs : [];
  return { tx, coins: listed.map((one) => coinIn(fieldOf(one, 'output'))) };
}

function coinIn(output: unknown): TxOutput | undefined {
  const [satoshis, script] = [fieldOf(output, 'satoshis'), fieldOf(output, 'script')];
  if (!Number.isSafeInteger(satoshis) || typeof script !== 'string' || !isHex(script)) return undefined;
  return { value: BigInt(Number(satoshis)) as Sats, script: hexToBytes(script) };
}

export function writeComposed({ tx, coins }: Composed): string {
  const words = (output: TxOutput | undefined): object =>
    output === undefined
      ? {}
      : {
          satoshis: Number.parseInt(output.value.toString(), 10),
          script: bytesToHex(output.script),
        };
  const inputs = tx.inputs.map(({ txid, vout, sequence, scriptSig }, index) => ({
    ...{ prevTxId: txid, outputIndex: vout, sequenceNumber: sequence },
    ...{ script: bytesToHex(scriptSig), scriptString: '', output: words(coins[index]) },
  }));
  const { txid: hash } = nameMvcTransaction(tx);
  const { version, locktime: nLockTime } = tx;
  return JSON.stringify({
    tx: { hash, version, inputs, outputs: tx.outputs.map(words), nLockTime },
    txPrevOutputs: coins.map(words),
    sigHashList: [],
    changeOutputIndex: -1,
  });
}
