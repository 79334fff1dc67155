/** What is typed stays when the wallet says its account, and goes with another account. */
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useAccountTurn } from '../../src/flows/mvc/account-turn.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

function Field() {
  const [text, setText] = useState('');
  return <input value={text} onChange={(event) => setText(event.target.value)} />;
}

const Form = ({ address }: { address: string | undefined }) => <Field key={useAccountTurn(address)} />;

it('belongs to one account', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const shows = (address: string | undefined): void => act(() => root.render(<Form address={address} />));
  const typed = (): string | undefined => place.querySelector('input')?.value;
  const type = (text: string): void => {
    const input = place.querySelector('input');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    act(() => {
      set?.call(input, text);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  };
  shows(undefined);
  type('0.01');
  shows('anna');
  expect(typed()).toBe('0.01');
  shows(undefined);
  shows('anna');
  expect(typed()).toBe('0.01');
  shows('bert');
  expect(typed()).toBe('');
  type('0.02');
  shows('anna');
  expect(typed()).toBe('');
  act(() => root.unmount());
});
