/** Runs `mvc-ft-flow.json`, or any file of that format: ids, tokens and their fields, which tokens are real, and what the contracts let pass (mvc-lib's interpreter). */
import { bytesToHex, hexToBytes, isFlaw, outpoint, splitOutpoint, uint32 } from '@rialto/protocols';
import type { Outpoint, TxOutput } from '@rialto/protocols';
import { readFtScript, readMvcTransaction, tokensIn } from '../../src/index.ts';
import type { FtOutput, MvcTransaction } from '../../src/index.ts';
import { CONSENSUS, judged } from '@rialto/contracts';

/** What a runner of public cases is, as the command reads it; the same as for the formats of `protocols`. */
interface Check {
  readonly name: string;
  readonly run: () => { readonly ours: unknown; readonly expected: unknown };
}

interface Format {
  readonly name: string;
  readonly fits: (file: { readonly json: unknown }) => boolean;
  readonly checks: (file: { readonly json: unknown }) => Iterable<Check>;
}

interface TokenFields {
  codehash: string;
  genesis: string;
  sensibleId: string;
  protoType: number;
  protoVersion: number;
  name: string;
  symbol: string;
  decimal: number;
  address: string;
  amount: string | number;
}

interface FlowTransaction {
  txid: string;
  /** Out of nothing: what it spends is nowhere. */
  funding: boolean;
  version: number;
  rawTx: string;
  expectValid: boolean;
  ftOutputs: { i: number; satoshis: number; ft: TokenFields }[];
}

interface FlowFile {
  txs: FlowTransaction[];
}

/** Every output of the file's transactions that a valid one made. */
type Outputs = Map<Outpoint, TxOutput>;

function transactionOf(raw: string): MvcTransaction {
  const tx = readMvcTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

function* flowChecks({ txs }: FlowFile): Generator<Check> {
  const outputs: Outputs = new Map();
  for (const one of txs) {
    yield { name: one.txid, run: () => partsOf(one) };
    yield { name: `${one.txid} scripts and tokens`, run: () => verdictOf(one, outputs) };
    const tx = transactionOf(one.rawTx);
    if (one.expectValid) tx.outputs.forEach((output, vout) => outputs.set(outpoint(tx.txid, vout), output));
  }
}

function partsOf(one: FlowTransaction) {
  const tx = transactionOf(one.rawTx);
  const found = tx.outputs.flatMap(({ value, script }, i) => {
    const token = readFtScript(script);
    return token === undefined ? [] : [{ i, satoshis: value.toString(), ft: fieldsOf(token) }];
  });
  const told = one.ftOutputs.map(({ i, satoshis, ft }) => ({
    i,
    satoshis: satoshis.toString(),
    ft: { ...ft, amount: ft.amount.toString() },
  }));
  return {
    ours: { txid: tx.txid, version: tx.version, ftOutputs: found },
    expected: { txid: one.txid, version: one.version, ftOutputs: told },
  };
}

/** In the words of the file; a script of any other type or version is not read. */
function fieldsOf(token: FtOutput) {
  const { txid, vout } = splitOutpoint(token.sensibleId);
  return {
    codehash: token.codehash,
    genesis: token.genesis,
    sensibleId: bytesToHex(hexToBytes(txid).toReversed()) + bytesToHex(uint32(vout)),
    protoType: 1,
    protoVersion: 1,
    name: token.name,
    symbol: token.symbol,
    decimal: token.decimals,
    address: token.holder,
    amount: token.amount.toString(),
  };
}

/** Everything in the file descends from one minting, so each token of a valid transaction is real, and none is before its inputs are known. */
function verdictOf(one: FlowTransaction, outputs: Outputs) {
  const tx = transactionOf(one.rawTx);
  const spent = tx.inputs.map(({ txid, vout }) => outputs.get(outpoint(txid, vout)));
  const known = spent.filter((coin) => coin !== undefined);
  const isWhole = known.length === spent.length;
  const verdicts = new Set(tokensIn(tx, spent).map(({ verdict }) => verdict));
  return {
    ours: {
      valid: one.funding || (isWhole && judged(tx, known, CONSENSUS).every((error) => error === '')),
      known: isWhole,
      tokens: [...verdicts].filter((verdict) => verdict !== 'genuine'),
    },
    expected: { valid: one.expectValid, known: !one.funding, tokens: [] },
  };
}

function isFlow(json: unknown): json is FlowFile {
  const txs: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'txs') : undefined;
  const first: unknown = Array.isArray(txs) ? txs[0] : undefined;
  return typeof first === 'object' && first !== null && 'rawTx' in first && 'expectValid' in first;
}

export const formats: readonly Format[] = [
  {
    name: 'MVC tokens',
    fits: ({ json }) => isFlow(json),
    checks: ({ json }) => (isFlow(json) ? flowChecks(json) : []),
  },
];
