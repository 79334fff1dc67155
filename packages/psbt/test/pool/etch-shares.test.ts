/** The share rune of a pool: the whole supply on one coin of the pool, and no way to make more. */
import { describe, expect, it } from 'vitest';
import { amount, sats, virtualSize } from '@rialto/protocols';
import { acceptPlanned } from '../../src/index.ts';
import type { Payer, Planned } from '../../src/index.ts';
import { planEtchShares } from '../../src/pool/etch-shares.ts';
import { World, transaction } from '../ledger-world.ts';
import { coin, refusalOf, user, walletSigns } from '../people.ts';
import { JOINT, SOLO } from './acts.ts';
import { EACH_POOL } from './dissolutions.ts';

const SUPPLY = amount(10n ** 18n);
const signed = (plan: Planned, who: ReturnType<typeof user>): Uint8Array =>
  walletSigns(plan.psbt, who, plan.toSign);

describe.each(EACH_POOL)('the shares of a pool of %s', (_, { pool }) => {
  const ann = user('ann', 'p2tr');
  const payer: Payer = { script: ann.script, key: ann.key, coins: [coin('money', ann, 20_000n)] };
  const plan = planEtchShares({ payer, pool, supply: SUPPLY, feeRateSatVb: 2 });

  it('works: the ledger finds all of them on output 0, and nobody can mint one', () => {
    const world = new World();
    const coins = world.fund(ann, 20_000n);
    const real = planEtchShares({ payer: { ...payer, coins }, pool, supply: SUPPLY, feeRateSatVb: 2 });
    const done = acceptPlanned(real, signed(real, ann));
    world.mine(done.raw);
    const share = world.coin(`${done.txid}:0` as never);
    expect([share.value, share.script]).toEqual([546n, pool.script]);
    expect(share.assets).toMatchObject([{ kind: 'rune', amount: SUPPLY, divisibility: 0 }]);
    expect([...world.ledger.memory.rows.rune.all()].map(([, { terms }]) => terms)).toEqual([undefined]);
    expect(Math.abs(virtualSize(transaction(done.raw)) - 177)).toBeLessThanOrEqual(12);
  });

  it('asserts and refuses', () => {
    const code = (change: Partial<Parameters<typeof planEtchShares>[0]>): string =>
      refusalOf(() => planEtchShares({ payer, pool, supply: SUPPLY, feeRateSatVb: 2, ...change }));
    expect(code({})).toBe('accepted');
    expect(code({ payer: { ...payer, key: user('bob', 'p2tr').key } })).toBe('not-yours');
    expect(code({ payer: { ...payer, coins: [] } })).toBe('insufficient-funds');
    expect(code({ supply: amount(2n ** 128n) })).toBe('bad-request');
    expect(() => planEtchShares({ payer, pool, supply: amount(0n), feeRateSatVb: 2 })).toThrow('invariant');
    const [signer] = SOLO.signers;
    const self = { script: SOLO.pool.script, key: signer?.key ?? ann.key, coins: [] };
    expect(code({ payer: self, pool: SOLO.pool })).toBe('not-yours');
    expect(code({ pool: JOINT.pool })).toBe('accepted');
  });

  it('the assertion fires', () => {
    const psbt = signed(plan, ann);
    expect(() => acceptPlanned({ ...plan, intent: { ...plan.intent, fee: sats(1n) } }, psbt)).toThrow(
      'intended',
    );
    const other = { ...plan, draft: { ...plan.draft, outputs: plan.draft.outputs.toReversed() } };
    expect(refusalOf(() => acceptPlanned(other, psbt))).toBe('psbt-changed');
    expect(refusalOf(() => acceptPlanned(plan, plan.psbt))).toBe('signature-missing');
  });
});
