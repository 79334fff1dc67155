/** The signer's process on a real node: pads, parallel asks, kill -9, second use, the kill switch, the stock. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Trader } from '@rialto/devnet';
import { padAddress } from '@rialto/devnet';
import { openPool } from '@rialto/ground';
import { sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { planFanOut, scriptToAddress, signFanOut } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cosign } from '../src/cosign/cosign.ts';
import { assertReadOnly } from '../src/files/read-only.ts';
import { refill } from '../src/pads/stock-keeper.ts';
import { openStockSender } from '../src/pads/stock-sender.ts';
import { finalOf } from './asks.ts';
import type { SignerWorld } from './asks.ts';
import { HUGE, REST_MS, codeOf, coinOf, inProcess, openMarket, witnessOf } from './market.ts';

let s: SignerWorld;
let buyer: Trader;
let taproot: Trader;
let orders: readonly string[];

beforeAll(async () => {
  ({ s, buyer, taproot, orders } = await openMarket(4));
});

afterAll(() => s.stop());

const at = (index: number): string => orders[index] ?? '';

const isUp = (): Promise<void> =>
  vi.waitFor(async () => expect((await s.ask({ op: 'status' })).ok).toBe(true), {
    timeout: 15_000,
    interval: 100,
  });

/** The buyer moves the coin that was to pay. */
function spendElsewhere(trader: Trader, coin: Coin): Uint8Array {
  const request = { coins: [coin], script: trader.script, count: 1, value: sats(10_000n), feeRateSatVb: 30 };
  return signFanOut(planFanOut(request), trader.key).raw;
}

describe('pads', () => {
  it('a coin that somebody sent to the pads’ address is never a pad', async () => {
    const address = await padAddress(s.world.exchange.signerSocket);
    const before = await s.ask({ op: 'status' });
    const [sent] = await s.world.chain.fundMany([{ address, sats: 600n }]);
    await s.world.mine();
    expect(await s.ask({ op: 'status' })).toEqual(before);
    const parts = inProcess(s);
    const made = s.journal().flatMap((line) => line.makes);
    const foreign = (await s.ledger.coinsOf(parts.key.script))?.filter((coin) => coin.value === 600n);
    const gift = foreign?.find((coin) => !made.includes(coin.outpoint));
    expect(sent).toBeDefined();
    expect(gift?.height).toBeDefined();
    const valid = await s.valid(buyer, [at(0)]);
    const plan = { ...valid.ask.plan, pad: { coin: gift?.outpoint, platform: true } };
    expect(codeOf(await s.cosign({ ...valid.ask, plan }))).toBe('not-yours');
    const own = { ...valid.ask.plan, pad: { ...valid.ask.plan.pad, platform: false } };
    expect(codeOf(await s.cosign({ ...valid.ask, plan: own }))).toBe('not-yours');
    const leased = new Set<unknown>();
    for (const script of scripts(70)) leased.add(await parts.pads.lease(script, Date.now()));
    expect(leased.has(gift?.outpoint)).toBe(false);
    expect(leased.size).toBe(60);
    expect(leased).not.toContain(undefined);
  });

  it('one pad for one address, another for another, free again when the lease ends', async () => {
    const parts = inProcess(s);
    const [one, two] = scripts(2);
    if (one === undefined || two === undefined) throw new Error('two scripts');
    const now = Date.now();
    const first = await parts.pads.lease(one, now);
    expect(await parts.pads.lease(one, now + 119_000)).toBe(first);
    expect(await parts.pads.lease(two, now)).not.toBe(first);
    const { free } = await parts.pads.count(now);
    expect((await parts.pads.count(now + 121_000)).free).toBe(free + 2);
    parts.pads.release(first ?? '');
    expect((await parts.pads.count(now)).free).toBe(free + 1);
  });

  it('parallel leases of one address get one pad; a wrong address gets none', async () => {
    const address = scriptToAddress(scripts(9)[8] ?? new Uint8Array(), 'regtest') ?? '';
    const answers = await Promise.all(Array.from({ length: 12 }, () => s.ask({ op: 'lease', address })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ ok: true, data: { outpoint: expect.stringMatching(/:/) as string } });
    expect(codeOf(await s.ask({ op: 'lease', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }))).toBe(
      'wrong-network',
    );
    expect(codeOf(await s.ask({ op: 'lease', address: 'nonsense' }))).toBe('wrong-address-type');
  });

  it('two hundred who only ask leave pads for the next, a different one for each of as many as there are', async () => {
    const parts = inProcess(s);
    const { stock } = await parts.pads.count(Date.now());
    const leased: unknown[] = [];
    for (const script of scripts(201)) leased.push(await parts.pads.lease(script, Date.now()));
    expect(leased).not.toContain(undefined);
    expect(new Set(leased.slice(0, stock)).size).toBe(stock);
    expect(new Set(leased).size).toBe(stock);
    // Given again in the order in which they were kept.
    expect(leased.slice(stock, stock * 2)).toEqual(leased.slice(0, stock));
  });
});

