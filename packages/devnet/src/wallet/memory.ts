/** What the wallet keeps in this browser: its seed, the chosen account, and whether the page may see it. */

export interface WalletMemory {
  seed(): string;
  account(): number;
  chooseAccount(index: number): void;
  connected(): boolean;
  setConnected(connected: boolean): void;
}

const SEED = 'rialto-demo-seed';
const ACCOUNT = 'rialto-demo-account';
const CONNECTED = 'rialto-demo-connected';

/** `?demoSeed=text` chooses a seed and is remembered, so that tests and two people on one machine get accounts of their own. */
export function openMemory(storage: Storage, search: string): WalletMemory {
  const asked = new URLSearchParams(search).get('demoSeed');
  if (asked !== null && asked !== '' && asked !== storage.getItem(SEED)) {
    storage.setItem(SEED, asked);
    storage.removeItem(ACCOUNT);
    storage.removeItem(CONNECTED);
  }
  if (storage.getItem(SEED) === null) storage.setItem(SEED, randomSeed());
  return {
    seed: () => storage.getItem(SEED) ?? '',
    account: () => Number.parseInt(storage.getItem(ACCOUNT) ?? '0', 10) || 0,
    chooseAccount: (index) => {
      storage.setItem(ACCOUNT, String(index));
    },
    connected: () => storage.getItem(CONNECTED) === 'yes',
    setConnected: (connected) => {
      if (connected) storage.setItem(CONNECTED, 'yes');
      else storage.removeItem(CONNECTED);
    },
  };
}

function randomSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
