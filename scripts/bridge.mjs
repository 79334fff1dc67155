// npm run bridge -- add|list|show|…: what the bridge trades, and how it stands. Settings as the server's; else those of the demo in .data, or in what --data names.
import { runOnLive } from './lib/live.mjs';

const words = process.argv.slice(2);
const at = words.indexOf('--data');
const [, data] = at === -1 ? [] : words.splice(at, 2);
await runOnLive('bridge', words, data);
