/**
 * The published contracts, run: meta-contract's classes fill what a plan leaves open, mvc-lib's interpreter judges every input with the
 * node's flags. What this does not prove: a node's mempool and limits.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes, outpoint, uint32, uint64 } from '@rialto/protocols';
import type { Outpoint, Sats, TxOutput } from '@rialto/protocols';
import {
  ALL_FORKID,
  bodyOfPlan,
  checkData,
  checkNumber,
  digestOf,
  hash160,
  keyHashOf,
  nameMvcTransaction,
  p2pkhScript,
  p2pkhScriptSig,
  preimageOf,
  readFtScript,
  sameToken,
  scriptHolder,
  withHolder,
  writeMvcTransaction,
} from '../src/index.ts';
import type { MvcBody, MvcCoin, MvcPlan, MvcTransaction, TokenCheck } from '../src/index.ts';
import { buffer, libraryTransaction, mvc, plain } from './oracle.ts';

const require = createRequire(import.meta.url);
const dist = dirname(require.resolve('meta-contract'));
/** One file of the library: it has no door to its contracts. */
const part = (path: string): unknown => require(join(dist, path));

interface Script {
  toBuffer(): Uint8Array;
}
interface Unlocked {
  toScript(): Script;
}
interface Contract {
  readonly lockingScript: Script;
  setDataPart(hex: string): void;
  getCodeHash(): string;
  unlock(arguments_: Readonly<Record<string, unknown>>): Unlocked;
}
type Word = new (value: unknown) => unknown;

const { Bytes, Int, PubKey, Ripemd160, Sig, SigHashPreimage, buildTypeClasses } = part('scryptlib') as {
  Bytes: Word;
  Int: Word;
  PubKey: Word;
  Ripemd160: Word;
  Sig: Word;
  SigHashPreimage: Word;
  buildTypeClasses(description: unknown): { TxInputProof: Word; TxOutputProof: Word };
};
const { TxInputProof, TxOutputProof } = buildTypeClasses(part('mcp02/contract-desc/txUtil_desc.json'));
const proofs = part('common/tokenUtil') as {
  getTxOutputProof(tx: unknown, index: number): unknown;
  getTxInputProof(tx: unknown, index: number): [unknown, unknown];
  getEmptyTxOutputProof(): unknown;
  getTxInfoHex(tx: unknown, index: number): { txHeader: string; txHashProof: string; txSatoshi: string };
};
export const ContractUtil = (
  part('mcp02/contractUtil') as {
    ContractUtil: {
      init(): void;
      readonly tokenCodeHash: string;
      readonly tokenGenesisCodeHash: string;
      readonly transferCheckCodeHashArray: readonly { toLiteral(): string }[];
      readonly unlockContractCodeHashArray: readonly { toLiteral(): string }[];
    };
  }
).ContractUtil;
ContractUtil.init();
const factory = (path: string, name: string) =>
  (
    part(`mcp02/contract-factory/${path}`) as Record<
      string,
      { createContract(...given: unknown[]): Contract }
    >
  )[name];

function tokenContract(data: string): Contract {
  const made = factory('token', 'TokenFactory')?.createContract(
    ContractUtil.transferCheckCodeHashArray,
    ContractUtil.unlockContractCodeHashArray,
    2,
  );
  if (made === undefined) throw new Error('no token contract');
  made.setDataPart(data);
  return made;
}

/** meta-contract's own numbers of the kinds of checks, in the order of ours. */
const NUMBERS = { transfer: [1, 2, 3, 4, 5], unlock: [1, 2, 3, 5, 4] };

function checkContract(check: TokenCheck): Contract {
  const number = NUMBERS[check.kind][checkNumber(check) ?? -1];
  const made =
    check.kind === 'transfer'
      ? factory('tokenTransferCheck', 'TokenTransferCheckFactory')?.createContract(number)
      : factory('tokenUnlockContractCheck', 'TokenUnlockContractCheckFactory')?.createContract(number);
  if (made === undefined) throw new Error('no check contract');
  // Without the push, which the library makes.
  made.setDataPart(bytesToHex(withoutPush(checkData(check))));
  return made;
}

function withoutPush(data: Uint8Array): Uint8Array {
  return data.subarray(data[0] === 0x4c ? 2 : data[0] === 0x4d ? 3 : 1);
}

export const checkScript = (check: TokenCheck): Uint8Array =>
  plain(checkContract(check).lockingScript.toBuffer());

