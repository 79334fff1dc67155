// npm run exits -- keep | show | send: the signed ways home of a pool, kept and sent without the exchange.
import { runProgram } from './lib/run-program.mjs';

await runProgram('exits');
