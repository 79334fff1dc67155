/** Several ways home in one file, as a browser saves them: a JSON list of what `writeExit` wrote. */

/** @param texts each as `writeExit` wrote it; of one alone the file is its text */
export function joinExits(texts: readonly string[]): string {
  const [only, more] = texts;
  return only !== undefined && more === undefined ? only : `[\n${texts.join(',\n')}\n]\n`;
}

/** The texts of a file, for `readExit`; what is no list is taken for one text. Nothing is said here of what is in them. */
export function splitExits(file: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(file);
    return Array.isArray(read) ? read.map((one) => JSON.stringify(one)) : [file];
  } catch {
    return [file];
  }
}
