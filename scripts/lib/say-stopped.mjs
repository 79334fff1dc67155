/** A run that is stopped says so: what started goes with it, for each child is watched over. */
import { seconds } from './run.mjs';

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
];

export function sayWhenStopped(say) {
  for (const [signal, code] of SIGNALS)
    process.once(signal, () => {
      say(`\nstopped by ${signal} after ${seconds(performance.now())}: not everything was run`);
      process.exit(code);
    });
}
