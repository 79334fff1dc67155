/** Runs one file of public cases with the runner that knows its content, and counts. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { watched } from './watched.mjs';

const MAX_SHOWN = 300;

/** Every file below a folder, in the order of their paths. */
export function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A README beside the cases is no file of cases. */
export const isPaper = (path) => /^readme\.md$/i.test(basename(path));

/** Reads all files at once, because some belong together with others of their folder. */
export function readAll(paths) {
  const files = paths.map((path) => {
    const text = readFileSync(path, 'utf8');
    return { path, text, json: jsonOf(text), beside: [] };
  });
  for (const file of files) {
    file.beside = files.filter((other) => other !== file && dirname(other.path) === dirname(file.path));
  }
  return files;
}

/** The same text for the same value: keys in order, big integers as texts. */
function canonical(value) {
  const text = JSON.stringify(value, (_, part) => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return text ?? 'nothing';
}

const short = (text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text);

function fault(check) {
  try {
    const answer = check.run();
    const [ours, expected] = [canonical(answer.ours), canonical(answer.expected)];
    return ours === expected ? undefined : `${short(ours)} instead of ${short(expected)}`;
  } catch (error) {
    return short(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @returns {{ passed: number, failed: string[], skipped: Map<string, string[]> }} names of the failed with why; of the skipped by reason
 */
export function runFile(file, formats) {
  const result = { passed: 0, failed: [], skipped: new Map() };
  const fitting = formats.filter((format) => format.fits(file));
  if (fitting.length !== 1) {
    result.failed.push(fitting.length === 0 ? 'no known format' : `${fitting.length} formats fit`);
    return result;
  }
  try {
    runChecks(file, fitting[0], result);
  } catch (error) {
    result.failed.push(
      `cannot be read to its end: ${short(error instanceof Error ? error.message : String(error))}`,
    );
  }
  return result;
}

function runChecks(file, format, result) {
  const { value, unread } = watched(file.json);
  let count = 0;
  for (const check of format.checks({ ...file, json: value })) {
    count += 1;
    if ('skipped' in check) {
      result.skipped.set(check.skipped, [...(result.skipped.get(check.skipped) ?? []), check.name]);
      continue;
    }
    const why = fault(check);
    if (why === undefined) result.passed += 1;
    else result.failed.push(`${check.name}: ${why}`);
  }
  if (count === 0) result.failed.push('holds no case');
  const [first, ...more] = unread();
  if (first !== undefined) result.failed.push(`nobody looked at ${first}, and at ${more.length} fields more`);
}
