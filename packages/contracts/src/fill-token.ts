/** What a token's contract asks for when its coin is spent: by its holder's signature, or next to a coin of its holder's script. */
import { checkNumber, parentInput, pointBytes, preimageOf, readFtScript } from '@rialto/mvc';
import type { MvcBody, MvcCoin } from '@rialto/mvc';
import { bytesToHex, concatBytes, invariant, splitOutpoint } from '@rialto/protocols';
import type { Completing } from './completing.ts';
import { libraryOf } from './library.ts';
import {
  Bytes,
  PubKey,
  Sig,
  SigHashPreimage,
  TxInputProof,
  TxOutputProof,
  dataOf,
  proofs,
  scriptOf,
  tokenContract,
} from './published.ts';

/** Source: meta-contract `token-v2.scrypt`: by signature, or by the coin of a script. */
const OPERATION = { signature: 1, script: 2 } as const;
const NO_KEY = '00'.repeat(33);
const NO_SIGNATURE = '00'.repeat(72);
/** A pool's coin that releases its tokens stands behind them; the token itself refuses any other. */
const AUTHORITY_AT = 1;

const proofOf = (tx: MvcBody, vout: number): unknown =>
  new TxOutputProof(proofs.getTxOutputProof(libraryOf(tx), vout));

export function tokenScriptSig(given: Completing, body: MvcBody, index: number): Uint8Array {
  const { plan, signatures, txOf } = given;
  const planned = plan.inputs[index];
  const checkAt = plan.inputs.length - 1;
  const check = plan.inputs[checkAt];
  invariant(planned !== undefined && check !== undefined, 'a plan has a token and its check');
  const isOwner = planned.role === 'user-token';
  const signed = isOwner ? signatures.get(index) : undefined;
  return scriptOf(
    tokenContract(dataOf(planned.coin.script)).unlock({
      txPreimage: new SigHashPreimage(bytesToHex(preimageOf(body, index, planned.coin))),
      prevouts: new Bytes(bytesToHex(concatBytes(...body.inputs.map(pointBytes)))),
      tokenInputIndex: isOwner ? index : plan.check.inputs.indexOf(index),
      amountCheckHashIndex: checkNumber(plan.check),
      amountCheckInputIndex: checkAt,
      amountCheckTxOutputProofInfo: proofOfCoin(given, check.coin),
      amountCheckScript: new Bytes(bytesToHex(check.coin.script)),
      ...lookBack(planned.coin, txOf),
      senderPubKey: new PubKey(signed === undefined ? NO_KEY : bytesToHex(signed.publicKey)),
      senderSig: new Sig(signed === undefined ? NO_SIGNATURE : bytesToHex(signed.signature)),
      contractInputIndex: isOwner ? 0 : AUTHORITY_AT,
      contractTxOutputProof: isOwner
        ? new TxOutputProof(proofs.getEmptyTxOutputProof())
        : proofOfCoin(given, plan.inputs[AUTHORITY_AT]?.coin),
      operation: isOwner ? OPERATION.signature : OPERATION.script,
    }),
  );
}

function proofOfCoin({ txOf }: Completing, coin: MvcCoin | undefined): unknown {
  invariant(coin !== undefined, 'a plan has the coin');
  const { txid, vout } = splitOutpoint(coin.outpoint);
  return proofOf(txOf(txid), vout);
}

/** What made the coin real: a coin of the same token, or the genesis contract it was minted from. */
function lookBack(coin: MvcCoin, txOf: Completing['txOf']): Readonly<Record<string, unknown>> {
  const tx = txOf(splitOutpoint(coin.outpoint).txid);
  const token = readFtScript(coin.script);
  invariant(token !== undefined, 'the coin is a token');
  const spent = tx.inputs.map(({ txid, vout }) => txOf(txid).outputs[vout]);
  const at = parentInput(tx, spent, token) ?? -1;
  const parent = tx.inputs[at];
  const before = readFtScript(spent[at]?.script ?? coin.script);
  invariant(parent !== undefined && before !== undefined, 'a token descends from one');
  const [proof, header] = proofs.getTxInputProof(libraryOf(tx), at);
  return {
    prevTokenInputIndex: at,
    prevTokenAddress: new Bytes(before.holder),
    prevTokenAmount: before.amount,
    tokenTxHeader: header,
    tokenTxInputProof: new TxInputProof(proof),
    prevTokenTxOutputProof: proofOf(txOf(parent.txid), parent.vout),
  };
}
