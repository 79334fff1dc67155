/** `npm run bench [-- name]`: the figures of the exchange on this machine, one JSON object a line. */
import { resolve } from 'node:path';
import { openWorld } from '@rialto/devnet';
import type { World } from '@rialto/devnet';
import { benchAccept } from './accept.ts';
import { benchBook } from './book.ts';
import { benchDelist } from './delist.ts';

const BENCHES: Readonly<Record<string, (world: World) => Promise<void>>> = {
  book: benchBook,
  accept: benchAccept,
  delist: benchDelist,
};

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => BENCHES[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`there is no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  const world = await openWorld({ bundles: resolve('dist'), serverSettings: { BENCH: '1' } });
  try {
    for (const [name, bench] of Object.entries(BENCHES))
      if (wanted.length === 0 || wanted.includes(name)) await bench(world);
  } finally {
    await world.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
