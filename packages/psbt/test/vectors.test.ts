/** The BIPs' own vectors, read beside the project; without them these tests are skipped. */
import { existsSync, readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import {
  bytesToHex,
  hexToBytes,
  isFlaw,
  outpoint,
  readTransaction,
  sats,
  txidOf,
  writeBase,
} from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  addressToScript,
  publicKeyOf,
  pureVerifier,
  readPsbt,
  scriptOfKey,
  scriptToAddress,
  stripPsbt,
  verifyInput,
  verifyLogin,
} from '../src/index.ts';
import { bip322Hash, toSign } from '../src/bip322.ts';
import { digestV1 } from '../src/digest.ts';
import { refusalOf } from './people.ts';

const folder = new URL('../../../../shared/vectors/bips/', import.meta.url);
const present = existsSync(folder);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const json = (name: string): unknown => JSON.parse(read(name)) as unknown;

interface PsbtCase {
  section: string;
  case: string;
  'Base64 String'?: string;
}

describe.skipIf(!present)('BIP-174 and BIP-371', () => {
  if (!present) return;
  const cases = ['bip174-psbt.json', 'bip371-psbt.json'].flatMap(
    (name) => (json(name) as { cases: PsbtCase[] }).cases,
  );
  const bytesOf = (one: PsbtCase): Uint8Array => base64.decode(one['Base64 String'] ?? '');
  const of = (words: string): PsbtCase[] => cases.filter((one) => one.section.includes(words));

  it.each(of('are invalid').map((one) => [one.case, one] as const))('refuses: %s', (_, one) => {
    expect(refusalOf(() => readPsbt(bytesOf(one)))).toBe('psbt-malformed');
  });

  it.each(of('are valid').map((one) => [one.case, one] as const))('reads: %s', (_, one) => {
    const bytes = bytesOf(one);
    expect(['accepted', 'psbt-finalised', 'psbt-shape']).toContain(refusalOf(() => readPsbt(bytes)));
    expect(stripPsbt(stripPsbt(bytes))).toEqual(stripPsbt(bytes));
    expect(stripPsbt(bytes).length).toBeLessThanOrEqual(bytes.length);
  });
});

