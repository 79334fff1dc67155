/** What the one button of a form says, and what it does then: nothing, where something is missing. */
import type { Values } from '../../words.ts';

export interface Label {
  /** A message. */
  readonly label: string;
  readonly values?: Values;
  readonly act?: 'connect' | 'go' | 'gather';
  readonly danger?: boolean;
}