function scripts(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, n) => Uint8Array.from([0, 20, n, ...new Uint8Array(19).fill(7)]));
}

describe('one pad, many asks at once', () => {
  it('gives one digest, the same witness to all who ask for it, and keeps to it over kill -9', async () => {
    const [a, b, c] = [
      await s.valid(buyer, [at(0)]),
      await s.valid(buyer, [at(1)]),
      await s.valid(buyer, [at(0)], 3),
    ];
    expect(new Set([a.ask.plan.pad.coin, b.ask.plan.pad.coin, c.ask.plan.pad.coin]).size).toBe(1);
    const asks = Array.from({ length: 45 }, (_, n) => [a, b, c][n % 3] ?? a);
    const answers = await Promise.all(asks.map((valid) => s.cosign(valid.ask)));
    const digests = s.digests().get(a.ask.plan.pad.coin);
    expect(digests?.size).toBe(1);
    const signed = answers.filter((answer) => answer.ok);
    expect(signed).toHaveLength(15);
    expect(new Set(signed.map((answer) => witnessOf(answer).join())).size).toBe(1);
    expect(new Set(answers.filter((answer) => !answer.ok).map(codeOf))).toEqual(new Set(['take-expired']));
    const winner = asks[answers.findIndex((answer) => answer.ok)] ?? a;
    const loser = winner === a ? b : a;
    await s.world.exchange.signer.kill();
    await isUp();
    expect(codeOf(await s.cosign(loser.ask))).toBe('take-expired');
    expect(witnessOf(await s.cosign(winner.ask))).toEqual(witnessOf(signed[0] ?? { ok: false, code: '' }));
    expect(s.digests().get(a.ask.plan.pad.coin)?.size).toBe(1);
    // What was signed is what the node takes.
    const [verdict] = await s.chain.testAccept([finalOf(winner, witnessOf(await s.cosign(winner.ask)))]);
    expect(verdict?.accepted).toBe(true);
  });

  it('lets no second ask in between the check and the journal', async () => {
    const pair = [await s.valid(taproot, [at(1)]), await s.valid(taproot, [at(2)])];
    const parts = inProcess(s);
    const slow = async (point: string, now: number): Promise<boolean> => {
      const may = await parts.pads.mayBeSigned(point, now);
      await new Promise((resolve) => setTimeout(resolve, 80));
      return may;
    };
    const pads = { ...parts.pads, mayBeSigned: slow };
    const acts = pair.map(({ ask }) => cosign({ ...parts, pads }, ask, () => false));
    const results = await Promise.allSettled(acts);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(parts.journal.recall.signedFor(pair[0]?.ask.plan.pad.coin ?? '')).toHaveLength(1);
  });

  it('has at most one digest for each pad when it is killed in the middle', async () => {
    const valid = [await s.valid(taproot, [at(1)]), await s.valid(taproot, [at(2)])];
    for (let round = 0; round < 2; round += 1) {
      const asks = Array.from({ length: 20 }, (_, n) => s.cosign(valid[n % 2]?.ask).catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, 15 + round * 25));
      await s.world.exchange.signer.kill();
      await Promise.all(asks);
      await isUp();
    }
    const answers = [await s.cosign(valid[0]?.ask), await s.cosign(valid[1]?.ask)];
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    for (const digests of s.digests().values()) expect(digests.size).toBe(1);
  });
});

