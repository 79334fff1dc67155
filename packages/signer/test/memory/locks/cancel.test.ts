/** Giving locks back: to their owner alone, with his signature for all of it, and never while a fill may confirm. */
import { readFileSync } from 'node:fs';
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { CancelRequest } from '@rialto/contract';
import { hexToBytes, txidOf } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { finishCancelLocks, planCancelLocks } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { cancelLocks } from '../../../src/locks/cancel.ts';
import { fill } from '../../../src/locks/fill.ts';
import type { LockParts } from '../../../src/locks/fill.ts';
import { bid, lockedCoin } from '../bids.ts';
import type { Bid } from '../bids.ts';
import { cancelOf, fillOf, sale } from '../fills.ts';
import { admitted, here, openLockStage, publish } from '../lock-stage.ts';
import type { LockStage } from '../lock-stage.ts';
import { TIP } from '../node.ts';
import { runeOn, stranger } from '../people.ts';
import { NOW } from '../stage.ts';
import { FEES, answer } from '../world.ts';

const HEIGHT = 180;
const ladder = (terms: Parameters<typeof bid>[0] = {}): Bid =>
  bid({ rungs: [{}, { price: 40_000n }], ...terms });
const coinsOf = (given: Bid): Coin[] => given.locks.map((_, at) => lockedCoin(given, at, HEIGHT));

async function published(given: Bid, lots: readonly Coin[] = []): Promise<LockStage> {
  const stage = await admitted([given], lots);
  publish(stage, given, coinsOf(given));
  await stage.parts.fates.look();
  return stage;
}

const asked = (
  { parts }: LockStage,
  request: CancelRequest,
  more: Partial<LockParts> = {},
): Promise<string> => answer(cancelLocks({ ...parts, ...more }, request, here));

describe('both signatures', () => {
  it.each([
    { kind: 'p2wpkh' },
    { kind: 'p2tr', signingKey: 'output' },
    { kind: 'p2tr', signingKey: 'internal' },
  ] as const)('complete one transaction for all rungs, or for one (%o)', async (terms) => {
    const given = ladder(terms);
    for (const coins of [coinsOf(given), coinsOf(given).slice(1)]) {
      const { parts } = await published(given);
      const request = cancelOf(given, coins);
      const exchange = await cancelLocks(parts, request, here);
      const locks = coins.map((coin) => {
        const lock = given.locks.find(({ ticket }) => coin.outpoint.endsWith(`:${ticket.index}`));
        if (lock === undefined) throw new Error('a rung');
        return { lock, coin };
      });
      const plan = planCancelLocks({ locks, feeRateSatVb: 2 });
      const user = request.userSignatures.map(hexToBytes);
      const done = finishCancelLocks(plan, { user, exchange: exchange.map(hexToBytes) });
      expect(done.txid).toBe(txidOf(hexToBytes(request.unsigned)));
    }
  });

  it('have a line that says all they were checked by, and the same again gets the same', async () => {
    const given = ladder();
    const stage = await published(given);
    const request = cancelOf(given, coinsOf(given));
    const first = await cancelLocks(stage.parts, request, here);
    expect(await cancelLocks(stage.parts, request, here)).toEqual(first);
    const lines = readFileSync(stage.path, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      at: new Date(NOW).toISOString(),
      kind: 'cancel',
      txid: txidOf(hexToBytes(request.unsigned)),
      unsigned: request.unsigned,
      coins: coinsOf(given).map(coinToWire),
      ...TIP,
      locks: coinsOf(given).map(({ outpoint }) => outpoint),
      tickets: given.locks.map(({ ticket }) => ticketToWire(ticket)),
      userSignatures: request.userSignatures,
    });
  });

  it('are given for a bid that nobody knows here any more: its owner gets his own', async () => {
    const given = ladder();
    const stage = await openLockStage(coinsOf(given));
    expect(await asked(stage, cancelOf(given, coinsOf(given)))).toBe('accepted');
  });

  it('are given for a dearer one too', async () => {
    const given = ladder();
    const stage = await published(given);
    expect(await asked(stage, cancelOf(given, coinsOf(given)))).toBe('accepted');
    expect(await asked(stage, cancelOf(given, coinsOf(given), { rate: 9 }))).toBe('accepted');
    expect(stage.journal.recall.size).toBe(3);
  });

  it('are given for a dearer one while the first waits in the mempool, and for no other spent lock', async () => {
    const given = ladder();
    const stage = await published(given);
    const [first, second] = coinsOf(given);
    if (first === undefined || second === undefined) throw new Error('two');
    expect(await asked(stage, cancelOf(given, [first]))).toBe('accepted');
    for (const { outpoint } of [first, second]) stage.node.coins.delete(outpoint);
    expect(await asked(stage, cancelOf(given, [first], { rate: 9 }))).toBe('accepted');
    expect(await asked(stage, cancelOf(given, [second], { rate: 9 }))).toBe('coin-spent');
    expect(await asked(stage, cancelOf(given, [first, second], { rate: 9 }))).toBe('coin-spent');
  });
});

