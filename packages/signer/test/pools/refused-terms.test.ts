/** What is not signed on a pool whatever the hour: a price, an output, a coin, a rune or bytes that are not right. */
import type { PoolSignRequest, UserPoolAct } from '@rialto/contract';
import { bytesToHex, concatBytes, sats } from '@rialto/protocols';
import { buildAct } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { judgeAct } from '../../src/pools/judge-pool.ts';
import { keyOfPool } from '../../src/pools/pool-keys.ts';
import { coin, runeOn, service, stranger, transferOn, user } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import {
  add,
  buy,
  done,
  etchedPool,
  init,
  openPoolSigner,
  openedPool,
  remove,
  requestOf,
  reserves,
  sell,
  tips,
} from './stage.ts';
import type { Act, PoolSigner } from './stage.ts';
import { bent, bytesOf, changed, verdict } from './verdicts.ts';

describe('a price', () => {
  it.each([
    ['buy', (signer: PoolSigner, more: bigint) => buy(signer, { more })],
    ['sell', (signer: PoolSigner, more: bigint) => sell(signer, { more })],
  ] as const)('of a %s is honoured within half the fee, and not a unit beyond', async (_, made) => {
    const signer = await openedPool();
    const most = await firstRefused(signer, (more) => made(signer, more));
    expect(most).toBeGreaterThan(0n);
    expect(await verdict(signer, requestOf(made(signer, most)))).toBe('price-changed');
    expect(await verdict(signer, requestOf(made(signer, most - 1n)))).toBe('accepted');
  });

  it('of shares is exact: not one too many for what comes, not a sat too much for what goes', async () => {
    const signer = await openedPool();
    expect(await verdict(signer, requestOf(add(signer, { more: 1n })))).toBe('price-changed');
    expect(await verdict(signer, requestOf(remove(signer, { shares: 1_000_000n, more: 1n })))).toBe(
      'price-changed',
    );
    expect(await verdict(signer, requestOf(remove(signer, { shares: 1_000_000n })))).toBe('accepted');
  });

  it('of the first shares is the root of what comes', async () => {
    const signer = await etchedPool();
    for (const shares of [316_227_767n, 316_227_765n])
      expect(await verdict(signer, requestOf(init(signer, { shares })))).toBe('price-changed');
  });
});

/** The least that is too much, searched by what the price rule alone says. */
async function firstRefused(signer: PoolSigner, made: (more: bigint) => Act): Promise<bigint> {
  const { poolWorld, poolViews, poolMaster = new Uint8Array() } = signer.parts;
  const [pool] = signer.recall.pools.pools();
  if (pool === undefined) throw new Error('a pool');
  const key = keyOfPool(poolMaster, pool);
  let [fits, not] = [0n, 1n << 24n];
  while (not - fits > 1n) {
    const middle = (fits + not) / 2n;
    const request = requestOf(made(middle)) as UserPoolAct;
    const code = await answer(judgeAct(poolWorld, await poolViews.view(0), { request, key }));
    if (code === 'accepted') fits = middle;
    else not = middle;
  }
  return not;
}

describe('what goes in and out', () => {
  it('burns a thousand shares at first, and nothing later', async () => {
    const signer = await etchedPool();
    for (const burned of [999n, 1_001n])
      expect(await verdict(signer, requestOf(init(signer, { burned })))).toBe('effects-differ');
    await done(signer, init(signer));
    signer.chain.mine();
    const act = buy(signer);
    const [out, ...rest] = act.plan.userOutputs;
    const [rune] = out?.runes ?? [];
    if (out === undefined || rune === undefined) throw new Error('a rune is bought');
    const half = { ...rune, amount: (rune.amount / 2n) as never };
    const other = { ...rune, amount: (rune.amount - rune.amount / 2n) as never };
    const plan = { userOutputs: [{ ...out, runes: [half] }, ...rest], burned: [other] };
    expect(await verdict(signer, bent(act, plan))).toBe('effects-differ');
  });

  it('is the user’s and the pool’s alone', async () => {
    const signer = await openedPool();
    const act = buy(signer);
    const [token, ...rest] = act.plan.userOutputs;
    if (token === undefined) throw new Error('an output');
    const away = {
      userOutputs: [token, ...rest.map((output) => ({ ...output, script: stranger().script }))],
    };
    expect(await verdict(signer, bent(act, away))).toBe('effects-differ');
    const [share] = [signer.recall.pools.pools()[0]?.script ?? ''];
    const home = changed(act, ({ userOutputs }) => ({
      userOutputs: userOutputs.map((one) => ({ ...one, script: share })),
    }));
    expect(await verdict(signer, home)).toBe('not-yours');
  });

  it('leaves a lane a lane', async () => {
    const signer = await openedPool({ poolCaps: { swapPpm: 1_000_000n, hourPpm: 1_000_000n } });
    const act = sell(signer);
    const [lane] = act.plan.poolOutputs;
    if (lane === undefined) throw new Error('a lane');
    const small = changed(act, ({ poolOutputs }) => ({
      poolOutputs: poolOutputs.map((one) => ({ ...one, value: '9999' })),
    }));
    expect(await verdict(signer, small)).toBe('too-small');
    const bare = changed(act, ({ poolOutputs }) => ({
      poolOutputs: poolOutputs.map((one) => ({ ...one, runes: [] })),
    }));
    expect(await verdict(signer, bare)).toBe('lots-differ');
  });

  it('leaves a lane that is worth its way home at the fees of the day', async () => {
    const signer = await openedPool();
    const leaves = (): PoolSignRequest => requestOf(remove(signer, { shares: 315_848_292n }));
    signer.chain.fees = { byTarget: new Map([[144, 25]]), minimum: 1 };
    expect(await verdict(signer, leaves())).toBe('too-small');
    signer.chain.fees = { byTarget: new Map([[144, 1]]), minimum: 1 };
    expect(await verdict(signer, leaves())).toBe('accepted');
  });

  it('pays a service fee that an exchange may ask, and no more', async () => {
    const signer = await openedPool();
    const act = sell(signer, { units: 5_000_000_00n });
    const [, money] =
      act.plan.userOutputs.length === 1 ? [undefined, act.plan.userOutputs[0]] : act.plan.userOutputs;
    if (money === undefined) throw new Error('sats come out');
    const more = 4_000n;
    const plan = {
      userOutputs: act.plan.userOutputs.map((one) =>
        one === money ? { ...one, value: sats(one.value - more) } : one,
      ),
      serviceFee: { script: service().script, value: sats(2_000n + more) },
    };
    expect(await verdict(signer, bent(act, plan))).toBe('effects-differ');
  });
});

