/** `window.unisat` on the private chain: the real wallet's methods, answers and errors (wallets reference, section 4). */
import { bytesToHex } from '@rialto/protocols';
import { inscribe, planWish } from './inscribe.ts';
import type { Inscribed } from './inscribe.ts';
import { signMessage } from './message.ts';
import type { MessageType } from './message.ts';
import { openPsbt, readSignOptions, signPsbt } from './psbt-signing.ts';
import { describePsbt } from './psbt-words.ts';
import { connectCard, inscribeAmountCard, inscribeCard, messageCard, psbtCard } from './view/cards.ts';
import type { DemoWallet } from './wallet.ts';
import { INTERNAL, invalid, NO_METHOD, ProviderError, rejected, wordsOf } from './wallet-error.ts';

const NETWORK = 'regtest';
const CHAIN = { enum: 'BITCOIN_REGTEST', name: 'Bitcoin Regtest', network: NETWORK };
const VERSION = '1.7.4-demo';

type Method = (...args: unknown[]) => unknown;

/** Every method rejects with an error that has a code, never with anything else. */
export function createProvider(wallet: DemoWallet): Record<string, unknown> {
  const provider: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(methodsOf(wallet))) {
    provider[name] = async (...args: unknown[]): Promise<unknown> => {
      try {
        return await method(...args);
      } catch (thrown) {
        throw thrown instanceof ProviderError ? thrown : new ProviderError(INTERNAL, wordsOf(thrown));
      }
    };
  }
  const { on, removeListener } = wallet.events;
  return { ...provider, on, removeListener, off: removeListener };
}

function methodsOf(wallet: DemoWallet): Record<string, Method> {
  return {
    ...accountMethods(wallet),
    ...networkMethods(),
    ...signingMethods(wallet),
    ...chainMethods(wallet),
  };
}

/** A page that was not let in yet opens the connect pop-up, whatever it asks for. */
async function letIn(wallet: DemoWallet): Promise<void> {
  if (wallet.isConnected()) return;
  if (!(await wallet.approvals.ask(connectCard(wallet.current())))) throw rejected();
  wallet.setConnected(true);
}

function accountMethods(wallet: DemoWallet): Record<string, Method> {
  return {
    requestAccounts: async () => {
      await letIn(wallet);
      return [wallet.current().address];
    },
    getAccounts: () => (wallet.isConnected() ? [wallet.current().address] : []),
    getPublicKey: async () => {
      await letIn(wallet);
      return wallet.current().publicKeyHex;
    },
    disconnect: () => {
      wallet.setConnected(false);
    },
    getVersion: () => VERSION,
    isAtomicalsEnabled: () => false,
    getBalance: async () => {
      await letIn(wallet);
      const coins = await wallet.backend.coins(wallet.current().address);
      const sum = (isConfirmed: boolean): number =>
        Number.parseInt(
          coins
            .filter((coin) => (coin.height !== undefined) === isConfirmed)
            .reduce((all, coin) => all + coin.value, 0n)
            .toString(),
          10,
        );
      const [confirmed, unconfirmed] = [sum(true), sum(false)];
      return { confirmed, unconfirmed, total: confirmed + unconfirmed };
    },
  };
}

function networkMethods(): Record<string, Method> {
  const only = (name: unknown, answer: unknown): unknown => {
    if (name === NETWORK || name === CHAIN.enum) return answer;
    throw new ProviderError(NO_METHOD, 'The demo wallet knows the private chain only.');
  };
  return {
    getNetwork: () => NETWORK,
    switchNetwork: (name) => only(name, NETWORK),
    getChain: () => CHAIN,
    switchChain: (name) => only(name, CHAIN),
  };
}

function signingMethods(wallet: DemoWallet): Record<string, Method> {
  return {
    signMessage: async (text, type) => {
      if (typeof text !== 'string') throw invalid('text is not a string');
      await letIn(wallet);
      const account = wallet.current();
      if (!(await wallet.approvals.ask(messageCard(account, text)))) throw rejected();
      return signMessage(account, text, messageType(type));
    },
    signPsbt: async (hex, options) => (await signAll(wallet, [hex], [options]))[0],
    signPsbts: (hexes, options) => {
      if (!Array.isArray(hexes)) throw invalid('psbtHexs is not an array');
      // As the wallet does: an options array that is missing or short is an error of the page.
      if (!Array.isArray(options) || options.length !== hexes.length)
        throw invalid('options must match psbtHexs');
      return signAll(wallet, hexes, options);
    },
  };
}

function messageType(given: unknown): MessageType {
  if (given === undefined || given === '' || given === 'ecdsa') return 'ecdsa';
  if (given === 'bip322-simple') return 'bip322-simple';
  throw invalid('unknown message type');
}

/** One approval for all of them. */
async function signAll(
  wallet: DemoWallet,
  hexes: readonly unknown[],
  options: readonly unknown[],
): Promise<string[]> {
  await letIn(wallet);
  const account = wallet.current();
  const requests = hexes.map((hex, index) => ({
    tx: openPsbt(hex),
    options: readSignOptions(options[index], account),
  }));
  const described = requests.map((request) => describePsbt(request.tx, request.options, account));
  const coins = await wallet.backend.coins(account.address).catch(() => []);
  const carried = new Map(coins.map((coin) => [`${coin.txid}:${coin.vout}`, coin.carries]));
  if (!(await wallet.approvals.ask(psbtCard(account, described, carried)))) throw rejected();
  return requests.map((request) => signPsbt(request.tx, request.options, account));
}

function chainMethods(wallet: DemoWallet): Record<string, Method> {
  return {
    pushTx: (given) => wallet.backend.send(rawOf(given)),
    pushPsbt: (hex) => wallet.backend.send(bytesToHex(openPsbt(hex).extract())),
    inscribeTransfer: (ticker, amount) => inscribeTransfer(wallet, ticker, amount),
  };
}

function rawOf(given: unknown): string {
  if (typeof given === 'string') return given;
  const raw: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'rawtx') : undefined;
  if (typeof raw === 'string') return raw;
  throw invalid('rawtx is not a string');
}

async function inscribeTransfer(wallet: DemoWallet, ticker: unknown, given: unknown): Promise<Inscribed> {
  if (typeof ticker !== 'string' || ticker === '') throw invalid('ticker is not a string');
  await letIn(wallet);
  const account = wallet.current();
  const asked = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const amount = asked === '' ? await wallet.approvals.askText(inscribeAmountCard(account, ticker)) : asked;
  if (amount === undefined) throw rejected();
  const wish = { ticker, amount };
  const plan = await planWish(wallet.backend, account, wish);
  if (!(await wallet.approvals.ask(inscribeCard(account, wish, plan)))) throw rejected();
  return inscribe(wallet.backend, account, { plan, wish });
}
