/** A transaction of the stock out of its journal line: signing is deterministic, so the line without signatures is enough to send it again. */
import { equalBytes, invariant, isFlaw, hexToBytes, readTransaction, sats } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { signFanOut, signUnsigned } from '@rialto/psbt';
import type { FanOutPlan } from '@rialto/psbt';
import type { PadLine } from '../journal/journal-line.ts';
import type { PadKey } from '../files/keys.ts';
import type { OwnLine } from '../journal/recall.ts';

/** @throws invariant when the line does not lead to its own transaction: another key, or a line that was tampered with */
export function resign(line: OwnLine, key: PadKey): Uint8Array {
  const { raw, txid } = signed(line, key);
  invariant(txid === line.txid, 'a stock line leads to its own transaction');
  return raw;
}

function signed(
  line: OwnLine,
  { script, secret }: PadKey,
): { readonly raw: Uint8Array; readonly txid: string } {
  switch (line.kind) {
    case 'pool-free':
      // With what others signed.
      return final(hexToBytes(line.raw));
    case 'pool-etch':
    case 'pool-restock':
      return signUnsigned(hexToBytes(line.unsigned), coinsOf(line, script), secret);
    default:
      return signFanOut(planOf(line, script), secret);
  }
}

function final(raw: Uint8Array): { readonly raw: Uint8Array; readonly txid: string } {
  const tx = readTransaction(raw);
  invariant(!isFlaw(tx), 'a stock line holds a transaction');
  return { raw, txid: tx.txid };
}

function planOf(line: PadLine, script: Uint8Array): Omit<FanOutPlan, 'fee' | 'vsize'> {
  const tx = readTransaction(hexToBytes(line.unsigned));
  invariant(!isFlaw(tx), 'a stock line holds a transaction');
  const [first] = tx.outputs;
  invariant(first !== undefined && equalBytes(first.script, script), 'a stock line pays our own script');
  return {
    payments: coinsOf(line, script),
    script,
    count: line.makes.length,
    value: first.value,
    change: tx.outputs[line.makes.length]?.value,
  };
}

/** Clean coins of our own script, in the order of the inputs. */
function coinsOf({ coins, height }: OwnLine, script: Uint8Array): Coin[] {
  return coins.map((coin) => ({
    outpoint: coin.outpoint as Outpoint,
    value: sats(BigInt(coin.value)),
    script,
    assets: [],
    height,
  }));
}
