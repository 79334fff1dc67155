// npm run bridge -- keys|add|list|show|stop|resume …: assets of the bridge. Settings as the server's; else those of the demo in .data, or in what --data names.
import { runOnLive } from './lib/live.mjs';

const words = process.argv.slice(2);
const at = words.indexOf('--data');
const [, data] = at === -1 ? [] : words.splice(at, 2);
await runOnLive('bridge', words, data);
