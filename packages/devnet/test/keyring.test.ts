/** The wallet's own published code, asked as we ask it: what it signs is what we take. */
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { acceptExit, acceptPromise, buildExit, buildPromise, verifyLogin } from '@rialto/psbt';
import { accountsOf } from '../src/wallet/accounts.ts';
import type { WalletAccount } from '../src/wallet/accounts.ts';
import { coinOf, lockFor } from './leaf-locks.ts';
import type { Asked } from './leaf-locks.ts';
import { keyring } from './stories/support/keyring.ts';

function halfSale(account: WalletAccount): string {
  const tx = new Transaction({ allowUnknownOutputs: true });
  const witnessUtxo = { script: account.script, amount: 546n };
  tx.addInput({ txid: '11'.repeat(32), index: 1, witnessUtxo, sighashType: 0x83 });
  tx.addOutput({ script: account.script, amount: 50_000n });
  return bytesToHex(tx.toPSBT(0));
}

describe('UniSat’s published keyring', () => {
  for (const account of accountsOf('keyring').slice(0, 2)) {
    const { kind, address, network, publicKeyHex } = account;
    const who = { key: bytesToHex(account.key), kind, address, network };
    it.each(['ecdsa', 'bip322-simple'] as const)(`${kind}: a login by %s is one we take`, async (type) => {
      const text = 'Log in to Rialto.\nNonce: 7f';
      const signature = await keyring({ ...who, act: 'message', text, type });
      const proof = { address, network, text, signature, publicKey: publicKeyHex };
      expect(verifyLogin(proof)).toBe(true);
      expect(verifyLogin({ ...proof, text: `${text}.` })).toBe(false);
    });
    it(`${kind}: half a sale is signed as asked, with the very key`, async () => {
      const toSignInputs = [{ index: 0, sighashTypes: [0x83] }];
      const options = { autoFinalized: false, toSignInputs };
      const hex = await keyring({ ...who, act: 'psbt', hex: halfSale(account), options });
      const { tapKeySig, partialSig, finalScriptWitness } = Transaction.fromPSBT(hexToBytes(hex)).getInput(0);
      expect((tapKeySig ?? partialSig?.[0]?.[1])?.at(-1)).toBe(0x83);
      expect(finalScriptWitness).toBeUndefined();
      if (kind === 'p2wpkh') expect(bytesToHex(partialSig?.[0]?.[0] ?? new Uint8Array())).toBe(publicKeyHex);
    });
    it(`${kind}: a sighash that was not listed is refused`, async () => {
      const options = { autoFinalized: false, toSignInputs: [{ index: 0, sighashTypes: [1] }] };
      await expect(keyring({ ...who, act: 'psbt', hex: halfSale(account), options })).rejects.toThrow(
        'Sighash type is not allowed',
      );
    });
    it(`${kind}: a promise and an exit are signed with the key that our fake signs with, and no other`, async () => {
      const signed = async ({ psbt, toSign }: Asked): Promise<Uint8Array> => {
        const toSignInputs = toSign.map(({ index, sighash }) => ({ index, sighashTypes: [sighash] }));
        const options = { autoFinalized: false, toSignInputs };
        return hexToBytes(await keyring({ ...who, act: 'psbt', hex: bytesToHex(psbt), options }));
      };
      const lock = lockFor(account, 'output');
      const coin = coinOf(lock);
      acceptPromise(lock, coin, await signed(buildPromise(lock, coin)));
      acceptExit(lock, coin, await signed(buildExit(lock, coin)));
      if (kind === 'p2wpkh') return;
      const other = lockFor(account, 'internal');
      await expect(signed(buildPromise(other, coinOf(other)))).rejects.toThrow(
        /^Can not sign for input #0 with the key [0-9a-f]{66}$/,
      );
    });
  }
});
