/** What a token's contract asks for when its coin is spent: by its holder's signature, or next to a coin of its holder's script. */
import { checkNumber, checkOf, parentInput, pointBytes, preimageOf, readFtScript } from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcPlan } from '@rialto/mvc';
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
/** Whose coin releases a token that a script holds; the token itself refuses any other. */
const AUTHORITY = { 'pool-token': 'pool-space', 'parked-token': 'user-space' } as const;

const proofOf = (tx: MvcBody, vout: number): unknown =>
  new TxOutputProof(proofs.getTxOutputProof(libraryOf(tx), vout));

export function tokenScriptSig(given: Completing, body: MvcBody, index: number): Uint8Array {
  const { plan, signatures, txOf } = given;
  const planned = plan.inputs[index];
  const { at: checkAt, check } = checkOf(plan, index);
  const checkCoin = plan.inputs[checkAt]?.coin;
  invariant(planned !== undefined && checkCoin !== undefined, 'a plan has a token and its check');
  const authorityAt = authorityOf(given, planned.role);
  const isOwner = authorityAt === undefined;
  const signed = isOwner ? signatures.get(index) : undefined;
  return scriptOf(
    tokenContract(dataOf(planned.coin.script)).unlock({
      txPreimage: new SigHashPreimage(bytesToHex(preimageOf(body, index, planned.coin))),
      prevouts: new Bytes(bytesToHex(concatBytes(...body.inputs.map(pointBytes)))),
      tokenInputIndex: isOwner ? index : check.inputs.indexOf(index),
      amountCheckHashIndex: checkNumber(check),
      amountCheckInputIndex: checkAt,
      amountCheckTxOutputProofInfo: proofOfCoin(given, checkCoin),
      amountCheckScript: new Bytes(bytesToHex(checkCoin.script)),
      ...lookBack(planned.coin, txOf),
      senderPubKey: new PubKey(signed === undefined ? NO_KEY : bytesToHex(signed.publicKey)),
      senderSig: new Sig(signed === undefined ? NO_SIGNATURE : bytesToHex(signed.signature)),
      contractInputIndex: authorityAt ?? 0,
      contractTxOutputProof: isOwner
        ? new TxOutputProof(proofs.getEmptyTxOutputProof())
        : proofOfCoin(given, plan.inputs[authorityAt]?.coin),
      operation: isOwner ? OPERATION.signature : OPERATION.script,
    }),
  );
}

/** The place of the coin that releases it; undefined of a token that its holder signs. */
function authorityOf({ plan }: Completing, role: MvcPlan['inputs'][number]['role']): number | undefined {
  if (role !== 'pool-token' && role !== 'parked-token') return undefined;
  const at = plan.inputs.findIndex((input) => input.role === AUTHORITY[role]);
  invariant(at >= 0, 'a token that a script holds has a coin of that script beside it');
  return at;
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