describe('a coin', () => {
  it('of a payer is in a block, his, and clean', async () => {
    const signer = await openedPool();
    const act = buy(signer);
    const [paid] = act.plan.userCoins;
    if (paid === undefined) throw new Error('it is paid');
    const { height: _, ...waiting } = paid;
    signer.chain.settled.set(paid.outpoint, waiting);
    expect(await verdict(signer, requestOf(act))).toBe('coin-unconfirmed');
    signer.chain.settled.set(paid.outpoint, { ...paid, assets: [transferOn('hidden')] });
    expect(await verdict(signer, requestOf(act))).toBe('lot-mixed');
    signer.chain.settled.set(paid.outpoint, { ...paid, assets: [runeOn(150, 5n)] });
    expect(await verdict(signer, requestOf(act))).toBe('lot-mixed');
    signer.chain.settled.set(paid.outpoint, { ...paid, script: stranger().script });
    expect(await verdict(signer, requestOf(act))).toBe('not-yours');
    signer.chain.settled.delete(paid.outpoint);
    expect(await verdict(signer, requestOf(act))).toBe('coin-spent');
  });

  it('of the pool descends from its etching: what a stranger sends to its script is none', async () => {
    const signer = await openedPool();
    const { script } = tips(signer).lanes[0] ?? {};
    if (script === undefined) throw new Error('a lane');
    const gift = coin('gift', { script }, 500_000n, [runeOn(150, 1_000_000_000n)]);
    signer.chain.put(gift);
    expect(await verdict(signer, requestOf(buy(signer, { lane: gift })))).toBe('coin-spent');
    expect(reserves(signer).r1).toBe(10_500_000n);
    expect((await signer.parts.poolViews.view(0)).confirmed.r1).toBe(10_000_000n);
  });

  it('of the pool is a lane where a swap takes one, and every one where a provider comes', async () => {
    const signer = await openedPool();
    const { shareCoin } = tips(signer);
    const swapped = changed(buy(signer), () => ({ poolCoins: [shareCoin.outpoint], firstLane: 0 }));
    expect(await verdict(signer, swapped)).toBe('lots-differ');
    const both = changed(buy(signer), ({ poolCoins, poolOutputs }) => ({
      poolCoins: [shareCoin.outpoint, ...poolCoins],
      poolOutputs: [
        { value: '546', runes: [{ asset: tips(signer).shareRune, amount: '1' }] },
        ...poolOutputs,
      ],
      firstLane: 1,
    }));
    expect(await verdict(signer, both)).toBe('psbt-shape');
    const alone = changed(add(signer), ({ poolCoins }) => ({ poolCoins: poolCoins.slice(0, 1) }));
    expect(await verdict(signer, alone)).toBe('psbt-shape');
    const waiting = buy(signer);
    await done(signer, waiting);
    expect(await verdict(signer, requestOf(add(signer)))).toBe('coin-unconfirmed');
  });

  it('of the pool that is spent already is not spent again', async () => {
    const signer = await openedPool();
    const [old] = tips(signer).lanes;
    if (old === undefined) throw new Error('a lane');
    await done(signer, buy(signer));
    expect(await verdict(signer, requestOf(buy(signer, { lane: old })))).toBe('lane-waits');
    signer.chain.mine();
    expect(await verdict(signer, requestOf(buy(signer, { lane: old })))).toBe('coin-spent');
  });
});

