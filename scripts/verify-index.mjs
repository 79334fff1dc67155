// npm run verify-index [-- DATA]: is the live index what the chain says? Settings as the server's; else those of the demo in DATA (default .data).
import { runOnLive } from './lib/live.mjs';

await runOnLive('verify-index', [], process.argv[2]);
