// npm run campaign -- add|list|show|stop|recompute …: campaigns of rewards. Settings as the server's; else those of the demo in .data, or in what --data names.
import { runOnLive, takeData } from './lib/live.mjs';

const words = process.argv.slice(2);
const data = takeData(words);
await runOnLive('campaign', words, data);
