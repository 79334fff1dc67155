/** Approval pop-ups: one at a time, in a modal dialog of the wallet's own; closing it is a refusal. */
import { button, element } from './dom.ts';

export interface Card {
  readonly title: string;
  readonly who: string;
  readonly body: readonly Node[];
}

export interface TextCard extends Card {
  readonly label: string;
}

export interface Approvals {
  request(card: Card): Promise<boolean>;
  /** The text entered; undefined when refused. */
  askText(card: TextCard): Promise<string | undefined>;
}

export function createApprovals(root: ShadowRoot): Approvals {
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work);
    queue = next.catch(() => undefined);
    return next;
  };
  return {
    request: (card) => inTurn(() => show(root, card, [])),
    askText: (card) =>
      inTurn(async () => {
        const input = element('input', {
          testId: 'demo-amount',
          attributes: { type: 'text', inputmode: 'decimal', autocomplete: 'off' },
        });
        const approved = await show(root, card, [element('label', {}, card.label, input)]);
        return approved ? input.value.trim() : undefined;
      }),
  };
}

function show(root: ShadowRoot, card: Card, more: readonly Node[]): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = element('dialog', {
      testId: 'demo-approval',
      attributes: { 'aria-labelledby': 'approval-title' },
    });
    const close = (approved: boolean) => (): void => {
      dialog.close();
      dialog.remove();
      resolve(approved);
    };
    const approve = button('Approve', { class: 'main', testId: 'demo-approve', onClick: close(true) });
    dialog.append(
      element(
        'form',
        { class: 'card', attributes: { method: 'dialog' } },
        element('h2', { attributes: { id: 'approval-title' } }, card.title),
        element('p', { class: 'who' }, card.who),
        ...card.body,
        ...more,
        element(
          'div',
          { class: 'answers' },
          button('Reject', { testId: 'demo-reject', onClick: close(false) }),
          approve,
        ),
      ),
    );
    // Enter in a field approves; the form itself goes nowhere.
    dialog.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      close(true)();
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close(false)();
    });
    root.append(dialog);
    dialog.showModal();
    // It is read from its beginning: the focus on what is below must not take one there.
    (dialog.querySelector('input') ?? approve).focus({ preventScroll: true });
    dialog.scrollTop = 0;
  });
}