describe('no lock is given back', () => {
  it('while a fill of it may confirm, and after it is gone it is', async () => {
    const given = ladder();
    const sold = sale({ bid: given, height: HEIGHT });
    const stage = await published(given, [sold.plan.lot]);
    await fill(stage.parts, fillOf(sold), here);
    const [first, second] = coinsOf(given);
    if (first === undefined || second === undefined) throw new Error('two');
    expect(await asked(stage, cancelOf(given, [first, second]))).toBe('fill-waiting');
    expect(await asked(stage, cancelOf(given, [first]))).toBe('fill-waiting');
    expect(await asked(stage, cancelOf(given, [second]))).toBe('accepted');
    stage.node.tip.height = TIP.height + 1;
    expect(await asked(stage, cancelOf(given, [first]))).toBe('fill-waiting');
    stage.node.tip.height = TIP.height + 2;
    expect(await asked(stage, cancelOf(given, [first]))).toBe('accepted');
  });

  it('when a fill and a cancel are asked at once, one of them alone is signed', async () => {
    const given = ladder();
    const sold = sale({ bid: given, height: HEIGHT });
    const stage = await published(given, [sold.plan.lot]);
    const both = await Promise.all([
      answer(fill(stage.parts, fillOf(sold), here)),
      asked(stage, cancelOf(given, coinsOf(given))),
      answer(fill(stage.parts, fillOf(sold), here)),
    ]);
    expect([
      ['accepted', 'fill-waiting', 'accepted'],
      ['fill-waiting', 'accepted', 'fill-waiting'],
    ]).toContainEqual(both);
    expect(stage.journal.recall.size).toBe(2);
  });

  it('twice at once in two orders: the acts wait for each other and end', async () => {
    const given = ladder();
    const stage = await published(given);
    const [first, second] = coinsOf(given);
    if (first === undefined || second === undefined) throw new Error('two');
    const both = await Promise.all([
      asked(stage, cancelOf(given, [first, second])),
      asked(stage, cancelOf(given, [second, first])),
    ]);
    expect(both).toEqual(['accepted', 'accepted']);
  });

  it('that is spent, waits for a spender, or has something on it', async () => {
    const given = ladder();
    const request = cancelOf(given, coinsOf(given));
    const stage = await published(given);
    const [first] = coinsOf(given);
    if (first === undefined) throw new Error('a rung');
    stage.node.mempool.set(first.outpoint, 'fe'.repeat(32) as Txid);
    expect(await asked(stage, request)).toBe('coin-spent');
    stage.node.mempool.delete(first.outpoint);
    stage.node.coins.set(first.outpoint, { ...first, assets: [runeOn(840_000, 1n)] });
    expect(await asked(stage, request)).toBe('lot-mixed');
    stage.node.coins.set(first.outpoint, { ...first, script: stranger().script });
    expect(await asked(stage, request)).toBe('script-not-allowed');
    stage.node.coins.delete(first.outpoint);
    expect(await asked(stage, request)).toBe('coin-spent');
  });

  it('to anybody else, at another fee, or without its owner’s word', async () => {
    const given = ladder();
    const stage = await published(given);
    const request = cancelOf(given, coinsOf(given));
    const other = cancelOf(given, coinsOf(given), { rate: 3 });
    const said = (change: Partial<CancelRequest>): Promise<string> => asked(stage, { ...request, ...change });
    expect(await said({ unsigned: other.unsigned })).toBe('psbt-changed');
    expect(await said({ refund: other.refund })).toBe('effects-differ');
    expect(await said({ feeRateSatVb: 3 })).toBe('effects-differ');
    expect(await said({ userSignatures: other.userSignatures })).toBe('signature-invalid');
    expect(await said({ userSignatures: request.userSignatures.toReversed() })).toBe('signature-invalid');
    expect(await said({ userSignatures: request.userSignatures.slice(1) })).toBe('psbt-shape');
    const promises = given.promises.map((one) => Buffer.from(one).toString('hex'));
    expect(await said({ userSignatures: promises })).toBe('sighash-not-allowed');
    const theirs = ladder({ exchange: stranger().key });
    expect(await asked(stage, cancelOf(theirs, coinsOf(theirs)))).toBe('not-yours');
    expect(stage.journal.recall.size).toBe(1);
  });

  it('of two owners in one transaction', async () => {
    const [mine, theirs] = [bid(), bid({ name: 'another' })];
    const stage = await openLockStage([lockedCoin(mine, 0, 9), lockedCoin(theirs, 0, 9)]);
    const request = cancelOf(mine, [lockedCoin(mine, 0, 9)]);
    const { locks } = cancelOf(theirs, [lockedCoin(theirs, 0, 9)]);
    expect(await asked(stage, { ...request, locks: [...request.locks, ...locks] })).toBe('not-yours');
  });

  it('after a stop, beyond the hour’s signatures, at a fee out of bounds, for one who has hung up', async () => {
    const given = ladder();
    const stage = await published(given);
    const request = cancelOf(given, coinsOf(given), { rate: 5 });
    const { lockWorld, limits } = stage.parts;
    const within = (change: Partial<typeof FEES>): Partial<LockParts> => ({
      lockWorld: { ...lockWorld, fees: { ...FEES, ...change } },
    });
    expect(await asked(stage, request, { stopped: () => true })).toBe('trading-stopped');
    let times = 0;
    expect(await asked(stage, request, { stopped: () => (times += 1) === 2 })).toBe('trading-stopped');
    expect(await asked(stage, request, { limits: { ...limits, signatures: 0 } })).toBe('limit-reached');
    expect(await asked(stage, request, within({ lowestRate: 5.1 }))).toBe('fee-too-low');
    expect(await asked(stage, request, within({ highestRate: 4.9 }))).toBe('fee-too-high');
    expect(await asked(stage, request, within({ highestFee: 100n }))).toBe('fee-too-high');
    expect(await answer(cancelLocks(stage.parts, request, () => true))).toBe('signer-refused');
    expect(stage.journal.recall.size).toBe(1);
    expect(await asked(stage, request)).toBe('accepted');
  });
});
