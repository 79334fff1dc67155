/** The port: what the exchange needs from any wallet, and the one type of error a wallet throws. */
import type { Network } from '@rialto/protocols';

export type Face = 'unisat' | 'okx' | 'metalet';

/** The demo wallet of the private chain wears one of the three faces. */
export type WalletId = Face | 'demo';

export interface Account {
  readonly address: string;
  /** 33 bytes, compressed, hex. */
  readonly publicKey: string;
}

export interface InputToSign {
  readonly index: number;
  readonly address: string;
  readonly sighashTypes: readonly number[];
  /** A lock: not the address's own coin, but one whose script names a key of the account. */
  readonly byScript?: boolean;
}

export interface PsbtToSign {
  readonly hex: string;
  readonly inputs: readonly InputToSign[];
}

/** An input of a transaction on MVC that the account signs. */
export interface MvcInputToSign {
  readonly index: number;
  /** What the coin lies on, in hex, and its sat. */
  readonly script: string;
  readonly satoshis: bigint;
  /** A plain coin of a key; otherwise a contract with the key's hash in it. */
  readonly isPlain: boolean;
}

/** A transaction on MVC as this page wrote it, in the two forms that wallets take. */
export interface MvcToSign {
  /** The text that knows what each input spends. */
  readonly composer: string;
  /** The bare transaction, in hex. */
  readonly raw: string;
  readonly inputs: readonly MvcInputToSign[];
  /** Milliseconds since 1970: an answer that comes later is refused. */
  readonly until: number;
}

/** Tokens on MVC that the wallet sends by itself: it chooses the coins, and shows amount and receiver. */
export interface TokenTransfer {
  readonly token: { readonly codehash: string; readonly genesis: string };
  readonly decimals: number;
  /** Who gets them. */
  readonly address: string;
  readonly units: bigint;
  /** Goes with it, on the chain. */
  readonly note: string;
  /** Sat for a byte. */
  readonly feeRate: number;
}

/** Both signed and unsent, in hex: the transaction of the check that the token's contract asks for, and the transfer. */
export interface TokenTransferred {
  readonly check: string;
  readonly transfer: string;
}

export interface MvcAccountKey {
  readonly address: string;
  /** 33 bytes, compressed, hex. */
  readonly publicKey: string;
}

type MessageType = 'ecdsa' | 'bip322-simple';

interface Capabilities {
  /** It has an account on MVC too. */
  readonly mvc: boolean;
  /** It signs messages by BIP-322; otherwise by ECDSA, whatever the kind of address. */
  readonly bip322: boolean;
  /** It signs several PSBTs behind one pop-up. */
  readonly batch: boolean;
  /** With which key of a Taproot account it signs by a script: the one that the address shows, or the one behind it, untweaked. */
  readonly signingKey: 'output' | 'internal';
  /** The amount of an inscription goes with the call; otherwise it is typed in the wallet. */
  readonly inscribeAmount: boolean;
}

export interface Wallet {
  readonly face: Face;
  readonly can: Capabilities;
  /** The one network of a wallet that cannot switch. */
  readonly only?: Network;
  /** Waits a moment for wallets that arrive late. */
  installed(): Promise<boolean>;
  connect(): Promise<Account>;
  /** Without a pop-up; undefined when the site is not connected. `known` is what the page remembers. */
  reconnect(known?: Account): Promise<Account | undefined>;
  /** In our words; a chain that is none of ours keeps the wallet's word for it. */
  network(): Promise<string>;
  switchNetwork?(to: Network): Promise<void>;
  signMessage(text: string, type: MessageType): Promise<string>;
  /** Never finalizes: the server adds the other halves. */
  signPsbt(hex: string, inputs: readonly InputToSign[]): Promise<string>;
  signPsbts(items: readonly PsbtToSign[]): Promise<string[]>;
  /** The inscription's id, when the wallet returns it. */
  inscribeTransfer(tick: string, amount: string): Promise<string | undefined>;
  /** The server broadcasts; kept for completeness (rules §22). Gives back the txid. */
  pushPsbt(hex: string): Promise<string>;
  /** In sat, as the wallet counts; kept for completeness (rules §22). */
  balance(): Promise<number>;
  mvcAddress?(): Promise<string>;
  mvcAccount?(): Promise<MvcAccountKey>;
  /** The transaction as the wallet gives it back, in hex. What it signed is for the caller to look at. */
  signMvc?(toSign: MvcToSign): Promise<string>;
  /** Nothing is sent: what the wallet made is for the caller to look at. */
  readonly transferToken?: (transfer: TokenTransfer) => Promise<TokenTransferred>;
  disconnect(): Promise<void>;
  watch(events: WalletEvents): () => void;
}

export interface WalletEvents {
  /** The first account, undefined when there is none left. */
  readonly account: (address: string | undefined) => void;
  readonly network: (name: string) => void;
  /** The account on MVC is another one now. */
  readonly mvc?: () => void;
}

export type WalletErrorKind =
  | 'cancelled'
  | 'locked'
  | 'not-connected'
  | 'not-installed'
  | 'wrong-network'
  | 'wrong-address'
  | 'unsupported'
  | 'timed-out'
  | 'other';

export class WalletError extends Error {
  readonly kind: WalletErrorKind;
  /** The status that the wallet answered with instead of what was asked for. */
  readonly status: string | undefined;
  constructor(kind: WalletErrorKind, message: string, status?: string) {
    super(message);
    this.name = 'WalletError';
    this.kind = kind;
    this.status = status;
  }
}
