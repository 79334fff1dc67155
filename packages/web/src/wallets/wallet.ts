/** The port: what the exchange wants of any wallet, and the one kind of error a wallet gives. */
import type { Network } from '@rialto/protocols';

export type WalletId = 'unisat' | 'demo';

export interface Account {
  readonly address: string;
  /** 33 bytes, compressed, hex. */
  readonly publicKey: string;
}

export interface InputToSign {
  readonly index: number;
  readonly address: string;
  readonly sighashTypes: readonly number[];
}

export type MessageType = 'ecdsa' | 'bip322-simple';

export interface Wallet {
  readonly id: WalletId;
  readonly name: string;
  /** Waits a moment for wallets that arrive late. */
  installed(): Promise<boolean>;
  connect(): Promise<Account>;
  /** Without a pop-up; undefined when the site is not connected. */
  reconnect(): Promise<Account | undefined>;
  network(): Promise<string>;
  switchNetwork(to: Network): Promise<void>;
  signMessage(text: string, type: MessageType): Promise<string>;
  /** Never finalizes: the server adds the other halves. */
  signPsbt(hex: string, inputs: readonly InputToSign[]): Promise<string>;
  /** The inscription's id when the wallet tells it. */
  inscribeTransfer(tick: string, amount: string): Promise<string | undefined>;
  disconnect(): Promise<void>;
  watch(events: WalletEvents): () => void;
}

export interface WalletEvents {
  /** The first account, undefined when there is none left. */
  readonly account: (address: string | undefined) => void;
  readonly network: (name: string) => void;
}

export type WalletProblem =
  | 'cancelled'
  | 'locked'
  | 'not-connected'
  | 'not-installed'
  | 'wrong-network'
  | 'unsupported'
  | 'timed-out'
  | 'other';

export class WalletError extends Error {
  readonly problem: WalletProblem;
  constructor(problem: WalletProblem, message: string) {
    super(message);
    this.name = 'WalletError';
    this.problem = problem;
  }
}