describe.skipIf(!present)('BIP-340', () => {
  if (!present) return;
  const rows = read('bip340-test-vectors.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','));
  it.each(rows)('vector %s', (_index, _secret, key = '', _aux, message = '', signature = '', result = '') => {
    const found = pureVerifier.schnorr(hexToBytes(signature), hexToBytes(message), hexToBytes(key));
    expect(found).toBe(result === 'TRUE');
  });
});

interface Bip341 {
  scriptPubKey: {
    given: { internalPubkey: string; scriptTree: unknown };
    expected: { scriptPubKey: string; bip350Address: string };
  }[];
  keyPathSpending: {
    given: { rawUnsignedTx: string; utxosSpent: { scriptPubKey: string; amountSats: number }[] };
    inputSpending: {
      given: { txinIndex: number; hashType: number };
      intermediary: { sigHash: string };
      expected: { witness: string[] };
    }[];
  }[];
}

describe.skipIf(!present)('BIP-341', () => {
  if (!present) return;
  const vectors = json('bip341-wallet-test-vectors.json') as Bip341;

  it('output keys and addresses', () => {
    for (const { given, expected } of vectors.scriptPubKey) {
      const script = hexToBytes(expected.scriptPubKey);
      expect(addressToScript(expected.bip350Address, 'livenet')).toEqual(script);
      expect(scriptToAddress(script, 'livenet')).toBe(expected.bip350Address);
      if (given.scriptTree === null) {
        expect(scriptOfKey(hexToBytes(`02${given.internalPubkey}`), 'p2tr')).toEqual(script);
      }
    }
  });

  it('digests and signatures of key-path spends, with every sighash byte', () => {
    for (const spending of vectors.keyPathSpending) {
      const tx = readTransaction(hexToBytes(spending.given.rawUnsignedTx));
      if (isFlaw(tx)) throw new Error(tx.flaw);
      const coins = tx.inputs.map((input, at): Coin => {
        const spent = spending.given.utxosSpent[at];
        const script = hexToBytes(spent?.scriptPubKey ?? '');
        const value = sats(BigInt(spent?.amountSats ?? 0));
        return { outpoint: outpoint(input.txid, input.vout), value, script, assets: [] };
      });
      for (const { given, intermediary, expected } of spending.inputSpending) {
        const digest = digestV1({ tx, prevouts: coins }, given.txinIndex, given.hashType);
        expect(bytesToHex(digest ?? new Uint8Array())).toBe(intermediary.sigHash);
        const witness = expected.witness.map(hexToBytes);
        const at = { tx, coins, index: given.txinIndex };
        expect(
          refusalOf(() => {
            verifyInput(at, witness, [given.hashType]);
          }),
        ).toBe('accepted');
        expect(
          refusalOf(() => {
            verifyInput(at, witness, []);
          }),
        ).toBe('sighash-not-allowed');
      }
    }
  });
});

interface Bip322Case {
  message: string;
  address: string;
  type: string;
  private_keys: string[];
  bip322_signatures: string[];
}

describe.skipIf(!present)('BIP-322', () => {
  if (!present) return;
  const basic = json('bip322-basic-test-vectors.json') as {
    tx_hashes: {
      message: string;
      address: string;
      message_hash: string;
      to_spend_tx_hash: string;
      to_sign_tx_hash: string;
    }[];
    simple: Bip322Case[];
    error: { address: string; message: string; signature: string }[];
  };
  const generated = json('bip322-generated-test-vectors.json') as {
    simple: Bip322Case[];
    full: Bip322Case[];
    proof_of_funds: Bip322Case[];
    error: { address: string; message: string; signature: string }[];
  };
  const keyOf = (one: Bip322Case): string => bytesToHex(publicKeyOf(WIF().decode(one.private_keys[0] ?? '')));
  const verify = (one: { address: string; message: string }, signature: string, publicKey: string): boolean =>
    verifyLogin({ address: one.address, network: 'livenet', text: one.message, signature, publicKey });

  it('message and transaction hashes', () => {
    for (const one of basic.tx_hashes) {
      expect(bytesToHex(bip322Hash(one.message))).toBe(one.message_hash);
      const { tx, coin } = toSign({ script: addressToScript(one.address, 'livenet'), text: one.message });
      expect(coin.outpoint).toBe(`${one.to_spend_tx_hash}:0`);
      expect(txidOf(writeBase(tx))).toBe(one.to_sign_tx_hash);
    }
  });

  it('simple signatures of P2WPKH and key-path P2TR verify, with the prefix and without', () => {
    const ours = [...basic.simple, ...generated.simple].filter((one) =>
      ['p2wpkh', 'p2tr'].includes(one.type),
    );
    expect(ours.length).toBeGreaterThanOrEqual(3);
    for (const one of ours) {
      for (const signature of one.bip322_signatures) {
        const bare = signature.replace(/^smp/, '');
        for (const spelling of [bare, `smp${bare}`]) {
          expect(verify(one, spelling, keyOf(one)), one.type).toBe(true);
          expect(verify({ ...one, message: `${one.message} ` }, spelling, keyOf(one))).toBe(false);
          expect(verify(one, spelling, bytesToHex(publicKeyOf(new Uint8Array(32).fill(1))))).toBe(false);
        }
      }
    }
  });

  it('everything else of the BIP is refused: full, proof of funds, multisig, and the 21 error cases', () => {
    const others = [
      ...generated.simple.filter((one) => one.type.includes('multisig')),
      ...generated.full,
      ...generated.proof_of_funds,
    ];
    for (const one of others) {
      for (const signature of one.bip322_signatures) expect(verify(one, signature, keyOf(one))).toBe(false);
    }
    const keys = [...basic.simple, ...generated.simple, ...generated.full].map(keyOf);
    for (const one of [...basic.error, ...generated.error]) {
      for (const key of keys) expect(verify(one, one.signature, key)).toBe(false);
    }
  });
});
