// npm run verify-index [-- --data DATA]: is the live index what the chain says? Settings as the server's; else those of the demo in DATA (default .data).
import { runOnLive, takeData } from './lib/live.mjs';

const words = process.argv.slice(2);
await runOnLive('verify-index', [], takeData(words) ?? words[0]);
