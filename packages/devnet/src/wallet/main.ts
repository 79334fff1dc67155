/** Puts the demo wallet into the page: `window.rialtoDemo` first, its corner of the screen as soon as there is a page. */
import { openBackend } from './backend.ts';
import { isFace, NO_GUARD } from './faces/face.ts';
import { MAKERS } from './faces/faces.ts';
import { openMemory } from './memory.ts';
import { createApprovals } from './view/approvals.ts';
import { mountPanel } from './view/panel.ts';
import { openRoot } from './view/root.ts';
import { createWallet } from './wallet.ts';

function install(): void {
  const root = openRoot();
  const memory = openMemory(localStorage, location.search);
  const wallet = createWallet({ memory, backend: openBackend(), approvals: createApprovals(root) });
  const chosen = memory.face();
  const face = isFace(chosen) ? chosen : 'unisat';
  // In an object of its own: the real extension may be installed, too.
  Reflect.set(window, 'rialtoDemo', { face, ...MAKERS[face](wallet, NO_GUARD) });
  mountPanel(root, wallet, {
    current: face,
    choose: (next) => {
      memory.chooseFace(next);
      // Another face is another wallet to the page.
      memory.setConnected(false);
      location.reload();
    },
  });
}

install();
