/** What a stranger locked on a script of a pool's is freed: by the pool's signature on that and nothing else, at the stock's cost, seldom, whatever dies. */
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { assetScript } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { payFreeing, planFreeing } from '../../../src/pools/lots/free.ts';
import { restock } from '../../../src/pools/lots/restock.ts';
import { signPool } from '../../../src/pools/pool-sign.ts';
import { coin, operator, pictureOn, point, runeOn, transferOn } from '../../memory/people.ts';
import { answer } from '../../memory/world.ts';
import { NOW } from '../../memory/stage.ts';
import { here, name, openPoolSigner, openedPool, poolOf, sign } from '../stage.ts';
import type { PoolSigner } from '../stage.ts';
import {
  ONE,
  TOKEN,
  buyLots,
  firstPlace,
  keysOf,
  lotRequest,
  lotReserves,
  lotsDone,
  openedLots,
  ready,
  sellLots,
} from './lot-stage.ts';

type Request = Parameters<typeof planFreeing>[1];
type Act = Awaited<ReturnType<typeof planFreeing>>['sign'];

const scriptOf = (signer: PoolSigner) => assetScript(keysOf(signer), firstPlace(signer)).pool.script;
const freeAt = (signer: PoolSigner): bigint => signer.chain.tokens.freeOn(scriptOf(signer), TOKEN);
const request = (signer: PoolSigner, change: Partial<Request> & Pick<Request, 'coin'>): Request => ({
  ...{ poolNumber: 0, feeRateSatVb: 2 },
  place: change.place ?? firstPlace(signer),
  ...change,
});

/** Of a pool of 1,000 with 57 in lots, a stranger inscribed all the rest. */
async function lockedPool(units = 943n * ONE, deep = 3) {
  const signer = await openedLots();
  return { ...signer, locked: ready(signer, units, { deep }).coin };
}

const planned = async (signer: PoolSigner, at: Outpoint, change: Partial<Request> = {}): Promise<Act> =>
  (await planFreeing(signer.parts, request(signer, { coin: at, ...change }))).sign;

/** The pool's half, as whoever carries it says it. */
async function halves(signer: PoolSigner, act: Act) {
  const { signatures } = await signPool(signer.parts, act, here);
  return [{ key: bytesToHex(poolOf(signer).script.slice(2)), signatures: [...signatures] }];
}

async function freed(signer: PoolSigner, at: Outpoint, change: Partial<Request> = {}) {
  const act = await planned(signer, at, change);
  return payFreeing(signer.parts, { sign: act, halves: await halves(signer, act) }, here);
}

/** What came of it, and that nothing was written or sent where it was refused. */
async function verdict(signer: PoolSigner, at: Outpoint, change: Partial<Request> = {}): Promise<string> {
  const { size } = signer.recall;
  const waiting = signer.chain.waiting.size;
  const code = await answer(freed(signer, at, change));
  expect(signer.recall.size).toBe(code === 'accepted' ? size + 2 : size);
  if (code !== 'accepted') expect(signer.chain.waiting.size).toBe(waiting);
  return code;
}

/** On the script, with whatever lies on it. */
function laid(signer: PoolSigner, assets: Coin['assets'], script = scriptOf(signer)): Outpoint {
  const made = { ...coin(name('a stranger'), { script }, 546n, assets), height: signer.chain.height - 2 };
  signer.chain.put(made);
  return made.outpoint;
}