describe('a second take for a pad', () => {
  it('waits while the first may confirm; a block that makes it void frees the pad, so does a long rest', async () => {
    const trader = s.world.trader('mover', 'p2tr');
    await s.world.fund(trader, [300_000n]);
    await trader.login();
    const valid = await s.valid(trader, [at(3)]);
    const witness = witnessOf(await s.cosign(valid.ask));
    expect(witness).toHaveLength(1);
    const { pads } = inProcess(s);
    const now = Date.now();
    expect(await pads.mayBeSigned(valid.ask.plan.pad.coin, now)).toBe(false);
    expect(await pads.mayBeSigned(valid.ask.plan.pad.coin, now + REST_MS + 1000)).toBe(true);
    // In the mempool: the pad is at work, and the rest begins when it is last seen there.
    expect((await s.chain.send(finalOf(valid, witness))).accepted).toBe(true);
    const late = now + 10 * REST_MS;
    await pads.count(late);
    expect(await pads.mayBeSigned(valid.ask.plan.pad.coin, late + REST_MS - 1000)).toBe(false);
    // Replaced by the buyer: gone from the mempool, yet it could come back until a block has decided.
    expect((await s.chain.send(spendElsewhere(trader, coinOf(valid)))).accepted).toBe(true);
    expect(await pads.mayBeSigned(valid.ask.plan.pad.coin, late + 1000)).toBe(false);
    await s.world.mine();
    expect(await pads.mayBeSigned(valid.ask.plan.pad.coin, late + 1000)).toBe(true);
    expect(codeOf(await s.cosign(valid.ask))).toBe('coin-spent');
  });
});

describe('the kill switch', () => {
  it('stops co-signing, leases and the stock at once, and lets go when it is taken away', async () => {
    const valid = await s.valid(taproot, [at(2)]);
    const stop = join(s.directory, 'STOP');
    writeFileSync(stop, '');
    try {
      expect(codeOf(await s.cosign(valid.ask))).toBe('trading-stopped');
      expect(codeOf(await s.ask({ op: 'lease', address: taproot.address }))).toBe('trading-stopped');
      expect(await s.ask({ op: 'status' })).toMatchObject({ ok: true, data: { stopped: true } });
      const keeper = { ...inProcess(s), stopped: () => existsSync(stop) };
      const sender = { sendAll: () => Promise.reject(new Error('nothing is sent')) };
      const stock = { ...keeper, chain: s.chain, ledger: s.ledger, sender, target: 1000, padValue: 600n };
      expect(await refill({ ...stock, feeRate: { lowest: 2, highest: 2 } }, Date.now())).toBe(0);
    } finally {
      rmSync(stop);
    }
    expect(codeOf(await s.cosign(valid.ask))).toMatch(/signed|take-expired/);
  });
});

describe('the stock', () => {
  it('is sent from the journal after a crash before the first send, the same transaction, until it is in a block', async () => {
    await s.world.exchange.signer.stop();
    const parts = inProcess(s);
    const lines: string[] = [];
    const say = (text: string) => lines.push(text);
    const { chain, ledger } = s;
    const { recall } = parts.journal;
    const cut = openStockSender({
      chain: { ...chain, send: () => Promise.reject(new Error('the power went')) },
      recall,
      key: parts.key,
      say,
    });
    const keeper = {
      ...parts,
      chain,
      ledger,
      target: 100,
      padValue: 600n,
      feeRate: { lowest: 2, highest: 5 },
    };
    await expect(refill({ ...keeper, sender: cut }, Date.now())).rejects.toThrow('the power went');
    const line = recall.stock().at(-1);
    expect(line?.unsigned.slice(8, 12)).not.toBe('0001');
    expect(await chain.rawTransaction(line?.txid as Txid)).toBeUndefined();
    // A new process with the same journal sends it, and makes no other one beside it.
    const sender = openStockSender({ chain, recall, key: parts.key, say });
    const size = recall.size;
    expect(await refill({ ...keeper, sender }, Date.now())).toBe(0);
    expect(recall.size).toBe(size);
    const raw = await chain.rawTransaction(line?.txid as Txid);
    expect(raw).toBeDefined();
    expect(await sender.sendAll()).toHaveLength(1);
    await s.world.mine();
    expect(await sender.sendAll()).toEqual([]);
    const { stock } = await parts.pads.count(Date.now());
    expect(stock).toBeGreaterThan(80);
    // A reorg takes the block away: it is sent again until it has one.
    await s.world.chain.reorg(1);
    await sender.sendAll();
    await s.world.mine();
    expect(await sender.sendAll()).toEqual([]);
    expect((await parts.pads.count(Date.now())).stock).toBe(stock);
    expect(lines).toEqual([]);
    await expect(
      refill({ ...keeper, sender, target: 400, limits: { ...HUGE, stockFees: 10n } }, Date.now()),
    ).rejects.toThrow('limit-reached');
    await s.world.exchange.signer.restart();
    await isUp();
  });
});

