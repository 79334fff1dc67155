/** The calls of `window.metaidwallet` that sign on MVC, with the quirks of the real ones (mvc-swaps 4). */
import { bytesToHex, equalBytes, hexToBytes, isFlaw, isHex } from '@rialto/protocols';
import type { Sats, TxOutput } from '@rialto/protocols';
import {
  ALL_FORKID,
  hash160,
  keyHashOf,
  nameMvcTransaction,
  readMvcTransaction,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcBody, MvcTransaction } from '@rialto/mvc';
import { mvcCard } from '../mvc/mvc-card.ts';
import { describeMvc } from '../mvc/mvc-words.ts';
import { readComposed, writeComposed } from '../mvc/composer.ts';
import type { Composed } from '../mvc/composer.ts';
import type { MvcInputToSign } from '../mvc/sign.ts';
import type { DemoWallet } from '../wallet.ts';
import { invalid, rejected } from '../wallet-error.ts';
import { fieldOf } from './face.ts';
import type { Methods } from './face.ts';

/** What is thrown as a bare text inside is answered as an error without words, and resolves. */
export class BareText extends Error {}

interface Manners {
  readonly requireConnected: (wallet: DemoWallet) => void;
  /** A second pop-up of a kind is dropped. */
  readonly popups: (kind: string, work: () => Promise<unknown>) => Promise<unknown>;
}

export function mvcSigning(wallet: DemoWallet, { requireConnected, popups }: Manners): Methods {
  const inPopup =
    (kind: string, work: (params: unknown) => Promise<unknown>) =>
    (params: unknown): Promise<unknown> => {
      requireConnected(wallet);
      return popups(kind, () => work(params));
    };
  return {
    unlockP2PKHInput: inPopup('unlockP2PKHInput', (params) => unlock(wallet, params)),
    signTransactions: inPopup('signTransactions', (params) => signMany(wallet, params)),
    signTransaction: inPopup('signTransaction', (params) => signOne(wallet, params)),
  };
}

async function approve(wallet: DemoWallet, all: readonly Composed[]): Promise<void> {
  const account = wallet.current();
  const described = all.map((one) => describeMvc(one, account));
  if (!(await wallet.approvals.request(mvcCard(account, described)))) throw rejected();
}

const listIn = (params: unknown, name: string): unknown[] => {
  const list = fieldOf(params, name);
  if (!Array.isArray(list)) throw invalid(`${name} is not a list`);
  return list;
};

/** Signs what the text says each input spends, tokens too, always over everything. A plain array comes back. */
async function unlock(wallet: DemoWallet, params: unknown): Promise<string[]> {
  const asked = listIn(params, 'transaction').map((one) => {
    const composed = readComposed(fieldOf(one, 'txComposer'));
    const indexes = listIn(one, 'toSignInputs').map(Number);
    return { composed, toSign: indexes.map((index) => inputOf(composed, index)) };
  });
  await approve(
    wallet,
    asked.map(({ composed }) => composed),
  );
  const signed: string[] = [];
  for (const { composed, toSign } of asked) {
    const tx = await wallet.core.signMvc({ tx: composed.tx, toSign }, wallet.current());
    signed.push(writeComposed({ tx, coins: composed.coins }));
  }
  return signed;
}

function inputOf({ coins }: Composed, index: number): MvcInputToSign {
  const coin = coins[index];
  if (coin === undefined) throw new BareText('no such input');
  return { index, coin, sighash: ALL_FORKID };
}

/**
 * One signature for each entry. An entry whose coin is not the account's own is answered unchanged and without an error. The real one
 * looks the coin up at its own servers; this one takes the page's word for its script.
 */
async function signMany(wallet: DemoWallet, params: unknown): Promise<unknown> {
  const entries = listIn(params, 'transactions').map(entryOf);
  const me = hash160(wallet.current().publicKey);
  await approve(wallet, entries.map(composedOf));
  const signedTransactions: { txHex: string; txid: string }[] = [];
  for (const { tx, one } of entries) {
    const owner = keyHashOf(one.coin.script);
    const isOwn = owner !== undefined && equalBytes(owner, me);
    const signed = isOwn ? await wallet.core.signMvc({ tx, toSign: [one] }, wallet.current()) : tx;
    const named = nameMvcTransaction(signed);
    signedTransactions.push({ txHex: bytesToHex(writeMvcTransaction(named)), txid: named.txid });
  }
  return { signedTransactions };
}

/** Signs any script by any sighash byte, and puts nothing into the transaction. */
async function signOne(wallet: DemoWallet, params: unknown): Promise<unknown> {
  const { tx, one } = entryOf(fieldOf(params, 'transaction'));
  await approve(wallet, [composedOf({ tx, one })]);
  const account = wallet.current();
  const signed = await wallet.core.signMvc({ tx, toSign: [one] }, account);
  const scriptSig = signed.inputs[one.index]?.scriptSig ?? new Uint8Array(0);
  const sig = scriptSig.slice(1, 1 + (scriptSig[0] ?? 0));
  return {
    signature: {
      ...{ publicKey: account.publicKeyHex, sig: bytesToHex(sig), sigtype: one.sighash },
      ...{ ...partsOf(sig), txid: tx.txid },
    },
  };
}

/** r and s out of DER, as the wallet's library writes them. */
function partsOf(sig: Uint8Array): { r: string; s: string } {
  const size = sig[3] ?? 0;
  const s = sig.slice(6 + size, 6 + size + (sig[5 + size] ?? 0));
  return { r: bytesToHex(sig.slice(4, 4 + size)), s: bytesToHex(s) };
}

interface Entry {
  readonly tx: MvcTransaction;
  readonly one: MvcInputToSign;
}

/** The type of the real one says `scryptHex`; what it reads is `scriptHex`. */
function entryOf(given: unknown): Entry {
  const tx = readMvcTransaction(hexIn(given, 'txHex'));
  if (isFlaw(tx)) throw invalid('txHex cannot be read');
  const [index, satoshis] = [Number(fieldOf(given, 'inputIndex')), Number(fieldOf(given, 'satoshis'))];
  if (tx.inputs[index] === undefined || !Number.isSafeInteger(satoshis)) throw new BareText('no such input');
  const coin: TxOutput = { value: BigInt(satoshis) as Sats, script: hexIn(given, 'scriptHex') };
  return { tx, one: { index, coin, sighash: Number(fieldOf(given, 'sigtype') ?? ALL_FORKID) } };
}

function hexIn(given: unknown, name: string): Uint8Array {
  const hex = fieldOf(given, name);
  if (typeof hex !== 'string' || !isHex(hex)) throw invalid(`${name} is not hex`);
  return hexToBytes(hex);
}

/** Of the other inputs the page said nothing. */
const composedOf = ({ tx, one }: { tx: MvcBody; one: MvcInputToSign }): Composed => ({
  tx,
  coins: tx.inputs.map((_, index) => (index === one.index ? one.coin : undefined)),
});
