/** One line of a menu, and what its list shares with its button. */
import { createContext } from 'react';

export interface MenuAct {
  readonly label: string;
  /** Tells items of the same words apart. */
  readonly id?: string;
  readonly onChoose?: () => void;
  /** A page: opened in another tab like any link. */
  readonly href?: string;
  /** Leaves this site. */
  readonly external?: boolean;
  /** Something that is on or off. */
  readonly checked?: boolean;
  /** The list stays after it: something to try out. What is on or off stays anyway. */
  readonly keepsOpen?: boolean;
  /** What it is now, at the end of the line. */
  readonly note?: string;
  /** The language its label is in, when not the page's. */
  readonly lang?: string;
  /** The page one is on. */
  readonly current?: boolean;
  /** Stands under this heading, with its neighbours of the same. */
  readonly group?: string;
  readonly testId?: string;
}

/** The lines of an open menu, for the keys that walk them. */
export const ITEMS = '[role^="menuitem"]';

/** Closes the menu and gives the focus back to its button. */
export const MenuDone = createContext<() => void>(() => undefined);
