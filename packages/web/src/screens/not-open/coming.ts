/** What the pages that are not open yet will be, by the names of the table of pages. */
import { msg } from '../../words.ts';

interface Coming {
  readonly title: string;
  readonly words: string;
  /** What one can count on then. */
  readonly points: readonly string[];
}

const PAGES: Readonly<Record<string, Coming>> = {
  bridge: {
    title: msg('The bridge is coming'),
    words: msg('Move BTC, BRC-20, Runes and MRC-20 to MVC and back.'),
    points: [
      msg('Locked coins and wrapped supply are shown from both chains, block by block.'),
      msg('Works with Metalet.'),
    ],
  },
};

const ANY: Coming = {
  title: msg('This page is coming'),
  words: msg('Planned, and not open yet.'),
  points: [],
};

export function comingOf(page: string): Coming {
  return PAGES[page] ?? ANY;
}
