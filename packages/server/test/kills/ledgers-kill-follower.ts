/** The follower alone, as a program: so that it can be killed. Its sink keeps a list of the blocks it was told of, and says when it is at the tip. */
import { openBitcoind } from '@rialto/ground';
import { sql } from 'drizzle-orm';
import { startFollower } from '../../src/follower/follower.ts';
import type { Listener } from '../../src/store/chain-news.ts';
import { openStore } from '../../src/store/database.ts';

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const tell = (...words: unknown[]): void => {
  process.stderr.write(`${words.map((word) => JSON.stringify(word)).join(' ')}\n`);
};

const listener: Listener = {
  // In the block's own transaction: told twice, it would break the key.
  height: async (tx, { height, hash }) => {
    await tx.execute(sql`insert into heard (height, hash) values (${height}, ${hash})`);
  },
  undo: async (tx, { height, hash }) => {
    await tx.execute(sql`delete from heard where height = ${height} and hash = ${hash}`);
  },
  mempool: () => Promise.resolve(),
  tip: ({ hash }) => {
    process.stdout.write(`${hash}\n`);
    return Promise.resolve();
  },
};

startFollower({
  store: openStore(setting('DATABASE_URL'), () => undefined),
  chain: openBitcoind({ url: setting('NODE_URL'), cookieFile: setting('NODE_COOKIE') }),
  network: 'regtest',
  listeners: [listener],
  warn: tell,
  onStopped: tell,
});