export const protocol = part('mcp02/contract-proto/token.proto') as {
  newDataPart(fields: Readonly<Record<string, unknown>>): Uint8Array;
  parseDataPart(script: Uint8Array): Record<string, unknown>;
  getQueryCodehash(script: Uint8Array): string;
  getQueryGenesis(script: Uint8Array): string;
};

export interface Person {
  readonly secret: Uint8Array;
  readonly key: Uint8Array;
  readonly hash: Uint8Array;
  readonly script: Uint8Array;
  /** Of tokens that its coins release. */
  readonly holder: Uint8Array;
}

export function person(seed: number): Person {
  const secret = new Uint8Array(32).fill(seed);
  const key = secp256k1.getPublicKey(secret, true);
  const hash = hash160(key);
  return { secret, key, hash, script: p2pkhScript(hash), holder: scriptHolder(hash) };
}

export function signatureOf(who: Person, tx: MvcBody, index: number, coin: TxOutput): Uint8Array {
  const der = secp256k1.sign(digestOf(tx, index, coin), who.secret, {
    prehash: false,
    lowS: true,
    format: 'der',
  });
  return concatBytes(der, Uint8Array.of(ALL_FORKID));
}

export const EMPTY = new Uint8Array(0);

/** Transactions by id; none of them is judged when it is put in. */
export class Chain {
  readonly known = new Map<string, MvcTransaction>();
  private count = 0;

  put(body: MvcBody): MvcTransaction {
    const tx = nameMvcTransaction(body);
    this.known.set(tx.txid, tx);
    return tx;
  }

  /** Outputs out of nothing, as a test may have them. */
  fund(outputs: readonly TxOutput[], version = 10): MvcCoin[] {
    this.count += 1;
    const id = bytesToHex(new Uint8Array(32).fill(this.count)) as MvcTransaction['txid'];
    const inputs = [{ txid: id, vout: 0, scriptSig: EMPTY, sequence: 0xffffffff }];
    return this.coinsOf(this.put({ version, locktime: 0, inputs, outputs }));
  }

  coinsOf(tx: MvcTransaction): MvcCoin[] {
    return tx.outputs.map((output, vout) => ({ outpoint: outpoint(tx.txid, vout), ...output }));
  }

  get(id: string): MvcTransaction {
    const tx = this.known.get(id);
    if (tx === undefined) throw new Error(`no transaction ${id}`);
    return tx;
  }

  coin(point: Outpoint): MvcCoin {
    const coin = this.coinsOf(this.get(point.slice(0, 64)))[Number.parseInt(point.slice(65), 10)];
    if (coin === undefined) throw new Error(`no coin ${point}`);
    return coin;
  }

  /** The raw transaction of each input, as a page is given them. */
  previousOf(tx: MvcBody): Uint8Array[] {
    const ids = new Set(tx.inputs.map(({ txid }) => txid));
    return [...ids].map((id) => writeMvcTransaction(this.get(id)));
  }
}

/** A token's first coin and its genesis, with no minting of other tokens: coins of it descend from a coin that a contract can look back to. */
export function tokenOutput(holder: Uint8Array, units: bigint, value = 2_019n): TxOutput {
  return { value: value as Sats, script: withHolder(TEMPLATE, holder, units) };
}

const DATA = {
  tokenName: 'TestCoin',
  tokenSymbol: 'TC',
  decimalNum: 8,
  tokenAddress: '00'.repeat(20),
  genesisHash: '11'.repeat(20),
  sensibleID: { txid: '22'.repeat(32), index: 3 },
  protoVersion: 1,
  protoType: 1,
};

export const dataPart = (fields: Readonly<Record<string, unknown>> = {}): Uint8Array =>
  plain(protocol.newDataPart({ ...DATA, ...fields }));

export const tokenScript = (fields: Readonly<Record<string, unknown>> = {}): Uint8Array =>
  plain(tokenContract(bytesToHex(dataPart(fields))).lockingScript.toBuffer());

/** A genesis contract that nothing was minted from. */
export function genesisScript(): Uint8Array {
  const made = factory('tokenGenesis', 'TokenGenesisFactory')?.createContract();
  if (made === undefined) throw new Error('no genesis contract');
  const zeros = {
    genesisHash: '',
    sensibleID: { txid: '00'.repeat(32), index: 0 },
    tokenAddress: '77'.repeat(20),
  };
  made.setDataPart(bytesToHex(dataPart(zeros)));
  return plain(made.lockingScript.toBuffer());
}

