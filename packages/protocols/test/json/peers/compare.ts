/** Shows the same bodies to a peer and to ours, and keeps what differs. */
import { Dice } from '../../dice.ts';
import { peerBody } from './peer-bodies.ts';

const BATCH = 1_000;
/** More say nothing new. */
const KEPT = 10;

export const BODIES = Number(process.env['JSON_BODIES'] ?? '1000000');
export const SEED = Number(process.env['JSON_SEED'] ?? '24');
/** As many show a wrong reader. */
export const FEW = 20_000;

interface Difference {
  /** In hex, or the beginning of it. */
  readonly body: string;
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
}

export class Differences {
  readonly kept: Difference[] = [];
  count = 0;

  note(body: Uint8Array, what: string, [ours, theirs]: readonly [string, string]): void {
    if (ours === theirs) return;
    this.count += 1;
    const short = (text: string): string => text.slice(0, 1_000);
    const hex = short(Buffer.from(body).toString('hex'));
    if (this.kept.length < KEPT)
      this.kept.push({ body: hex, what, ours: short(ours), theirs: short(theirs) });
  }
}

/** So many bodies, a batch at a time. */
export async function forBodies(
  count: number,
  look: (bodies: readonly Uint8Array[]) => Promise<void>,
): Promise<void> {
  const dice = new Dice(SEED);
  for (let left = count; left > 0; left -= BATCH)
    await look(Array.from({ length: Math.min(BATCH, left) }, () => peerBody(dice)));
}

/** Says what was seen; a soak that ends without figures proves little. */
export function say(line: string): void {
  console.log(line);
}
