/** The rescue files this browser keeps: what takes locked money home when no exchange answers (trading §10). The rescue page reads them. */
import { recall, remember } from '../../memory.ts';

/** Each as `writeRescueFile` wrote it. */
const KEY = 'rescue-files';
/** Far more than anybody has open at once; the oldest go first. */
const MOST = 200;

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

export const rescueFiles = (): readonly string[] => recall(KEY, areTexts, []);

export function keepRescue(text: string): void {
  remember(KEY, [...rescueFiles().filter((one) => one !== text), text].slice(-MOST));
}

/** Of a ladder the exchange did not take: nothing was locked. */
export function dropRescue(text: string): void {
  remember(
    KEY,
    rescueFiles().filter((one) => one !== text),
  );
}
