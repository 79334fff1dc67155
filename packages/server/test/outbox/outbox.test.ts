/** The outbox on a real database and a fake chain: committed once, sent until final or provably void, whatever dies in between. */
import type { Outpoint } from '@rialto/protocols';
import { bytesToHex, outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commitAndSend } from '../../src/outbox/commit.ts';
import { purposesOf } from '../../src/outbox/purpose.ts';
import type { Purpose } from '../../src/outbox/purpose.ts';
import { replaceBy } from '../../src/outbox/replace.ts';
import { sendUnsent } from '../../src/outbox/worker.ts';
import { insertOutbox } from '../../src/store/outbox-store.ts';
import { nodeDown } from './fake-chain.ts';
import { made, openStage } from './stage.ts';
import type { Made, Stage } from './stage.ts';

/** A purpose no room of the exchange has: it writes down what it is told. */
const told: string[] = [];
const note =
  (what: string) =>
  (_tx: unknown, { reference }: { reference: string }) => {
    told.push(`${what} ${reference}`);
    return Promise.resolve();
  };
const SWAP: Purpose = {
  name: 'swap',
  exclusive: true,
  sent: note('sent'),
  seen: note('seen'),
  confirmed: note('confirmed'),
  undone: note('undone'),
  voided: (_tx, { reference }, { reason: why }) => {
    told.push(`void ${reference}: ${why}`);
    return Promise.resolve();
  },
  final: note('final'),
  cancelled: note('cancelled'),
  replaced: (_tx, { reference }) => {
    told.push(`replaced ${reference}`);
    return Promise.resolve(true);
  },
};

let stage: Stage;
const quiet = (): void => undefined;

beforeAll(async () => {
  stage = await openStage([SWAP]);
});
afterAll(() => stage.drop());
beforeEach(() => {
  told.length = 0;
  stage.warnings.length = 0;
  stage.chain.fault = quiet;
  stage.outbox.at = quiet;
});

const statusOf = async (one: { txid: string }): Promise<string | undefined> => (await stage.row(one))?.status;

/** One that was sent; its first coin is known. */
async function sent(reference: string, value = 9_000n): Promise<{ tx: Made; coin: Outpoint }> {
  const coin = stage.coin();
  const tx = made([coin], value);
  await stage.send('swap', reference, tx);
  return { tx, coin };
}

/** Writes another in the place of one, for the same reference, and sends it. */
async function replace(old: Made, by: Made, reference: string): Promise<void> {
  const commit = { finals: [by], refusals: {} };
  await commitAndSend(stage.outbox, commit, async (tx) => {
    const row = await stage.row(old);
    if (row === undefined) throw new Error('it is in the outbox');
    await replaceBy(stage.outbox, tx, row, { txid: by.txid, fee: null });
    return { purpose: 'swap', reference, replaces: old.txid };
  });
}

describe('a transaction', () => {
  it('is committed, sent, seen, confirmed, undone, confirmed again and final; its purpose is told each time', async () => {
    const { tx } = await sent('a');
    expect(await stage.row(tx)).toMatchObject({
      status: 'sent',
      kind: 'swap',
      reference: 'a',
      replaces: null,
    });
    await stage.look();
    await stage.block(tx);
    expect(await stage.row(tx)).toMatchObject({ status: 'confirmed', height: stage.chain.tip.height });
    await stage.undo();
    expect(await stage.row(tx)).toMatchObject({ status: 'sent', height: null });
    await stage.block(tx);
    for (let depth = 0; depth < 5; depth += 1) await stage.block();
    expect(await statusOf(tx)).toBe('confirmed');
    await stage.block();
    expect(await statusOf(tx)).toBe('final');
    const story = ['sent a', 'seen a', 'confirmed a', 'undone a', 'seen a', 'confirmed a', 'final a'];
    expect(told).toEqual(story);
  });

  it('told twice is told once', async () => {
    const { tx } = await sent('twice');
    await stage.send('swap', 'twice', tx).catch(quiet);
    await stage.work();
    await stage.work();
    expect(told).toEqual(['sent twice']);
  });

  it('that the mempool lost is sent again', async () => {
    const { tx } = await sent('evicted');
    stage.chain.mempool.delete(tx.txid);
    await stage.look();
    await stage.work();
    expect(stage.chain.mempool.has(tx.txid)).toBe(true);
    await stage.block(tx);
    await stage.undo(tx.txid);
    expect(stage.chain.mempool.has(tx.txid)).toBe(false);
    await stage.work();
    expect(stage.chain.mempool.has(tx.txid)).toBe(true);
  });

  it('is sent before what spends it, in the order of the commit', async () => {
    const parent = made([stage.coin()], 9_000n);
    const child = made([outpoint(parent.txid, 0)], 8_000n);
    await stage.send('swap', 'pair', parent, child);
    expect(stage.chain.sent.slice(-2)).toEqual([parent.txid, child.txid]);
    expect([await statusOf(parent), await statusOf(child)]).toEqual(['sent', 'sent']);
  });
});

