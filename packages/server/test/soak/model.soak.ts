import { describe, it } from 'vitest';
import { PER_SEAT } from '../model/model-seat.ts';
import { openModelRun } from '../model/model-run.ts';

const SEQUENCES = Number.parseInt(process.env['MODEL_SEQUENCES'] ?? '10000', 10);
const SEED = Number.parseInt(process.env['MODEL_SEED'] ?? String(Date.now() % 1_000_000_007), 10);
/** A world of its own for each part: the signer gives so many signatures an hour. */
const PART = Math.min(500, SEQUENCES);
const parts = Array.from({ length: Math.ceil(SEQUENCES / PART) }, (_, at) => SEED + at);

describe(`${SEQUENCES} random sequences of acts do what the model says`, () => {
  it.each(parts)(`${PART} of them with MODEL_SEED=%i`, async (seed) => {
    const model = await openModelRun(Math.ceil(PART / PER_SEAT));
    try {
      await model.run(seed, PART);
    } finally {
      await model.stop();
    }
  });
});
