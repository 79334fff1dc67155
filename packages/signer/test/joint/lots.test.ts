/** A BRC-20 pool of two of three: every act by any two, lots and all, and none of it by one that sees the lots otherwise. */
import { reachOf, removeLots } from '@rialto/market';
import { bytesToHex, hexToBytes, txidOf } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { payFreeing, planFreeing } from '../../src/pools/lots/free.ts';
import { restock } from '../../src/pools/lots/restock.ts';
import { answer } from '../memory/world.ts';
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
  ready,
  removeFromLots,
  sellLots,
} from '../pools/lots/lot-stage.ts';
import { LP_FEE, here } from '../pools/stage.ts';
import type { Act } from '../pools/stage.ts';
import { ask, carryLines, done, doneRefresh, etchedThree, halves, promises, termsOf } from './carrier.ts';
import type { Member, Three } from './carrier.ts';

const lotsDone = (three: Three, act: Act, who?: readonly Member[]) => done(three, act, who, lotRequest(act));

async function openedLots(): Promise<Three> {
  const three = await etchedThree();
  await lotsDone(three, initLots(three[0]));
  three[0].chain.mine(3);
  return three;
}

const ACTS: Readonly<Record<string, (signer: Member) => Act>> = {
  buy: (signer) => buyLots(signer, { lots: [ready(signer, 3n * ONE), ready(signer, ONE)] }),
  sell: (signer) => sellLots(signer),
  add: (signer) => addToLots(signer),
  remove: (signer) => {
    const reserves = lotReserves(signer);
    const shares = reserves.shares / 10n;
    const pays = removeLots(reachOf(reserves, []), { shares, units: ONE }, LP_FEE).sats;
    return removeFromLots(signer, { shares, pays, lots: [ready(signer, ONE)] });
  },
};

describe('a BRC-20 pool of two of three', () => {
  it.each(Object.entries(ACTS))('%s by any two, without a way home', async (_, made) => {
    const three = await openedLots();
    const [a, b, c] = three;
    for (const who of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const { exits, txid } = await lotsDone(three, made(a), who);
      expect(exits).toEqual([]);
      expect(a.chain.waiting.has(txid)).toBe(true);
      a.chain.mine();
    }
    const views = await Promise.all(three.map(({ parts }) => parts.poolViews.view(0)));
    for (const { confirmed, token, places } of views) {
      expect(confirmed).toEqual(lotReserves(a));
      expect([token, places.size]).toEqual([TOKEN, views[0]?.places.size]);
    }
  });

  it('its lanes are made anew, and its lots are inscribed by the one who pays', async () => {
    const three = await openedLots();
    const [a, b, c] = three;
    a.chain.send(await doneRefresh([c, a], keepLots(a)));
    a.chain.mine();
    await carryLines(a, b);
    const terms = { place: firstPlace(a), amounts: [`${5n * ONE}`], feeRateSatVb: 2 };
    const { lots } = await restock(a.parts, { poolNumber: 0, ...terms }, here);
    expect(a.chain.waiting.size).toBe(2);
    a.chain.mine(3);
    expect(a.chain.settled.get(lots[0] ?? firstPlace(a))?.assets).toHaveLength(1);
  });

  it('what a stranger locked is freed by any two, paid by the one who planned it, and once', async () => {
    const three = await openedLots();
    const [a, b, c] = three;
    const { coin: locked } = ready(a, 900n * ONE);
    const terms = { poolNumber: 0, coin: locked.outpoint, place: firstPlace(a), feeRateSatVb: 2 };
    const { sign } = await planFreeing(a.parts, terms);
    const promised = await promises([b, c], sign);
    const given = await halves([b, c], promised);
    const [one, other] = given.map(({ key, signatures }) => ({
      key: bytesToHex(key),
      signatures: signatures.map(bytesToHex),
    }));
    if (one === undefined || other === undefined) throw new Error('two signed');
    expect(await answer(payFreeing(a.parts, { sign, halves: [one] }, here))).toBe('signature-missing');
    expect(await answer(payFreeing(c.parts, { sign, halves: [one, other] }, here))).toBe('accepted');
    expect([...a.chain.waiting.keys()]).toEqual([txidOf(hexToBytes(sign.unsigned))]);
    a.chain.mine(3);
    await carryLines(b, a);
    const views = await Promise.all(three.map(({ parts }) => parts.poolViews.view(0)));
    for (const { confirmed, pending } of views) expect([confirmed, pending]).toEqual([lotReserves(a), []]);
    const next = { ...terms, coin: ready(a, 100n * ONE).coin.outpoint };
    expect(await answer(planFreeing(a.parts, next))).toBe('limit-reached');
  });

  it('a lot that one of them does not see as a lot is not given by that one, and is sold once', async () => {
    const three = await openedLots();
    const [a, b, c] = three;
    const act = buyLots(a, { lots: [ready(a, ONE, { deep: 2 })] });
    const request = lotRequest(act);
    for (const one of three)
      expect(await answer(ask(one, 'jointPromise', await termsOf(one, request)))).toBe('coin-unconfirmed');
    a.chain.mine();
    const promised = await promises([a, b], request);
    expect(promised.map(({ halves }) => halves)).toEqual([[], []]);
    const again = buyLots(a, {
      lots: act.plan.lots?.coins.map((lot) => ({ coin: lot, script: act.plan.lots?.from[0] as never })) ?? [],
    });
    expect(await answer(ask(a, 'jointPromise', await termsOf(a, lotRequest(again))))).toBe('lane-waits');
    expect(await answer(ask(c, 'jointPromise', await termsOf(c, lotRequest(again))))).toBe('accepted');
  });
});
