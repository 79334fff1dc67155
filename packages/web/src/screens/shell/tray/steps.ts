/** The steps of an act in words, and which one it is at. Pure. */
import { shortened } from '@rialto/market';
import type { TrayItem, TrayState } from '../../../flows/tray.ts';
import { saidWords } from '../../../said.ts';
import { msg, t } from '../../../words.ts';

const STEPS = {
  take: [
    msg('Building'),
    msg('Sign in your wallet'),
    msg('Handing in'),
    msg('Sent, waiting to be seen'),
    msg('Seen, waiting for a block'),
    msg('In a block, final when six deep'),
  ],
  cancel: [msg('Sent, waiting for a block')],
  inscribe: [msg('Sent, waiting for a block')],
  own: [msg('Sent, waiting for a block')],
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

/** Why an act came to nothing, as a sentence: ids shortened, and never an empty one. */
export function reasonWords(note: string): string {
  const short = saidWords(note.trim()).replace(/[0-9a-f]{64}/g, (id) => shortened(id, 6, 4));
  if (short === '') return t('Nothing of yours was spent.');
  const sentence = `${short.charAt(0).toUpperCase()}${short.slice(1)}`;
  return /[.?。？]$/.test(sentence) ? sentence : `${sentence}.`;
}
