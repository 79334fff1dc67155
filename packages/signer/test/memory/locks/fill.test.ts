/** Filling a bid: one line for each signature, and one fill that lives for each lock. */
import { readFileSync } from 'node:fs';
import { coinToWire } from '@rialto/contract';
import type { FillRequest } from '@rialto/contract';
import { hexToBytes, txidOf } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { fillDraft } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { admit } from '../../../src/locks/admit.ts';
import { cancelLocks } from '../../../src/locks/cancel.ts';
import { openFates } from '../../../src/locks/fates.ts';
import { fill } from '../../../src/locks/fill.ts';
import { admitOf, bid, lockedCoin } from '../bids.ts';
import { cancelOf, fillOf, finished, ordiBid, ordiLot, sale } from '../fills.ts';
import type { Sale } from '../fills.ts';
import { ROOMY, admitted, here, openLockStage, publish } from '../lock-stage.ts';
import type { LockStage } from '../lock-stage.ts';
import { TIP } from '../node.ts';
import { told } from '../offers.ts';
import { runeOn } from '../people.ts';
import { NOW } from '../stage.ts';
import { answer } from '../world.ts';

const stageOf = (given: Sale, ...others: readonly Sale[]): Promise<LockStage> =>
  admitted(
    [given.bid],
    [given, ...others].map(({ plan }) => plan.lot),
  );
const asked = ({ parts }: LockStage, given: Sale, change: Partial<FillRequest> = {}): Promise<string> =>
  answer(fill(parts, fillOf(given, change), here));
const txidOfSale = (given: Sale): Txid => txidOf(hexToBytes(fillOf(given).unsigned));

describe('a signature completes the fill', () => {
  const kinds = [
    { kind: 'p2wpkh' },
    { kind: 'p2tr', signingKey: 'output' },
    { kind: 'p2tr', signingKey: 'internal' },
  ] as const;

  it.each(kinds)('of MRC-20, its funding held or in a block (%o)', async (terms) => {
    for (const [name, assets] of [
      ['bare', undefined],
      ['told', told('told')],
    ] as const) {
      const given = bid(terms);
      const held = sale({ bid: given, name, ...(assets === undefined ? {} : { assets }) });
      const stage = await stageOf(held);
      finished(held, fillOf(held), await fill(stage.parts, fillOf(held), here));
      const mined = sale({ bid: given, name, height: 200, ...(assets === undefined ? {} : { assets }) });
      const later = await stageOf(mined);
      publish(later, given, [lockedCoin(given, 0, 200)]);
      finished(mined, fillOf(mined), await fill(later.parts, fillOf(mined), here));
    }
  });

  it.each(kinds)('of BRC-20, whose seller has either kind of address (%o)', async (terms) => {
    for (const kind of ['p2wpkh', 'p2tr'] as const) {
      const given = sale({ bid: ordiBid(terms), kind, name: kind, assets: ordiLot(kind) });
      const { parts } = await stageOf(given);
      finished(given, fillOf(given), await fill(parts, fillOf(given), here));
    }
  });

  it.each(kinds)('of a rune, whose funding is held (%o)', async (terms) => {
    const rune = runeOn(900_001, 100n);
    const given = sale({ bid: bid({ ...terms, asset: rune.asset }), assets: [rune] });
    const { parts } = await stageOf(given);
    finished(given, fillOf(given), await fill(parts, fillOf(given), here));
  });

  it('of a rung while its funding waits in the mempool, and of each rung of a ladder', async () => {
    const ladder = bid({ rungs: [{}, { price: 40_000n }] });
    const sales = [0, 1].map((at) => sale({ bid: ladder, at, name: `seller ${at}` }));
    const [first, second] = sales;
    if (first === undefined || second === undefined) throw new Error('two');
    const stage = await stageOf(first, second);
    expect(await asked(stage, first)).toBe('accepted');
    publish(stage, ladder, [lockedCoin(ladder, 0), lockedCoin(ladder, 1)]);
    stage.node.mempool.set(lockedCoin(ladder, 0).outpoint, txidOfSale(first));
    expect(await asked(stage, first)).toBe('coin-spent');
    expect(await asked(stage, second)).toBe('accepted');
  });
});

