// npm run audit -- JOURNAL [--data DATA]: did the exchange's key keep every ticket? JOURNAL is the signer's, or a rescue file. Settings as for verify-index.
import { resolve } from 'node:path';
import { runOnLive, takeData } from './lib/live.mjs';

const words = process.argv.slice(2);
const data = takeData(words);
const [file, folder] = words;
await runOnLive('audit', file === undefined ? [] : [resolve(file)], data ?? folder);
