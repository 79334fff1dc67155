/** Puts the demo wallet into the page: `window.rialtoDemo` first, its corner of the screen as soon as there is a page. */
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
  // In an object of its own: the real extension may stand beside it.
  Reflect.set(window, 'rialtoDemo', { face: 'unisat', unisat: provider });
  mountPanel(root, wallet);
}

install();