describe('the journal', () => {
  it('has the line before the signature leaves: the halves of both users, all it was checked by', async () => {
    const given = sale();
    const { parts, path, locks } = await stageOf(given);
    const request = fillOf(given);
    await fill(parts, request, here);
    const [, line] = readFileSync(path, 'utf8').split('\n');
    expect(JSON.parse(line ?? '')).toEqual({
      at: new Date(NOW).toISOString(),
      kind: 'fill',
      txid: txidOfSale(given),
      unsigned: request.unsigned,
      coins: fillDraft(given.plan).inputs.map((input) => coinToWire(input.coin)),
      ...TIP,
      tradeId: request.tradeId,
      lock: given.plan.coin.outpoint,
      ticket: request.ticket,
      promise: request.promise,
      sellerWitness: request.sellerWitness,
    });
    expect(locks.usage(NOW)).toEqual({ admitted: 50_000n, filled: 50_000n });
    expect(parts.journal.recall.usage(NOW).signatures).toBe(1);
  });

  it('that cannot be written gives no signature', async () => {
    const given = sale();
    const { parts } = await stageOf(given);
    const journal = {
      ...parts.journal,
      append: () => {
        throw new Refusal('trading-stopped', 'the journal cannot be written');
      },
    };
    expect(await answer(fill({ ...parts, journal }, fillOf(given), here))).toBe('trading-stopped');
  });

  it('is read after a restart: the bid is known, and so is the fill that lives', async () => {
    const [given, rival] = [sale(), sale({ name: 'rival' })];
    const stage = await stageOf(given, rival);
    const signature = await fill(stage.parts, fillOf(given), here);
    stage.journal.close();
    const coins = [...given.bid.plan.payments, given.plan.lot, rival.plan.lot];
    const later = await openLockStage(coins, {}, stage.directory);
    expect(await fill(later.parts, fillOf(given), here)).toBe(signature);
    expect(await asked(later, rival)).toBe('fill-waiting');
    expect(later.journal.recall.size).toBe(2);
  });
});

