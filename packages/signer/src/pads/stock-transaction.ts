/** A transaction of the stock out of its journal line: signing is deterministic, so the line without signatures is enough to send it again. */
import { equalBytes, invariant, isFlaw, hexToBytes, readTransaction, sats } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { signFanOut } from '@rialto/psbt';
import type { FanOutPlan } from '@rialto/psbt';
import type { PadLine } from '../journal/journal-line.ts';
import type { PadKey } from '../files/keys.ts';

/** @throws invariant when the line does not lead to its own transaction: another key, or a line that was tampered with */
export function resign(line: PadLine, key: PadKey): Uint8Array {
  const { raw, txid } = signFanOut(planOf(line, key.script), key.secret);
  invariant(txid === line.txid, 'a stock line leads to its own transaction');
  return raw;
}

function planOf(line: PadLine, script: Uint8Array): Omit<FanOutPlan, 'fee' | 'vsize'> {
  const tx = readTransaction(hexToBytes(line.unsigned));
  invariant(!isFlaw(tx), 'a stock line holds a transaction');
  const [first] = tx.outputs;
  invariant(first !== undefined && equalBytes(first.script, script), 'a stock line pays our own script');
  const payments = line.coins.map((coin): Coin => ({
    outpoint: coin.outpoint as Outpoint,
    value: sats(BigInt(coin.value)),
    script,
    assets: [],
    height: line.height,
  }));
  return {
    payments,
    script,
    count: line.makes.length,
    value: first.value,
    change: tx.outputs[line.makes.length]?.value,
  };
}
