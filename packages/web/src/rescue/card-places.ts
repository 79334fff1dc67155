/** Cards, put where they belong. */

/** Only what stands elsewhere is moved: whoever is in the middle of a card stays there. */
export function moveTo(place: string, elements: readonly HTMLElement[]): void {
  const into = document.querySelector(`[data-testid="${place}"]`);
  for (const element of elements) if (element.parentElement !== into) into?.append(element);
  if (into?.parentElement instanceof HTMLDetailsElement) into.parentElement.hidden = elements.length === 0;
}
