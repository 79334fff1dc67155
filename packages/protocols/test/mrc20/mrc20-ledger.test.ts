/** The PIN and MRC-20 ledgers on random blocks: sums hold, everything can be taken back, nothing throws; and what one transaction would do is what it does. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyPins,
  bytesToHex,
  decodeOutputPin,
  projectMrc20,
  gatherPins,
  holdingKey,
  isStandardOutput,
  mrc20Asset,
  outpoint,
  pinId,
  pinsOf,
} from '../../src/index.ts';
import type { AssetId, Block, Mrc20Event, Mrc20Holding, PinEvent, Transaction } from '../../src/index.ts';
import { coinbaseOf, NO_COIN, output, transactionOf, utf8 } from './mrc20-build.ts';
import { Mrc20Index } from './mrc20-index.ts';
import { RandomMrc20 } from './mrc20-random.ts';

/** Balances + burned = issued, every holding is more than nothing and is on a coin that can be spent, as every PIN does. */
function expectSums(index: Mrc20Index): void {
  const held = new Map<AssetId, bigint>();
  const wrong: unknown[] = [];
  for (const [key, { asset, outpoint: point, amount }] of index.mrc20Holding) {
    if (key !== holdingKey(point, asset) || amount <= 0n || index.coin(point) === undefined) wrong.push(key);
    held.set(asset, (held.get(asset) ?? 0n) + amount);
  }
  for (const token of index.mrc20Token.values()) {
    const { asset, issued, burned, mints, mintCount, amountPerMint, decimals } = token;
    const given = mints * amountPerMint * 10n ** BigInt(decimals);
    if ((held.get(asset) ?? 0n) + burned !== issued || issued !== given || mints > mintCount)
      wrong.push(token);
    held.delete(asset);
  }
  for (const { outpoint: point } of index.pinLocation.values()) {
    if (index.coin(point) === undefined) wrong.push(point);
  }
  expect(wrong).toEqual([]);
  expect([...held.keys()], 'every holding has its token').toEqual([]);
}

/** What the events alone say every outpoint holds. */
function replayed(events: readonly (PinEvent | Mrc20Event)[]): Map<string, bigint> {
  const held = new Map<string, bigint>();
  for (const event of events) {
    if ('pin' in event || event.outpoint === undefined) continue;
    const key = holdingKey(event.outpoint, event.asset);
    const now = (held.get(key) ?? 0n) + (event.kind === 'received' ? event.amount : -event.amount);
    if (now === 0n) held.delete(key);
    else held.set(key, now);
  }
  return held;
}

