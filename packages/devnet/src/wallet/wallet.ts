/** The wallet's state: accounts, the chosen one, the network, and the listeners. Every face and the panel use it. */
import type { Network } from '@rialto/protocols';
import { accountsOf } from './accounts.ts';
import type { WalletAccount } from './accounts.ts';
import type { Backend } from './backend.ts';
import type { WalletMemory } from './memory.ts';
import { OWN_CORE } from './signing-core.ts';
import type { SigningCore } from './signing-core.ts';
import type { Approvals } from './view/approvals.ts';

type Change = 'account' | 'network' | 'disconnect';

export interface DemoWallet {
  readonly accounts: readonly WalletAccount[];
  readonly backend: Backend;
  readonly approvals: Approvals;
  readonly core: SigningCore;
  current(): WalletAccount;
  choose(index: number): void;
  network(): Network;
  /** Throws for a network it does not know. */
  switchTo(network: Network): void;
  isConnected(): boolean;
  setConnected(connected: boolean): void;
  /** An event of the wallet; each face emits it in its own form. */
  onChange(hear: (change: Change) => void): void;
}

interface WalletParts {
  readonly memory: WalletMemory;
  readonly backend: Backend;
  readonly approvals: Approvals;
  readonly core?: SigningCore;
  /** The first is where it begins. */
  readonly networks?: readonly Network[];
  readonly accounts?: (seed: string, network: Network) => WalletAccount[];
}

export function createWallet(parts: WalletParts): DemoWallet {
  const { memory, backend, approvals, core = OWN_CORE, networks = ['regtest'] } = parts;
  const network = (): Network => networks.find((one) => one === memory.network()) ?? networks[0] ?? 'regtest';
  const accounts = (): WalletAccount[] => (parts.accounts ?? accountsOf)(memory.seed(), network());
  const hearers: ((change: Change) => void)[] = [];
  const tell = (change: Change): void => hearers.forEach((hear) => hear(change));
  const current = (): WalletAccount => {
    const [first, ...rest] = accounts();
    if (first === undefined) throw new Error('invariant: there is an account');
    return [first, ...rest][memory.account()] ?? first;
  };
  return {
    get accounts() {
      return accounts();
    },
    backend,
    approvals,
    core,
    current,
    choose: (index) => {
      if (index === memory.account()) return;
      memory.chooseAccount(index);
      if (memory.connected()) tell('account');
    },
    network,
    switchTo: (to) => {
      if (!networks.includes(to)) throw new Error(`This wallet does not know ${to}.`);
      if (to === network()) return;
      memory.chooseNetwork(to);
      tell('network');
    },
    isConnected: () => memory.connected(),
    setConnected: (connected) => {
      if (connected === memory.connected()) return;
      memory.setConnected(connected);
      if (!connected) tell('disconnect');
    },
    onChange: (hear) => {
      hearers.push(hear);
    },
  };
}
