/** Enter in a field presses the main button of its part of the page: `data-main`, in the nearest `data-enter`. */
import type { KeyboardEvent } from 'react';

export function pressMain(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.inputMode !== 'decimal')
    return;
  const part = target.closest('[data-enter]');
  const buttons = [...(part?.querySelectorAll<HTMLButtonElement>('button[data-main]') ?? [])];
  const main = buttons.find((button) => button.closest('[data-enter]') === part);
  if (main === undefined) return;
  event.preventDefault();
  main.click();
}
