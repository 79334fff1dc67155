/** A signer of pools that starts again with its folder: it knows its pools, what it signed, and what of that can still confirm. */
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { JournalLine } from '../../src/journal/journal-line.ts';
import { listPools } from '../../src/pools/list-pools.ts';
import { answer } from '../memory/world.ts';
import {
  add,
  buy,
  done,
  finishedRefresh,
  openPoolSigner,
  openedPool,
  refreshOf,
  requestOf,
  sell,
  sign,
  tips,
} from './stage.ts';
import type { PoolSigner } from './stage.ts';

function again(signer: PoolSigner): Promise<PoolSigner> {
  signer.journal.close();
  return openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
}

describe('after a start', () => {
  it('the same request gets the same bytes, another one for its lane none', async () => {
    const signer = await openedPool();
    const [lane] = tips(signer).lanes;
    if (lane === undefined) throw new Error('a lane');
    const request = requestOf(buy(signer, { lane }));
    const first = await sign(signer, request);
    const later = await again(signer);
    expect(await sign(later, request)).toEqual(first);
    expect(await answer(sign(later, requestOf(buy(later, { lane }))))).toBe('lane-waits');
    later.chain.height += 1;
    expect(await answer(sign(later, requestOf(buy(later, { lane }))))).toBe('lane-waits');
  });

  it('the pool is as it was, with all that waits', async () => {
    const signer = await openedPool();
    for (const act of [buy, sell, buy]) await done(signer, act(signer));
    const before = await signer.parts.poolViews.view(0);
    const later = await again(signer);
    const now = await later.parts.poolViews.view(0);
    expect(now.pending).toEqual(before.pending);
    expect([now.confirmed, now.lanes, now.shareCoin]).toEqual([
      before.confirmed,
      before.lanes,
      before.shareCoin,
    ]);
    await done(later, sell(later));
    later.chain.mine();
    await done(later, buy(later));
  });

  it('a line that a power cut tore was never answered', async () => {
    const signer = await openedPool();
    const request = requestOf(buy(signer));
    const whole = readFileSync(signer.path, 'utf8');
    const first = await sign(signer, request);
    const torn = readFileSync(signer.path, 'utf8').slice(0, -40);
    signer.journal.close();
    writeFileSync(signer.path, torn, { mode: 0o600 });
    // The counter goes up behind the line.
    writeFileSync(join(signer.directory, 'pools.count'), '1\n', { mode: 0o600 });
    const later = await openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
    expect(readFileSync(later.path, 'utf8')).toBe(whole);
    expect(await sign(later, request)).toEqual(first);
  });

  it('a journal from before the last act in a block is not believed', async () => {
    const signer = await openedPool();
    const old = readFileSync(signer.path, 'utf8');
    await done(signer, buy(signer));
    signer.chain.mine();
    const request = requestOf(buy(signer));
    signer.journal.close();
    writeFileSync(signer.path, old, { mode: 0o600 });
    const later = await openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
    expect(await answer(sign(later, request))).toBe('lane-unknown');
  });

  it('a journal that forgot what still waits prices nothing before every lane was made anew, six blocks deep', async () => {
    const signer = await openedPool();
    const old = readFileSync(signer.path, 'utf8');
    const { txid } = await done(signer, buy(signer));
    signer.chain.evict(txid);
    signer.journal.close();
    writeFileSync(signer.path, old, { mode: 0o600 });
    const later = await openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
    for (const act of [buy(later), sell(later), add(later)])
      expect(await answer(sign(later, requestOf(act)))).toBe('lane-unknown');
    const { plan, request } = refreshOf(later);
    later.chain.send(finishedRefresh(plan, (await sign(later, request)).signatures));
    later.chain.mine();
    later.chain.height += 4;
    expect(await answer(sign(later, requestOf(buy(later))))).toBe('lane-unknown');
    later.chain.height += 1;
    const first = buy(later);
    expect(await answer(sign(later, requestOf(first)))).toBe('accepted');
    later.journal.close();
    const whole = await openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
    expect(whole.parts.poolCounter.isBehind()).toBe(false);
  });

  it('a counter that is open to others, or holds no number, is refused', async () => {
    const signer = await openedPool();
    const path = join(signer.directory, 'pools.count');
    expect(readFileSync(path, 'utf8')).toBe('1\n');
    writeFileSync(path, 'many');
    await expect(again(signer)).rejects.toThrow('a number');
    chmodSync(path, 0o644);
    await expect(openPoolSigner({}, signer)).rejects.toThrow('open to others');
  });

  it('and nothing is signed when the line cannot be written', async () => {
    const signer = await openedPool();
    const request = requestOf(buy(signer));
    signer.journal.close();
    expect(await answer(sign(signer, request))).toBe('trading-stopped');
    appendFileSync(signer.path, '');
    const later = await openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
    expect(await answer(sign(later, request))).toBe('accepted');
  });
});

describe('a line of the journal', () => {
  it('says everything: the user’s half, ours, every way home, what it was checked by', async () => {
    const signer = await openedPool();
    const request = requestOf(buy(signer));
    const given = await sign(signer, request);
    const line = JournalLine.parse(
      JSON.parse(readFileSync(signer.path, 'utf8').trim().split('\n').at(-1) ?? ''),
    );
    if (line.kind !== 'pool' || !('buildId' in request)) throw new Error('an act of a user');
    expect(line).toMatchObject({
      act: 'buy',
      number: 0,
      token: request.token,
      witnesses: request.witnesses,
      plan: request.plan,
    });
    expect({ signatures: line.signatures, exits: line.exits }).toEqual(given);
    expect(line.coins.map(({ outpoint }) => outpoint)).toEqual([
      ...request.plan.userCoins,
      ...request.plan.poolCoins,
    ]);
    expect(line.exitHeight).toBe(line.height + 2_016);
  });

  it('is one of a closed list', () => {
    const line = { kind: 'pool-etch', number: 0 };
    expect(JournalLine.safeParse(line).success).toBe(false);
  });
});

describe('the list of pools', () => {
  it('has every pool with its key, its rune, and where the shares lie', async () => {
    const signer = await openedPool();
    const { shareCoin, lanes } = tips(signer);
    const [lane] = lanes;
    const { pools } = await listPools(signer.parts);
    expect(pools).toEqual([
      {
        number: 0,
        script: signer.recall.pools.pools()[0]?.script,
        pubkey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        etchTxid: signer.recall.pools.pools()[0]?.etchTxid,
        token: lane?.assets.flatMap((one) => (one.kind === 'rune' ? [one.asset] : []))[0],
        shareCoin: shareCoin.outpoint,
        stopped: false,
        signers: null,
      },
    ]);
    signer.stops.add(0);
    signer.chain.settled.delete(lane?.outpoint ?? ('' as never));
    const { pools: later } = await listPools(signer.parts);
    expect(later[0]).toMatchObject({ stopped: true, shareCoin: null });
    expect(await listPools({ ...signer.parts, poolMaster: undefined })).toEqual({ pools: [] });
  });
});