describe('a transfer that locks the tokens of a pool', () => {
  it('is freed, lots are inscribed of it again, and they are sold', async () => {
    const signer = await lockedPool();
    const before = lotReserves(signer);
    expect(freeAt(signer)).toBe(0n);
    const { txid, fee } = await freed(signer, signer.locked.outpoint);
    expect([...signer.chain.waiting.keys()]).toEqual([txid]);
    expect(signer.recall.usage(NOW).stockFees).toBeGreaterThanOrEqual(BigInt(fee));
    signer.chain.mine();
    expect(freeAt(signer)).toBe(943n * ONE);
    expect(signer.chain.settled.get(outpoint(txid, 0))).toMatchObject({
      value: 546n,
      script: scriptOf(signer),
    });
    const view = await signer.parts.poolViews.view(0);
    expect([view.confirmed, view.pending]).toEqual([before, []]);
    const terms = { poolNumber: 0, place: firstPlace(signer), feeRateSatVb: 2 };
    const { lots } = await restock(signer.parts, { ...terms, amounts: [`${50n * ONE}`] }, here);
    signer.chain.mine(3);
    const made = lots.flatMap((at) => signer.chain.settled.get(at) ?? []);
    const script = assetScript(keysOf(signer), firstPlace(signer));
    await lotsDone(signer, buyLots(signer, { lots: made.map((lot) => ({ coin: lot, script })) }));
  });

  it('also when something else lies on its coin, so that it is no lot; all of it stays there', async () => {
    const signer = await openedLots();
    const units = 10n * ONE;
    const at = laid(signer, [runeOn(90, 5n), transferOn('mixed', { units })]);
    signer.chain.tokens.give(scriptOf(signer), TOKEN, -units);
    const free = freeAt(signer);
    const { txid } = await freed(signer, at);
    signer.chain.mine();
    expect(freeAt(signer)).toBe(free + units);
    const left = signer.chain.settled.get(outpoint(txid, 0));
    expect(left?.assets.some((one) => one.kind === 'rune' && one.amount === 5n)).toBe(true);
  });

  it('and nothing else is: no other coin, no lot that can be sold, none that is young', async () => {
    const signer = await lockedPool(900n * ONE);
    expect(await verdict(signer, point('nowhere'))).toBe('coin-spent');
    expect(await verdict(signer, laid(signer, []))).toBe('not-a-lot');
    expect(await verdict(signer, laid(signer, [pictureOn('a picture')]))).toBe('not-a-lot');
    expect(
      await verdict(signer, laid(signer, [transferOn('other', { tick: 'sats', units: 900n * ONE })])),
    ).toBe('not-a-lot');
    const [first] = signer.lots;
    expect(await verdict(signer, first?.coin.outpoint ?? point('a lot'))).toBe('bad-request');
    const elsewhere = [transferOn('elsewhere', { units: 900n * ONE })];
    expect(await verdict(signer, laid(signer, elsewhere, poolOf(signer).script))).toBe('script-not-allowed');
    expect(await verdict(signer, laid(signer, elsewhere, operator().script))).toBe('script-not-allowed');
    expect(await verdict(signer, ready(signer, 51n * ONE, { deep: 2 }).coin.outpoint)).toBe(
      'coin-unconfirmed',
    );
    expect(await verdict(signer, signer.locked.outpoint)).toBe('accepted');
  });

  it('a lot of just a twentieth can be sold, and a unit more is locked', async () => {
    const signer = await openedLots();
    expect(await verdict(signer, ready(signer, 50n * ONE).coin.outpoint)).toBe('bad-request');
    expect(await verdict(signer, ready(signer, 50n * ONE + 1n).coin.outpoint)).toBe('accepted');
  });

  it('lies on a script that an act in a block brought tokens to, of a pool that has lots and runs', async () => {
    const signer = await lockedPool();
    const { outpoint: at } = signer.locked;
    expect(await verdict(signer, at, { place: point('somewhere') })).toBe('script-not-allowed');
    expect(await verdict(signer, at, { poolNumber: 7 })).toBe('pool-unknown');
    expect(await verdict(await openedPool(), at, { place: point('somewhere') })).toBe('lots-differ');
    const sold = sellLots(signer);
    await lotsDone(signer, sold);
    const place = sold.plan.lots?.coins[0]?.outpoint ?? point('none');
    expect(await verdict(signer, at, { place })).toBe('script-not-allowed');
    signer.stops.add(0);
    expect(await verdict(signer, at)).toBe('pool-paused');
    signer.stops.clear();
    const stopped = { ...signer, parts: { ...signer.parts, stopped: () => true } };
    expect(await verdict(stopped, at)).toBe('trading-stopped');
  });

  it('is in no act that can still confirm, and once it is freed no act is signed for it', async () => {
    const signer = await lockedPool(100n * ONE);
    const lot = { coin: signer.locked, script: assetScript(keysOf(signer), firstPlace(signer)) };
    const act = buyLots(signer, { lots: [lot] });
    await sign(signer, lotRequest(act));
    expect(await verdict(signer, signer.locked.outpoint)).toBe('lane-waits');
    signer.chain.height += 20;
    expect(await verdict(signer, signer.locked.outpoint)).toBe('lane-waits');
    const other = await lockedPool(100n * ONE);
    const theirs = { coin: other.locked, script: assetScript(keysOf(other), firstPlace(other)) };
    const signedFor = await planned(other, other.locked.outpoint);
    await halves(other, signedFor);
    expect(await answer(sign(other, lotRequest(buyLots(other, { lots: [theirs] }))))).toBe('lane-waits');
  });

  it('is freed once in six blocks, also by the next process', async () => {
    const signer = await lockedPool(400n * ONE);
    const second = ready(signer, 300n * ONE).coin.outpoint;
    await freed(signer, signer.locked.outpoint);
    expect(await verdict(signer, second)).toBe('lane-waits');
    signer.chain.mine();
    expect(await verdict(signer, second)).toBe('limit-reached');
    signer.journal.close();
    const later = await openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
    signer.chain.height += 4;
    expect(await verdict(later, second)).toBe('limit-reached');
    signer.chain.height += 1;
    expect(await verdict(later, second)).toBe('accepted');
  });

  it('costs the stock no more than its rates and its hour allow, and nothing for who is gone', async () => {
    const signer = await lockedPool();
    const { outpoint: at } = signer.locked;
    expect(await verdict(signer, at, { feeRateSatVb: 51 })).toBe('fee-too-high');
    expect(await verdict(signer, at, { feeRateSatVb: 0.5 })).toBe('fee-too-low');
    const limits = { ...signer.parts.limits, stockFees: 300n };
    const limited = { ...signer, parts: { ...signer.parts, limits } };
    expect(await verdict(limited, at)).toBe('limit-reached');
    const act = await planned(signer, at);
    const pay = { sign: act, halves: await halves(signer, act) };
    expect(await answer(payFreeing(limited.parts, pay, here))).toBe('limit-reached');
    expect(await answer(payFreeing(signer.parts, pay, () => true))).toBe('signer-refused');
    expect(signer.chain.waiting.size).toBe(0);
    expect(await answer(payFreeing(signer.parts, pay, here))).toBe('accepted');
    expect(await answer(payFreeing(signer.parts, pay, here))).toBe('lane-waits');
  });

  it('is paid with the stock’s own coins, and when the pool has signed it', async () => {
    const signer = await lockedPool();
    const act = await planned(signer, signer.locked.outpoint);
    const good = await halves(signer, act);
    const code = (pay: Partial<Parameters<typeof payFreeing>[1]>): Promise<string> =>
      answer(payFreeing(signer.parts, { sign: act, halves: good, ...pay }, here));
    const [half] = good;
    const key = half?.key ?? '';
    expect(await code({ halves: [{ key, signatures: [] }] })).toBe('signature-missing');
    expect(await code({ halves: [{ key, signatures: ['11'.repeat(64)] }] })).toBe('signature-invalid');
    const money = coin('of somebody', operator(), 40_000n);
    signer.chain.put(money);
    const bent = (plan: Partial<Act['plan']>): Act => ({ ...act, plan: { ...act.plan, ...plan } });
    expect(await code({ sign: bent({ payments: [money.outpoint] }) })).toBe('psbt-changed');
    expect(await code({ sign: bent({ feeRateSatVb: 3 }) })).toBe('psbt-changed');
    expect(await code({ sign: bent({ payments: [signer.locked.outpoint] }) })).toBe('duplicate-input');
    const asPad = { ...signer.parts, pads: { ...signer.parts.pads, isOurs: () => true } };
    expect(await answer(payFreeing(asPad, { sign: act, halves: good }, here))).toBe('not-yours');
    expect(signer.chain.waiting.size).toBe(0);
    expect(await code({})).toBe('accepted');
  });

  it('is sent by the next process, whole, and again after an eviction', async () => {
    const signer = await lockedPool();
    const { sender } = signer.parts;
    const act = await planned(signer, signer.locked.outpoint);
    const pay = { sign: act, halves: await halves(signer, act) };
    let calls = 0;
    // It dies behind its line.
    const dying = { sendAll: () => (++calls > 1 ? Promise.reject(new Error('died')) : sender.sendAll()) };
    await expect(payFreeing({ ...signer.parts, sender: dying }, pay, here)).rejects.toThrow('died');
    expect(signer.chain.waiting.size).toBe(0);
    signer.journal.close();
    const later = await openPoolSigner({}, { chain: signer.chain, directory: signer.directory });
    const [line] = await later.parts.sender.sendAll();
    const ids = [...signer.chain.waiting.keys()];
    expect(ids).toEqual([line?.txid]);
    signer.chain.evict(ids[0] as Txid);
    await later.parts.sender.sendAll();
    expect([...signer.chain.waiting.keys()]).toEqual(ids);
    signer.chain.mine();
    expect(await later.parts.sender.sendAll()).toEqual([]);
    expect(freeAt(later)).toBe(943n * ONE);
    expect((await later.parts.poolViews.view(0)).pending).toEqual([]);
  });

  it('is not freed by a signer that has forgotten acts', async () => {
    const signer = await lockedPool();
    const act = await planned(signer, signer.locked.outpoint);
    const poolCounter = { ...signer.parts.poolCounter, isBehind: () => true };
    const behind = { ...signer, parts: { ...signer.parts, poolCounter } };
    expect(await answer(halves(behind, act))).toBe('lane-unknown');
  });
});
