/** Reads the public conformance vectors that stand beside the project; tests skip when they are absent. */
import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../../shared/vectors/', import.meta.url);

export function hasVectors(name: string): boolean {
  return existsSync(new URL(name, ROOT));
}

export function vectorText(name: string): string {
  return readFileSync(new URL(name, ROOT), 'utf8');
}

export function vectorJson<T>(name: string, shape: (value: unknown) => T): T {
  return shape(JSON.parse(vectorText(name)));
}
