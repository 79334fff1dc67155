/** What anybody may have mined must never stop the follower, and must mean the same however many blocks are read at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { encipher, mrc20Asset, outpoint, pinId, reversedHex } from '@rialto/protocols';
import type { Amount, Etching, Outpoint, Txid } from '@rialto/protocols';
import { openStore } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { denseChain } from '../bench/dense-chain/dense-chain.ts';
import { inscriptionScript, pinScript } from '../bench/dense-chain/tapscript.ts';
import { HOME, hex, longScript, noise, readInRuns, silentFor, StrangerChain } from './stranger-chain.ts';
import type { Tables } from './stranger-chain.ts';

// Kept until the end, or each reading would start a server of its own.
let kept: TestDatabase;
beforeAll(async () => {
  kept = await testDatabase();
});
afterAll(() => kept.drop());

const text = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const brc20 = (fields: Record<string, string>): Uint8Array =>
  inscriptionScript('text/plain', text({ p: 'brc-20', ...fields }));
const home = (value = 546n) => ({ script: HOME, value });

/** Reads it block by block, a few at once, all at once, and each block while the one before is not written yet: every table and every hash must be the same. */
async function readEveryWay(chain: StrangerChain): Promise<Tables> {
  const one = await readInRuns(chain.blocks, 1);
  const few = await readInRuns(chain.blocks, 3);
  const all = await readInRuns(chain.blocks, chain.blocks.length);
  const ahead = await readInRuns(chain.blocks, 1, { ahead: true });
  expect(few.read).toEqual(one.read);
  expect(all.read).toEqual(one.read);
  expect(ahead).toEqual(one);
  expect(few.undone).toEqual(one.undone);
  expect(all.undone).toEqual(one.undone);
  for (const [table, rows] of Object.entries(one.undone)) expect(rows, table).toEqual([]);
  return one.read;
}

describe('scripts longer than a row of an index', () => {
  it('hold BRC-20: balances, lots and what is sent to them', async () => {
    const chain = new StrangerChain();
    const [first, second] = [longScript(9_900, 1), longScript(9_900, 2)];
    const data = new Uint8Array([0x6a, 0x4e, 0x90, 0x5f, 1, 0, ...noise(90_000, 3)]);
    const [onFirst, onSecond, onData] = [first, second, data].map((script) => ({ script, value: 1_000n }));
    if (onFirst === undefined || onSecond === undefined || onData === undefined) throw new Error('three');
    chain.block((block) => {
      chain.reveal(block, brc20({ op: 'deploy', tick: 'long', max: '1000', lim: '100' }), [onFirst]);
      chain.reveal(block, brc20({ op: 'mint', tick: 'long', amt: '100' }), [onFirst]);
      chain.reveal(block, brc20({ op: 'mint', tick: 'long', amt: '7' }), [onData]);
    });
    chain.block((block) => {
      const [lot] = chain.reveal(block, brc20({ op: 'transfer', tick: 'long', amt: '40' }), [onFirst]);
      if (lot !== undefined) chain.send(block, [lot], [onSecond]);
    });
    let lots: ReturnType<StrangerChain['reveal']> = [];
    chain.block((block) => {
      lots = chain.reveal(block, brc20({ op: 'transfer', tick: 'long', amt: '5' }), [onFirst]);
    });
    chain.block((block) => {
      chain.send(block, lots, [home()]);
    });
    const { balance } = await readEveryWay(chain);
    const held = balance?.map((line) => [
      line.includes(hex(first)),
      line.includes(hex(second)),
      line.includes(hex(data)),
    ]);
    expect(held?.sort()).toEqual([
      [false, false, false],
      [false, false, true],
      [false, true, false],
      [true, false, false],
    ]);
  }, 120_000);

  it('hold runes and MRC-20', async () => {
    const chain = new StrangerChain();
    const long = { script: longScript(9_900, 4), value: 1_000n };
    const etching: Etching = {
      divisibility: 0,
      premine: 1_000n as Amount,
      name: undefined,
      spacers: 0,
      symbol: '\0',
      terms: undefined,
      turbo: false,
    };
    const stone = { edicts: [], etching, mint: undefined, pointer: undefined };
    let coins: ReturnType<StrangerChain['reveal']> = [];
    chain.block((block) => {
      chain.send(block, [], [long, { script: encipher(stone), value: 0n }]);
      const symbol = '\u{10ffff}';
      chain.send(
        block,
        [],
        [long, { script: encipher({ ...stone, etching: { ...etching, symbol } }), value: 0n }],
      );
      const deploy = {
        tick: 'long',
        tokenName: 'Long',
        decimals: '0',
        amtPerMint: '10',
        mintCount: '10',
        premineCount: '5',
      };
      const script = pinScript({
        operation: 'create',
        path: '/ft/mrc20/deploy',
        body: JSON.stringify(deploy),
      });
      coins = chain.reveal(block, script, [home(), home()]);
    });
    chain.block((block) => {
      chain.send(block, coins.slice(1), [long]);
    });
    const tables = await readEveryWay(chain);
    expect(tables['rune_balance']).toHaveLength(2);
    expect(tables['mrc20_holding']).toHaveLength(1);
    // Nobody looks for what is there: no address stands for such a script.
    expect(tables['mrc20_holding']?.[0]).not.toContain(hex(long.script));
  }, 120_000);
});

