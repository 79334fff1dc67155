/** The world of the server's tests: real node, real PostgreSQL, the real programs. */
import { resolve } from 'node:path';
import { openWorld } from '@rialto/devnet';
import type { World, WorldOptions } from '@rialto/devnet';
import { expect } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

export const testWorld = (options: Partial<WorldOptions> = {}): Promise<World> =>
  openWorld({ bundles: resolve(root, 'dist'), ...options });

/** The refusal's code when a call is refused; fails the test when it is not. */
export async function refusalOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof Error && 'refusal' in error) return String(error.refusal);
    throw error;
  }
  return expect.fail('this should have been refused');
}
