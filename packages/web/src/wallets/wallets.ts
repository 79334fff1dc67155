/** The wallets of this page, in the order they are offered. */
import type { Network } from '@rialto/protocols';
import { createUnisat } from './unisat.ts';
import type { Wallet, WalletId } from './wallet.ts';

function injected(): unknown {
  return Reflect.get(window, 'unisat') ?? undefined;
}

function isDemo(provider: unknown): boolean {
  return typeof provider === 'object' && provider !== null && Reflect.get(provider, 'isDemo') === true;
}

const UNISAT = createUnisat({
  id: 'unisat',
  name: 'UniSat',
  find: () => (isDemo(injected()) ? undefined : injected()),
});
const DEMO = createUnisat({ id: 'demo', name: 'Demo wallet', find: injected });

export function walletById(id: WalletId): Wallet {
  switch (id) {
    case 'unisat':
      return UNISAT;
    case 'demo':
      return DEMO;
  }
}

export interface WalletOffer {
  readonly wallet: Wallet;
  readonly hint: string;
  /** Where to get it; the demo wallet comes with the page. */
  readonly store: string | undefined;
}

/** The demo wallet exists on the private chain only. */
export function walletsFor(network: Network): readonly WalletOffer[] {
  const unisat = { wallet: UNISAT, hint: 'Browser extension', store: 'https://unisat.io/download' };
  const demo = { wallet: DEMO, hint: 'Test coins only, nothing to install', store: undefined };
  return network === 'regtest' ? [demo, unisat] : [unisat];
}
