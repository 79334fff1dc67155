/** Puts the demo wallet into the page: `window.unisat` first, its corner of the screen as soon as there is a page. */
import { openBackend } from './backend.ts';
import { openMemory } from './memory.ts';
import { createProvider } from './provider.ts';
import { createApprovals } from './view/approvals.ts';
import { mountPanel } from './view/panel.ts';
import { openRoot } from './view/root.ts';
import { createWallet } from './wallet.ts';

function install(): void {
  const root = openRoot();
  const wallet = createWallet({
    memory: openMemory(localStorage, location.search),
    backend: openBackend(),
    approvals: createApprovals(root),
  });
  const provider = createProvider(wallet);
  Reflect.set(window, 'unisat', provider);
  Reflect.set(window, 'unisat_wallet', provider);
  window.dispatchEvent(new Event('unisat#initialized'));
  mountPanel(root, wallet);
}

install();
