/**
 * How many acts on pools were ever signed, in a file beside the journal or, by a setting, on another disk. A journal that came back from an
 * older copy has fewer: it has forgotten what can still confirm, and no price over what is left is safe (design review H15).
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { assertPrivateFile, writePrivate } from '../files/private-files.ts';

const Count = z.string().regex(/^[0-9]{1,15}$/);

export interface PoolCounter {
  /** True while the journal has fewer acts than were counted. */
  isBehind(): boolean;
  /** One more act was written; waits for the disk. Only then may the signature leave. */
  bump(): void;
  /** What was forgotten can no longer confirm: the journal is whole again. */
  settle(): void;
}

/**
 * @param journaled acts in the journal
 * @param of what it counts
 * @throws when the file is open to others or holds no number
 */
export function openPoolCounter(path: string, journaled: () => number, of = 'pools'): PoolCounter {
  let forgotten = 0;
  if (existsSync(path)) {
    assertPrivateFile(path, `counter of ${of}`);
    const counted = Number.parseInt(countIn(path, of), 10);
    forgotten = Math.max(0, counted - journaled());
  }
  const write = (): void => {
    writePrivate(path, `${journaled() + forgotten}\n`, true);
  };
  return {
    isBehind: () => forgotten > 0,
    bump: write,
    settle: () => {
      if (forgotten === 0) return;
      forgotten = 0;
      write();
    },
  };
}

function countIn(path: string, of: string): string {
  const read = Count.safeParse(readFileSync(path, 'utf8').trim());
  if (!read.success) throw new Error(`the counter of ${of} does not hold a number`);
  return read.data;
}
