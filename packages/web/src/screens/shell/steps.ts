/** The steps of an act in words, and which one it is at. Pure. */
import type { TrayItem } from '../../flows/tray.ts';

const STEPS = {
  take: [
    'Building',
    'Sign in your wallet',
    'Handing in',
    'Sent, waiting to be seen',
    'Seen, waiting for a block',
    'In a block, five more to be final',
  ],
  cancel: ['Sent, waiting for a block'],
  inscribe: ['Sent, waiting for a block'],
} as const satisfies Record<TrayItem['kind'], readonly string[]>;

export function stepsOf(kind: TrayItem['kind']): readonly string[] {
  return STEPS[kind];
}

/** The index of the step that is going on; past the last one when all are over. */
export function nowOf(item: TrayItem): number {
  if (item.kind !== 'take') return item.state === 'confirmed' || item.state === 'final' ? 1 : 0;
  switch (item.state) {
    case 'building':
      return 0;
    case 'signing':
      return 1;
    case 'submitted':
    case 'co-signed':
      return 2;
    case 'committed':
    case 'sent':
      return 3;
    case 'seen':
      return 4;
    case 'confirmed':
      return 5;
    case 'final':
    case 'void':
      return STEPS.take.length;
  }
}
