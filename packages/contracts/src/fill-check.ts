/** What a check asks for when it counts a token's coins in a spend. */
import {
  isMvcMessage,
  keyHashOf,
  outputBytes,
  pointBytes,
  preimageOf,
  readFtScript,
  sameToken,
} from '@rialto/mvc';
import type { FtOutput, MvcBody, MvcCoin, TokenCheck, TokenKey } from '@rialto/mvc';
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  invariant,
  splitOutpoint,
  uint32,
  uint64,
} from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import type { Completing } from './completing.ts';
import { buffer, libraryOf, mvc } from './library.ts';
import { Bytes, Int, Ripemd160, SigHashPreimage, checkContract, proofs, scriptOf } from './published.ts';

interface SpentToken {
  readonly coin: MvcCoin;
  readonly token: FtOutput;
  readonly info: { readonly txHeader: string; readonly txHashProof: string; readonly txSatoshi: string };
}

const bytes = (...parts: readonly Uint8Array[]): unknown => new Bytes(bytesToHex(concatBytes(...parts)));
const sized = (one: Uint8Array): Uint8Array => concatBytes(uint32(one.length), one);

export function checkScriptSig(given: Completing, body: MvcBody, index: number): Uint8Array {
  const { inputs, checks } = given.plan;
  const check = checks[index - (inputs.length - checks.length)];
  const coin = inputs[index]?.coin;
  invariant(coin !== undefined && check !== undefined, 'a plan has its check');
  const places = body.outputs.flatMap(({ script }, at) => (isOf(check.token, script) ? [at] : []));
  const others = body.outputs.filter((_, at) => !places.includes(at));
  const counted = {
    ...countedBy(given, check),
    tokenOutputSatoshis: Number(body.outputs[places[0] ?? -1]?.value ?? 0n),
  };
  const seen = {
    // The script code begins behind the code separator.
    txPreimage: new SigHashPreimage(
      bytesToHex(preimageOf(body, index, { ...coin, script: behindSeparator(coin.script) })),
    ),
    prevouts: bytes(...body.inputs.map(pointBytes)),
  };
  const outputs =
    check.kind === 'transfer' ? changeOf(others) : otherOutputs(body.outputs.length, places, others);
  return scriptOf(checkContract(check).unlock({ ...seen, ...counted, ...outputs }));
}

function countedBy(given: Completing, { inputs }: TokenCheck): Readonly<Record<string, unknown>> {
  const tokens = inputs.map((at) => {
    const coin = given.plan.inputs[at]?.coin;
    invariant(coin !== undefined, 'a check counts inputs');
    return spentToken(given, coin);
  });
  const [first] = tokens;
  invariant(first !== undefined, 'a check counts a coin');
  return {
    tokenScript: bytes(first.coin.script),
    tokenTxHeaderArray: bytes(...tokens.map(({ info }) => hexToBytes(info.txHeader))),
    tokenTxHashProofArray: bytes(...tokens.map(({ info }) => sized(hexToBytes(info.txHashProof)))),
    tokenSatoshiBytesArray: bytes(...tokens.map(({ info }) => hexToBytes(info.txSatoshi))),
    inputTokenAddressArray: bytes(...tokens.map(({ token }) => hexToBytes(token.holder))),
    inputTokenAmountArray: bytes(...tokens.map(({ token }) => uint64(token.amount))),
  };
}

function spentToken({ txOf }: Completing, coin: MvcCoin): SpentToken {
  const { txid, vout } = splitOutpoint(coin.outpoint);
  const token = readFtScript(coin.script);
  invariant(token !== undefined, 'the coin is a token');
  return {
    coin,
    token,
    info: proofs.getTxInfoHex(libraryOf(txOf(txid)), vout),
  };
}

/** A transfer has two outputs beside the token's at most: data, and one to a key. */
function changeOf(others: readonly TxOutput[]): Readonly<Record<string, unknown>> {
  const data = others.find(({ script }) => isMvcMessage(script));
  const change = others.find((output) => output !== data);
  const owner = change === undefined ? undefined : keyHashOf(change.script);
  return {
    changeSatoshis: new Int(Number(change?.value ?? 0n)),
    changeAddress: new Ripemd160(bytesToHex(owner ?? new Uint8Array(20))),
    opReturnScript: new Bytes(data === undefined ? '' : bytesToHex(data.script)),
  };
}

const otherOutputs = (
  nOutputs: number,
  places: readonly number[],
  others: readonly TxOutput[],
): Readonly<Record<string, unknown>> => ({
  nOutputs,
  tokenOutputIndexArray: bytes(...places.map(uint32)),
  otherOutputArray: bytes(...others.map((output) => sized(outputBytes(output)))),
});

const SEPARATOR = 0xab;
const LONGEST_DIRECT_PUSH = 75;

/** mvc-lib's `subScript(0)`: everything behind the first code separator. */
function behindSeparator(script: Uint8Array): Uint8Array {
  let at = 0;
  for (const { opcodenum, buf } of new mvc.Script(buffer(script)).chunks) {
    const lengthBytes = opcodenum > LONGEST_DIRECT_PUSH ? 1 << (opcodenum - LONGEST_DIRECT_PUSH - 1) : 0;
    at += 1 + (buf === undefined ? 0 : buf.length + lengthBytes);
    if (opcodenum === SEPARATOR) return script.subarray(at);
  }
  return script;
}

function isOf(key: TokenKey, script: Uint8Array): boolean {
  const token = readFtScript(script);
  return token !== undefined && sameToken(token, key);
}
