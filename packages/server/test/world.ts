/** The world of the server's tests: real node, real PostgreSQL, the real programs; the invariants hold after every test in it. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorld } from '@rialto/devnet';
import type { World, WorldOptions } from '@rialto/devnet';
import { afterEach, expect } from 'vitest';
import { brokenIfReachable } from './invariants/invariants.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Worlds that run; a test that broke its world on purpose says so by `leaveBroken`. */
const running = new Set<World>();

export async function testWorld(options: Partial<WorldOptions> = {}): Promise<World> {
  const opened = await openWorld({ bundles: resolve(root, 'dist'), ...options });
  const world: World = {
    ...opened,
    stop: async () => {
      const broken = running.delete(world) ? await brokenIfReachable(world) : [];
      await opened.stop();
      expect(broken, 'invariants when the world ended').toEqual([]);
    },
  };
  running.add(world);
  return world;
}

/** From here on the test breaks invariants by hand. */
export function leaveBroken(world: World): void {
  running.delete(world);
}

afterEach(async () => {
  for (const world of running)
    expect(await brokenIfReachable(world), 'invariants after the test').toEqual([]);
});

const TIMEOUT_MS = 15_000;

/** Waits until it holds; while asking fails it does not hold yet. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  ms = TIMEOUT_MS,
): Promise<void> {
  const end = Date.now() + ms;
  const asked = async (): Promise<boolean> => holds();
  while (!(await asked().catch(() => false))) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await sleep(25);
  }
}

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
