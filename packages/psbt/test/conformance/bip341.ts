/** Runs `bip341-wallet-test-vectors.json`, or any file of that format: output keys, trees, digests and key-path spends. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { p2tr } from '@scure/btc-signer';
import type { TaprootScriptTree } from '@scure/btc-signer/payment.js';
import { taprootTweakPrivKey, taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  isFlaw,
  outpoint,
  readTransaction,
  sats,
  txidOf,
  writeBase,
} from '@rialto/protocols';
import type { Coin, Transaction } from '@rialto/protocols';
import {
  addressToScript,
  inputVerifies,
  keySpend,
  scriptKind,
  scriptOfKey,
  scriptToAddress,
} from '../../src/index.ts';
import { digestV1 } from '../../src/tx/digest.ts';
import { signSchnorr } from '../../src/tx/sign.ts';
import type { Check } from './case.ts';

interface Leaf {
  id: number;
  script: string;
  leafVersion: number;
}
type Tree = Leaf | Tree[];

interface KeyCase {
  given: { internalPubkey: string; scriptTree: Tree | null };
  intermediary: { leafHashes?: string[]; merkleRoot: string | null; tweak: string; tweakedPubkey: string };
  expected: { scriptPubKey: string; bip350Address: string; scriptPathControlBlocks?: string[] };
}

interface InputCase {
  given: { txinIndex: number; internalPrivkey: string; merkleRoot: string | null; hashType: number };
  intermediary: {
    internalPubkey: string;
    tweak: string;
    tweakedPrivkey: string;
    sigMsg: string;
    precomputedUsed: string[];
    sigHash: string;
  };
  expected: { witness: string[] };
}

interface SpendCase {
  given: { rawUnsignedTx: string; utxosSpent: { scriptPubKey: string; amountSats: number }[] };
  intermediary: Record<string, string>;
  inputSpending: InputCase[];
  auxiliary: { fullySignedTx: string };
}

export interface Bip341File {
  version: number;
  scriptPubKey?: KeyCase[];
  keyPathSpending?: SpendCase[];
}

const hex = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined ? null : bytesToHex(bytes);
const rootOf = (merkleRoot: string | null): Uint8Array => hexToBytes(merkleRoot ?? '');

export function bip341Checks(file: Bip341File): Check[] {
  const { version, scriptPubKey: keys = [], keyPathSpending: spends = [] } = file;
  return [
    { name: 'version', run: () => ({ ours: version, expected: 1 }) },
    ...keys.map((one, at): Check => ({ name: `output key ${at}`, run: () => outputKey(one) })),
    ...spends.flatMap((one, at) => spendChecks(one, `spend ${at}`)),
  ];
}

function outputKey({
  given,
  intermediary,
  expected,
}: KeyCase): ReturnType<Extract<Check, { run: unknown }>['run']> {
  const key = hexToBytes(given.internalPubkey);
  const { leafHashes, merkleRoot, tweak, tweakedPubkey } = intermediary;
  const [outputPoint] = taprootTweakPubkey(key, rootOf(merkleRoot));
  // A tree is the library's work; without one the output is what we pay to.
  const tree =
    given.scriptTree === null ? undefined : p2tr(key, libraryTree(given.scriptTree), undefined, true);
  const script = tree?.script ?? scriptOfKey(concatBytes(Uint8Array.of(2), key), 'p2tr');
  return {
    ours: {
      script: hex(script),
      address: scriptToAddress(script, 'livenet'),
      backAgain: hex(addressToScript(expected.bip350Address, 'livenet')),
      tweak: hex(schnorr.utils.taggedHash('TapTweak', key, rootOf(merkleRoot))),
      tweakedPubkey: hex(outputPoint),
      merkleRoot: hex(tree?.tapMerkleRoot),
      leafHashes: tree?.leaves.map((leaf) => hex(leaf.hash)),
      controlBlocks: tree?.leaves.map(controlBlockOf),
    },
    expected: {
      script: expected.scriptPubKey,
      address: expected.bip350Address,
      backAgain: expected.scriptPubKey,
      tweak,
      tweakedPubkey,
      merkleRoot,
      leafHashes,
      controlBlocks: expected.scriptPathControlBlocks,
    },
  };
}

/** The library makes it, and its type does not say so. */
function controlBlockOf(leaf: object): unknown {
  const block: unknown = Reflect.get(leaf, 'controlBlock');
  return block instanceof Uint8Array ? hex(block) : block;
}