describe('between commit and send', () => {
  it('killed: nothing was sent, and the worker sends it', async () => {
    stage.outbox.at = (step) => {
      if (step === 'outbox-committed') throw new Error('killed');
    };
    const tx = made([stage.coin()], 9_000n);
    await expect(stage.send('swap', 'killed', tx)).rejects.toThrow('killed');
    expect(stage.chain.mempool.has(tx.txid)).toBe(false);
    expect(await statusOf(tx)).toBe('waiting');
    await stage.work();
    expect(await statusOf(tx)).toBe('sent');
  });

  it('the node goes away: it is committed all the same, and nobody is told that it failed', async () => {
    stage.chain.fault = (call) => (call === 'send' ? nodeDown() : undefined);
    const tx = made([stage.coin()], 9_000n);
    expect(await stage.send('swap', 'away', tx)).toBe(true);
    expect(await stage.row(tx)).toMatchObject({ status: 'waiting', lastAnswer: 'node-down', attempts: 1 });
    stage.chain.fault = quiet;
    await stage.work();
    expect(await stage.row(tx)).toMatchObject({ status: 'sent', lastAnswer: '' });
  });

  it('sending itself fails: it is committed all the same, and the worker goes on', async () => {
    const coin = stage.coin();
    const tx = made([coin], 9_000n);
    stage.outbox.at = (step) => {
      if (step !== 'outbox-committed') return;
      stage.chain.push(made([coin], 5_000n).raw);
      stage.chain.fault = (call) => (call === 'spendingOf' ? nodeDown() : undefined);
    };
    expect(await stage.send('swap', 'failed', tx)).toBe(true);
    expect(stage.warnings).toEqual(['a committed transaction was not sent at once']);
    expect(await statusOf(tx)).toBe('waiting');
  });
});

describe('a commit', () => {
  it('that its room refuses writes nothing and sends nothing', async () => {
    const tx = made([stage.coin()], 9_000n);
    const change = () => Promise.reject(new Refusal('order-closed'));
    const commit = commitAndSend(stage.outbox, { finals: [tx], refusals: {} }, change);
    await expect(commit).rejects.toMatchObject({ code: 'order-closed' });
    expect(await stage.row(tx)).toBeUndefined();
    expect(stage.chain.sent).not.toContain(tx.txid);
  });

  it('that was made before is not made again', async () => {
    const tx = made([stage.coin()], 9_000n);
    const nothing = () => Promise.resolve(undefined);
    expect(await commitAndSend(stage.outbox, { finals: [tx], refusals: {} }, nothing)).toBe(false);
    expect(await stage.row(tx)).toBeUndefined();
  });

  it('that the node refuses is refused in the words of the call, before anything is written', async () => {
    const coin = stage.coin();
    stage.chain.push(made([coin], 5_000n).raw);
    const finals = [made([coin], 9_000n)];
    const never = () => Promise.reject(new Error('the change is not asked for'));
    const taken = commitAndSend(stage.outbox, { finals, refusals: { conflict: 'order-taken' } }, never);
    await expect(taken).rejects.toMatchObject({ code: 'order-taken' });
    const plain = commitAndSend(stage.outbox, { finals, refusals: {} }, never);
    await expect(plain).rejects.toMatchObject({ code: 'node-refused' });
  });
});

