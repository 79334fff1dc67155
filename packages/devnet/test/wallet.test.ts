import { base64 } from '@scure/base';
import { OutScript, Transaction } from '@scure/btc-signer';
import { Verifier } from 'bip322-js';
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { addressToScript, verifyLogin } from '@rialto/psbt';
import { accountsOf } from '../src/wallet/accounts.ts';
import { signMessage } from '../src/wallet/message.ts';
import { describePsbt } from '../src/wallet/psbt-words.ts';
import { openPsbt, readSignOptions, signPsbt } from '../src/wallet/psbt-signing.ts';

const accounts = accountsOf('vectors');
const [segwit, taproot] = accounts;
if (segwit === undefined || taproot === undefined) throw new Error('there are accounts');
const kinds = [segwit, taproot];
const TEXT = 'Log in to Rialto.\nNonce: 7f';

/** One coin of the account, one output that is larger: half of a sale. */
function halfSale(account = segwit, sighashType = 0x83): string {
  const tx = new Transaction({ allowUnknownOutputs: true });
  const witnessUtxo = { script: account?.script ?? new Uint8Array(0), amount: 546n };
  tx.addInput({ txid: '11'.repeat(32), index: 1, witnessUtxo, sighashType });
  tx.addOutput({ script: account?.script ?? new Uint8Array(0), amount: 50_000n });
  return bytesToHex(tx.toPSBT(0));
}

describe('accounts', () => {
  it('follow from the seed, two of each kind, on the private chain', () => {
    expect(accountsOf('vectors')).toEqual(accounts);
    expect(accounts.map((account) => account.kind)).toEqual(['p2wpkh', 'p2tr', 'p2wpkh', 'p2tr']);
    expect(accountsOf('other')[0]?.address).not.toBe(segwit.address);
    for (const account of accounts) {
      expect(bytesToHex(addressToScript(account.address, 'regtest'))).toBe(bytesToHex(account.script));
      expect(account.publicKeyHex).toMatch(/^0[23][0-9a-f]{64}$/);
    }
  });
});

describe('messages', () => {
  for (const account of kinds) {
    for (const type of ['ecdsa', 'bip322-simple'] as const) {
      it(`${account.kind} ${type} verifies by our verifier and another`, () => {
        const signature = signMessage(account, TEXT, type);
        const proof = { address: account.address, network: 'regtest', text: TEXT, signature } as const;
        expect(verifyLogin({ ...proof, publicKey: account.publicKeyHex })).toBe(true);
        expect(verifyLogin({ ...proof, text: `${TEXT} `, publicKey: account.publicKeyHex })).toBe(false);
        expect(Verifier.verifySignature(account.address, TEXT, signature)).toBe(true);
      });
    }
  }

  it('have the bytes UniSat gives: header 31 or 32, a witness of two items, a witness of one', () => {
    for (const account of kinds)
      expect([31, 32]).toContain(base64.decode(signMessage(account, TEXT, 'ecdsa'))[0]);
    expect(base64.decode(signMessage(segwit, TEXT, 'bip322-simple'))[0]).toBe(2);
    const schnorr = base64.decode(signMessage(taproot, TEXT, 'bip322-simple'));
    expect([...schnorr.subarray(0, 2)]).toEqual([1, 64]);
    expect(schnorr).toHaveLength(66);
  });
});

