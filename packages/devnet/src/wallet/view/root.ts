/** The wallet's own corner of the page: a shadow root outside the body, so that the app's dialogs neither hide nor silence it. */
import { styleSheet } from './styles.ts';

const KEPT_INSIDE = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'touchstart',
  'focusin',
  'focusout',
  'keydown',
  'keyup',
];

export function openRoot(): ShadowRoot {
  const host = document.createElement('div');
  host.id = 'rialto-demo-wallet';
  // Outside the body: a modal of the app hides and disables the body's children.
  document.documentElement.append(host);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styleSheet()];
  // To the app a click here would be a click outside of its dialog, and a key a shortcut.
  for (const name of KEPT_INSIDE) {
    host.addEventListener(name, (event) => {
      event.stopPropagation();
    });
  }
  // The app may listen for Escape before anybody else; our dialog closes by itself.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && root.querySelector('dialog[open]') !== null)
        event.stopImmediatePropagation();
    },
    { capture: true },
  );
  return root;
}
