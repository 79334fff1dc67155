/** What a form still lacks, as its button says it. */
import { msg } from '../../words.ts';

type Missing = 'connect' | 'input' | 'consent' | 'nothing';

export interface Check {
  /** What the button says, a message: what is missing, or the act. */
  readonly label: string;
  readonly missing: Missing;
}

export const missing = (label: string, what: Missing = 'input'): Check => ({ label, missing: what });

/** A log-in that was refused or has ended is no reason to hide the act: pressing it logs in first. */
export function whoIsMissing(now: { connected: boolean }): Check | undefined {
  return now.connected ? undefined : missing(msg('Connect Wallet'), 'connect');
}