describe('much on one output', () => {
  it('thirty thousand inscriptions on an output of fifty kilobytes, and all of them moved at once', async () => {
    const chain = new StrangerChain();
    const many = Buffer.concat(Array.from({ length: 30_000 }, () => Buffer.from('0063036f726468', 'hex')));
    const long = { script: longScript(50_000, 5), value: 1_000n };
    let coins: ReturnType<StrangerChain['reveal']> = [];
    chain.block((block) => {
      coins = chain.reveal(block, many, [long]);
    });
    chain.block((block) => {
      chain.send(block, coins, [long]);
    });
    const one = await readInRuns(chain.blocks, 1);
    expect(one.read['location']).toHaveLength(30_000);
    expect(one.undone['location']).toEqual([]);
  }, 120_000);
});

it('a block that takes long to work out is not cut off by the limits of a question', async () => {
  const chain = new StrangerChain();
  chain.block((block) => {
    chain.send(block, [], [home()]);
  });
  const limits = { maxMs: 200, slowMs: 900 };
  // The limit bites whoever does not ask for time.
  await expect(silentFor(kept, limits)).rejects.toThrow();
  await expect(readInRuns(chain.blocks, 1, limits)).resolves.toBeDefined();
}, 120_000);

it('a dense chain is the same in runs of 1, 5 and 24 blocks', async () => {
  const chain = denseChain({ blocks: 60, transactions: 60 }, 11);
  const blocks = [...chain.blocks];
  const commitments = new Map<Outpoint, number>();
  for (const [txid, height] of chain.commitments)
    for (const vout of [0, 1, 2]) commitments.set(outpoint(txid as Txid, vout), height);
  const one = await readInRuns(blocks, 1, { facts: { commitments } });
  for (const length of [5, 24]) {
    const many = await readInRuns(blocks, length, { facts: { commitments } });
    const ahead = await readInRuns(blocks, length, { facts: { commitments }, ahead: true });
    expect(ahead, `runs of ${length}, worked out ahead`).toEqual(many);
    expect(many).toEqual(one);
  }
  for (const [table, rows] of Object.entries(one.read)) expect(rows.length, table).toBeGreaterThan(0);
  expect(one.undone).not.toEqual(one.read);
}, 120_000);

describe('names of odd letters', () => {
  it('an MRC-20 tick of a sign that the database writes in another way is taken once', async () => {
    const chain = new StrangerChain();
    const deploys: string[] = [];
    for (const tick of ['A\u{10ffff}', 'a\u{10ffff}', 'A\u{10ffff}1', 'B\u0000C', 'b\ufffdc']) {
      chain.block((block) => {
        const body = JSON.stringify({
          tick,
          tokenName: '\0',
          amtPerMint: '1',
          mintCount: '1',
          metadata: '\ud800',
        });
        const [coin] = chain.reveal(
          block,
          pinScript({ operation: 'create', path: '/ft/mrc20/deploy', body }),
          [home(), home()],
        );
        if (coin !== undefined) deploys.push(mrc20Asset(pinId(reversedHex(coin.txid) as Txid, 0)));
      });
    }
    const tables = await readEveryWay(chain);
    expect(tables['mrc20_token']).toHaveLength(3);
  }, 120_000);
});

it('the list of tokens answers at once when there are as many as on the main network', async () => {
  const store = openStore(kept.ownerUrl, () => undefined);
  try {
    await migrate(store.pool);
    await store.pool.query(
      'insert into inscription select i::text, i, i, null, false, null, 1 from generate_series(1, 75000) as i',
    );
    await store.pool.query(
      `insert into token select 'brc20:' || i, i::text, 't' || i, 't' || i, 1, 1, 18, false, 0, 0, 1, '00', 0, i, '[]'
       from generate_series(1, 75000) as i`,
    );
    await store.pool.query('analyze');
    const started = performance.now();
    const listed = await openLedger(store.pool).tokens({ limit: 500, search: 't' });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(listed).toHaveLength(500);
    expect(listed.every(({ firstDeployed }) => firstDeployed)).toBe(true);
  } finally {
    await store.close();
  }
}, 120_000);
