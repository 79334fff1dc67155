// npm run audit -- JOURNAL [DATA]: did the exchange's key keep every ticket? JOURNAL is the signer's, or a rescue file. Settings as for verify-index.
import { resolve } from 'node:path';
import { runOnLive } from './lib/live.mjs';

const [file, data] = process.argv.slice(2);
await runOnLive('audit', file === undefined ? [] : [resolve(file)], data);
