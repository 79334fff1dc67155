// npm run effects -- <psbt, transaction hex or file> [origin]: what a transaction does, in words.
import { runProgram } from './lib/run-program.mjs';

await runProgram('effects');
