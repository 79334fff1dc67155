/** Each act of a pool signed, with what its signature is worth: the node takes it, the reserves are what was meant, every lane has its way home. */
import { bytesToHex } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { perShareFell } from '@rialto/market';
import { describe, expect, it } from 'vitest';
import {
  add,
  buy,
  done,
  etchedPool,
  finishedRefresh,
  init,
  openedPool,
  refreshOf,
  remove,
  requestOf,
  reserves,
  sell,
  sign,
  tips,
  unitsOf,
} from './stage.ts';

describe('an act', () => {
  it('of first liquidity opens the pool, burns a thousand shares, and has a way home', async () => {
    const signer = await etchedPool();
    const { exits } = await done(signer, init(signer));
    signer.chain.mine();
    expect(reserves(signer)).toEqual({ r1: 10_000_000n, r2: 10_000_000_000n, shares: 316_227_766n });
    const { shareRune, lanes } = tips(signer);
    expect(signer.chain.runes.get(shareRune.slice(5) as never)?.burned).toBe(1_000n);
    expect(exits).toHaveLength(1);
    const exit = readExit(exits[0] ?? '');
    expect(exit.lane).toMatchObject({ outpoint: lanes[0]?.outpoint, value: 10_000_000n });
    expect(exit.locktime).toBe(signer.chain.height - 1 + 2_016);
  });

  it.each(['buy', 'sell'] as const)(
    'of a %s takes a lane and makes one, and nobody behind a share has less',
    async (kind) => {
      const signer = await openedPool();
      const before = reserves(signer);
      const { signatures } = await done(signer, { buy, sell }[kind](signer));
      expect(signatures).toHaveLength(1);
      signer.chain.mine();
      expect(perShareFell(before, reserves(signer))).toBe(false);
      expect(reserves(signer).shares).toBe(before.shares);
    },
  );

  it('of more liquidity and of less', async () => {
    const signer = await openedPool();
    const before = reserves(signer);
    const provider = add(signer);
    expect((await done(signer, provider)).signatures).toHaveLength(2);
    signer.chain.mine();
    const between = reserves(signer);
    const shares = between.shares - before.shares;
    expect(shares).toBeGreaterThan(0n);
    await done(signer, remove(signer, { by: provider.by, shares }));
    signer.chain.mine();
    expect(reserves(signer).shares).toBe(before.shares);
    expect(perShareFell(before, reserves(signer))).toBe(false);
  });

  it('of the keeper makes a lane anew, with all of its units', async () => {
    const signer = await openedPool();
    const units = unitsOf(tips(signer).lanes[0]);
    const { plan, request } = refreshOf(signer);
    const { signatures, exits } = await sign(signer, request);
    signer.chain.send(finishedRefresh(plan, signatures));
    signer.chain.mine();
    expect(unitsOf(tips(signer).lanes[0])).toBe(units);
    expect(exits).toHaveLength(1);
  });

  it('stands on one that waits, twenty deep', async () => {
    const signer = await openedPool();
    for (let n = 0; n < 20; n += 1) await done(signer, n % 2 === 0 ? buy(signer) : sell(signer));
    expect(signer.chain.waiting.size).toBe(20);
    signer.chain.mine();
    await done(signer, buy(signer));
  });

  it('has a way home for those whom no block has as providers yet, and for the rest of those who leave', async () => {
    const signer = await openedPool();
    const [one, two] = [add(signer), () => add(signer, { sats: 500_000n })];
    await done(signer, one);
    const { exits } = await done(signer, two());
    const { holders, lane } = readExit(exits[0] ?? '');
    expect(holders).toHaveLength(3);
    const of = (script: Uint8Array): bigint =>
      holders.find((held) => bytesToHex(held.script) === bytesToHex(script))?.value ?? 0n;
    expect(of(signer.lp.script) > of(one.by.script) && of(one.by.script) > 900_000n).toBe(true);
    expect(lane.value).toBe(reserves(signer).r1);
    const shares = reserves(signer).shares / 2n;
    const left = await done(signer, remove(signer, { shares }));
    const after = readExit(left.exits[0] ?? '').holders;
    const still =
      after.find(({ script }) => bytesToHex(script) === bytesToHex(signer.lp.script))?.value ?? 0n;
    expect(still < of(signer.lp.script) / 2n && still > 0n).toBe(true);
    expect(after).toHaveLength(3);
  });

  it('asked for twice is answered twice the same, with one line', async () => {
    const signer = await openedPool();
    const request = requestOf(buy(signer));
    const first = await sign(signer, request);
    const { size } = signer.recall;
    expect(await sign(signer, request)).toEqual(first);
    expect(signer.recall.size).toBe(size);
  });
});
