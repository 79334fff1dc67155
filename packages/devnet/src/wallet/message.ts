/** Signs texts in the two formats UniSat offers: recoverable ECDSA with its own header byte, and BIP-322 simple. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { doubleSha256, txidOf, writeBase, writeCompactSize } from '@rialto/protocols';
import type { Sats, Txid } from '@rialto/protocols';
import type { WalletAccount } from './accounts.ts';
import { signInput } from './sign-input.ts';

export type MessageType = 'ecdsa' | 'bip322-simple';

/** UniSat writes the header of a compressed P2PKH key whatever the address type (wallets §8.1). */
const HEADER = 31;
const OP_RETURN = Uint8Array.of(0x6a);

export function signMessage(account: WalletAccount, text: string, type: MessageType): string {
  return base64.encode(type === 'ecdsa' ? signEcdsa(account, text) : signBip322(account, text));
}

/** Source: Bitcoin Core `MessageHash`. */
function signEcdsa(account: WalletAccount, text: string): Uint8Array {
  const magic = utf8ToBytes('Bitcoin Signed Message:\n');
  const message = utf8ToBytes(text);
  const digest = doubleSha256(
    concatBytes(writeCompactSize(magic.length), magic, writeCompactSize(message.length), message),
  );
  const signature = secp256k1.sign(digest, account.key, { prehash: false, format: 'recovered' });
  return concatBytes(Uint8Array.of(HEADER + (signature[0] ?? 0)), signature.subarray(1));
}

/** Source: BIP-322, simple format: the witness of the virtual transaction that spends the text. */
function signBip322(account: WalletAccount, text: string): Uint8Array {
  const hash = schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(text));
  const toSpend = writeBase({
    version: 0,
    locktime: 0,
    inputs: [
      {
        txid: '0'.repeat(64) as Txid,
        vout: 0xffffffff,
        scriptSig: concatBytes(Uint8Array.of(0, 32), hash),
        sequence: 0,
        witness: [],
      },
    ],
    outputs: [{ value: 0n as Sats, script: account.script }],
  });
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true });
  const witnessUtxo = { script: account.script, amount: 0n };
  toSign.addInput({ txid: txidOf(toSpend), index: 0, sequence: 0, witnessUtxo });
  toSign.addOutput({ script: OP_RETURN, amount: 0n });
  const witness = signInput(toSign, 0, account);
  const items = witness.flatMap((item) => [writeCompactSize(item.length), item]);
  return concatBytes(writeCompactSize(witness.length), ...items);
}
