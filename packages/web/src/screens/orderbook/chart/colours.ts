/** The colours of the theme as a canvas wants them: computed, because a canvas knows no variables. */

const NAMES = {
  paper: 'ink-3',
  words: 'haze',
  line: 'line',
  cross: 'edge',
  buy: 'buy',
  sell: 'sell',
} as const;
export type Colours = Readonly<Record<keyof typeof NAMES, string>>;

export function themeColours(place: HTMLElement): Colours {
  // An element for each: one that changed its colour would still be on its way from the last.
  const computed = (name: string): string => {
    const probe = document.createElement('span');
    probe.style.color = `var(--color-${name})`;
    place.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const { paper, words, line, cross, buy, sell } = NAMES;
  return {
    paper: computed(paper),
    words: computed(words),
    line: computed(line),
    cross: computed(cross),
    buy: computed(buy),
    sell: computed(sell),
  };
}

/** `rgb(1, 2, 3)` with less weight; any other form stays as it is. */
export function faded(colour: string, alpha: number): string {
  const parts = /^rgb\(([0-9]+), ([0-9]+), ([0-9]+)\)$/.exec(colour);
  return parts === null ? colour : `rgba(${parts.slice(1).join(', ')}, ${alpha})`;
}