test('on 2,000 random blocks balances and burned are what was issued, events tell it all, and taken back nothing is left', () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = new RandomMrc20(seed);
    const index = new Mrc20Index('regtest', 'regtest');
    const states = [index.snapshot()];
    for (let height = 1; height <= 40; height += 1) {
      const { block } = random.next();
      index.add(block, height);
      states.push(index.snapshot());
      expectSums(index);
      const told = block.transactions.flatMap(pinsOf).filter(({ vout }) => vout !== undefined).length;
      seen.set('PINs in outputs', (seen.get('PINs in outputs') ?? 0) + told);
    }
    const rows = [...index.mrc20Holding].map(([key, { amount }]) => [key, amount] as const);
    expect(replayed(index.events)).toEqual(new Map(rows));
    for (const { kind, ...event } of index.events) {
      const name = `${'pin' in event ? 'pin' : 'token'} ${kind}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    const odd = [...index.mrc20Holding.values()].filter((row) => row.odd).length;
    seen.set('odd holdings', (seen.get('odd holdings') ?? 0) + odd);
    seen.set('shovels', (seen.get('shovels') ?? 0) + index.shovelUse.size);
    for (const state of states.slice(0, -1).toReversed()) {
      index.removeTip();
      expect(index.snapshot()).toBe(state);
    }
  }
  // Random blocks in which nothing happens would prove nothing.
  const kinds = ['deployed', 'minted', 'spent', 'received', 'burned'].map((kind) => `token ${kind}`);
  for (const name of [
    ...kinds,
    'pin made',
    'pin moved',
    'pin fee',
    'shovels',
    'PINs in outputs',
    'odd holdings',
  ]) {
    expect(seen.get(name) ?? 0, name).toBeGreaterThan(40);
  }
}, 120_000);

test('the keys name every outpoint of an earlier block that is spent, and no other', () => {
  const random = new RandomMrc20(7);
  random.next(20);
  const { block, spent } = random.next(20);
  const { keys } = gatherPins({ block, spent });
  const made = new Set(block.transactions.map(({ txid }) => txid));
  const inputs = block.transactions.slice(1).flatMap((tx) => tx.inputs);
  const before = inputs.filter(({ txid }) => !made.has(txid)).map(({ txid, vout }) => outpoint(txid, vout));
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(inputs.length);
  expect([...keys.outpoints].sort()).toEqual(before.sort());
});

test('rows in another order change nothing, not even the order of events', () => {
  for (let seed = 200; seed < 210; seed += 1) {
    const random = new RandomMrc20(seed);
    const [one, other] = [new Mrc20Index('regtest', 'regtest'), new Mrc20Index('regtest', 'regtest', true)];
    for (let height = 1; height <= 40; height += 1) {
      const { block } = random.next();
      one.add(block, height);
      other.add(block, height);
    }
    expect(other.events).toEqual(one.events);
  }
});

const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(255)), { maxLength: 30 });

test('whatever is in the witnesses, nothing throws, the sums hold and all can be taken back', () => {
  fc.assert(
    fc.property(fc.nat(), edits, (seed, mutations) => {
      const random = new RandomMrc20(seed);
      const index = new Mrc20Index('regtest', 'regtest');
      const empty = index.snapshot();
      for (let height = 1; height <= 4; height += 1) {
        const { block } = random.next();
        const scripts = block.transactions.flatMap((tx) =>
          tx.inputs.flatMap(({ witness }) => witness.slice(0, 1)),
        );
        for (const [which, at, byte] of mutations) {
          const script = scripts[which % Math.max(scripts.length, 1)];
          if (script !== undefined) script[at % script.length] = byte;
        }
        index.add(block, height);
        expectSums(index);
      }
      while (index.height > 0) index.removeTip();
      expect(index.snapshot()).toBe(empty);
    }),
    { numRuns: 300 },
  );
});

const ALICE = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(1));
const DATA = Uint8Array.of(0x6a, 1, 1);

function holding(point: Mrc20Holding['outpoint'], amount: bigint, asset = TOKEN): Mrc20Holding {
  return {
    outpoint: point,
    asset,
    amount: amount as Mrc20Holding['amount'],
    script: '' as Mrc20Holding['script'],
    odd: false,
  };
}

const DEPLOY = pinId(coinbaseOf(1, [output(ALICE, 1n)]).txid, 0);
const TOKEN = mrc20Asset(DEPLOY);
const OTHER = mrc20Asset(pinId(coinbaseOf(2, [output(ALICE, 1n)]).txid, 0));
const COIN = outpoint(coinbaseOf(3, [output(ALICE, 1n)]).txid, 0);
const SECOND = outpoint(coinbaseOf(4, [output(ALICE, 1n)]).txid, 1);

describe('what one transaction would do', () => {
  const tokens = [{ asset: TOKEN, decimals: 2 }];
  const holdings = [
    holding(COIN, 500n),
    holding(SECOND, 7n),
    holding(SECOND, 9n, OTHER),
    holding(NO_COIN, 1n),
  ];
  const outputs = [output(ALICE, 1n), output(ALICE, 1n), output(DATA, 0n)];
  const moves = (sends: unknown, more: Partial<Transaction> = {}) => {
    const pin = { operation: 'hide', path: '/ft/mrc20/transfer', body: JSON.stringify(sends) };
    const spends = [{ point: COIN, ...(sends === undefined ? {} : { pin }) }, { point: SECOND }];
    return projectMrc20({ ...transactionOf({ spends, outputs }), ...more }, { holdings, tokens });
  };

  test('natively all goes to output 0', () => {
    expect(moves(undefined)).toEqual([
      { vout: 0, asset: TOKEN, amount: 507n },
      { vout: 0, asset: OTHER, amount: 9n },
    ]);
    expect(moves(undefined, { outputs: [output(DATA, 0n)] }).map(({ vout }) => vout)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('as written, with the rest on the first standard output', () => {
    expect(moves([{ id: DEPLOY, amount: '1.5', vout: 1 }])).toEqual([
      { vout: 1, asset: TOKEN, amount: 150n },
      { vout: 0, asset: TOKEN, amount: 357n },
      { vout: 0, asset: OTHER, amount: 9n },
    ]);
  });

  test('a failure, and a token whose decimals are not known, moves all to the first standard output', () => {
    const all = [
      { vout: 1, asset: TOKEN, amount: 507n },
      { vout: 1, asset: OTHER, amount: 9n },
    ];
    const shifted = { outputs: [output(DATA, 0n), output(ALICE, 1n)] };
    expect(moves([{ id: DEPLOY, amount: '9', vout: 1 }], shifted)).toEqual(all);
    expect(moves([{ id: OTHER.slice('mrc20:'.length), amount: '1', vout: 1 }], shifted)).toEqual(all);
    expect(moves('nonsense', shifted)).toEqual(all);
  });

  test('beside a deploy or mint a transfer PIN strands everything', () => {
    const tx = transactionOf({ spends: [{ point: COIN }], outputs });
    const transfer = {
      path: '/ft/mrc20/transfer',
      body: utf8(JSON.stringify([{ id: DEPLOY, amount: '1', vout: 1 }])),
    };
    const mint = { path: '/ft/mrc20/mint', body: utf8(JSON.stringify({ id: DEPLOY })) };
    const credits = projectMrc20(tx, { holdings, tokens, pins: [mint, transfer] });
    expect(credits).toEqual([{ vout: undefined, asset: TOKEN, amount: 500n }]);
    expect(projectMrc20(tx, { holdings, tokens, pins: [mint] })).toEqual([
      { vout: 0, asset: TOKEN, amount: 500n },
    ]);
  });

  test('of random blocks it is what the ledger does, one transaction a block', () => {
    let compared = 0;
    for (let seed = 100; seed < 170; seed += 1) {
      const random = new RandomMrc20(seed);
      const index = new Mrc20Index('regtest', 'regtest');
      for (let height = 1; height <= 40; height += 1) {
        const { block } = random.next(1);
        const [, tx] = block.transactions;
        const before = { holdings: [...index.mrc20Holding.values()], tokens: [...index.mrc20Token.values()] };
        const first = index.events.length;
        index.add(block, height);
        if (tx === undefined) continue;
        const makes = pinsOf(tx).some(({ pin }) => ['/ft/mrc20/deploy', '/ft/mrc20/mint'].includes(pin.path));
        const credits = projectMrc20(tx, before);
        if (makes || credits.length === 0) continue;
        compared += 1;
        const told = index.events.slice(first).flatMap((event) => {
          if ('pin' in event || (event.kind !== 'received' && event.kind !== 'burned')) return [];
          const vout =
            event.outpoint === undefined ? undefined : Number.parseInt(event.outpoint.slice(65), 10);
          return [{ vout, asset: event.asset, amount: event.amount }];
        });
        expect(told).toEqual(credits);
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});

describe('what the PIN ledger keeps', () => {
  const made = (pin: { operation: string; path: string; body: string }, creator: Uint8Array | undefined) => {
    const tx = transactionOf({ spends: [{ point: COIN, pin }], outputs: [output(ALICE, 1n)] });
    const block: Block = {
      hash: 'ff'.repeat(32),
      previousHash: '',
      time: 0,
      transactions: [coinbaseOf(9, []), tx],
    };
    const gathered = gatherPins({ block, spent: [[], [output(ALICE, 1n)]] });
    const creators = new Map([...gathered.keys.commits].map((commit) => [commit, creator]));
    const input = { gathered, height: 1, chain: 'regtest', network: 'regtest', count: 0 } as const;
    return applyPins({ ...input, view: { located: [], creators } }).made[0];
  };

  test('no zeros in its texts, and of a long content nothing', () => {
    const long = made({ operation: 'create', path: '/info/\0', body: 'x'.repeat(65_537) }, ALICE);
    expect(long?.row).toMatchObject({ path: '/info/\ufffd', body: undefined });
    expect(long?.content.body.length).toBe(65_537);
    expect(
      made({ operation: 'create', path: '/info', body: 'x'.repeat(65_536) }, ALICE)?.row.body?.length,
    ).toBe(65_536);
  });

  test('a creator without address, or none because the commit is a coinbase, is nobody', () => {
    const pin = { operation: 'create', path: '/info', body: '' };
    expect(made(pin, DATA)?.row.creator).toBe('');
    expect(made(pin, undefined)?.row.creator).toBe('');
    expect(made(pin, ALICE)?.row.creator).toMatch(/^bcrt1/);
  });
});

test('random blocks hold outputs of every kind', () => {
  const random = new RandomMrc20(3);
  const scripts = Array.from({ length: 30 }, () => random.next().block.transactions).flat(2);
  const kinds = new Set(
    scripts.flatMap((tx) =>
      tx.outputs.map(({ script }) => {
        if (decodeOutputPin(script) !== undefined)
          return `PIN after ${script[0] === 0x6a ? 'nothing' : 'an opcode'}`;
        return isStandardOutput(script) || bytesToHex(script);
      }),
    ),
  );
  expect(kinds.size).toBe(5);
});
