/** The wallet's state: accounts, the chosen one, and who listens. The provider and the panel both stand on it. */
import { accountsOf } from './accounts.ts';
import type { WalletAccount } from './accounts.ts';
import type { Backend } from './backend.ts';
import { createEvents } from './events.ts';
import type { Events } from './events.ts';
import type { WalletMemory } from './memory.ts';
import type { Approvals } from './view/approvals.ts';

export interface DemoWallet {
  readonly accounts: readonly WalletAccount[];
  readonly backend: Backend;
  readonly events: Events;
  readonly approvals: Approvals;
  current(): WalletAccount;
  choose(index: number): void;
  isConnected(): boolean;
  setConnected(connected: boolean): void;
}

export function createWallet(parts: {
  memory: WalletMemory;
  backend: Backend;
  approvals: Approvals;
}): DemoWallet {
  const { memory, backend, approvals } = parts;
  const accounts = accountsOf(memory.seed());
  const [first] = accounts;
  if (first === undefined) throw new Error('invariant: there is an account');
  const events = createEvents();
  const current = (): WalletAccount => accounts[memory.account()] ?? first;
  const announce = (): void => {
    events.emit('accountsChanged', memory.connected() ? [current().address] : []);
  };
  return {
    accounts,
    backend,
    events,
    approvals,
    current,
    choose: (index) => {
      if (accounts[index] === current()) return;
      memory.chooseAccount(index);
      if (memory.connected()) announce();
    },
    isConnected: () => memory.connected(),
    setConnected: (connected) => {
      if (connected === memory.connected()) return;
      memory.setConnected(connected);
      if (!connected) {
        announce();
        events.emit('disconnect', undefined);
      }
    },
  };
}
