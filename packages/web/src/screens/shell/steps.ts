/** The steps of an act in words, and which one it is at. Pure. */
import type { TrayItem, TrayState } from '../../flows/tray.ts';

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

const AT: Readonly<Record<TrayState, number>> = {
  building: 0,
  signing: 1,
  submitted: 2,
  'co-signed': 2,
  committed: 3,
  sent: 3,
  seen: 4,
  confirmed: 5,
  final: STEPS.take.length,
  void: STEPS.take.length,
};

/** The index of the step that is going on; past the last one when all are over. */
export function nowOf(item: Pick<TrayItem, 'kind' | 'state'>): number {
  if (item.kind === 'take') return AT[item.state];
  return item.state === 'confirmed' || item.state === 'final' ? 1 : 0;
}