describe('a rune', () => {
  it('is the pool’s own, whatever the request says', async () => {
    const signer = await openedPool();
    const other = runeOn(151, 1n).asset;
    expect(await verdict(signer, requestOf(buy(signer), { token: other }))).toBe('lots-differ');
    expect(await verdict(signer, requestOf(buy(signer), { token: tips(signer).shareRune }))).toBe(
      'lots-differ',
    );
    const swapped = changed(buy(signer), ({ userOutputs }) => ({
      userOutputs: userOutputs.map((one) => ({
        ...one,
        runes: one.runes.map((units) => ({ ...units, asset: other })),
      })),
    }));
    expect(await verdict(signer, swapped)).toBe('lots-differ');
  });

  it('is as deep as a reorg goes before a pool opens with it', async () => {
    const signer = await etchedPool();
    const act = init(signer);
    signer.chain.runes.set('150:1' as never, { height: signer.chain.height - 4, burned: 0n, etching: '' });
    expect(await verdict(signer, requestOf(act))).toBe('coin-unconfirmed');
    signer.chain.mine();
    expect(await verdict(signer, requestOf(act))).toBe('accepted');
  });

  it('of shares is so too', async () => {
    const signer = await openPoolSigner();
    const { refillPools } = await import('../../src/pools/pool-stock.ts');
    signer.chain.put(coin('stock of the operator', user('pads', 'p2tr'), 100_000n));
    await refillPools(signer.parts, signer.clock.now);
    signer.chain.mine(2);
    expect(await verdict(signer, requestOf(init(signer)))).toBe('coin-unconfirmed');
  });
});

describe('the transaction', () => {
  it('is ours byte for byte: version, locktime, sequences, the message', async () => {
    const signer = await openedPool();
    const act = buy(signer);
    const { unsigned } = buildAct(act.plan);
    const at =
      (place: number): ((bytes: Uint8Array) => Uint8Array) =>
      (bytes) =>
        bytes.map((byte, index) => (index === place ? byte ^ 1 : byte));
    // Version; the first input's sequence; the locktime.
    const places = [0, 4 + 1 + 36 + 1, unsigned.length - 4];
    for (const place of places) expect(await verdict(signer, bytesOf(act, at(place)))).toBe('psbt-changed');
    const stone = bytesToHex(unsigned).indexOf('6a5d') / 2;
    expect(stone).toBeGreaterThan(0);
    expect(await verdict(signer, bytesOf(act, at(stone + 4)))).toBe('psbt-changed');
    expect(
      await verdict(
        signer,
        bytesOf(act, (bytes) => concatBytes(bytes, Uint8Array.of(0))),
      ),
    ).toBe('psbt-malformed');
  });

  it('is signed by its user, every coin of his and no other', async () => {
    const signer = await openedPool();
    const act = buy(signer);
    const request = requestOf(act) as UserPoolAct;
    const witnesses = (of: (witness: string[], index: number) => string[] | null): UserPoolAct['witnesses'] =>
      request.witnesses.map((witness, index) => (witness === null ? null : of(witness, index)));
    const forged = witnesses((witness) =>
      witness.map((item, at) => (at === 0 ? `${item.slice(0, 20)}00${item.slice(22)}` : item)),
    );
    const none = witnesses(() => null);
    const single = witnesses((witness) =>
      witness.map((item, at) => (at === 0 ? `${item.slice(0, -2)}83` : item)),
    );
    expect(await verdict(signer, requestOf(act, { witnesses: forged }))).toBe('signature-invalid');
    expect(await verdict(signer, requestOf(act, { witnesses: none }))).toBe('signature-missing');
    expect(await verdict(signer, requestOf(act, { witnesses: single }))).toBe('sighash-not-allowed');
    expect(await verdict(signer, requestOf(act, { witnesses: request.witnesses.slice(1) }))).toBe(
      'psbt-shape',
    );
    const ours = request.witnesses.map((witness) => witness ?? ['00'.repeat(64)]);
    expect(await verdict(signer, requestOf(act, { witnesses: ours }))).toBe('psbt-shape');
  });

  it('pays the network within bounds', async () => {
    const fees = { lowestRate: 3, highestRate: 5000, highestFee: 5_000_000n };
    const signer = await openedPool();
    const strict = { ...signer, parts: { ...signer.parts, poolWorld: { ...signer.parts.poolWorld, fees } } };
    expect(await verdict(strict, requestOf(buy(signer)))).toBe('fee-too-low');
    const tight = { ...fees, lowestRate: 0.1, highestFee: 100n };
    const dear = {
      ...signer,
      parts: { ...signer.parts, poolWorld: { ...signer.parts.poolWorld, fees: tight } },
    };
    expect(await verdict(dear, requestOf(buy(signer)))).toBe('fee-too-high');
  });
});
