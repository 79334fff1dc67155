/** What every template says it will weigh is what it weighs once signed: exactly with Schnorr, within the bytes of DER with ECDSA. */
import { describe, expect, it } from 'vitest';
import { amount, sats } from '@rialto/protocols';
import {
  acceptCancel,
  acceptChild,
  acceptCommit,
  acceptPlanned,
  buildCancel,
  planCancel,
  planSelfMint,
  planTransfer,
  signFanOut,
  planFanOut,
  takeDraft,
} from '../../src/index.ts';
import { weightOf } from '../../src/draft/draft.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { ownDraft } from '../../src/draft/own-transaction.ts';
import { transaction } from '../ledger-world.ts';
import { complete, offer, planFor, tokenOffer } from '../trade/market.ts';
import { plannedBy } from './templates.ts';
import { coin, mrc20On, user, plainAsset, walletSigns } from '../people.ts';

/** ECDSA signatures are mostly 71 or 72 bytes with their sighash byte; a shorter one is rarer by 1 : 256 for each byte. */
const DER_SLACK = 3;

function expectSize(draft: Draft, raw: Uint8Array): void {
  const { weight, inputs } = transaction(raw);
  const ecdsa = inputs.filter(({ witness }) => witness.length === 2).length;
  expect(weightOf(draft)).toBeGreaterThanOrEqual(weight);
  expect(weightOf(draft) - weight).toBeLessThanOrEqual(DER_SLACK * ecdsa);
}

describe.each(['p2wpkh', 'p2tr'] as const)('the size of what a %s owner signs', (kind) => {
  const ann = user('ann', kind);
  const money = coin('money', ann, 60_000n);
  const payer = { script: ann.script, key: ann.key, coins: [money] };
  const revealKey = new Uint8Array(32).fill(3);
  const common = { payer, revealKey, feeRateSatVb: 2 };
  it.each(plannedBy(ann))('%s', (_, plan) => {
    expectSize(plan.draft, acceptPlanned(plan, walletSigns(plan.psbt, ann, plan.toSign)).raw);
  });

  it('commit and reveal of inscriptions', () => {
    const words = { tick: 'ordi', amount: amount(10n ** 18n) };
    const plan = planTransfer(words, { ...common, destination: ann.script });
    const commit = acceptCommit(plan, walletSigns(plan.commit.psbt, ann, plan.commit.toSign));
    expectSize(plan.draft, commit.raw);
    const all = transaction(plan.reveal).weight + weightOf(plan.draft);
    expect(plan.fees.vsize - all / 4).toBeGreaterThanOrEqual(0);
    expect(plan.fees.vsize - all / 4).toBeLessThan(2);
    const parent = { id: plainAsset('d').id, coin: coin('parent', ann, 546n, [plainAsset('d')]) };
    const child = planSelfMint({ ...words, tick: 'mymkt' }, { ...common, destination: ann.script, parent });
    const done = acceptChild(child, {
      commit: walletSigns(child.commit.psbt, ann, child.commit.toSign),
      reveal: walletSigns(child.reveal.psbt, ann, child.reveal.toSign),
    });
    expectSize(child.commitDraft, done.commit.raw);
    expectSize(child.revealDraft, done.reveal.raw);
  });

  it('takes of both kinds of lot, cancel, and the stock of pads', () => {
    const books = [
      [offer('a', 'p2tr'), offer('b', 'p2wpkh')],
      [tokenOffer('c', 'p2tr'), tokenOffer('d', 'p2wpkh')],
    ];
    for (const offers of books) {
      const plan = planFor(offers, ann);
      expectSize(takeDraft(plan), complete(plan, offers, ann).raw);
    }
    const lot = coin('lot', ann, 546n, [mrc20On('MAN', 5n)]);
    const cancel = planCancel({
      lot,
      coins: [money],
      ownerScript: ann.script,
      ownerKey: ann.key,
      feeRateSatVb: 2,
    });
    const built = buildCancel(cancel);
    const home = acceptCancel(cancel, walletSigns(built.psbt, ann, built.toSign));
    const weight = transaction(home.raw).weight;
    expect(built.vsize - weight / 4).toBeGreaterThanOrEqual(0);
    expect(built.vsize - weight / 4).toBeLessThan(3);
    const fan = planFanOut({
      coins: [money],
      script: ann.script,
      count: 9,
      value: sats(600n),
      feeRateSatVb: 1,
    });
    const raw = signFanOut(fan, ann.secret).raw;
    expectSize(ownDraft(fan.payments, transaction(raw).outputs), raw);
  });
});
