/** The small panel under the top edge: which account, a block now, test coins. Folded to a pill, in the strip the page keeps free for it. */
import { hash160, mvcAddress } from '@rialto/mvc';
import { FACE_NAMES, FACES } from '../faces/face.ts';
import type { Face } from '../faces/face.ts';
import type { DemoWallet } from '../wallet.ts';
import { wordsOf } from '../wallet-error.ts';
import { button, element, short } from './dom.ts';

/** Which real wallet the demo wallet looks like to the page. */
interface FaceChoice {
  readonly current: Face;
  choose(face: Face): void;
}

export function mountPanel(root: ShadowRoot, wallet: DemoWallet, face: FaceChoice): void {
  const status = element('p', { class: 'status', attributes: { role: 'status' } });
  const wanted = element('input', {
    testId: 'demo-faucet-token',
    attributes: { type: 'text', placeholder: 'tick, rune or asset id', spellcheck: 'false' },
  });
  const act = (name: string, testId: string, work: () => Promise<string>): HTMLButtonElement => {
    const made = button(name, {
      testId,
      onClick: () => {
        made.disabled = true;
        status.textContent = `${name} …`;
        work()
          .then(
            (said) => (status.textContent = said),
            (error: unknown) => (status.textContent = wordsOf(error)),
          )
          .finally(() => (made.disabled = false));
      },
    });
    return made;
  };
  const panel = element(
    'section',
    { class: 'panel', testId: 'demo-panel', attributes: { id: 'panel', hidden: '' } },
    element('h2', {}, 'Demo wallet'),
    element('p', { class: 'hint' }, 'A private chain: real keys, worthless coins.'),
    accountChooser(wallet, status, () => show(false)),
    faceChooser(face),
    element(
      'div',
      { class: 'acts' },
      act('Mine now', 'demo-mine', async () => `Block ${await wallet.backend.mine(1)} is mined.`),
      act('Get test coins', 'demo-faucet', async () => {
        const [{ address, publicKey }, token] = [wallet.current(), wanted.value.trim()];
        await wallet.backend.faucet(address, token, mvcAddress(hash160(publicKey), wallet.network()));
        return `Coins${token === '' ? ' and SPACE' : ` and ${token}`} are on their way to ${short(address)}.`;
      }),
    ),
    element('label', { class: 'wanted' }, 'With a token of your choice', wanted),
    status,
  );
  const pill = button('', {
    class: 'pill',
    testId: 'demo-pill',
    attributes: { 'aria-expanded': 'false', 'aria-controls': 'panel' },
    onClick: () => show(panel.hasAttribute('hidden')),
  });
  const show = (open: boolean): void => {
    panel.hidden = !open;
    pill.setAttribute('aria-expanded', String(open));
  };
  pill.append(
    element('span', { class: 'dot', attributes: { 'aria-hidden': 'true' } }),
    element('span', { class: 'label' }, 'Demo wallet'),
  );
  const aside = element('aside', { attributes: { 'aria-label': 'Demo wallet' } }, pill, panel);
  root.append(aside);
  closeFrom(aside, () => show(false), pill);
}

/** A press anywhere else closes it, and Escape inside, which gives the focus back. */
function closeFrom(aside: HTMLElement, close: () => void, pill: HTMLElement): void {
  // Caught on its way down: the page may keep what is pressed to itself.
  const elsewhere = (event: Event): void => {
    if (!event.composedPath().includes(aside)) close();
  };
  document.addEventListener('pointerdown', elsewhere, { capture: true });
  aside.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    close();
    pill.focus();
  });
}

function accountChooser(wallet: DemoWallet, status: HTMLElement, onChosen: () => void): HTMLFieldSetElement {
  const choices = wallet.accounts.map((account, index) => {
    const input = element('input', {
      testId: `demo-account-${index}`,
      attributes: { type: 'radio', name: 'account', value: String(index) },
    });
    input.checked = wallet.current().address === account.address;
    input.addEventListener('change', () => {
      wallet.choose(index);
      status.textContent = `${account.name} is in use.`;
      onChosen();
    });
    const words = element('span', {}, account.name, element('small', {}, short(account.address)));
    return element('label', { class: 'account' }, input, words);
  });
  return element('fieldset', {}, element('legend', {}, 'Account'), ...choices);
}

function faceChooser(face: FaceChoice): HTMLFieldSetElement {
  const choices = FACES.map((one) => {
    const input = element('input', {
      testId: `demo-face-${one}`,
      attributes: { type: 'radio', name: 'face', value: one },
    });
    input.checked = one === face.current;
    input.addEventListener('change', () => face.choose(one));
    return element('label', { class: 'face' }, input, FACE_NAMES[one]);
  });
  return element('fieldset', { class: 'faces' }, element('legend', {}, 'Speaks like'), ...choices);
}