const TEMPLATE = tokenScript();
const found = readFtScript(TEMPLATE);
if (found === undefined) throw new Error('the library writes tokens that we can read');
export const TOKEN = { codehash: found.codehash, genesis: found.genesis };

/** A coin of the token whose parent is a coin of the token: what the contract has to see behind every coin. */
export function tokenCoins(chain: Chain, held: readonly { holder: Uint8Array; units: bigint }[]): MvcCoin[] {
  const [parent] = chain.fund([tokenOutput(person(99).hash, 1n)]);
  if (parent === undefined) throw new Error('one coin');
  const { txid, vout } = point(parent.outpoint);
  const tx = chain.put({
    version: 10,
    locktime: 0,
    inputs: [{ txid, vout, scriptSig: EMPTY, sequence: 0xffffffff }],
    outputs: held.map(({ holder, units }) => tokenOutput(holder, units)),
  });
  return chain.coinsOf(tx);
}

function point(of: Outpoint) {
  return { txid: of.slice(0, 64) as MvcTransaction['txid'], vout: Number.parseInt(of.slice(65), 10) };
}

const library = (tx: MvcBody): unknown => libraryTransaction(writeMvcTransaction(tx));
const bytes = (...parts: readonly Uint8Array[]): unknown => new Bytes(bytesToHex(concatBytes(...parts)));
const proofOf = (tx: MvcBody, vout: number): unknown =>
  new TxOutputProof(proofs.getTxOutputProof(library(tx), vout));

export interface Halves {
  /** Signature and key of an input, by its place. */
  readonly of: ReadonlyMap<number, { signature: Uint8Array; publicKey: Uint8Array }>;
}

