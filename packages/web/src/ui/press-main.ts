/** Enter in a field, or on a lot, presses the main button of its part of the page: `data-main`, in the nearest `data-enter`. */
import type { KeyboardEvent } from 'react';

function mainOf(part: Element | null): HTMLButtonElement | undefined {
  const buttons = [...(part?.querySelectorAll<HTMLButtonElement>('button[data-main]') ?? [])];
  return buttons.find((button) => button.closest('[data-enter]') === part);
}

/** Presses the main button of the page's own form from elsewhere, shown or not. @returns whether it could be pressed */
export function pressMainOfPage(): boolean {
  const main = mainOf(document.querySelector('[data-enter]'));
  if (main === undefined || main.disabled) return false;
  main.click();
  return true;
}

/** A number that is typed, or a lot that is chosen. */
const isOfForm = ({ inputMode, name }: HTMLInputElement): boolean =>
  inputMode === 'decimal' || name === 'lot';

export function pressMain(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || !isOfForm(target)) return;
  const main = mainOf(target.closest('[data-enter]'));
  if (main === undefined) return;
  event.preventDefault();
  main.click();
}