describe('one lock', () => {
  const [first, rival] = [sale(), sale({ name: 'rival' })];

  it('is signed for the same fill as often as it is asked, with one line', async () => {
    const stage = await stageOf(first);
    const signature = await fill(stage.parts, fillOf(first), here);
    const full = {
      ...stage.parts,
      limits: { signatures: 0, stake: 0n, stockFees: 0n },
      caps: { ...ROOMY, hour: 0n },
    };
    expect(await fill(full, fillOf(first), here)).toBe(signature);
    expect(stage.journal.recall.size).toBe(2);
  });

  it('is signed for one of two fills that are asked at once', async () => {
    const stage = await stageOf(first, rival);
    const both = await Promise.all([asked(stage, first), asked(stage, rival)]);
    expect(both.toSorted()).toEqual(['accepted', 'fill-waiting']);
    expect(stage.journal.recall.size).toBe(2);
  });

  it('is signed again once a block has spent the first one’s lot, the mempool alone is not enough', async () => {
    const stage = await stageOf(first, rival);
    expect(await asked(stage, first)).toBe('accepted');
    stage.node.mempool.set(first.plan.lot.outpoint, 'fe'.repeat(32) as Txid);
    expect(await asked(stage, rival)).toBe('fill-waiting');
    stage.node.mempool.delete(first.plan.lot.outpoint);
    stage.node.coins.delete(first.plan.lot.outpoint);
    expect(await asked(stage, rival)).toBe('accepted');
  });

  it('is signed again when the first was in no mempool of ours for two blocks, and never again for the first', async () => {
    const stage = await stageOf(first, rival);
    await stage.parts.fates.look();
    expect(await asked(stage, first)).toBe('accepted');
    stage.node.tip.height = TIP.height + 1;
    expect(await asked(stage, rival)).toBe('fill-waiting');
    stage.node.tip.height = TIP.height + 2;
    expect(await asked(stage, rival)).toBe('accepted');
    expect(await asked(stage, rival)).toBe('accepted');
    expect(await asked(stage, first)).toBe('take-expired');
    expect(stage.journal.recall.size).toBe(3);
  });

  it('counts the two blocks from when the first was last seen waiting', async () => {
    const stage = await stageOf(first, rival);
    await stage.parts.fates.look();
    expect(await asked(stage, first)).toBe('accepted');
    const { lot } = first.plan;
    stage.node.mempool.set(lot.outpoint, txidOfSale(first));
    stage.node.tip.height = TIP.height + 5;
    await stage.parts.fates.look();
    // Evicted.
    stage.node.mempool.delete(lot.outpoint);
    await stage.parts.fates.look();
    stage.node.tip.height = TIP.height + 6;
    expect(await asked(stage, rival)).toBe('fill-waiting');
    stage.node.tip.height = TIP.height + 7;
    expect(await asked(stage, rival)).toBe('accepted');
  });

  it('counts them anew when a reorg takes back the block that had the first', async () => {
    const { lot } = first.plan;
    for (const waits of [true, false]) {
      const stage = await stageOf(first, rival);
      await stage.parts.fates.look();
      expect(await asked(stage, first)).toBe('accepted');
      stage.node.coins.delete(lot.outpoint);
      stage.node.tip.height = TIP.height + 5;
      await stage.parts.fates.look();
      // The reorg: it waits again, or is nowhere.
      stage.node.coins.set(lot.outpoint, lot);
      stage.node.tip.height = TIP.height + 6;
      if (waits) stage.node.mempool.set(lot.outpoint, txidOfSale(first));
      await stage.parts.fates.look();
      stage.node.mempool.delete(lot.outpoint);
      expect(await asked(stage, rival)).toBe('fill-waiting');
      stage.node.tip.height = TIP.height + (waits ? 7 : 6);
      expect(await asked(stage, rival)).toBe('fill-waiting');
      stage.node.tip.height += 1;
      expect(await asked(stage, rival)).toBe('accepted');
    }
  });

  it('looks no more at what a block settled six blocks ago, and again when a reorg made it younger', async () => {
    const { lot } = first.plan;
    const stage = await stageOf(first, rival);
    expect(await asked(stage, first)).toBe('accepted');
    let looks = 0;
    const { chain } = stage.node;
    const spendingOf: typeof chain.spendingOf = (points) => {
      looks += 1;
      return chain.spendingOf(points);
    };
    const fates = openFates({ chain: { ...chain, spendingOf }, recall: stage.locks });
    const lookedAt = async (height: number): Promise<boolean> => {
      stage.node.tip.height = height;
      const before = looks;
      await fates.look();
      return looks > before;
    };
    stage.node.coins.delete(lot.outpoint);
    expect(await lookedAt(210)).toBe(true);
    expect(await lookedAt(215)).toBe(true);
    expect(await lookedAt(216)).toBe(false);
    // The count starts again with another block.
    stage.node.coins.set(lot.outpoint, lot);
    expect(await lookedAt(215)).toBe(true);
    stage.node.coins.delete(lot.outpoint);
    for (const height of [216, 221]) expect(await lookedAt(height)).toBe(true);
    expect(await lookedAt(222)).toBe(false);
  });

  it('counts them from the start of the process: what was before, nobody has seen', async () => {
    const stage = await stageOf(first, rival);
    expect(await asked(stage, first)).toBe('accepted');
    stage.journal.close();
    const coins = [...first.bid.plan.payments, first.plan.lot, rival.plan.lot];
    const later = await openLockStage(coins, {}, stage.directory);
    later.node.tip.height = TIP.height + 50;
    await later.parts.fates.look();
    expect(await asked(later, rival)).toBe('fill-waiting');
    later.node.tip.height = TIP.height + 52;
    expect(await asked(later, rival)).toBe('accepted');
  });

  it('is not signed while a cancel of it may confirm', async () => {
    const mined = sale({ height: 200 });
    const stage = await stageOf(mined);
    const lock = lockedCoin(mined.bid, 0, 200);
    publish(stage, mined.bid, [lock]);
    await stage.parts.fates.look();
    await cancelLocks(stage.parts, cancelOf(mined.bid, [lock]), here);
    expect(await asked(stage, mined)).toBe('fill-waiting');
    stage.node.tip.height = TIP.height + 2;
    expect(await asked(stage, mined)).toBe('accepted');
  });

  it('of a bid whose place was taken is not signed, nor after the place was taken while it was checked', async () => {
    const stage = await stageOf(first);
    const edited = bid({ expiry: 2500 });
    await admit(stage.parts, admitOf(edited), here);
    expect(await asked(stage, first)).toBe('not-admitted');
    expect(await asked(stage, sale({ bid: edited }))).toBe('accepted');
    const again = await stageOf(rival);
    const turns = async <T>(_: string, act: () => Promise<T>): Promise<T> => {
      await admit(again.parts, admitOf(edited), here);
      return act();
    };
    expect(await answer(fill({ ...again.parts, turns }, fillOf(rival), here))).toBe('not-admitted');
  });
});

describe('nothing is signed', () => {
  it('beyond a limit of the hour', async () => {
    const given = sale();
    const { parts } = await stageOf(given);
    const ask = (more: object): Promise<string> => answer(fill({ ...parts, ...more }, fillOf(given), here));
    expect(await ask({ limits: { ...parts.limits, signatures: 0 } })).toBe('limit-reached');
    expect(await ask({ caps: { ...ROOMY, hour: 49_999n } })).toBe('limit-reached');
    expect(await ask({ caps: { ...ROOMY, hour: 50_000n } })).toBe('accepted');
  });

  it('after a stop, not even one that came while it was checked, and for one who has hung up', async () => {
    const given = sale();
    const { parts, journal } = await stageOf(given);
    const ask = (stopped: () => boolean): Promise<string> =>
      answer(fill({ ...parts, stopped }, fillOf(given), here));
    expect(await ask(() => true)).toBe('trading-stopped');
    let times = 0;
    expect(await ask(() => (times += 1) === 2)).toBe('trading-stopped');
    expect(await answer(fill(parts, fillOf(given), () => true))).toBe('signer-refused');
    expect(journal.recall.size).toBe(1);
  });
});
