/** The nine curses of ord, in the order in which the first that applies wins (inscriptions §3). */
import type { Envelope } from './envelope.ts';

export type Curse =
  | 'unrecognized-even-field'
  | 'duplicate-field'
  | 'incomplete-field'
  | 'not-in-first-input'
  | 'not-at-offset-zero'
  | 'pointer'
  | 'pushnum'
  | 'stutter'
  | 'reinscription';

/** The inscriptions that are already on the first sat of the input. */
export interface Sitting {
  readonly count: number;
  readonly firstCursedOrVindicated: boolean;
}

/** The curse of a new inscription, before or after the jubilee alike; BRC-20 refuses it either way. */
export function curseOf(envelope: Envelope, sitting: Sitting | undefined): Curse | undefined {
  return (
    fieldCurse(envelope) ?? placeCurse(envelope) ?? (isReinscription(sitting) ? 'reinscription' : undefined)
  );
}

function fieldCurse(envelope: Envelope): Curse | undefined {
  if (envelope.unrecognizedEvenField) return 'unrecognized-even-field';
  if (envelope.duplicateField) return 'duplicate-field';
  return envelope.incompleteField ? 'incomplete-field' : undefined;
}

function placeCurse(envelope: Envelope): Curse | undefined {
  if (envelope.input !== 0) return 'not-in-first-input';
  if (envelope.offset !== 0) return 'not-at-offset-zero';
  if (envelope.pointer !== undefined) return 'pointer';
  if (envelope.pushnum) return 'pushnum';
  return envelope.stutter ? 'stutter' : undefined;
}

function isReinscription(sitting: Sitting | undefined): boolean {
  return sitting !== undefined && (sitting.count > 1 || !sitting.firstCursedOrVindicated);
}
