/**
 * A pool of two of three signers, each a process with keys and a journal of its own: with one of them away; with a server that lies to the
 * two others; and paid out to its providers when the server is gone.
 */
import { callApi } from '@rialto/devnet';
import { JointText } from '@rialto/contract';
import { openBitcoind } from '@rialto/ground';
import type { BitcoindChain } from '@rialto/ground';
import { hexToBytes, invariant, isFlaw, isOutpoint, readTransaction } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../src/custody/signer-door.ts';
import { askerOf } from '../../src/custody/joint/ask.ts';
import type { AskSigner } from '../../src/custody/joint/ask.ts';
import { signJointly } from '../../src/custody/joint/sign-jointly.ts';
import { refusalOf, until } from '../world.ts';
import {
  act,
  asked,
  build,
  exitsOf,
  expectChain,
  lanesOf,
  loseDatabase,
  poolWorld,
  submit,
  unitsOf,
} from './pooler.ts';
import type { PoolWorld } from './pooler.ts';
import { codeOf, dearer, requestOf } from './signer-asks.ts';

const NEEDED = 2;
const R1 = 2_000_000n;
const R2 = 10_000_000n;

let place: PoolWorld;
let chain: BitcoindChain;
let asks: readonly AskSigner[];

beforeAll(async () => {
  place = await poolWorld({}, { jointSigners: { count: 3, needed: NEEDED } });
  const { exchange, chain: node } = place.world;
  chain = openBitcoind({ url: node.rpcUrl, cookieFile: node.cookieFile });
  asks = [exchange.signerSocket, ...exchange.otherSigners.map(({ socket }) => socket)].map((socket) =>
    askerOf(openDoor(socket)),
  );
  const amounts = { token1Amount: R1.toString(), token2Amount: R2.toString() };
  await act(place, place.first, 'buildInit', amounts);
  await place.world.mine();
}, 300_000);

afterAll(async () => {
  chain.close();
  await place.world.stop();
});

/** Until every signer answers. */
async function allBack(): Promise<void> {
  for (const ask of asks)
    await until(async () => (await ask('pools', {})).pools.length > 0, 'the signer is back', 30_000);
}

const halvesOf = (all: readonly { readonly key: string; readonly signatures: readonly string[] }[]) =>
  all.map(({ key, signatures }) => ({ key: hexToBytes(key), signatures: signatures.map(hexToBytes) }));