describe('transactions', () => {
  for (const account of kinds) {
    const toSign = [{ index: 0, address: account.address, sighashTypes: [0x83] }];

    it(`${account.kind}: half a sale is signed with 0x83 and left unfinished when asked`, () => {
      const options = readSignOptions({ autoFinalized: false, toSignInputs: toSign }, account);
      const signed = Transaction.fromPSBT(
        hexToBytes(signPsbt(openPsbt(halfSale(account)), options, account)),
      );
      const { partialSig, tapKeySig, finalScriptWitness } = signed.getInput(0);
      const signature = tapKeySig ?? partialSig?.[0]?.[1];
      expect(signature?.at(-1)).toBe(0x83);
      expect(finalScriptWitness).toBeUndefined();
    });

    it(`${account.kind}: is final by default`, () => {
      const signed = signPsbt(
        openPsbt(halfSale(account)),
        readSignOptions({ toSignInputs: toSign }, account),
        account,
      );
      const witness = Transaction.fromPSBT(hexToBytes(signed)).getInput(0).finalScriptWitness;
      expect(witness).toHaveLength(account.kind === 'p2wpkh' ? 2 : 1);
    });

    it(`${account.kind}: a sighash that is not listed is refused`, () => {
      const plain = readSignOptions({ toSignInputs: [{ index: 0, address: account.address }] }, account);
      expect(() => signPsbt(openPsbt(halfSale(account)), plain, account)).toThrow(/sigHash/i);
    });
  }

  it('are taken as base64 too, and own inputs are found without a list', () => {
    const asBase64 = base64.encode(hexToBytes(halfSale()));
    const signed = signPsbt(openPsbt(asBase64), readSignOptions({ autoFinalized: false }, segwit), segwit);
    expect(openPsbt(signed).getInput(0).partialSig).toHaveLength(1);
  });

  it('name what is wrong with an entry, as UniSat does', () => {
    const read = (entry: unknown) => () => readSignOptions({ toSignInputs: [entry] }, segwit);
    expect(read({ index: 0 })).toThrow('no address or public key in toSignInput');
    expect(read({ index: 0, address: taproot.address })).toThrow('invalid address in toSignInput');
    expect(read({ index: 0, publicKey: taproot.publicKeyHex })).toThrow('invalid public key in toSignInput');
    expect(read({ address: segwit.address })).toThrow('invalid index in toSignInput');
    expect(read({ index: 0, address: segwit.address, sighashTypes: ['x'] })).toThrow('invalid sighashTypes');
  });

  it('are described: own coin, own output, what the signature covers', () => {
    const options = readSignOptions(
      { toSignInputs: [{ index: 0, address: segwit.address, sighashTypes: [0x83] }] },
      segwit,
    );
    const words = describePsbt(openPsbt(halfSale()), options, segwit);
    expect(words.fee).toBeUndefined();
    expect(words.receives - words.spends).toBe(49_454n);
    expect(words.inputs[0]).toMatchObject({ mine: true, value: 546n, outpoint: `${'11'.repeat(32)}:1` });
    expect(words.inputs[0]?.covers).toMatch(/anybody may complete the rest/);
  });

  it('are described with their fee when whole, and strangers are not called mine', () => {
    const tx = new Transaction();
    tx.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo: { script: segwit.script, amount: 10_000n } });
    tx.addOutput({ script: OutScript.encode({ type: 'wpkh', hash: new Uint8Array(20) }), amount: 9_000n });
    const words = describePsbt(tx, readSignOptions({}, segwit), segwit);
    expect(words.fee).toBe(1000n);
    expect(words.outputs[0]?.mine).toBe(false);
  });

  it('name a script by its address, when they may be sent, and what they will be called', () => {
    const script = OutScript.encode({ type: 'wsh', hash: new Uint8Array(32).fill(7) });
    const funding = new Transaction();
    funding.addInput({
      txid: '33'.repeat(32),
      index: 0,
      witnessUtxo: { script: segwit.script, amount: 10_000n },
    });
    funding.addOutput({ script, amount: 9_000n });
    const first = describePsbt(funding, readSignOptions({}, segwit), segwit);
    expect(first.outputs[0]).toMatchObject({ script: true, mine: false });
    expect(first.outputs[0]?.address).toMatch(/^bcrt1q.{58}$/);
    expect(first.waits).toBe(0);
    expect(first.inputs[0]?.script).toBe(false);
    const exit = new Transaction();
    exit.addInput({ txid: first.txid, index: 0, sequence: 144, witnessUtxo: { script, amount: 9_000n } });
    exit.addOutput({ script: segwit.script, amount: 8_000n });
    const home = describePsbt(exit, readSignOptions({ toSignInputs: [] }, segwit), segwit);
    expect(home).toMatchObject({ waits: 144, spends: 0n, receives: 8_000n });
    expect(home.inputs[0]).toMatchObject({ script: true, outpoint: `${first.txid}:0` });
    // A sequence that is no wait: opt-in to replacement (BIP-125).
    const plain = new Transaction();
    plain.addInput({
      txid: first.txid,
      index: 0,
      sequence: 0xfffffffd,
      witnessUtxo: { script, amount: 9_000n },
    });
    expect(describePsbt(plain, readSignOptions({ toSignInputs: [] }, segwit), segwit).waits).toBe(0);
    funding.sign(segwit.key);
    funding.finalize();
    expect(funding.id).toBe(first.txid);
  });
});
