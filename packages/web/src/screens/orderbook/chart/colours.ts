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
  const probe = document.createElement('span');
  place.append(probe);
  const computed = (name: string): string => {
    probe.style.color = `var(--color-${name})`;
    return getComputedStyle(probe).color;
  };
  const { paper, words, line, cross, buy, sell } = NAMES;
  const colours = {
    ...{ paper: computed(paper), words: computed(words), line: computed(line) },
    ...{ cross: computed(cross), buy: computed(buy), sell: computed(sell) },
  };
  probe.remove();
  return colours;
}

/** `rgb(1, 2, 3)` with less weight; any other form stays as it is. */
export function faded(colour: string, alpha: number): string {
  const parts = /^rgb\(([0-9]+), ([0-9]+), ([0-9]+)\)$/.exec(colour);
  return parts === null ? colour : `rgba(${parts.slice(1).join(', ')}, ${alpha})`;
}
