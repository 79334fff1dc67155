/**
 * The rescue files this browser keeps: what takes locked money home when no exchange answers (trading §10). The exchange's page writes them,
 * the rescue page reads them. Each is an entry of its own: two windows that write at once never overwrite one another.
 */
import { forget, recall, recallText, rememberText } from './memory.ts';

/** Before when and a random number. None is ever dropped for its age: an old one may be the only way to locked coins. */
const PREFIX = 'rescue-file:';
/** All of them in one list, as versions before 4.4.0 kept them. Only read: a list written by one window loses what another one adds. */
const LIST = 'rescue-files';

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Each as `writeRescueFile` wrote it, the oldest first. */
export function rescueFiles(): readonly string[] {
  const kept = keys().flatMap((key) => recallText(key) ?? []);
  return [...new Set([...recall(LIST, areTexts, []), ...kept])];
}

/** Whether this browser has it now: its storage may be full, or closed to this page. */
export function keepRescue(text: string): boolean {
  if (!isKept(text)) rememberText(`${PREFIX}${new Date().toISOString()} ${Math.random()}`, text);
  return isKept(text);
}

export const isKept = (text: string): boolean => rescueFiles().includes(text);

/** Of a ladder the exchange did not take: nothing was locked. */
export function dropRescue(text: string): void {
  for (const key of keys()) if (recallText(key) === text) forget(key);
}

function keys(): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .toSorted();
  } catch {
    return [];
  }
}
