/** A commit and its reveal, built together: what treasury, seeds and demo wallet inscribe with. Source: inscriptions §2. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { p2tr, Script, SigHash, taprootNumsKey, Transaction } from '@scure/btc-signer';
import { TaprootControlBlock } from '@scure/btc-signer/psbt.js';
import { REGTEST } from './regtest.ts';

interface Envelope {
  readonly contentType: string;
  readonly body: string;
  /** Makes it a MetaID PIN at this path, instead of an inscription. */
  readonly path?: string;
}

/** The commit output to pay, and how to reveal it once it has an outpoint. */
interface PreparedReveal {
  readonly commitAddress: string;
  readonly commitScript: Uint8Array;
  /** What the commit output must hold: the inscribed coin plus the reveal's own fee. */
  readonly commitValue: bigint;
  /** The reveal transaction, as hex. */
  reveal(commit: { txid: string; vout: number }): string;
}

interface RevealOrder {
  readonly envelope: Envelope;
  /** The script that receives the inscription. */
  readonly to: Uint8Array;
  readonly postage: bigint;
  readonly feeRate: number;
}

const MAX_PUSH = 520;
const LEAF_VERSION = 0xc0;

/** Prepares a reveal signed by an ephemeral key that is forgotten afterwards. */
export function prepareReveal(order: RevealOrder): PreparedReveal {
  const key = schnorr.utils.randomSecretKey();
  const script = envelopeScript(schnorr.getPublicKey(key), order.envelope);
  const payment = p2tr(taprootNumsKey(), { script }, REGTEST, true);
  const leaf = payment.tapLeafScript?.[0];
  if (leaf === undefined) throw new Error('invariant: there is one leaf');
  const witnessTail = [script, TaprootControlBlock.encode(leaf[0])];
  const build = (commit: { txid: string; vout: number }, value: bigint): Transaction => {
    const tx = new Transaction({ allowUnknownInputs: true });
    const witnessUtxo = { script: payment.script, amount: value };
    tx.addInput({ txid: commit.txid, index: commit.vout, witnessUtxo });
    tx.addOutput({ script: order.to, amount: order.postage });
    const digest = tx.preimageWitnessV1(
      0,
      [payment.script],
      SigHash.DEFAULT,
      [value],
      -1,
      script,
      LEAF_VERSION,
    );
    tx.updateInput(0, { finalScriptWitness: [schnorr.sign(digest, key), ...witnessTail] }, true);
    return tx;
  };
  const draft = build({ txid: '00'.repeat(32), vout: 0 }, order.postage);
  const commitValue = order.postage + BigInt(Math.ceil(draft.vsize * order.feeRate));
  return {
    commitAddress: payment.address,
    commitScript: payment.script,
    commitValue,
    reveal: (commit) => build(commit, commitValue).hex,
  };
}

/** `<key> CHECKSIG` and the envelope: OP_FALSE OP_IF, what stands before the body, the body in pushes, OP_ENDIF. */
function envelopeScript(key: Uint8Array, envelope: Envelope): Uint8Array {
  const body = utf8ToBytes(envelope.body);
  const pushes: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += MAX_PUSH) pushes.push(body.subarray(at, at + MAX_PUSH));
  return concatBytes(
    Script.encode([key, 'CHECKSIG', 0, 'IF']),
    envelope.path === undefined ? inscriptionHead(envelope) : pinHead(envelope.path, envelope),
    Script.encode([...pushes, 'ENDIF']),
  );
}

/** "ord" 1 <type> 0. */
function inscriptionHead({ contentType }: Envelope): Uint8Array {
  return concatBytes(
    Script.encode([utf8ToBytes('ord')]),
    // The tag must be a data push; the encoder could write it as OP_1, which is a curse.
    Uint8Array.of(1, 1),
    Script.encode([utf8ToBytes(contentType), 0]),
  );
}

/** "metaid" <operation> <path> <encryption> <version> <type>. */
function pinHead(path: string, { contentType }: Envelope): Uint8Array {
  const fields = ['metaid', 'create', path, '0', '1.0.0', contentType];
  return Script.encode(fields.map((field) => utf8ToBytes(field)));
}
