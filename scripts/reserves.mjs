// npm run reserves -- [URL --btc-node … --mvc-node …]: what the bridge of an exchange holds, checked at two nodes of your own. Without an address that of the demo in .data, or in what --data names.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { takeData } from './lib/live.mjs';
import { root } from './lib/run.mjs';
import { runProgram } from './lib/run-program.mjs';

const words = process.argv.slice(2);
const data = takeData(words);
const kept = join(resolve(data ?? join(root, '.data')), 'exchange', 'settings.json');

function ofDemo() {
  if (!existsSync(kept)) {
    process.stderr.write('Name an exchange: npm run reserves -- https://exchange.example …\n');
    process.exit(1);
  }
  const settings = JSON.parse(readFileSync(kept, 'utf8'));
  const options = {
    '--btc-node': settings.NODE_RPC_URL,
    '--btc-cookie': settings.NODE_COOKIE_FILE,
    '--btc-user': settings.NODE_RPC_USER,
    '--btc-password-file': settings.NODE_RPC_PASSWORD_FILE,
    '--mvc-node': settings.MVC_RPC_URL,
    '--mvc-cookie': settings.MVC_RPC_COOKIE_FILE,
    '--mvc-user': settings.MVC_RPC_USER,
    '--mvc-password-file': settings.MVC_RPC_PASSWORD_FILE,
  };
  return [
    settings.PUBLIC_ORIGIN,
    ...Object.entries(options)
      .filter(([, value]) => value)
      .flat(),
  ];
}

const isNamed = words.some((word) => /^https?:/.test(word)) || words.includes('--help');
await runProgram('reserves', { words: isNamed ? words : [...ofDemo(), ...words] });
