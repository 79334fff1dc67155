// npm run mvc-pool -- list | new | shares | open: how an operator opens a pool on MVC.
import { runProgram } from './lib/run-program.mjs';

await runProgram('mvc-pool');
