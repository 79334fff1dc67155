/** What the bridge pays out or sends back, as its transactions have it: the outputs are real, what they spend is made up. */
import { p2tr } from '@scure/btc-signer';
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
import { bridgeEnvelope, bridgeLotLock } from '@rialto/psbt';
import type { BridgeLotSent, BridgeSent } from '@rialto/psbt';
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

export const SPENT = {
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
  return { kind, txid: tx.txid, out: out.toString(), ...DEEP, raw, check: 'cafe', made: [] };
}

type Origin = Pick<BridgeAssetView, 'network' | 'originTokenId' | 'originName' | 'decimals'>;

export function exitOnBitcoin(
  { script, out, id, kind = 'payout' }: Paying,
  { network, originTokenId, originName, decimals }: Origin,
): Exit {
  if (network === 'BRC20') return brc20Exit({ script, out, id, kind }, { tick: originName, amount: out });
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

/** A coin of words, in another way than an honest bridge makes and spends it. */
interface CoinLies {
  readonly script?: Uint8Array;
  readonly value?: bigint;
  /** Which output of the transaction that made it is spent. */
  readonly vout?: number;
  readonly witness?: readonly Uint8Array[];
}

type Lock = ReturnType<typeof bridgeLotLock>;

/** What a witness shows of such words. */
export const shown = ({ leaf, controlBlock }: Pick<Lock, 'leaf' | 'controlBlock'>): Uint8Array[] => [
  new Uint8Array(64),
  leaf,
  controlBlock,
];

/** The same words where a key can take the coin without them. */
export const keyed = ({ leaf }: Pick<Lock, 'leaf'>): Uint8Array =>
  p2tr(LOCKED.key.slice(1), { script: leaf }, undefined, true).script;

/** Either words, by the choice of who spends it. */
export const twoWays = ({ leaf, controlBlock }: Lock, other: Lock): Uint8Array =>
  p2tr(controlBlock.slice(1), [{ script: leaf }, { script: other.leaf }], undefined, true).script;

/** The transaction that locks a coin to words, and the input that spends it. */
function coinOfWords(
  lock: Lock,
  { script = lock.script, value = 546n, vout = 0, witness = shown(lock) }: CoinLies,
): { readonly commit: string; readonly spends: TxInput } {
  const change = { value: sats(9_000n), script: LOCKED.script };
  const { txid, raw } = madeOf([SPENT], [{ value: sats(value), script }, change]);
  return { commit: raw, spends: { ...SPENT, txid, vout, witness } };
}

const dustTo = (script: Uint8Array): TxOutput => ({ value: sats(546n), script });
const said = (id: string): TxOutput => ({ value: sats(0n), script: hexToBytes(`6a10${id}`) });

export interface MessageLies extends CoinLies {
  /** Spent before the coin of the message; of a refund all that it spends. */
  readonly coins?: readonly TxInput[];
  /** Where the receiver is among the outputs. */
  readonly at?: number;
  /** Behind all outputs. */
  readonly behind?: readonly TxOutput[];
}

/** Paid out by the message of an envelope, given back without one: then it spends the deposit. */
export function mrc20Exit(
  { script, out, id, kind = 'payout' }: Paying,
  { asset, decimals }: Pick<BridgeSent, 'asset' | 'decimals'>,
  { coins, at = 2, behind = [], ...lies }: MessageLies = {},
): Exit {
  const [paid, locked] = [dustTo(hexToBytes(script)), dustTo(LOCKED.script)];
  if (kind === 'refund')
    return exitOf({ kind, out }, coins ?? [SPENT, RETURNED], [paid, locked, said(id), ...behind]);
  const lock = bridgeEnvelope(LOCKED.key.slice(1), { asset, decimals, amount: out });
  const { commit, spends } = coinOfWords(lock, lies);
  const outputs = [locked, locked, locked].with(at, paid);
  return {
    ...exitOf({ kind, out }, [SPENT, ...(coins ?? []), spends], [...outputs, said(id), ...behind]),
    made: [commit],
  };
}

export interface LotLies extends CoinLies {
  /** Before the lot, in the transaction that made it. */
  readonly ahead?: { readonly inputs?: readonly TxInput[]; readonly outputs?: readonly TxOutput[] };
  /** Which output of that is moved. */
  readonly lotAt?: number;
  /** Before the output that pays. */
  readonly before?: readonly TxOutput[];
  /** Spent before the lot. */
  readonly coins?: readonly TxInput[];
}

/** Whether paid out or given back: a lot that its own transaction made is moved to whoever is owed it. */
export function brc20Exit(
  { script, out, id, kind = 'payout' }: Paying,
  sent: BridgeLotSent,
  { ahead = {}, lotAt = 0, before = [], coins = [], ...lies }: LotLies = {},
): Exit {
  const { commit, spends } = coinOfWords(bridgeLotLock(LOCKED.key.slice(1), sent), lies);
  const lots = [LOCKED.script, LOCKED.script].map(dustTo);
  const lot = madeOf([...(ahead.inputs ?? []), spends], [...(ahead.outputs ?? []), ...lots]);
  const moved = { ...SPENT, txid: lot.txid, vout: lotAt };
  const outputs = [...before, dustTo(hexToBytes(script)), said(id)];
  return { ...exitOf({ kind, out }, [...coins, moved, SPENT], outputs), made: [commit, lot.raw] };
}

function madeOf(inputs: readonly TxInput[], outputs: readonly TxOutput[]): { txid: Txid; raw: string } {
  const bytes = writeTransaction({ version: 2, locktime: 0, inputs, outputs });
  const tx = readTransaction(bytes);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return { txid: tx.txid, raw: bytesToHex(bytes) };
}

function exitOf(
  { kind, out }: { readonly kind: Exit['kind']; readonly out: bigint },
  inputs: readonly TxInput[],
  outputs: readonly TxOutput[],
): Exit {
  return { kind, ...madeOf(inputs, outputs), out: out.toString(), ...DEEP, check: null, made: [] };
}

function stoneOf({ out, id }: Pick<Paying, 'out' | 'id'>, rune: string): Uint8Array {
  const edicts = [{ id: knownRuneId(rune), amount: amount(out), output: 0 }];
  return encipher({ edicts, etching: undefined, mint: undefined, pointer: 1, nop: BigInt(`0x${id}`) });
}
