/** One normaliser for all the ways a wallet refuses: thrown errors, codes, plain strings, and answers with a status. */
import { WalletError } from './wallet.ts';
import type { WalletErrorKind } from './wallet.ts';
import { msg, t } from '../words.ts';

/** Codes of EIP-1193 and JSON-RPC as UniSat uses them (wallets §4.3). */
const BY_CODE: Readonly<Record<number, Unnamed>> = {
  4001: 'cancelled',
  4100: 'not-connected',
  4900: 'not-connected',
  [-32601]: 'unsupported',
};

/** Statuses that Metalet-like wallets resolve with instead of rejecting (wallets §3). */
const BY_STATUS: Readonly<Record<string, Unnamed>> = {
  canceled: 'cancelled',
  cancelled: 'cancelled',
  locked: 'locked',
  'not-connected': 'not-connected',
  'not-logged-in': 'locked',
  'no-wallets': 'not-connected',
};

type Unnamed = Exclude<WalletErrorKind, 'not-installed'>;

/** Messages, for `t`. */
const WORDS: Readonly<Record<Unnamed, string>> = {
  cancelled: msg('Canceled in the wallet.'),
  locked: msg('The wallet is locked. Unlock it and try again.'),
  'not-connected': msg('Please connect to a wallet first.'),
  'wrong-network': msg('The wallet is on another network.'),
  'wrong-address': msg('This address cannot be used here.'),
  unsupported: msg('The wallet cannot do this.'),
  'timed-out': msg('The wallet did not answer in time.'),
  other: msg('The wallet gave no reason.'),
};

/** Any thrown thing as a WalletError. */
export function walletErrorOf(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown;
  const text = textOf(thrown);
  const code = fieldOf(thrown, 'code');
  const known = typeof code === 'number' ? BY_CODE[code] : undefined;
  if (known !== undefined) return new WalletError(known, t(WORDS[known]));
  if (/reject|cancel|denied/i.test(text)) return new WalletError('cancelled', t(WORDS.cancelled));
  return new WalletError('other', text === '' ? t(WORDS.other) : text);
}

/** Throws when an answer is a refusal in disguise: `{status: 'canceled'}` and its like. `ok` is the one status that is none. */
export function refuseStatus(answer: unknown): void {
  const status = fieldOf(answer, 'status');
  if (typeof status !== 'string' || status === 'ok') return;
  const kind = BY_STATUS[status] ?? 'other';
  throw new WalletError(kind, kind === 'other' ? status : t(WORDS[kind]), status);
}

/** Sentences of product §5. */
export function notInstalled(spelled: string): WalletError {
  return new WalletError(
    'not-installed',
    t('Please install the {wallet} wallet extension first.', { wallet: spelled }),
  );
}

export function walletErrorFor(kind: Unnamed): WalletError {
  return new WalletError(kind, t(WORDS[kind]));
}

function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  const message = fieldOf(thrown, 'message');
  return typeof message === 'string' ? message : '';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