/** A plan with everything filled in, as the server does it once both have signed. */
export function completed(chain: Chain, plan: MvcPlan, halves: Halves): MvcBody {
  const body = bodyOfPlan(plan);
  const points = concatBytes(
    ...body.inputs.map(({ txid, vout }) => concatBytes(hexToBytes(txid).toReversed(), uint32(vout))),
  );
  const checkAt = plan.inputs.length - 1;
  const tokenAts = plan.inputs.flatMap(({ role }, index) => (role.endsWith('token') ? [index] : []));
  const inputs = body.inputs.map((input, index) => {
    const { role, coin } = plan.inputs[index] ?? {};
    if (coin === undefined) throw new Error('one for each');
    const signed = halves.of.get(index);
    if (role === 'check') return { ...input, scriptSig: fillCheck(index) };
    if (role === 'user-token' || role === 'pool-token')
      return { ...input, scriptSig: fillToken(index, coin) };
    return { ...input, scriptSig: signed === undefined ? EMPTY : p2pkhScriptSig(signed) };
  });
  return { ...body, inputs };

  function fillToken(index: number, coin: MvcCoin): Uint8Array {
    const own = point(coin.outpoint);
    const tx = chain.get(own.txid);
    const before = tx.inputs.findIndex(({ txid, vout }) => isToken(chain.coin(outpoint(txid, vout))));
    const parentInput = tx.inputs[before];
    if (parentInput === undefined) throw new Error('no parent');
    const parentTx = chain.get(parentInput.txid);
    const parent = readFtScript(parentTx.outputs[parentInput.vout]?.script ?? EMPTY);
    const inputProof = proofs.getTxInputProof(library(tx), before);
    const isOwner = plan.inputs[index]?.role === 'user-token';
    const signed = halves.of.get(index);
    const checkPoint = point(plan.inputs[checkAt]?.coin.outpoint ?? coin.outpoint);
    const authority = point(plan.inputs[1]?.coin.outpoint ?? coin.outpoint);
    const data = bytesToHex(coin.script.subarray(coin.script.length - 170));
    return scriptOf(
      tokenContract(data).unlock({
        txPreimage: new SigHashPreimage(bytesToHex(preimageOf(body, index, coin))),
        prevouts: bytes(points),
        tokenInputIndex: isOwner ? index : plan.check.inputs.indexOf(index),
        amountCheckHashIndex: checkNumber(plan.check),
        amountCheckInputIndex: checkAt,
        amountCheckTxOutputProofInfo: proofOf(chain.get(checkPoint.txid), checkPoint.vout),
        amountCheckScript: bytes(plan.inputs[checkAt]?.coin.script ?? EMPTY),
        prevTokenInputIndex: before,
        prevTokenAddress: new Bytes(parent?.holder),
        prevTokenAmount: parent?.amount,
        tokenTxHeader: inputProof[1],
        tokenTxInputProof: new TxInputProof(inputProof[0]),
        prevTokenTxOutputProof: proofOf(parentTx, parentInput.vout),
        senderPubKey: new PubKey(isOwner && signed ? bytesToHex(signed.publicKey) : '00'.repeat(33)),
        senderSig: new Sig(isOwner && signed ? bytesToHex(signed.signature) : '00'.repeat(72)),
        contractInputIndex: isOwner ? 0 : 1,
        contractTxOutputProof: isOwner
          ? new TxOutputProof(proofs.getEmptyTxOutputProof())
          : proofOf(chain.get(authority.txid), authority.vout),
        operation: isOwner ? 1 : 2,
      }),
    );
  }

  function fillCheck(index: number): Uint8Array {
    const coin = plan.inputs[index]?.coin;
    if (coin === undefined) throw new Error('a check');
    const tokens = tokenAts.map((at) => {
      const held = plan.inputs[at]?.coin;
      if (held === undefined) throw new Error('a token');
      const { txid, vout } = point(held.outpoint);
      const info = proofs.getTxInfoHex(library(chain.get(txid)), vout);
      const token = readFtScript(held.script);
      if (token === undefined) throw new Error('a token');
      return { held, info, token };
    });
    const hashes = tokens.map(({ info }) => hexToBytes(info.txHashProof));
    const places = body.outputs.flatMap(({ script }, at) => (isToken({ script }) ? [at] : []));
    const rest = body.outputs.filter((_, at) => !places.includes(at));
    const common = {
      // The script code begins behind the code separator that is its first byte.
      txPreimage: new SigHashPreimage(
        bytesToHex(preimageOf(body, index, { ...coin, script: afterSeparator(coin.script) })),
      ),
      prevouts: bytes(points),
      tokenScript: bytes(tokens[0]?.held.script ?? EMPTY),
      tokenTxHeaderArray: bytes(...tokens.map(({ info }) => hexToBytes(info.txHeader))),
      tokenTxHashProofArray: bytes(...hashes.flatMap((one) => [uint32(one.length), one])),
      tokenSatoshiBytesArray: bytes(...tokens.map(({ info }) => hexToBytes(info.txSatoshi))),
      inputTokenAddressArray: bytes(...tokens.map(({ token }) => hexToBytes(token.holder))),
      inputTokenAmountArray: bytes(...tokens.map(({ token }) => uint64(token.amount))),
      tokenOutputSatoshis: Number(body.outputs[places[0] ?? -1]?.value ?? 0n),
    };
    const contract = checkContract(plan.check);
    if (plan.check.kind === 'transfer') {
      const [change] = rest;
      return scriptOf(
        contract.unlock({
          ...common,
          changeSatoshis: new Int(Number(change?.value ?? 0n)),
          changeAddress: new Ripemd160(bytesToHex(keyHashOf(change?.script ?? EMPTY) ?? new Uint8Array(20))),
          opReturnScript: new Bytes(''),
        }),
      );
    }
    const others = rest.map((output) => nameMvcOutput(output));
    return scriptOf(
      contract.unlock({
        ...common,
        nOutputs: body.outputs.length,
        tokenOutputIndexArray: bytes(...places.map(uint32)),
        otherOutputArray: bytes(...others.flatMap((one) => [uint32(one.length), one])),
      }),
    );
  }
}

function nameMvcOutput({ value, script }: TxOutput): Uint8Array {
  const whole = writeMvcTransaction({ version: 1, locktime: 0, inputs: [], outputs: [{ value, script }] });
  return whole.subarray(6, -4);
}

const scriptOf = (unlocked: Unlocked): Uint8Array => plain(unlocked.toScript().toBuffer());

const SEPARATOR = 0xab;

/** mvc-lib's `subScript(0)`: everything behind the first code separator. */
function afterSeparator(script: Uint8Array): Uint8Array {
  const { chunks } = new mvc.Script(buffer(script));
  let at = 0;
  for (const { opcodenum, buf } of chunks) {
    at += 1 + (buf === undefined ? 0 : buf.length + (opcodenum > 75 ? 1 << (opcodenum - 76) : 0));
    if (opcodenum === SEPARATOR) return script.subarray(at);
  }
  return script;
}

function isToken({ script }: Pick<TxOutput, 'script'>): boolean {
  const token = readFtScript(script);
  return token !== undefined && sameToken(token, TOKEN);
}