describe('another transaction spends its coin', () => {
  it('in the mempool: void, with the reason', async () => {
    const { tx, coin } = await sent('rival');
    const rival = stage.chain.push(made([coin], 5_000n).raw);
    await stage.look();
    const why = `another transaction spends its coins: ${rival.txid}`;
    expect(await stage.row(tx)).toMatchObject({ status: 'void', lastAnswer: why });
    expect(told.at(-1)).toBe(`void rival: ${why}`);
    await stage.work();
    expect(stage.chain.sent.filter((txid) => txid === tx.txid)).toHaveLength(1);
  });

  it('in the mempool, found by the worker before the follower tells', async () => {
    const { tx, coin } = await sent('found');
    const rival = stage.chain.push(made([coin], 5_000n).raw);
    await stage.work();
    const why = `its coin ${coin} is being spent by ${rival.txid}`;
    expect(await stage.row(tx)).toMatchObject({ status: 'void', lastAnswer: why });
  });

  it('in a block: void; and a block that has ours after all makes it right', async () => {
    const { tx, coin } = await sent('block');
    await stage.block(made([coin], 5_000n));
    expect(await statusOf(tx)).toBe('void');
    await stage.undo();
    await stage.block(tx);
    expect(await statusOf(tx)).toBe('confirmed');
    expect(told).toEqual([
      'sent block',
      'void block: a block spent one of its coins another way',
      'confirmed block',
    ]);
  });

  it('in a block that nobody told of: found by the worker', async () => {
    const coin = stage.coin();
    const tx = made([coin], 9_000n);
    stage.chain.fault = (call) => (call === 'send' ? nodeDown() : undefined);
    await stage.send('swap', 'untold', tx);
    stage.chain.fault = quiet;
    await stage.block();
    const tip = stage.chain.tip;
    stage.chain.undo();
    stage.chain.mine([made([coin], 5_000n).raw]);
    const same = stage.chain.blocks.at(-1);
    if (same !== undefined) stage.chain.blocks.splice(-1, 1, { ...same, ...tip });
    await stage.work();
    expect(await stage.row(tx)).toMatchObject({
      status: 'void',
      lastAnswer: `a block spent its coin ${coin} another way`,
    });
  });

  it('is not believed when the node alone says so', async () => {
    const parent = made([stage.coin()], 9_000n);
    const orphan = made([outpoint(parent.txid, 0)], 8_000n);
    await stage.store.transact(async (tx) => {
      for (const { raw } of [orphan, parent])
        await insertOutbox(tx, {
          raw: bytesToHex(raw),
          kind: 'swap',
          reference: 'orphan',
          replaces: null,
          fee: null,
        });
    });
    await stage.work();
    expect(await stage.row(orphan)).toMatchObject({
      status: 'waiting',
      lastAnswer: 'bad-txns-inputs-missingorspent',
    });
    expect(stage.warnings).toEqual(['a transaction of ours is refused and no other spend is seen']);
    await stage.work();
    expect(await statusOf(orphan)).toBe('sent');
  });
});

describe('its payer sends another in its place', () => {
  it('the new one counts; the old one is sent no more', async () => {
    const { tx: old, coin } = await sent('bump');
    const by = made([coin], 7_000n);
    await replace(old, by, 'bump');
    expect([await statusOf(old), await statusOf(by)]).toEqual(['replaced', 'sent']);
    await stage.look();
    await stage.block(by);
    expect([await statusOf(old), await statusOf(by)]).toEqual(['replaced', 'confirmed']);
    const story = ['sent bump', 'replaced bump', 'sent bump', 'seen bump', 'confirmed bump'];
    expect(told.filter((line) => line.endsWith('bump'))).toEqual(story);
  });

  it('a block takes the old one: that one counts, the new one is void', async () => {
    const { tx: old, coin } = await sent('old');
    const by = made([coin], 7_000n);
    await replace(old, by, 'old');
    await stage.block(old);
    expect([await statusOf(old), await statusOf(by)]).toEqual(['confirmed', 'void']);
  });

  it('the node keeps the old one: that one counts again, nothing is void to its room', async () => {
    const { tx: old, coin } = await sent('kept');
    stage.chain.fault = (call) => (call === 'send' ? nodeDown() : undefined);
    const by = made([coin], 7_000n);
    await replace(old, by, 'kept');
    stage.chain.fault = quiet;
    // Somebody builds on the old one: what would go away pays more than the new one.
    const child = stage.chain.push(made([outpoint(old.txid, 0)], 1_000n).raw);
    expect(child.txid).not.toBe(by.txid);
    stage.chain.mempool.delete(child.txid);
    const cheaper = {
      ...stage.port,
      send: () => Promise.resolve({ accepted: false, why: 'conflict', reason: 'insufficient fee' } as const),
    };
    await sendUnsent({ ...stage.outbox, chain: cheaper });
    expect([await statusOf(old), await statusOf(by)]).toEqual(['sent', 'void']);
    expect(told).toEqual(['sent kept', 'replaced kept', 'replaced kept']);
  });

  it('is refused once the old one is in a block', async () => {
    const { tx: old, coin } = await sent('late');
    await stage.block(old);
    const by = made([coin, stage.coin()], 7_000n);
    const late = stage.store.transact(async (tx) => {
      const row = await stage.row(old);
      if (row !== undefined) await replaceBy(stage.outbox, tx, row, { txid: by.txid, fee: null });
    });
    await expect(late).rejects.toMatchObject({ code: 'own-not-waiting' });
    expect(await statusOf(old)).toBe('confirmed');
  });

  it('for nothing but the coins: void in the mempool, and told to its room once a block has it', async () => {
    const { tx: old, coin } = await sent('home');
    const home = made([coin], 4_000n);
    const standsFor = { purpose: 'own', reference: 'owner', replaces: old.txid };
    await commitAndSend(stage.outbox, { finals: [home], refusals: {} }, () => Promise.resolve(standsFor));
    await stage.look();
    expect((await stage.row(old))?.lastAnswer).toMatch(/its coins went back to the payer/);
    await stage.block(home);
    expect(told.slice(1)).toEqual([expect.stringMatching(/^void home/), 'cancelled home']);
  });
});

