/** What the wallet keeps in this browser: its seed, account, network and face, and whether the page may see it. */

export interface WalletMemory {
  seed(): string;
  account(): number;
  chooseAccount(index: number): void;
  network(): string | undefined;
  chooseNetwork(name: string): void;
  face(): string | undefined;
  chooseFace(name: string): void;
  connected(): boolean;
  setConnected(connected: boolean): void;
}

const DEMO = 'rialto-demo';

/** `?demoSeed=text` chooses a seed and is remembered, so that tests and two people on one machine get accounts of their own. */
export function openMemory(storage: Storage, search: string, name = DEMO): WalletMemory {
  const key = (what: string): string => `${name}-${what}`;
  const recall = (what: string): string | undefined => storage.getItem(key(what)) ?? undefined;
  const remember = (what: string, text: string): void => storage.setItem(key(what), text);
  const forget = (what: string): void => storage.removeItem(key(what));
  const asked = new URLSearchParams(search).get('demoSeed');
  if (asked !== null && asked !== '' && asked !== recall('seed')) {
    remember('seed', asked);
    forget('account');
    forget('connected');
  }
  if (recall('seed') === undefined) remember('seed', randomSeed());
  return {
    seed: () => recall('seed') ?? '',
    account: () => Number.parseInt(recall('account') ?? '0', 10) || 0,
    chooseAccount: (index) => remember('account', String(index)),
    network: () => recall('network'),
    chooseNetwork: (network) => remember('network', network),
    face: () => recall('face'),
    chooseFace: (face) => remember('face', face),
    connected: () => recall('connected') === 'yes',
    setConnected: (connected) => {
      if (connected) remember('connected', 'yes');
      else forget('connected');
    },
  };
}

function randomSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
