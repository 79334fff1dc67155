/** Each act of a BRC-20 pool signed, with what its signature is worth: the node takes it, the lots change hands, the reserves are what was meant. */
import { perShareFell, removeLots } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { finishKeep } from '@rialto/psbt';
import { reachOf } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { listPools } from '../../../src/pools/list-pools.ts';
import { user } from '../../memory/people.ts';
import { LP_FEE, etchedPool, sign } from '../stage.ts';
import {
  ONE,
  TOKEN,
  addToLots,
  buyLots,
  firstPlace,
  initLots,
  keepLots,
  lotRequest,
  lotReserves,
  lotTips,
  lotsDone,
  openedLots,
  ready,
  removeFromLots,
  sellLots,
  userLot,
} from './lot-stage.ts';

const freeAt = (signer: Awaited<ReturnType<typeof openedLots>>, script: Uint8Array): bigint =>
  signer.chain.tokens.freeOn(script, TOKEN);

describe('an act on a BRC-20 pool', () => {
  it('of first liquidity opens it: lots to a script of their own, sats on the lane, no way home', async () => {
    const signer = await etchedPool();
    const act = initLots(signer);
    const { exits, signatures } = await lotsDone(signer, act);
    expect(exits).toEqual([]);
    expect(signatures).toHaveLength(1);
    signer.chain.mine();
    const view = await signer.parts.poolViews.view(0);
    expect(view.confirmed).toEqual({ r1: 10_000_000n, r2: 1_000n * ONE, shares: 100_000_000_000_000n });
    expect(view.token).toBe(TOKEN);
    expect(view.lanes.map(({ assets }) => assets)).toEqual([[]]);
    expect([...view.places]).toEqual([act.plan.lots?.coins[0]?.outpoint]);
    expect(signer.recall.pools.signed(0)[0]?.exitHeight).toBeUndefined();
    const { pools } = await listPools(signer.parts);
    expect(pools[0]).toMatchObject({ token: TOKEN });
  });

  it('of a buy gives ready lots as they are, each signed by its own key, and nobody behind a share has less', async () => {
    const signer = await openedLots();
    const before = lotReserves(signer);
    const lots = signer.lots.slice(0, 4);
    const act = buyLots(signer, { lots });
    const { signatures } = await lotsDone(signer, act);
    expect(signatures).toHaveLength(5);
    signer.chain.mine();
    expect(freeAt(signer, act.by.script)).toBe(45n * ONE);
    expect((await signer.parts.poolViews.view(0)).confirmed).toEqual(lotReserves(signer));
    expect(lotReserves(signer).r2).toBe(before.r2 - 45n * ONE);
    expect(perShareFell(before, lotReserves(signer))).toBe(false);
  });

  it('of a sell takes lots onto a script of its own, from which they can be sold again', async () => {
    const signer = await openedLots();
    const before = lotReserves(signer);
    const by = user('seller of lots', 'p2tr');
    const act = sellLots(signer, { by, lots: [userLot(signer, by, 7n * ONE), userLot(signer, by, ONE)] });
    await lotsDone(signer, act);
    signer.chain.mine();
    expect(freeAt(signer, act.plan.lots?.to ?? new Uint8Array())).toBe(8n * ONE);
    expect(lotReserves(signer).r2).toBe(before.r2 + 8n * ONE);
    expect(perShareFell(before, lotReserves(signer))).toBe(false);
    const place = act.plan.lots?.coins[0]?.outpoint ?? firstPlace(signer);
    expect(bytesToHex(ready(signer, ONE, { place }).coin.script)).toBe(
      bytesToHex(act.plan.lots?.to ?? by.script),
    );
    await lotsDone(signer, buyLots(signer, { lots: [ready(signer, 3n * ONE, { place })] }));
  });

  it('of more liquidity, and of less: in lots and sats, or in sats alone', async () => {
    const signer = await openedLots();
    const before = lotReserves(signer);
    const provider = addToLots(signer);
    expect((await lotsDone(signer, provider)).signatures).toHaveLength(2);
    signer.chain.mine();
    const between = lotReserves(signer);
    const shares = between.shares - before.shares;
    expect(shares > 0n && between.r2 === before.r2 + 100n * ONE).toBe(true);
    const half = shares / 2n;
    const lots = signer.lots.slice(0, 2);
    const first = removeLots(reachOf(between, []), { shares: half, units: 30n * ONE }, LP_FEE);
    const left = await lotsDone(
      signer,
      removeFromLots(signer, { by: provider.by, shares: half, lots, pays: first.sats }),
    );
    expect(left.signatures).toHaveLength(4);
    signer.chain.mine();
    expect(freeAt(signer, provider.by.script)).toBe(30n * ONE);
    expect(perShareFell(between, lotReserves(signer))).toBe(false);
    const after = lotReserves(signer);
    const rest = removeLots(reachOf(after, []), { shares: shares - half, units: 0n }, LP_FEE);
    await lotsDone(
      signer,
      removeFromLots(signer, { by: provider.by, shares: shares - half, pays: rest.sats }),
    );
    signer.chain.mine();
    expect(lotReserves(signer)).toMatchObject({ r2: after.r2, shares: before.shares });
    expect(perShareFell(after, lotReserves(signer))).toBe(false);
  });

  it('of the keeper makes lanes of sats anew, parts and joins them, without a way home', async () => {
    const signer = await openedLots();
    const kept = async (asked: ReturnType<typeof keepLots>): Promise<void> => {
      const { signatures, exits } = await sign(signer, asked.request);
      expect(exits).toEqual([]);
      const half = { key: asked.plan.pool.script.slice(2), signatures: signatures.map(hexToBytes) };
      signer.chain.send(finishKeep(asked.plan, { pool: [half] }).raw);
      signer.chain.mine();
    };
    await kept(keepLots(signer, { parted: [4_000_000n] }));
    expect(lotTips(signer).lanes).toHaveLength(2);
    await kept(keepLots(signer));
    expect(lotTips(signer).lanes).toHaveLength(1);
    const { confirmed } = await signer.parts.poolViews.view(0);
    expect(confirmed).toEqual(lotReserves(signer));
    await lotsDone(signer, buyLots(signer));
  });

  it('stands on others that wait, and is folded with them six blocks deep', async () => {
    const signer = await openedLots();
    for (let n = 0; n < 5; n += 1) {
      await lotsDone(signer, buyLots(signer, { lots: signer.lots.slice(n, n + 1) }));
      await lotsDone(signer, sellLots(signer));
      if (n > 0) signer.chain.mine();
    }
    const before = lotReserves(signer);
    expect((await signer.parts.poolViews.view(0)).confirmed).toEqual(before);
    signer.chain.height += 7;
    await signer.parts.poolViews.view(0);
    const folded = await signer.parts.poolViews.view(0);
    expect(folded).toMatchObject({ confirmed: before, token: TOKEN, pending: [] });
    await lotsDone(signer, sellLots(signer));
  });

  it('asked for twice is answered twice the same, by this process or the next', async () => {
    const signer = await openedLots();
    const request = lotRequest(buyLots(signer, { lots: signer.lots.slice(0, 2) }));
    const first = await sign(signer, request);
    const { size } = signer.recall;
    expect(await sign(signer, request)).toEqual(first);
    expect(signer.recall.size).toBe(size);
  });
});