describe('a pool of two of three signers', () => {
  it('has one script of three keys, and every act needs two of them', async () => {
    const { rows } = await asked(place.world, 'select public_key from pools');
    expect(rows.map((row) => String(row['public_key']).split(':').length)).toEqual([4, 4]);
    await expectChain(place);
    const [buyer] = place.others;
    invariant(buyer !== undefined, 'a buyer');
    const { txid } = await act(place, buyer, 'build1x', { sourceAmount: '50000' });
    const { rows: sent } = await asked(place.world, 'select raw from outbox where txid = $1', [txid]);
    expect(sent).toHaveLength(1);
    await place.world.mine();
    await expectChain(place);
  });

  it('goes on without any one of them, and catches it up', async () => {
    const { exchange } = place.world;
    for (const away of [exchange.otherSigners[1]?.part, exchange.signer]) {
      invariant(away !== undefined, 'a signer');
      await away.stop();
      try {
        for (const [at, who] of place.others.slice(0, 2).entries()) {
          const before = await unitsOf(place, who);
          await act(place, who, at === 0 ? 'build1x' : 'build2x', {
            sourceAmount: at === 0 ? '20000' : '100000',
          });
          await place.world.mine();
          expect(await unitsOf(place, who)).not.toBe(before);
        }
      } finally {
        await away.restart();
      }
      await allBack();
    }
    // One that was away has every line again, and stands for the next beside another that is away now.
    const [second] = exchange.otherSigners;
    await second?.part.stop();
    const [buyer] = place.others;
    invariant(buyer !== undefined, 'a buyer');
    await act(place, buyer, 'build1x', { sourceAmount: '20000' });
    await second?.part.restart();
    await allBack();
    await place.world.mine();
    await expectChain(place);
  });

  it('signs nothing with two of them away, and the same act when one is back', async () => {
    const { otherSigners } = place.world.exchange;
    const [buyer] = place.others;
    invariant(buyer !== undefined, 'a buyer');
    const built = await build(place, buyer, 'build1x', { sourceAmount: '20000' });
    for (const { part } of otherSigners) await part.stop();
    expect(await refusalOf(submit(place, buyer, built))).toBe('signer-down');
    for (const { part } of otherSigners) await part.restart();
    await until(async () => (await submit(place, buyer, built)).txid !== '', 'it is signed', 30_000);
    await place.world.mine();
    await expectChain(place);
  });

  it('refuses a server that lies to the two others, and signs for one that tells the truth', async () => {
    const [buyer] = place.others;
    invariant(buyer !== undefined, 'a buyer');
    const { exchange } = place.world;
    await exchange.otherSigners[1]?.part.stop();
    const two = asks.slice(0, 2);
    const group = { all: two, needed: NEEDED };
    // Either may have been away for the act before. One that needs both brings them level, so that no line is written below but by a lie.
    await act(place, buyer, 'build1x', { sourceAmount: '20000' });
    await place.world.mine();
    const built = await build(place, buyer, 'build1x', { sourceAmount: '40000' });
    const { buildId } = built;
    const { request, raw } = await requestOf(place, { who: buyer, buildId });
    const { poolNumber } = request;
    const journaled = async (): Promise<number[]> =>
      Promise.all(
        two.map(async (ask) => {
          const { next, open } = await ask('jointView', { poolNumber, unsigned: null });
          expect(open).toBeNull();
          return next;
        }),
      );
    const before = await journaled();
    expect(before[0]).toBe(before[1]);

    // Reserves that are not there: the price of a larger pool.
    const bent = await requestOf(place, { who: buyer, buildId }, dearer(5_000n));
    expect(await codeOf(signJointly(group, bent.request))).toBe('price-changed');
    // Amounts that are not the transaction's.
    const changed = { ...request, plan: { ...request.plan, serviceFee: null } };
    expect(await codeOf(signJointly(group, changed))).toBe('signer-refused');
    // A lane that is none: the share coin, and a coin of the buyer's.
    const share = (
      await callApi(place.world.origin, 'pool', {
        params: { kind: 'runes', pair: `btc-${place.rune}` },
        query: { net: 'regtest' },
      })
    ).shareCoin;
    for (const foreign of [share, request.plan.userCoins[0]]) {
      invariant(foreign != null && isOutpoint(foreign), 'a coin');
      const plan = { ...request.plan, poolCoins: [foreign] };
      expect(await codeOf(signJointly(group, { ...request, plan }))).toBe('signer-refused');
    }
    // One block further, or another number, than each sees by itself.
    const views = await Promise.all(two.map((ask) => ask('jointView', { poolNumber, unsigned: null })));
    const [view] = views;
    invariant(view !== undefined, 'somebody answers');
    const terms = {
      number: view.next,
      listHeight: view.tip.height,
      exitRate: view.exitRate,
      isTrial: false,
      sign: request,
    };
    for (const lie of [
      { listHeight: terms.listHeight + 1 },
      { listHeight: terms.listHeight - 1 },
      { number: terms.number + 1 },
      { number: terms.number - 1 },
      { exitRate: terms.exitRate * 10 },
      { exitRate: terms.exitRate / 10 },
    ])
      for (const ask of two)
        expect(await codeOf(ask('jointPromise', { ...terms, ...lie }))).toMatch(/syncing|lane-waits|refused/);
    expect(await journaled()).toEqual(before);

    // Both stand for it; but the ways home that they are shown are other ones, or signed by one alone.
    const promised = await Promise.all(
      two.map(async (ask) => {
        const { promised: one } = await ask('jointPromise', terms);
        invariant(one !== null, 'it was no trial');
        return one;
      }),
    );
    const line = { text: promised[0]?.text ?? '', signatures: promised.map(({ vote }) => vote) };
    const halves = promised.map(({ key, halves: of }) => ({ key, halves: of }));
    const [mine, theirs] = halves;
    invariant(mine !== undefined && theirs !== undefined, 'two stand for it');
    const read = JointText.parse(JSON.parse(line.text));
    invariant(read.kind === 'act', 'an act');
    const others = {
      ...read,
      exits: read.exits.map((text) => text.replace(/"listHeight": \d+/, '"listHeight": 1')),
    };
    for (const ask of two) {
      const [vote] = line.signatures;
      invariant(vote !== undefined, 'a vote');
      expect(await codeOf(ask('jointSign', { line: { ...line, signatures: [vote, vote] }, halves }))).toBe(
        'signer-refused',
      );
      expect(await codeOf(ask('jointSign', { line, halves: [mine] }))).toBe('signer-refused');
      expect(
        await codeOf(ask('jointSign', { line, halves: [mine, { ...theirs, halves: mine.halves }] })),
      ).toBe('signer-refused');
      const lied = { ...line, text: JSON.stringify(others) };
      expect(await codeOf(ask('jointSign', { line: lied, halves }))).toMatch(/refused|lane-unknown/);
    }

    // The truth, by the server; and whoever asks again gets the same.
    const { txid } = await submit(place, buyer, built);
    const signed = await signJointly(group, request);
    const again = readTransaction(raw(halvesOf(signed.halves)));
    expect(isFlaw(again) ? again.flaw : again.txid).toBe(txid);
    expect(signed.exits.map((text) => readExit(text).pool.kind.signatures)).toEqual([NEEDED]);
    await exchange.otherSigners[1]?.part.restart();
    await allBack();
    await place.world.mine();
    await expectChain(place);
  });

  it('has its ways home again when the database is lost, though the first signer has none of them', async () => {
    const { exchange } = place.world;
    const [buyer] = place.others;
    invariant(buyer !== undefined, 'a buyer');
    await exchange.signer.stop();
    await act(place, buyer, 'build1x', { sourceAmount: '20000' });
    await exchange.signer.restart();
    await allBack();
    await place.world.mine();
    const before = await exitsOf(place);
    expect(before.exits).not.toEqual([]);
    await loseDatabase(place.world);
    await exchange.ready();
    const { lanes } = await lanesOf(place);
    const found = async () => (await exitsOf(place)).exits;
    await until(async () => (await found()).length === lanes.length, 'the ways home are there', 30_000);
    for (const exit of await found()) expect(before.exits).toContainEqual(exit);
    for (const who of [place.first, ...place.others]) await who.login();
    await expectChain(place);
  }, 120_000);

  it('pays its providers when the server and a signer are gone', async () => {
    const { world, first } = place;
    const { lanes } = await lanesOf(place);
    const { exits } = await exitsOf(place);
    const own = exits.filter(({ lane }) => lanes.some(({ outpoint }) => outpoint === lane));
    expect(own).toHaveLength(lanes.length);
    await world.exchange.server.stop();
    const { rpc } = world.chain.node;
    const before = Number(await rpc('getblockcount'));
    for (const { text: exit } of own) {
      const { transactions, locktime, holders } = readExit(exit);
      const [root] = transactions;
      invariant(root !== undefined, 'a transaction');
      const [early] = await chain.testAccept([root.raw]);
      expect(early).toMatchObject({
        accepted: false,
        reason: expect.stringContaining('non-final') as string,
      });
      const height = Number(await rpc('getblockcount'));
      await world.chain.mine(locktime - height);
      for (const { raw } of transactions) expect(await chain.send(raw)).toEqual({ accepted: true });
      await world.chain.mine(1);
      // Where the rune goes then is read by the ledgers in psbt's tests of dissolutions on the node.
      expect(await rpc('getrawmempool')).toEqual([]);
      expect(holders[0]?.script).toEqual(first.script);
      expect(holders.reduce((sum, { value }) => sum + value, 0n)).toBeGreaterThan(R1 / 2n);
    }
    // The blocks are taken back, so that the world ends with books that agree: to read two weeks of them is another test.
    await rpc('invalidateblock', [await rpc('getblockhash', [before + 1])]);
    await world.exchange.server.restart();
    await world.exchange.ready();
  }, 120_000);
});