function libraryTree(tree: Tree): TaprootScriptTree {
  if (Array.isArray(tree)) return tree.map(libraryTree);
  // The number of a leaf is only its name in the file.
  const { id: _, script, leafVersion } = tree;
  return { script: hexToBytes(script), leafVersion };
}

interface Spent {
  readonly tx: Transaction;
  readonly coins: readonly Coin[];
}

function transactionOf(raw: string): Transaction {
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

function spendChecks(one: SpendCase, name: string): Check[] {
  const spent = (): Spent => {
    const tx = transactionOf(one.given.rawUnsignedTx);
    const coins = tx.inputs.map((input, at): Coin => {
      const coin = one.given.utxosSpent[at];
      if (coin === undefined) throw new Error(`input ${at} spends something`);
      const value = sats(BigInt(coin.amountSats));
      return {
        outpoint: outpoint(input.txid, input.vout),
        value,
        script: hexToBytes(coin.scriptPubKey),
        assets: [],
      };
    });
    return { tx, coins };
  };
  const inputs = one.inputSpending.map((input, at): Check => ({
    name: `${name} input ${at}`,
    run: () => inputSpend(spent(), input, one.intermediary),
  }));
  return [...inputs, { name: `${name} whole`, run: () => wholeSpend(spent(), one) }];
}

function inputSpend({ tx, coins }: Spent, one: InputCase, hashes: Readonly<Record<string, string>>) {
  const { given, intermediary, expected } = one;
  const { internalPubkey, tweak, tweakedPrivkey, sigMsg, precomputedUsed, sigHash } = intermediary;
  const { txinIndex: index, hashType } = given;
  const secret = hexToBytes(given.internalPrivkey);
  const key = schnorr.getPublicKey(secret);
  const tweaked = taprootTweakPrivKey(secret, rootOf(given.merkleRoot));
  const digest = digestV1({ tx, prevouts: coins }, index, hashType);
  const signature = signSchnorr(digest, tweaked);
  const witness = [hashType === 0 ? signature : concatBytes(signature, Uint8Array.of(hashType))];
  const at = { tx, coins, index };
  const script = coins[index]?.script ?? new Uint8Array();
  return {
    ours: {
      internalPubkey: hex(key),
      tweak: hex(schnorr.utils.taggedHash('TapTweak', key, rootOf(given.merkleRoot))),
      tweakedPrivkey: hex(tweaked),
      sigHash: hex(digest),
      // Our digest is the hash of exactly the message that is given, with these hashes in it.
      messageHash: hex(schnorr.utils.taggedHash('TapSighash', hexToBytes(sigMsg))),
      precomputed: Object.keys(hashes)
        .filter((name) => sigMsg.includes(hashes[name] ?? '?'))
        .sort(),
      witness: witness.map(hex),
      verifies: inputVerifies(at, keySpend(script, [hashType]), expected.witness.map(hexToBytes)),
      verifiesUnasked: inputVerifies(at, keySpend(script, []), expected.witness.map(hexToBytes)),
    },
    expected: {
      internalPubkey,
      tweak,
      tweakedPrivkey,
      sigHash,
      messageHash: sigHash,
      precomputed: [...precomputedUsed].sort(),
      witness: expected.witness,
      verifies: true,
      verifiesUnasked: false,
    },
  };
}

/** The signed transaction is the unsigned one with the witnesses in it, and what it spends by P2WPKH verifies too. */
function wholeSpend({ tx, coins }: Spent, { auxiliary, inputSpending }: SpendCase) {
  const signed = transactionOf(auxiliary.fullySignedTx);
  const bare = {
    ...signed,
    inputs: signed.inputs.map((input) => ({ ...input, scriptSig: new Uint8Array(0) })),
  };
  const given = inputSpending.map(({ given: { txinIndex } }) => txinIndex);
  const segwit = coins.flatMap((coin, index) => (scriptKind(coin.script) === 'p2wpkh' ? [index] : []));
  return {
    ours: {
      unsigned: txidOf(writeBase(bare)),
      witnesses: given.map((index) => signed.inputs[index]?.witness.map(hex)),
      segwit: segwit.map((index) =>
        inputVerifies(
          { tx, coins, index },
          keySpend(coins[index]?.script ?? new Uint8Array(), [1]),
          signed.inputs[index]?.witness ?? [],
        ),
      ),
    },
    expected: {
      unsigned: txidOf(writeBase(tx)),
      witnesses: inputSpending.map(({ expected }) => expected.witness),
      segwit: segwit.map(() => true),
    },
  };
}
