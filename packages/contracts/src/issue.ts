/**
 * How a token begins: a genesis contract that its issuer's key releases, and mintings that spend it. A minting that leaves no genesis
 * contract behind is the last one.
 */
import {
  NO_SENSIBLE_ID,
  bodyOfInputs,
  ftData,
  hash160,
  p2pkhScriptSig,
  preimageOf,
  readFtScript,
  withSensibleId,
} from '@rialto/mvc';
import type { FtFields, MvcBody, MvcCoin, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, invariant, splitOutpoint } from '@rialto/protocols';
import type { Sats, Txid, TxOutput } from '@rialto/protocols';
import { libraryOf, plain } from './library.ts';
import {
  Bytes,
  PubKey,
  Ripemd160,
  Sig,
  SigHashPreimage,
  TxInputProof,
  dataOf,
  genesisContract,
  proofs,
  scriptOf,
  tokenContract,
} from './published.ts';

const NO_HASH = new Uint8Array(20);

type Named = Pick<FtFields, 'name' | 'symbol' | 'decimals'>;

/** @param issuer hash of the key that may mint */
export function genesisScript(named: Named, issuer: Uint8Array): Uint8Array {
  const data = ftData({
    ...named,
    holder: issuer,
    units: 0n,
    genesisHash: NO_HASH,
    sensibleId: NO_SENSIBLE_ID,
  });
  return plain(genesisContract(bytesToHex(data)).lockingScript.toBuffer());
}

export interface Minting {
  readonly genesis: MvcCoin;
  /** P2PKH coins that pay for it. */
  readonly coins: readonly MvcCoin[];
  readonly holder: Uint8Array;
  readonly units: bigint;
  readonly tokenSats: Sats;
  /** What a genesis contract for further mintings holds; undefined when this is the last. */
  readonly mintable: Sats | undefined;
  /** To the hash of a key. */
  readonly change: { readonly hash: Uint8Array; readonly output: TxOutput };
}

/** The minting before anybody signs: the next genesis contract where there is one, the token, the change. */
export function mintingBody({ genesis, coins, ...minting }: Minting): MvcBody {
  const { tokenSats, mintable, change } = minting;
  const next = nextGenesis(genesis);
  const read = readFtScript(next);
  invariant(read?.name !== undefined && read.symbol !== undefined, 'a genesis contract with a name');
  const data = ftData({
    ...{ name: read.name, symbol: read.symbol, decimals: read.decimals },
    ...{ holder: minting.holder, units: minting.units },
    ...{ genesisHash: hash160(next), sensibleId: read.sensibleId },
  });
  const token = plain(tokenContract(bytesToHex(data)).lockingScript.toBuffer());
  const outputs = [
    ...(mintable === undefined ? [] : [{ value: mintable, script: next }]),
    { value: tokenSats, script: token },
    change.output,
  ];
  return bodyOfInputs([genesis, ...coins], outputs);
}

/** The first minting names the token by the outpoint it spends. */
function nextGenesis({ script, outpoint }: MvcCoin): Uint8Array {
  return readFtScript(script)?.sensibleId === NO_SENSIBLE_ID ? withSensibleId(script, outpoint) : script;
}

/**
 * The minting with everything that the genesis contract asks for.
 * @param signatures of each input, the issuer's first
 * @param txOf the genesis contract's transaction and the one before
 */
export function completeMinting(
  minting: Minting,
  signatures: readonly MvcSignature[],
  txOf: (txid: Txid) => MvcTransaction,
): MvcBody {
  const body = mintingBody(minting);
  const inputs = body.inputs.map((input, index) => {
    const signed = signatures[index];
    invariant(signed !== undefined, 'everybody signed');
    return {
      ...input,
      scriptSig: index === 0 ? unlockGenesis(minting, body, signed, txOf) : p2pkhScriptSig(signed),
    };
  });
  return { ...body, inputs };
}

function unlockGenesis(
  { genesis, mintable, change }: Minting,
  body: MvcBody,
  signed: MvcSignature,
  txOf: (txid: Txid) => MvcTransaction,
): Uint8Array {
  const token = body.outputs[mintable === undefined ? 0 : 1];
  invariant(token !== undefined, 'it makes a token');
  return scriptOf(
    genesisContract(dataOf(genesis.script)).unlock({
      txPreimage: new SigHashPreimage(bytesToHex(preimageOf(body, 0, genesis))),
      pubKey: new PubKey(bytesToHex(signed.publicKey)),
      sig: new Sig(bytesToHex(signed.signature)),
      tokenScript: new Bytes(bytesToHex(token.script)),
      ...lookBack(genesis, txOf),
      genesisSatoshis: Number(mintable ?? 0n),
      tokenSatoshis: Number(token.value),
      changeSatoshis: Number(change.output.value),
      changeAddress: new Ripemd160(bytesToHex(change.hash)),
      opReturnScript: new Bytes(''),
    }),
  );
}

/** The genesis contract looks at its own transaction and at what that one's first input spent. */
function lookBack(genesis: MvcCoin, txOf: (txid: Txid) => MvcTransaction): Readonly<Record<string, unknown>> {
  const tx = txOf(splitOutpoint(genesis.outpoint).txid);
  const [first] = tx.inputs;
  invariant(first !== undefined, 'a transaction has an input');
  const [input, genesisTxHeader] = proofs.getTxInputProof(libraryOf(tx), 0);
  const before = proofs.getTxOutputProof(libraryOf(txOf(first.txid)), first.vout);
  return {
    genesisTxHeader,
    prevInputIndex: 0,
    genesisTxInputProof: new TxInputProof(input),
    prevGenesisTxHeader: before.txHeader,
    prevTxOutputHashProof: before.hashProof,
    prevTxOutputSatoshiBytes: before.satoshiBytes,
  };
}
