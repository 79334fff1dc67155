/** The act of co-signing: one line in the journal for each signature, and one take for each pad. */
import { coinToWire } from '@rialto/contract';
import { bytesToHex, hexToBytes, isFlaw, outpoint, readTransaction } from '@rialto/protocols';
import { finishTake, takeDraft } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { cosign } from '../../src/cosign/cosign.ts';
import type { CosignParts } from '../../src/cosign/cosign.ts';
import { deal, requestOf, withChange } from './deals.ts';
import type { Deal } from './deals.ts';
import { TIP } from './node.ts';
import { offer } from './offers.ts';
import { coin, operator, user } from './people.ts';
import { LEASE, NOW, REST, openStage } from './stage.ts';
import { answer } from './world.ts';

const here = (): boolean => false;
const asked = (parts: CosignParts, given: Deal): Promise<string> =>
  answer(cosign(parts, requestOf(given), here));

/** Another take with the same pad: other lots, other money. */
function rival(): Deal {
  const given = deal({ kind: 'p2tr', offers: [offer('rival')] });
  const payments = [coin('money of the rival', user('buyer', 'p2tr'), 50_000n)];
  return { ...given, plan: withChange({ ...given.plan, payments }) };
}

describe('a signature', () => {
  it.each([1, 3])(
    'completes the take, and the pad that comes back is ours again (%i lots)',
    async (count) => {
      const offers = Array.from({ length: count }, (_, at) => offer(`${at}`));
      const given = deal({ offers, money: [90_000n] });
      const { parts, recall } = await openStage([given]);
      const request = requestOf(given);
      const witness = await cosign(parts, request, here);
      const { raw, txid } = finishTake(given.plan, {
        buyer: request.buyerWitnesses.map((one) => one?.map(hexToBytes)),
        sellers: request.sellerWitnesses.map((one) => one.map(hexToBytes)),
        padWitness: witness.map(hexToBytes),
      });
      const tx = readTransaction(raw);
      if (isFlaw(tx)) throw new Error('a transaction');
      const ours = tx.outputs.flatMap(({ script }, vout) =>
        bytesToHex(script) === bytesToHex(operator().script) ? [outpoint(txid, vout)] : [],
      );
      expect(ours).toHaveLength(1);
      for (const back of ours) expect(recall.hasMade(back)).toBe(true);
      expect(recall.size).toBe(2);
    },
  );

  it('has a line that says all it was checked by', async () => {
    const given = deal();
    const { parts, journal } = await openStage([given]);
    const lines: unknown[] = [];
    const append: typeof journal.append = (one) => {
      lines.push(one);
      journal.append(one);
    };
    const request = requestOf(given);
    await cosign({ ...parts, journal: { ...journal, append } }, request, here);
    const [take] = journal.recall.signedFor(given.plan.pad.coin.outpoint);
    expect(lines).toEqual([
      {
        at: new Date(NOW).toISOString(),
        kind: 'cosign',
        txid: take?.txid,
        unsigned: request.unsigned,
        coins: takeDraft(given.plan).inputs.map((input) => coinToWire(input.coin)),
        ...TIP,
        tradeId: request.tradeId,
        spends: [given.plan.pad.coin.outpoint],
        makes: [`${take?.txid ?? ''}:2`],
        stake: '600',
      },
    ]);
    expect(journal.recall.usage(NOW)).toEqual({ signatures: 2, stake: 600n, stockFees: 90n });
  });

  it('ends the lease of its pad', async () => {
    const given = deal();
    const { parts, leases } = await openStage([given]);
    const pad = given.plan.pad.coin.outpoint;
    leases.keep(pad, { script: bytesToHex(given.buyer.script), until: NOW + LEASE }, NOW);
    expect(await asked(parts, given)).toBe('accepted');
    expect(leases.holder(pad, NOW)).toBeUndefined();
  });

  it('is not given when the policy refuses, and no line is written', async () => {
    const given = deal();
    const { parts, recall } = await openStage([given]);
    const dear = { ...parts.world, fees: { ...parts.world.fees, highestFee: 1n } };
    expect(await asked({ ...parts, world: dear }, given)).toBe('fee-too-high');
    expect(recall.size).toBe(1);
  });
});

describe('one pad', () => {
  it('is signed for the same take as often as it is asked, with one line', async () => {
    const given = deal();
    const { parts, recall } = await openStage([given]);
    const request = requestOf(given);
    const first = await cosign(parts, request, here);
    const full = { ...parts, limits: { signatures: 0, stake: 0n, stockFees: 0n } };
    expect(await cosign(full, { ...request, tradeId: requestOf(given).tradeId }, here)).toEqual(first);
    expect(recall.size).toBe(2);
  });

  it('is not signed for another take while the first may confirm', async () => {
    const [first, other] = [deal(), rival()];
    const { parts, clock, recall } = await openStage([first, other]);
    expect(await asked(parts, first)).toBe('accepted');
    expect(await asked(parts, other)).toBe('take-expired');
    clock.now = NOW + REST - 1;
    expect(await asked(parts, other)).toBe('take-expired');
    expect(recall.size).toBe(2);
  });

  it('is signed for another take after its rest, and then never again for the first', async () => {
    const [first, other] = [deal(), rival()];
    const { parts, clock, recall } = await openStage([first, other]);
    expect(await asked(parts, first)).toBe('accepted');
    clock.now = NOW + REST;
    expect(await asked(parts, other)).toBe('accepted');
    expect(await asked(parts, other)).toBe('accepted');
    expect(await asked(parts, first)).toBe('take-expired');
    clock.now = NOW + 9 * REST;
    expect(await asked(parts, first)).toBe('take-expired');
    expect(recall.signedFor(first.plan.pad.coin.outpoint)).toHaveLength(2);
  });

  it('is signed for another take as soon as a block has spent a coin of the first', async () => {
    const [first, other] = [deal(), rival()];
    const { parts, node } = await openStage([first, other]);
    expect(await asked(parts, first)).toBe('accepted');
    for (const { outpoint: at } of first.plan.payments) node.coins.delete(at);
    expect(await asked(parts, other)).toBe('accepted');
  });

  it('is signed for one of two takes that are asked at once', async () => {
    const [first, other] = [deal(), rival()];
    const { parts, recall } = await openStage([first, other]);
    const both = await Promise.all([asked(parts, first), asked(parts, other)]);
    expect(both.toSorted()).toEqual(['accepted', 'take-expired']);
    expect(recall.size).toBe(2);
  });
});
