// npm run take-back -- --node URL --address A [--send]: tokens parked on MVC, home to their owner without the exchange.
import { runProgram } from './lib/run-program.mjs';

await runProgram('take-back');