describe('two outboxes on one table', () => {
  it('send and settle what is theirs only', async () => {
    const { tx, coin } = await sent('theirs');
    const other = { ...stage.outbox, purposes: purposesOf([{ ...SWAP, name: 'elsewhere' }]) };
    stage.chain.mempool.delete(tx.txid);
    const before = stage.chain.sent.length;
    await sendUnsent(other);
    expect(stage.chain.sent).toHaveLength(before);
    await stage.work();
    expect(stage.chain.sent.at(-1)).toBe(tx.txid);
    expect(stage.chain.mempool.get(tx.txid)?.inputs).toHaveLength(1);
    expect(coin).toContain(':');
  });
});

describe('a transaction of somebody else’s purpose in the same table', () => {
  it('that spends a coin of ours stops no block: ours is void, the other is left alone', async () => {
    const coin = stage.coin();
    const [ours, other] = [made([coin], 9_000n), made([coin], 8_000n)];
    await stage.send('own', 'me', ours);
    const row = { raw: bytesToHex(other.raw), kind: 'bridge', reference: 'x', replaces: null, fee: null };
    await stage.store.transact((tx) => insertOutbox(tx, row));
    const before = (await stage.row(other))?.status;
    await stage.block(other);
    expect((await stage.row(ours))?.status).toBe('void');
    expect((await stage.row(other))?.status).toBe(before);
  });
});

it('what is built on one that is void is void with it, by the mempool and by a block; what a block has stays', async () => {
  for (const where of ['mempool', 'block'] as const) {
    const { tx: parent, coin } = await sent(`parent, ${where}`);
    const child = made([outpoint(parent.txid, 0)], 8_000n);
    const grandchild = made([outpoint(child.txid, 0)], 7_000n);
    await stage.send('swap', `child, ${where}`, child);
    await stage.send('swap', `grandchild, ${where}`, grandchild);
    told.length = 0;
    const rival = made([coin], 5_000n);
    if (where === 'block') await stage.block(rival);
    else {
      stage.chain.push(rival.raw);
      await stage.look();
    }
    const why =
      where === 'block'
        ? 'a block spent one of its coins another way'
        : `another transaction spends its coins: ${rival.txid}`;
    const fallen = `what it builds on came to nothing: ${why}`;
    expect(told.filter((what) => what.startsWith('void'))).toEqual([
      `void parent, ${where}: ${why}`,
      `void child, ${where}: ${fallen}`,
      `void grandchild, ${where}: ${fallen}`,
    ]);
    if (where === 'block') await stage.undo();
    await stage.block(parent, child);
    expect(await statusOf(child)).toBe('confirmed');
    expect(await statusOf(grandchild)).toBe('void');
  }
});

it('what its payer’s wallet has sent already is taken over', async () => {
  const tx = made([stage.coin()], 9_000n);
  stage.chain.push(tx.raw);
  await stage.send('own', 'me', tx);
  expect((await stage.row(tx))?.status).toMatch(/sent|seen/);
});