describe('the money of the stock', () => {
  // Else the program itself would find the coins before anything is on them.
  beforeAll(() => s.world.exchange.signer.stop());
  afterAll(async () => {
    await s.world.exchange.signer.restart();
    await isUp();
  });

  it('is found among coins of strangers that carry something, however many and large they are', async () => {
    const { chain, ledger, world } = s;
    const parts = inProcess(s);
    const address = scriptToAddress(parts.key.script, 'regtest') ?? '';
    const large = Array.from({ length: 20 }, () => ({ address, sats: 5_000_000n }));
    const gifts = (await world.chain.fundMany(large)).map(({ txid, vout }) => `${txid}:${vout}`);
    await world.mine();
    const database = openPool({ url: world.database.ownerUrl, most: 1, onError: () => undefined });
    await database.query(
      `with gift as (
         select split_part(point, ':', 1) || 'i' || n as id, point, n from unnest($1::text[]) with ordinality u (point, n)
       ), inscribed as (
         insert into inscription (id, sequence, number, vindicated, height) select id, 900000 + n, 900000 + n, false, 1 from gift
       )
       insert into location (inscription, outpoint, "offset", value, script) select id, point, 0, 5000000, '' from gift`,
      [gifts],
    );
    await database.end();
    const sender = openStockSender({
      chain,
      recall: parts.journal.recall,
      key: parts.key,
      say: () => undefined,
    });
    const keeper = { ...parts, chain, ledger, sender, padValue: 600n, feeRate: { lowest: 2, highest: 5 } };
    await sender.sendAll();
    const { usable } = await parts.pads.count(Date.now());
    expect(await refill({ ...keeper, target: usable * 2 }, Date.now())).toBe(Math.min(100, usable));
    const spent = parts.journal.recall
      .stock()
      .at(-1)
      ?.coins.map(({ outpoint }) => outpoint);
    expect(spent?.length).toBeGreaterThan(0);
    expect(spent?.filter((point) => gifts.includes(point))).toEqual([]);
  });
});

describe('around the process', () => {
  it('keeps its files to itself', () => {
    expect(statSync(s.directory).mode & 0o777).toBe(0o700);
    for (const name of ['pad.key', 'journal.jsonl', 'leases.json'])
      expect(statSync(join(s.directory, name)).mode & 0o777).toBe(0o600);
    expect(statSync(s.world.exchange.signerSocket).mode & 0o777).toBe(0o660);
  });

  it('refuses a role that may write', async () => {
    const { ownerUrl, signerUrl } = s.world.database;
    const pools = [ownerUrl, signerUrl].map((url) => openPool({ url, most: 1, onError: () => undefined }));
    const [owner, reader] = pools;
    if (owner === undefined || reader === undefined) throw new Error('two pools');
    await expect(assertReadOnly(owner)).rejects.toThrow('may write');
    await assertReadOnly(reader);
    for (const pool of pools) await pool.end();
  });

  it('does not start beside another signer of the same directory', async () => {
    const { rpcUrl, cookieFile } = s.world.chain;
    const program = resolve(import.meta.dirname, '../../../dist/signer.mjs');
    const child = spawn(process.execPath, [program], {
      env: {
        NETWORK: 'regtest',
        NODE_RPC_URL: rpcUrl,
        NODE_COOKIE_FILE: cookieFile,
        SIGNER_DIR: s.directory,
        LEDGER_URL: s.world.database.signerUrl,
        SIGNER_SOCKET: `${s.world.exchange.signerSocket}2`,
      },
    });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    const code = await new Promise((done) => child.once('exit', done));
    expect(code).toBe(1);
    expect(text).toContain('another signer');
  });

  it('has said no secret in its log', () => {
    const log = readFileSync(join(s.world.directory, 'exchange', 'signer.log'), 'utf8');
    const key = readFileSync(join(s.directory, 'pad.key'), 'utf8').trim();
    const cookie = readFileSync(s.world.chain.cookieFile, 'utf8').trim();
    const password = new URL(s.world.database.signerUrl).password;
    expect(log).toContain('ready');
    expect(log).toContain('refused');
    for (const secret of [key, cookie, password]) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/[0-9a-f]{64}/);
  });
});
