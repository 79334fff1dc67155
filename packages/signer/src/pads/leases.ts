/** Which pad is kept for whom. A promise of two minutes, so it is written down without waiting for the disk. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { assertPrivateFile, writePrivate } from '../files/private-files.ts';

/** Point, script of the one it is kept for, and until when. */
const Stored = z.array(z.tuple([z.string(), z.string(), z.number()]));

export interface Leases {
  /** The script, in hex, that holds the lease of a pad. */
  holder(point: string, now: number): string | undefined;
  /** When the last lease of a pad ends or ended; 0 without one. */
  until(point: string): number;
  /** The pads kept for one script. */
  of(script: string, now: number): string[];
  keep(point: string, lease: Lease, now: number): void;
  release(point: string): void;
}

interface Lease {
  readonly script: string;
  readonly until: number;
}

/** What a crash left of the file is not worth stopping for: the journal alone decides what is signed. */
function readLeases(path: string): [string, Lease][] {
  if (!existsSync(path)) return [];
  assertPrivateFile(path, 'list of leases');
  try {
    const stored = Stored.parse(JSON.parse(readFileSync(path, 'utf8')));
    return stored.map(([point, script, until]) => [point, { script, until }]);
  } catch {
    return [];
  }
}

export function openLeases(path: string): Leases {
  const leases = new Map<string, Lease>(readLeases(path));
  const write = (): void => {
    const stored = [...leases].map(([point, { script, until }]) => [point, script, until]);
    writePrivate(path, JSON.stringify(stored), false);
  };
  const living = (point: string, now: number): Lease | undefined => {
    const lease = leases.get(point);
    return lease !== undefined && lease.until > now ? lease : undefined;
  };
  return {
    holder: (point, now) => living(point, now)?.script,
    until: (point) => leases.get(point)?.until ?? 0,
    of: (script, now) => [...leases.keys()].filter((point) => living(point, now)?.script === script),
    keep: (point, lease, now) => {
      for (const [old, { until }] of leases) if (until <= now) leases.delete(old);
      leases.set(point, lease);
      write();
    },
    release: (point) => {
      if (leases.delete(point)) write();
    },
  };
}
