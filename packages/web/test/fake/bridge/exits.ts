/** What the bridge pays out or sends back, as its transactions have it: the outputs are real, what they spend is made up. */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import { keyHashOf, nameMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import {
  amount,
  bytesToHex,
  encipher,
  hexToBytes,
  isFlaw,
  knownRuneId,
  mrc20Asset,
  readTransaction,
  sats,
  writeTransaction,
} from '@rialto/protocols';
import type { TxInput, TxOutput, Txid } from '@rialto/protocols';
import { bridgeEnvelope } from '@rialto/psbt';
import type { BridgeSent } from '@rialto/psbt';
import { tokenOutput } from '../mvc-swaps.ts';
import { LOCKED } from './bridge.ts';
import { note } from './payments.ts';

type Exit = NonNullable<BridgeOrderView['deposits'][number]['exit']>;

export interface Paying {
  /** That is paid. */
  readonly script: string;
  /** Origin units. */
  readonly out: bigint;
  readonly id: string;
  readonly kind?: Exit['kind'];
}

const SPENT = {
  ...{ txid: 'c'.repeat(64) as Txid, vout: 0, scriptSig: new Uint8Array(), sequence: 0 },
  witness: [Uint8Array.of(1)],
};
/** The deposit of an order as `deposit` has it. */
const RETURNED = { ...SPENT, txid: 'a'.repeat(64) as Txid };
const DEEP = { height: 500, confirmations: 40 };

export function exitOnMvc({ script, out, id, kind = 'payout' }: Paying, unit = 1n): Exit {
  const holder = keyHashOf(hexToBytes(script)) ?? new Uint8Array(20);
  const outputs = [tokenOutput(holder, out / unit), note(id)];
  const tx = nameMvcTransaction({ version: 10, locktime: 0, inputs: [SPENT], outputs });
  const raw = bytesToHex(writeMvcTransaction(tx));
  return { kind, txid: tx.txid, out: out.toString(), ...DEEP, raw, check: 'cafe' };
}

export function exitOnBitcoin(
  { script, out, id, kind = 'payout' }: Paying,
  { network, originTokenId, decimals }: Pick<BridgeAssetView, 'network' | 'originTokenId' | 'decimals'>,
): Exit {
  if (network === 'MRC20')
    return mrc20Exit({ script, out, id, kind }, { asset: mrc20Asset(originTokenId), decimals });
  const receiver = hexToBytes(script);
  const change: TxOutput = { value: sats(10_000n), script: LOCKED.script };
  const isSats = network === 'BTC';
  const outputs = [
    { value: sats(isSats ? out : 546n), script: receiver },
    change,
    { value: sats(0n), script: isSats ? hexToBytes(`6a10${id}`) : stoneOf({ out, id }, originTokenId) },
  ];
  return exitOf({ kind, out }, [SPENT], outputs);
}

/** Paid out by the message of an envelope, given back without one: then it spends the deposit. */
export function mrc20Exit(
  { script, out, id, kind = 'payout' }: Paying,
  { asset, decimals }: Pick<BridgeSent, 'asset' | 'decimals'>,
  spent: readonly TxInput[] = [SPENT, RETURNED],
): Exit {
  const to = (code: Uint8Array): TxOutput => ({ value: sats(546n), script: code });
  const [paid, locked] = [to(hexToBytes(script)), to(LOCKED.script)];
  const said = { value: sats(0n), script: hexToBytes(`6a10${id}`) };
  if (kind === 'refund') return exitOf({ kind, out }, spent, [paid, locked, said]);
  const { leaf, controlBlock } = bridgeEnvelope(LOCKED.key.slice(1), { asset, decimals, amount: out });
  const shows = { ...SPENT, vout: 1, witness: [new Uint8Array(64), leaf, controlBlock] };
  return exitOf({ kind, out }, [SPENT, shows], [locked, locked, paid, said]);
}

function exitOf(
  { kind, out }: { readonly kind: Exit['kind']; readonly out: bigint },
  inputs: readonly TxInput[],
  outputs: readonly TxOutput[],
): Exit {
  const bytes = writeTransaction({ version: 2, locktime: 0, inputs, outputs });
  const tx = readTransaction(bytes);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return { kind, txid: tx.txid, out: out.toString(), ...DEEP, raw: bytesToHex(bytes), check: null };
}

function stoneOf({ out, id }: Pick<Paying, 'out' | 'id'>, rune: string): Uint8Array {
  const edicts = [{ id: knownRuneId(rune), amount: amount(out), output: 0 }];
  return encipher({ edicts, etching: undefined, mint: undefined, pointer: 1, nop: BigInt(`0x${id}`) });
}
