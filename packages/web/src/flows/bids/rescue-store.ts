/** The rescue files this browser keeps: what takes locked money home when no exchange answers (trading §10). The rescue page reads them. */
import { recall, remember } from '../../memory.ts';

/** Each as `writeRescueFile` wrote it. None is ever dropped for its age: an old one may be the only way to locked coins. */
const KEY = 'rescue-files';

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

export const rescueFiles = (): readonly string[] => recall(KEY, areTexts, []);

export function keepRescue(text: string): void {
  remember(KEY, [...rescueFiles().filter((one) => one !== text), text]);
}

/** Of a ladder the exchange did not take: nothing was locked. */
export function dropRescue(text: string): void {
  remember(
    KEY,
    rescueFiles().filter((one) => one !== text),
  );
}
