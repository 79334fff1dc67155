/** The signer's log for its operator. Only what is known to be harmless is written: no long hex, no address with a password in it. */
import { Refusal } from '@rialto/refusals';
import { z } from 'zod';

/** A transaction id, a key or a signature; sixteen hex digits already tell which. */
const LONG_HEX = /[0-9a-fA-F]{17,}/g;
const SECRET_URL = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
const LONGEST = 1000;

export function redact(text: string): string {
  const shorter = text.replace(SECRET_URL, '(address)');
  return shorter.replace(LONG_HEX, (hex) => `${hex.slice(0, 8)}…`).slice(0, LONGEST);
}

/** Why something failed, without a value of the request. */
export function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const where = error.issues.map((issue) => issue.path.join('.') || 'request');
    return `the request is not understood: ${where.slice(0, 5).join(', ')}`;
  }
  if (error instanceof SyntaxError) return 'the request is no JSON';
  if (error instanceof Refusal) return redact(error.message);
  return error instanceof Error ? redact(error.message) : 'unknown';
}

export function say(message: string): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), message })}\n`);
}
