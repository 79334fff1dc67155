/** What is not signed on a BRC-20 pool: lots that are somebody else's, dead, used, young, or another's already; prices beyond the rule; fees beyond the bound. */
import { removeLots, reachOf } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import type { PoolSignRequest } from '@rialto/contract';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { assetScript } from '@rialto/psbt';
import type { PoolLot } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { poolKey } from '../../../src/pools/pool-keys.ts';
import { coin, pictureOn, stranger, transferOn, user } from '../../memory/people.ts';
import { answer } from '../../memory/world.ts';
import { LP_FEE, MASTER, buy, etchedPool, finished, openedPool, sign } from '../stage.ts';
import type { Act, PoolSigner } from '../stage.ts';
import { changed, verdict } from '../verdicts.ts';
import {
  ONE,
  TOKEN,
  addToLots,
  assetOf,
  bentLots,
  buyLots,
  changedLots,
  firstPlace,
  initLots,
  keepLots,
  keysOf,
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

const asked = (signer: PoolSigner, act: Act): Promise<string> => verdict(signer, lotRequest(act));

/** The same lot, with something else of it. */
function put(signer: PoolSigner, { coin: lot, script }: PoolLot, change: Partial<Coin>): PoolLot {
  const changed = { ...lot, ...change };
  signer.chain.settled.set(lot.outpoint, changed);
  return { coin: changed, script };
}

/** What the index has of it is changed behind the back of who planned the act. */
async function afterwards(
  signer: PoolSigner,
  act: Act,
  change: Partial<Coin>,
  lot: Coin | undefined = act.plan.lots?.coins[0],
): Promise<string> {
  const request = lotRequest(act);
  if (lot === undefined) throw new Error('a lot');
  signer.chain.settled.set(lot.outpoint, { ...lot, ...change });
  const code = await verdict(signer, request);
  signer.chain.settled.set(lot.outpoint, lot);
  return code;
}

/** A buy of runes, which names a lot of its user's too. */
function buyWithLot(signer: PoolSigner): { request: PoolSignRequest; lot: Coin } {
  const act = buy(signer);
  const lot = coin('a lot in a pool of runes', act.by, 546n, [transferOn('a lot in a pool of runes')]);
  const lots = { coins: [lot.outpoint], places: [], to: bytesToHex(stranger().script) };
  return { request: changed(act, () => ({ lots })), lot };
}

const half = (signer: PoolSigner) => {
  const reserves = lotReserves(signer);
  const shares = reserves.shares / 2n;
  const pays = (units: bigint) => removeLots(reachOf(reserves, []), { shares, units }, LP_FEE).sats;
  return { shares, pays };
};

describe('a lot of the pool', () => {
  it('lies on a script that an act of this very pool made', async () => {
    const signer = await openedLots();
    const place = firstPlace(signer);
    const lies = (keys: Parameters<typeof assetScript>[0], at: Outpoint, name: string): PoolLot => {
      const script = assetScript(keys, at);
      const lot = coin(name, script.pool, 546n, [transferOn(name, { units: ONE })]);
      signer.chain.put(lot);
      return { coin: lot, script };
    };
    // On the script that the same coin makes of another pool's keys: it cannot even be written as this pool's.
    const other = lies({ key: poolKey(MASTER, 1).internalKey }, place, 'of another pool');
    const ours = assetScript(keysOf(signer), place);
    const theirs = buyLots(signer, { lots: [other] });
    expect(await asked(signer, theirs)).toBe('script-not-allowed');
    expect(
      await answer(
        Promise.resolve().then(() =>
          lotRequest({
            ...theirs,
            plan: { ...theirs.plan, lots: { ...theirs.plan.lots, from: [ours] } as never },
          }),
        ),
      ),
    ).toBe('script-not-allowed');
    // On a script of this pool's keys that no act made, however easily it is computed.
    const nowhere = lies(keysOf(signer), coin('anything', stranger(), 1n).outpoint, 'on no act’s script');
    expect(await asked(signer, buyLots(signer, { lots: [nowhere] }))).toBe('script-not-allowed');
    const { shares, pays } = half(signer);
    expect(await asked(signer, removeFromLots(signer, { shares, lots: [nowhere], pays: pays(ONE) }))).toBe(
      'script-not-allowed',
    );
    expect(
      await asked(signer, buyLots(signer, { lots: [lies(keysOf(signer), place, 'a stranger’s')] })),
    ).toBe('accepted');
  });

  it('is an unused transfer of the pool’s token, alone, three blocks deep', async () => {
    const signer = await openedLots();
    const [lot] = signer.lots;
    if (lot === undefined) throw new Error('a lot');
    const act = buyLots(signer, { lots: [lot] });
    const words = 'ready lot';
    expect(await afterwards(signer, act, { assets: [pictureOn(words)] })).toBe('not-a-lot');
    expect(await afterwards(signer, act, { assets: [] })).toBe('not-a-lot');
    expect(await afterwards(signer, act, { assets: [...lot.coin.assets, pictureOn('b')] })).toBe('not-a-lot');
    expect(
      await afterwards(signer, act, { assets: [transferOn('c', { tick: 'sats', units: 20n * ONE })] }),
    ).toBe('lots-differ');
    expect(await afterwards(signer, act, { height: signer.chain.height - 1 })).toBe('coin-unconfirmed');
    expect(await afterwards(signer, act, { height: signer.chain.height - 2 })).toBe('accepted');
    const young = put(signer, ready(signer, ONE), { height: signer.chain.height - 1 });
    expect(await asked(signer, buyLots(signer, { lots: [young] }))).toBe('coin-unconfirmed');
    const { shares, pays } = half(signer);
    expect(await asked(signer, removeFromLots(signer, { shares, lots: [young], pays: pays(ONE) }))).toBe(
      'coin-unconfirmed',
    );
  });

  it('is sold once: while a buy of it waits, or was only signed, nobody else gets it', async () => {
    const signer = await openedLots({}, { lanes: 2 });
    const [one, two] = lotTips(signer).lanes;
    if (one === undefined || two === undefined) throw new Error('two lanes');
    const lots = signer.lots.slice(0, 1);
    const first = buyLots(signer, { lots, lane: one });
    const { signatures } = await sign(signer, lotRequest(first));
    expect(await asked(signer, buyLots(signer, { lots, lane: two }))).toBe('lane-waits');
    const { txid } = { txid: signer.chain.send(finished(first, signatures)) };
    expect(await asked(signer, buyLots(signer, { lots, lane: two }))).toBe('coin-spent');
    // Taken back by its payer, it is for sale again, and the first still counts for the price.
    signer.chain.evict(txid);
    const [paid] = first.plan.userCoins;
    if (paid === undefined) throw new Error('it is paid');
    const tx = { inputs: [{ txid: paid.outpoint.slice(0, 64), vout: Number(paid.outpoint.slice(65)) }] };
    signer.chain.waiting.set('ee'.repeat(32) as Txid, {
      ...{ tx: tx as never, spent: [paid], coins: [], burned: new Map() },
    });
    expect(await asked(signer, buyLots(signer, { lots, lane: two }))).toBe('accepted');
    expect(await asked(signer, first)).toBe('take-expired');
  });

  it('is held by waiting buyers up to half of all that are ready; providers are under no such limit', async () => {
    const signer = await openedLots();
    // The first buyer may have any, those behind him the half.
    await lotsDone(signer, buyLots(signer, { lots: signer.lots.slice(0, 4) }));
    expect(await asked(signer, buyLots(signer, { lots: signer.lots.slice(4, 6) }))).toBe('limit-reached');
    expect(await asked(signer, sellLots(signer))).toBe('accepted');
    const other = await openedLots();
    await lotsDone(other, buyLots(other, { lots: other.lots.slice(0, 4) }));
    await lotsDone(other, buyLots(other, { lots: other.lots.slice(4, 5) }));
    expect(await asked(other, buyLots(other, { lots: other.lots.slice(5, 6) }))).toBe('limit-reached');
    other.chain.mine();
    expect(await asked(other, buyLots(other, { lots: other.lots.slice(5, 9) }))).toBe('accepted');
    const third = await openedLots();
    await lotsDone(third, buyLots(third, { lots: third.lots.slice(0, 4) }));
    // Young ones are not ready.
    for (let n = 0; n < 4; n += 1) ready(third, ONE, { deep: 2 });
    expect(await asked(third, buyLots(third, { lots: third.lots.slice(4, 6) }))).toBe('limit-reached');
    for (let n = 0; n < 2; n += 1) ready(third, ONE);
    expect(await asked(third, buyLots(third, { lots: third.lots.slice(4, 6) }))).toBe('accepted');
  });

  it('goes to whoever pays for it, and to nobody else', async () => {
    const signer = await openedLots();
    const act = buyLots(signer, { lots: signer.lots.slice(0, 1) });
    const { lots } = act.plan;
    if (lots === undefined) throw new Error('lots');
    expect(await verdict(signer, bentLots(act, { lots: { ...lots, to: stranger().script } }))).toBe(
      'effects-differ',
    );
    const { shares, pays } = half(signer);
    const leaves = removeFromLots(signer, { shares, lots: signer.lots.slice(0, 1), pays: pays(20n * ONE) });
    const away = { ...lots, to: stranger().script };
    expect(await verdict(signer, bentLots(leaves, { lots: away }))).toBe('effects-differ');
  });
});

describe('a lot of a user', () => {
  it('is his, unused, of the pool’s token, and three blocks deep', async () => {
    const signer = await openedLots();
    for (const act of [sellLots(signer), addToLots(signer)]) {
      const [lot] = act.plan.lots?.coins ?? [];
      if (lot === undefined) throw new Error('a lot');
      expect(await afterwards(signer, act, { assets: [pictureOn('used')] })).toBe('not-a-lot');
      expect(await afterwards(signer, act, { assets: [transferOn('x', { tick: 'sats' })] })).toBe(
        'lots-differ',
      );
      expect(await afterwards(signer, act, { height: signer.chain.height - 1 })).toBe('coin-unconfirmed');
      expect(await afterwards(signer, act, { script: stranger().script })).toBe('not-yours');
      const { height: _, ...waits } = lot;
      const request = lotRequest(act);
      signer.chain.settled.set(lot.outpoint, waits);
      expect(await verdict(signer, request)).toBe('coin-unconfirmed');
    }
  });

  it('goes to the script that the first of them makes', async () => {
    const signer = await openedLots();
    const act = addToLots(signer);
    const { lots } = act.plan;
    const [, second] = lots?.coins ?? [];
    if (lots === undefined || second === undefined) throw new Error('two lots');
    for (const to of [
      stranger().script,
      act.plan.pool.script,
      assetScript(keysOf(signer), second.outpoint).pool.script,
      assetScript(keysOf(signer), firstPlace(signer)).pool.script,
      assetScript({ key: poolKey(MASTER, 1).internalKey }, second.outpoint).pool.script,
    ])
      expect(await verdict(signer, bentLots(act, { lots: { ...lots, to } }))).toBe('script-not-allowed');
  });

  it('comes alone, or with what pays; nobody comes with nothing', async () => {
    const signer = await openedLots();
    const act = buyLots(signer, { lots: signer.lots.slice(0, 1) });
    expect(
      await verdict(
        signer,
        changedLots(act, () => ({ userCoins: [] })),
      ),
    ).toBe('psbt-shape');
  });
});

describe('an act', () => {
  it('has lots where it has to, and none in a pool of runes', async () => {
    const signer = await openedLots();
    const buy = buyLots(signer, { lots: signer.lots.slice(0, 1) });
    expect(
      await verdict(
        signer,
        changedLots(buy, () => ({ lots: null })),
      ),
    ).toBe('psbt-shape');
    const { lots } = sellLots(signer).plan;
    const brought = changedLots(buy, () => ({
      lots: { coins: lots?.coins.map(({ outpoint }) => outpoint) ?? [], places: [], to: '51' },
    }));
    expect(await verdict(signer, brought)).toBe('psbt-shape');
    const sold = lotRequest(sellLots(signer));
    expect(await verdict(signer, { ...sold, act: 'buy' } as never)).toBe('psbt-shape');
    const runes = await openedPool();
    const { request, lot } = buyWithLot(runes);
    runes.chain.put(lot);
    expect(await verdict(runes, request)).toBe('psbt-shape');
  });

  it('trades the token of the first liquidity, and no other', async () => {
    const signer = await openedLots();
    expect(await verdict(signer, lotRequest(buyLots(signer), { token: assetOf('sats') }))).toBe(
      'lots-differ',
    );
    expect(await verdict(signer, lotRequest(buyLots(signer), { token: lotTips(signer).shareRune }))).toBe(
      'lots-differ',
    );
    expect(await verdict(signer, lotRequest(initLots(signer)))).toBe('psbt-shape');
  });

  it('of first liquidity brings a token that is six blocks deep, and makes the shares it is worth', async () => {
    const signer = await etchedPool();
    const by = user('first provider', 'p2tr');
    const lots = [userLot(signer, by, 1_000n * ONE)];
    signer.chain.tokens.known.set(TOKEN, { tick: 'ordi', deployHeight: signer.chain.height - 4 });
    expect(await asked(signer, initLots(signer, { by, lots }))).toBe('coin-unconfirmed');
    signer.chain.tokens.known.set(TOKEN, { tick: 'ordi', deployHeight: signer.chain.height - 5 });
    expect(await asked(signer, initLots(signer, { by, lots, shares: 10n ** 14n + 1n }))).toBe(
      'price-changed',
    );
    expect(await asked(signer, initLots(signer, { by, lots, shares: 10n ** 14n - 1n }))).toBe(
      'price-changed',
    );
    expect(await asked(signer, initLots(signer, { by, lots }))).toBe('accepted');
  });

  it('pays what the rule asks for the exact sum of the lots, with half the fee as the band', async () => {
    const signer = await openedLots();
    const lots = signer.lots.slice(0, 4);
    expect(await asked(signer, buyLots(signer, { lots, less: 2_500n }))).toBe('price-changed');
    expect(await asked(signer, buyLots(signer, { lots, less: 1_000n }))).toBe('accepted');
    const other = await openedLots();
    expect(await asked(other, sellLots(other, { more: 300n }))).toBe('price-changed');
    expect(await asked(other, sellLots(other, { more: 100n }))).toBe('accepted');
    const third = await openedLots();
    expect(await asked(third, addToLots(third, { more: 1n }))).toBe('price-changed');
    expect(await asked(third, addToLots(third))).toBe('accepted');
  });

  it('of more liquidity gives no sats away', async () => {
    const signer = await openedLots();
    expect(await asked(signer, addToLots(signer, { extra: 20_000n }))).toBe('price-changed');
    expect(await asked(signer, addToLots(signer, { extra: 100n }))).toBe('accepted');
  });

  it('of less liquidity pays in sats what no lot makes up, at the pool’s price and no better', async () => {
    const signer = await openedLots();
    const { shares, pays } = half(signer);
    const lots = signer.lots.slice(0, 1);
    const leaves = (given: readonly PoolLot[], sum: bigint): Promise<string> =>
      asked(signer, removeFromLots(signer, { shares, lots: given, pays: sum }));
    // The band of half the fee, on what is sold.
    expect(await leaves(lots, pays(20n * ONE) + 15_000n)).toBe('price-changed');
    expect(await leaves([], pays(0n) + 15_000n)).toBe('price-changed');
    // Lots above the part that is theirs.
    const large = [ready(signer, 501n * ONE)];
    expect(await leaves(large, 1_000_000n)).toBe('price-changed');
    expect(await leaves(lots, pays(20n * ONE))).toBe('accepted');
  });

  it('has a service fee with what inscribing the given lots anew may cost, and no more', async () => {
    const signer = await openedLots();
    const lots = signer.lots.slice(3, 5);
    // Two lots at 3 sat/vB, rounded up to 5: twice 2,200 sat and what a lot lies on, beside four times the usual fee.
    const usual = 4n * 546n;
    const dear = buyLots(signer, { lots, fee: usual + 5_493n });
    expect(await asked(signer, dear)).toBe('effects-differ');
    expect(await asked(signer, sellLots(signer, { fee: usual + 1n }))).toBe('effects-differ');
    expect(await asked(signer, buyLots(signer, { lots, fee: usual + 5_492n }))).toBe('accepted');
  });

  it('leaves lanes of sats alone, and keeps to the caps and the switches', async () => {
    const caps = { swapPpm: 10_000n, hourPpm: 20_000n };
    const signer = await openedLots({ poolCaps: caps });
    expect(await asked(signer, buyLots(signer, { lots: signer.lots.slice(0, 1) }))).toBe('pool-too-small');
    expect(await asked(signer, buyLots(signer, { lots: signer.lots.slice(1, 2) }))).toBe('accepted');
    signer.stops.add(0);
    expect(await asked(signer, sellLots(signer))).toBe('pool-paused');
    expect(await asked(signer, addToLots(signer))).toBe('pool-paused');
    const other = await openedLots();
    other.stops.add(0);
    const { shares, pays } = half(other);
    expect(await asked(other, removeFromLots(other, { shares, pays: pays(0n) }))).toBe('accepted');
    const third = await openedLots();
    const act = sellLots(third);
    const [lane] = lotTips(third).lanes;
    if (lane === undefined) throw new Error('a lane');
    third.chain.settled.set(lane.outpoint, { ...lane, assets: [transferOn('gift')] });
    expect(await asked(third, act)).toBe('amount-differs');
  });

  it('sells to the pool in a removal no more than one swap may', async () => {
    // Half of the shares, all in sats: a quarter of the sats is the price of the other half of the units.
    const leaves = async (swapPpm: bigint): Promise<string> => {
      const signer = await openedLots({ poolCaps: { swapPpm, hourPpm: 500_000n } });
      const { shares, pays } = half(signer);
      return asked(signer, removeFromLots(signer, { shares, pays: pays(0n) }));
    };
    expect(await leaves(240_000n)).toBe('pool-too-small');
    expect(await leaves(250_000n)).toBe('accepted');
  });

  it('of the keeper moves no units, and never the share coin', async () => {
    const signer = await openedLots();
    const { request } = keepLots(signer);
    if (request.act !== 'refresh') throw new Error('of the keeper');
    const parted = { ...request.plan, parted: [{ value: '20000', amount: '1' }] };
    expect(await verdict(signer, { ...request, plan: parted })).toBe('too-small');
    const lanes = [lotTips(signer).shareCoin.outpoint];
    expect(await verdict(signer, { ...request, plan: { ...request.plan, lanes } })).toBe('coin-unconfirmed');
    const both = { ...request.plan, lanes, parted: [{ value: '20000', amount: '0' }] };
    expect(await verdict(signer, { ...request, plan: both })).toBe('lots-differ');
  });
});
