/** Puts a fake of a real wallet into the page, as its extension would: real shapes, real keys, faults to switch on. Tests only. */
import type { Network } from '@rialto/protocols';
import { accountsOf } from '../accounts.ts';
import type { WalletAccount } from '../accounts.ts';
import { openBackend } from '../backend.ts';
import { fieldOf, isFace } from '../faces/face.ts';
import type { Face } from '../faces/face.ts';
import { MAKERS } from '../faces/faces.ts';
import { legacyAddress } from '../legacy-address.ts';
import { openMemory } from '../memory.ts';
import { OWN_CORE } from '../signing-core.ts';
import type { SigningCore } from '../signing-core.ts';
import { createWallet } from '../wallet.ts';
import type { DemoWallet } from '../wallet.ts';
import { guardOf, openFaults, selfAnswering, tampering } from './faults.ts';
import type { FaultBox, Faults } from './faults.ts';

/** What a story asks for before the page opens. */
interface FakeOptions {
  readonly face: Face;
  readonly seed: string;
  /** The one it is on at first comes first. */
  readonly networks: readonly Network[];
  /** What a user types where the wallet asks for an amount. */
  readonly amount: string;
}

/** What a story holds of a fake: `window.rialtoFakes.okx`. */
interface Handle {
  readonly calls: { readonly name: string; readonly args: readonly unknown[] }[];
  readonly shown: readonly string[];
  readonly struck: FaultBox['struck'];
  set(faults: Partial<Faults>): void;
  choose(account: number): void;
  switchTo(network: Network): void;
  lock(): void;
  isConnected(): boolean;
  address(): string;
}

/** Metalet's script appends its object when there is a body; the others come first of all. */
const METALET_LATE_MS = 300;

/** A real account of this kind exists in every wallet, and no exchange without legacy addresses may take it. */
function accountsWithLegacy(seed: string, network: Network): WalletAccount[] {
  const accounts = accountsOf(seed, network);
  const [first] = accounts;
  if (first === undefined) return accounts;
  return [...accounts, { ...first, name: 'Legacy', address: legacyAddress(first.publicKey, network) }];
}

/** A story may sign with a published keyring outside of the page. */
function coreOf(face: Face): SigningCore {
  const outside = (what: object): Promise<string> => {
    const sign: unknown = Reflect.get(window, 'rialtoKeyring');
    if (typeof sign !== 'function') throw new Error('no keyring');
    return Promise.resolve(Reflect.apply(sign, window, [what])).then(String);
  };
  if (face !== 'unisat' || typeof Reflect.get(window, 'rialtoKeyring') !== 'function') return OWN_CORE;
  return {
    signPsbt: (hex, options, account) => outside({ act: 'psbt', hex, options, ...keyOf(account) }),
    signMessage: (text, type, account) => outside({ act: 'message', text, type, ...keyOf(account) }),
    signMvc: OWN_CORE.signMvc,
  };
}

function keyOf({ key, kind, address, network }: WalletAccount): object {
  const hex = [...key].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { key: hex, kind, address, network };
}

function install(request: FakeOptions): void {
  const { face, seed, networks, amount } = request;
  const memory = openMemory(localStorage, `?demoSeed=${encodeURIComponent(seed)}`, `fake-${face}`);
  const box = openFaults();
  const shown: string[] = [];
  const calls: Handle['calls'] = [];
  const wallet = createWallet({
    memory,
    networks,
    backend: openBackend(),
    approvals: selfAnswering(box, shown, amount),
    core: tampering(coreOf(face), box),
    accounts: accountsWithLegacy,
  });
  const injected = MAKERS[face](
    wallet,
    guardOf(face, box, (name, args) => calls.push({ name, args })),
  );
  const inject = (): void => {
    for (const [name, value] of Object.entries(injected)) Reflect.set(window, name, value);
    if (face === 'unisat') window.dispatchEvent(new Event('unisat#initialized'));
  };
  if (face === 'metalet') setTimeout(inject, METALET_LATE_MS);
  else inject();
  const known: unknown = Reflect.get(window, 'rialtoFakes');
  Reflect.set(window, 'rialtoFakes', {
    ...(typeof known === 'object' ? known : {}),
    [face]: handleOf(wallet, box, { shown, calls }),
  });
}

function handleOf(wallet: DemoWallet, box: FaultBox, seen: Pick<Handle, 'calls' | 'shown'>): Handle {
  return {
    ...seen,
    struck: box.struck,
    set: (faults) => Object.assign(box.now, faults),
    choose: wallet.choose,
    switchTo: wallet.switchTo,
    lock: () => {
      box.now.locked = true;
      wallet.setConnected(false);
    },
    isConnected: wallet.isConnected,
    address: () => wallet.current().address,
  };
}

function readOptions(given: unknown): FakeOptions | undefined {
  const face = fieldOf(given, 'face');
  const networks = fieldOf(given, 'networks');
  if (!isFace(face) || !Array.isArray(networks)) return undefined;
  const known = (['livenet', 'testnet', 'regtest'] as const).filter((network) => networks.includes(network));
  return {
    face,
    seed: String(fieldOf(given, 'seed')),
    networks: known.toSorted((a, b) => networks.indexOf(a) - networks.indexOf(b)),
    amount: String(fieldOf(given, 'amount')),
  };
}

const requests: unknown = Reflect.get(window, 'rialtoFakeWishes');
// The first, empty page of a tab has no storage.
if (Array.isArray(requests) && location.protocol.startsWith('http')) {
  for (const one of requests) {
    const request = readOptions(one);
    if (request !== undefined) install(request);
  }
}
