// npm run bridge -- keys|mint|add|list|show|stop|resume …: assets of the bridge. Settings as the server's; else those of the demo in .data, or in what --data names.
import { runOnLive, takeData } from './lib/live.mjs';

const words = process.argv.slice(2);
const data = takeData(words);
// Minting needs a key of the operator's own, which the server's program has no part in.
await runOnLive(words[0] === 'mint' ? 'bridge-mint' : 'bridge', words, data);
