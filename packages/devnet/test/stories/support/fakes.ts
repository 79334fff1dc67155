/** Fakes of the three wallets in a story's browser: put in as extensions are, held from outside. */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import type { Network } from '@rialto/protocols';
import type { Face } from '../../../src/wallet/faces/face.ts';
import type { Faults } from '../../../src/wallet/fakes/faults.ts';

let bundle: Promise<string> | undefined;

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '../../../src/wallet/fakes/main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

export interface FakeOptions {
  readonly face: Face;
  readonly seed?: string;
  readonly networks?: readonly Network[];
  /** Which of its accounts it is on at first; 4 is a legacy address. */
  readonly account?: number;
  readonly amount?: string;
  /** Switched on before the page runs. */
  readonly errors?: Partial<Faults>;
}

/** For `user(…, { extend })`: the wallets are there before the page, as they are in a browser that has them. */
export function withFakes(...requests: readonly FakeOptions[]): (context: BrowserContext) => Promise<void> {
  return async (context) => {
    bundle ??= bundled();
    const full = requests.map((request) => ({
      seed: `fake-${request.face}`,
      networks: ['livenet', 'testnet'],
      amount: '5',
      ...request,
    }));
    await context.addInitScript((given) => {
      Reflect.set(window, 'rialtoFakeWishes', given);
      if (!location.protocol.startsWith('http')) return;
      for (const { face, account } of given)
        if (account !== undefined && localStorage.getItem(`fake-${face}-seed`) === null)
          Reflect.set(window, `rialtoFakeAccount-${face}`, account);
    }, full);
    await context.addInitScript({ content: await bundle });
    await context.addInitScript((given) => {
      for (const { face, account, errors } of given) {
        const fake = window.rialtoFakes?.[face];
        if (errors !== undefined) fake?.set(errors);
        if (account !== undefined && Reflect.has(window, `rialtoFakeAccount-${face}`)) fake?.choose(account);
      }
    }, full);
  };
}

interface Handle {
  readonly calls: readonly { readonly name: string; readonly args: readonly unknown[] }[];
  readonly shown: readonly string[];
  readonly struck: Readonly<Record<string, number>>;
  set(errors: Partial<Faults>): void;
  choose(account: number): void;
  switchTo(network: Network): void;
  lock(): void;
  isConnected(): boolean;
  address(): string;
}

declare global {
  interface Window {
    rialtoFakes?: Partial<Record<Face, Handle>>;
  }
}

interface FakeState {
  readonly calls: readonly string[];
  /** Titles of the pop-ups since the page was opened. */
  readonly shown: readonly string[];
  readonly struck: Readonly<Record<string, number>>;
  readonly connected: boolean;
  readonly address: string;
}

interface Fake {
  state(): Promise<FakeState>;
  set(errors: Partial<Faults>): Promise<void>;
  choose(account: number): Promise<void>;
  switchTo(network: Network): Promise<void>;
  lock(): Promise<void>;
}

/** The fake of a face in this page. */
export function fakeIn(page: Page, face: Face): Fake {
  const act = (name: 'choose' | 'switchTo' | 'set' | 'lock', argument?: unknown): Promise<void> =>
    page.evaluate(
      (given) => {
        const fake = window.rialtoFakes?.[given.face];
        if (fake === undefined) throw new Error(`there is no fake ${given.face}`);
        Reflect.apply(fake[given.name], fake, [given.argument]);
      },
      { face, name, argument },
    );
  return {
    state: () =>
      page.evaluate((requested) => {
        const fake = window.rialtoFakes?.[requested];
        if (fake === undefined) throw new Error(`there is no fake ${requested}`);
        const { shown, struck } = fake;
        const calls = fake.calls.map((call) => call.name);
        return { calls, shown, struck, connected: fake.isConnected(), address: fake.address() };
      }, face),
    set: (errors) => act('set', errors),
    choose: (account) => act('choose', account),
    switchTo: (network) => act('switchTo', network),
    lock: () => act('lock'),
  };
}
