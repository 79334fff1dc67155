/** OKX (wallets §5): `okxwallet.bitcoin` is livenet and nothing else; x-only keys on taproot; older versions know less. */
import type { Network } from '@rialto/protocols';
import { optionsFor, orElse } from './asking.ts';
import { arrives, compressedKey, firstText, isCompressedKey, numberIn, text, texts } from './answers.ts';
import { isPhone } from './device.ts';
import { inner } from '../unknown.ts';
import { createProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { walletErrorFor } from './wallet-error.ts';
import { WalletError } from './wallet.ts';
import type { Account, Wallet, WalletEvents } from './wallet.ts';
import { t } from '../words.ts';

/** Kinds of OKX's `inscribe` and `sendPsbt`. */
const INSCRIBE_BRC20 = 51;
const SEND_BRC20 = 52;
/** By a script it signs with the plain key, whether it is told so or not; told, it does not look for the other one. */
const BY_SCRIPT = { disableTweakSigner: true };

/**
 * @param root where the wallet injects itself: the window, or the demo wallet
 * @param only the network of `okxwallet.bitcoin`; `bitcoinTestnet` and its like lack most calls and are not used
 */
export function createOkx(root: () => unknown, only: Network = 'livenet', given?: Provider): Wallet {
  const find = (): unknown => inner(inner(root(), 'okxwallet'), 'bitcoin');
  const provider = given ?? createProvider(find, 'Okx');
  let last: Account | undefined;
  const remember = (account: Account | undefined): Account | undefined => (last = account);
  return {
    face: 'okx',
    can: {
      mvc: false,
      bip322: true,
      get batch() {
        return typeof inner(find(), 'signPsbts') === 'function';
      },
      signingKey: 'internal',
      inscribeAmount: false,
    },
    only,
    installed: () => arrives(find),
    connect: async () => {
      const account = readAccount(await provider.request('connect'));
      remember(account);
      return account;
    },
    reconnect: async (known = last) => remember(await reconnected(provider, known)),
    // Versions before 2.77.1 know `connect`, `signMessage` and `signPsbt` only.
    network: async () => text(await orElse(provider.read('getNetwork'), () => Promise.resolve(only))),
    ...signatures(provider),
    inscribeTransfer: async (tick) => {
      if (isPhone(navigator.userAgent)) {
        throw new WalletError('unsupported', t('Please inscribe BRC-20 directly in the Okx wallet.'));
      }
      const from = last?.address;
      if (from === undefined) throw walletErrorFor('not-connected');
      // The amount is typed in the wallet. What comes back is the reveal, whose first output carries it.
      return `${text(await provider.request('inscribe', { type: INSCRIBE_BRC20, from, tick }))}i0`;
    },
    pushPsbt: async (hex) =>
      text(await orElse(provider.request('pushPsbt', hex), () => sendPsbt(provider, hex, last?.address))),
    balance: async () => numberIn(await provider.read('getBalance'), 'total'),
    disconnect: async () => {
      // Not in its documents, so it may not be there.
      await provider.read('disconnect').catch(() => undefined);
    },
    watch: (events) => watch(provider, events),
  };
}

/** On taproot `publicKey` is x-only; the compressed form is in `compressedPublicKey`. */
function readAccount(answer: unknown): Account {
  const compressed = inner(answer, 'compressedPublicKey');
  const publicKey = compressedKey(isCompressedKey(compressed) ? compressed : inner(answer, 'publicKey'));
  return { address: text(inner(answer, 'address')), publicKey };
}

async function reconnected(provider: Provider, known: Account | undefined): Promise<Account | undefined> {
  const list = await orElse(provider.read('getAccounts'), () => Promise.resolve(known && [known.address]));
  const address = firstText(list);
  if (address === undefined || address === known?.address) return address === undefined ? undefined : known;
  const key = await orElse(provider.read('getPublicKey'), () => Promise.resolve(undefined));
  if (isCompressedKey(key)) return { address, publicKey: key };
  // A connected site gets the compressed form without a pop-up.
  return readAccount(await provider.request('connect'));
}

function signatures(provider: Provider): Pick<Wallet, 'signMessage' | 'signPsbt' | 'signPsbts'> {
  const signPsbt: Wallet['signPsbt'] = async (hex, inputs) =>
    text(await provider.request('signPsbt', hex, optionsFor(inputs, BY_SCRIPT)));
  return {
    signMessage: async (message, type) => text(await provider.request('signMessage', message, type)),
    signPsbt,
    signPsbts: async (items) => {
      const hexes = items.map((item) => item.hex);
      const options = items.map((item) => optionsFor(item.inputs, BY_SCRIPT));
      const oneByOne = async (): Promise<string[]> => {
        const signed: string[] = [];
        for (const { hex, inputs } of items) signed.push(await signPsbt(hex, inputs));
        return signed;
      };
      return texts(await orElse(provider.request('signPsbts', hexes, options), oneByOne), items.length);
    },
  };
}

async function sendPsbt(provider: Provider, signedTx: string, from: string | undefined): Promise<unknown> {
  const itemId = 0;
  const answer = await provider.request('sendPsbt', [{ itemId, signedTx, type: SEND_BRC20 }], from);
  return Array.isArray(answer) ? inner(answer[0], String(itemId)) : undefined;
}

/** One change may be reported twice: `accountChanged` with an object (null when locked) and `accountsChanged` with a list. */
function watch(provider: Provider, { account }: WalletEvents): () => void {
  let told: string | undefined | null = null;
  const tell = (address: string | undefined): void => {
    if (address === told) return;
    told = address;
    account(address);
  };
  const offs = [
    provider.on('accountChanged', (one) => {
      const address = inner(one, 'address');
      tell(typeof address === 'string' && address !== '' ? address : undefined);
    }),
    provider.on('accountsChanged', (list) => tell(firstText(list))),
  ];
  return () => offs.forEach((off) => off());
}
