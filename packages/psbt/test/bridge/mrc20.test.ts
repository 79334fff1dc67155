/** Exits of MRC-20: a payout by the message of an envelope that names its amount, a refund natively and whole; nothing is stranded or burned. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN_DEPLOY, bytesToHex, mrc20Asset, outpoint, pinsOf } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  BRIDGE_ENVELOPE_AT,
  acceptReveal,
  beginBridgePayout,
  bridgeEnvelope,
  bridgeIdIn,
  bridgePayoutVsize,
  joinBridgePayout,
  partyOf,
  planBridgePayout,
  planMrc20Deploy,
  signBridgeEnvelope,
  signBridgePayout,
} from '../../src/index.ts';
import type { BridgePayout, BridgePayoutRequest, BridgeSent } from '../../src/index.ts';
import { UNSPENDABLE } from '../../src/tx/taproot.ts';
import { cases } from '../cases.ts';
import { World, transaction } from '../ledger-world.ts';
import { coin, mrc20On, pinOn, refusalOf, user, walletSigns } from '../people.ts';
import {
  FEES,
  ID,
  KINDS,
  LOCKED,
  RATE,
  RUNE,
  SEVERAL,
  feeCoin,
  lockedCoin,
  ofSeveral,
  payout,
  doneBy,
  signedAlone,
} from './bridges.ts';

const FEE_KEY = FEES.who.key.slice(1);
const TOKEN = mrc20On('held', 1n, 2);
const held = (units: bigint) => mrc20On('held', units, 2);
const sent = (amount: bigint): BridgeSent => ({ asset: TOKEN.asset, decimals: 2, amount });
const envelope = (amount: bigint) => ({
  coin: { ...coin('envelope', FEES.who, 546n), script: bridgeEnvelope(FEE_KEY, sent(amount)).script },
  ...{ feeKey: FEE_KEY, decimals: 2 },
});

const LOTS = [lockedCoin('a', 546n, [held(30_000n)]), lockedCoin('b', 700n, [held(40_000n)])];
const paying = (amount: bigint, more: Partial<BridgePayoutRequest> = {}): BridgePayout =>
  payout({ pays: TOKEN.asset, lockedCoins: LOTS, amount, envelope: envelope(amount), ...more });
const refunding = (more: Partial<BridgePayoutRequest> = {}): BridgePayout =>
  payout({ pays: TOKEN.asset, lockedCoins: LOTS.slice(0, 1), amount: 30_000n, ...more });

describe.each(KINDS)('a receiver with %s', (kind) => {
  const receiver = user(`gets tokens from the bridge, ${kind}`, kind).script;

  it.each([
    ['some', 40_000n, [{ amount: 30_000n, index: 0 }]],
    ['all', 70_000n, []],
  ])('is paid %s of what is locked, and what is left stays', (_, amount, left) => {
    const plan = paying(amount, { receiver });
    const { tx, does, locked, fees } = doneBy(plan);
    const change = 20_000n - 546n - does.fee;
    expect(tx.outputs.map(({ value }) => value)).toEqual([1_246n, 546n, 546n, 0n, change]);
    expect(partyOf(does, receiver).gets).toMatchObject([{ asset: TOKEN.asset, amount, index: 2 }]);
    expect(locked.gets).toMatchObject(left);
    expect(locked.satsIn).toBe(locked.satsOut);
    // The PIN lies by itself, on the envelope's sats.
    expect(fees.gets).toMatchObject([{ kind: 'pin', index: 1, offset: 0n }]);
    // What lies under the receiver’s tokens comes from the fee coins, what lies under the PIN came with the envelope.
    expect(fees.satsIn - fees.satsOut).toBe(does.fee);
    expect(bridgeIdIn(tx)).toBe(ID);
    expect(pinsOf(tx)).toHaveLength(1);
    const shape = { pays: TOKEN.asset, receiver, lockedCoins: 2, feeCoins: 1, enveloped: true };
    expect(plan.vsize).toBeLessThanOrEqual(bridgePayoutVsize(shape));
    expect(plan.vsize).toBeGreaterThan(bridgePayoutVsize(shape) - 50);
    expect(tx.weight).toBeLessThanOrEqual(4 * plan.vsize);
  });

  it('gets a deposit back whole, with its sats, and nothing of it is left here', () => {
    const lockedCoins = [lockedCoin('a', 900n, [held(30_000n)])];
    const { tx, does, locked, fees } = doneBy(refunding({ receiver, lockedCoins }));
    expect(partyOf(does, receiver).gets).toMatchObject([{ asset: TOKEN.asset, amount: 30_000n, index: 0 }]);
    expect(tx.outputs.map(({ value }) => value)).toEqual([900n, 0n, 20_000n - does.fee]);
    expect([locked.gets, locked.satsOut]).toEqual([[], 0n]);
    expect(fees.satsIn - fees.satsOut).toBe(does.fee);
    expect([bridgeIdIn(tx), pinsOf(tx).length]).toEqual([ID, 0]);
  });
});

describe('an exit of MRC-20', () => {
  it('asserts', () => {
    for (const plan of [paying(40_000n), refunding()]) {
      const { gives = [] } = plan.intent.parties[0] ?? {};
      const bent: [Partial<BridgePayout>, string][] = [
        [{ intent: { ...plan.intent, burned: gives } }, 'intended'],
        [{ draft: { ...plan.draft, outputs: plan.draft.outputs.toReversed() } }, 'psbt-changed'],
        [{ fees: LOCKED.script }, 'invariant'],
      ];
      for (const [more, said] of bent) expect(() => signedAlone({ ...plan, ...more })).toThrow(said);
      expect(() => signBridgePayout(plan, LOCKED.who.secret, LOCKED.who.secret)).toThrow('invariant');
    }
  });

  it.each<[string, () => BridgePayout, string]>([
    ['the envelope of another amount', () => paying(40_000n, { envelope: envelope(39_999n) }), 'not-yours'],
    [
      'an envelope of 547 sat',
      () =>
        paying(40_000n, {
          envelope: {
            ...envelope(40_000n),
            coin: { ...envelope(40_000n).coin, value: 547n as Coin['value'] },
          },
        }),
      'too-small',
    ],
    [
      'an envelope with something on it',
      () =>
        paying(40_000n, {
          envelope: { ...envelope(40_000n), coin: { ...envelope(40_000n).coin, assets: [pinOn('p')] } },
        }),
      'lot-mixed',
    ],
    ['an envelope beside sats', () => payout({ envelope: envelope(40_000n) }), 'bad-request'],
    ['an envelope beside a rune', () => payout({ pays: RUNE, envelope: envelope(40_000n) }), 'bad-request'],
    ['a part of a deposit and no envelope', () => refunding({ amount: 29_999n }), 'bad-request'],
    ['more than is locked', () => paying(70_001n), 'bridge-short'],
    [
      'tokens that are said to have other decimals than are known',
      () =>
        paying(40_000n, {
          lockedCoins: LOTS.map((one) => ({ ...one, assets: [{ ...held(40_000n), decimals: 1 }] })),
        }),
      'lots-differ',
    ],
    [
      'the envelope of an amount with its point elsewhere',
      () => {
        const lying = bridgeEnvelope(FEE_KEY, { ...sent(40_000n), decimals: 1 }).script;
        const { coin: one, ...rest } = envelope(40_000n);
        return paying(40_000n, { envelope: { ...rest, coin: { ...one, script: lying } } });
      },
      'not-yours',
    ],
    [
      'a deposit on dust',
      () => refunding({ lockedCoins: [lockedCoin('a', 545n, [held(30_000n)])] }),
      'too-small',
    ],
    ['no unit', () => refunding({ amount: 0n }), 'bad-request'],
    ['tokens on dust', () => paying(9n, { lockedCoins: [lockedCoin('a', 545n, [held(10n)])] }), 'too-small'],
    [
      'a receipt on a coin',
      () => paying(9n, { lockedCoins: [lockedCoin('a', 600n, [held(10n), pinOn('p')])] }),
      'lot-mixed',
    ],
    [
      'another token',
      () => paying(9n, { lockedCoins: [...LOTS, lockedCoin('c', 600n, [mrc20On('else', 10n, 2)])] }),
      'lots-differ',
    ],
    ['no token', () => refunding({ lockedCoins: [lockedCoin('a', 600n)] }), 'not-a-lot'],
  ])('is refused with %s', (_, plan, code) => {
    expect(refusalOf(plan)).toBe(code);
  });

  it('is refused before its envelope is in a block', () => {
    const { height: _, ...waiting } = envelope(40_000n).coin;
    expect(
      refusalOf(() => paying(40_000n, { envelope: { coin: waiting, feeKey: FEE_KEY, decimals: 2 } })),
    ).toBe('coin-unconfirmed');
  });

  it('is signed by several, the envelope too', () => {
    const { script } = ofSeveral(3);
    const lockedCoins = LOTS.map((one) => ({ ...one, script: script.script }));
    const plan = paying(40_000n, { locked: script, lockedCoins });
    const [first, ...others] = SEVERAL;
    let raw = beginBridgePayout(plan, first?.secret ?? FEE_KEY, FEES.who.secret);
    const unsigned = transaction(raw);
    const at = plan.draft.inputs.findIndex(({ signer }) => signer === 'ephemeral');
    expect(unsigned.inputs[at]?.witness[0]).toHaveLength(64);
    for (const { secret } of others) raw = joinBridgePayout(plan, raw, secret);
    doneBy(plan, raw);
  });

  it('whatever the numbers, strands and burns nothing', () => {
    fc.assert(
      fc.property(
        fc.record({
          values: fc.array(fc.bigInt(546n, 10n ** 6n), { minLength: 1, maxLength: 6 }),
          units: fc.bigInt(1n, 10n ** 20n),
          share: fc.bigInt(0n, 1_000_000n),
          kind: fc.constantFrom(...KINDS),
          rate: fc.integer({ min: 1, max: 40 }),
          id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(bytesToHex),
        }),
        ({ values, units, share, kind, rate: feeRateSatVb, id }) => {
          const receiver = user('t', kind).script;
          const lockedCoins = values.map((value, index) => lockedCoin(`m${index}`, value, [held(units)]));
          const whole = units * BigInt(values.length);
          const part = (whole * share) / 1_000_000n;
          const amount = part < 1n ? 1n : part;
          const feeCoins = [feeCoin('f', 100_000n)];
          const plan = paying(amount, { receiver, lockedCoins, feeCoins, id, feeRateSatVb });
          const { tx, does, locked } = doneBy(plan);
          const kept = locked.gets.reduce((sum, move) => sum + ('amount' in move ? move.amount : 0n), 0n);
          expect(kept + amount).toBe(whole);
          expect(locked.satsIn).toBe(locked.satsOut);
          expect(partyOf(does, receiver).gets).toMatchObject([{ amount }]);
          expect(bridgeIdIn(tx)).toBe(id);
        },
      ),
      { numRuns: cases(40) },
    );
  });
});

describe('the coin of an envelope', () => {
  const request = (more: object = {}) => ({
    ...{ ...sent(40_000n), feeKey: FEE_KEY, fees: FEES.script, feeCoins: [feeCoin()], feeRateSatVb: RATE },
    ...more,
  });

  it('is made out of the fee wallet alone', () => {
    const { raw, txid, fee } = signBridgeEnvelope(request(), FEES.who.secret);
    const tx = transaction(raw);
    expect(tx.txid).toBe(txid);
    expect(tx.outputs.map(({ value }) => value)).toEqual([546n, 20_000n - 546n - fee]);
    expect(tx.outputs[BRIDGE_ENVELOPE_AT]?.script).toEqual(envelope(40_000n).coin.script);
    expect(tx.outputs[1]?.script).toEqual(FEES.script.script);
    expect(bytesToHex(signBridgeEnvelope(request(), FEES.who.secret).raw)).toBe(bytesToHex(raw));
  });

  it.each([
    ['no coin', { feeCoins: [] }, 'bad-request'],
    ['21 coins', { feeCoins: Array.from({ length: 21 }, (_, at) => feeCoin(`f${at}`)) }, 'too-many-coins'],
    ['a coin twice', { feeCoins: [feeCoin(), feeCoin()] }, 'duplicate-input'],
    ['something on a coin', { feeCoins: [coin('f', FEES.who, 9_000n, [held(1n)])] }, 'lot-mixed'],
    ['too little', { feeCoins: [feeCoin('f', 1_000n)] }, 'insufficient-funds'],
    ['a locked coin', { feeCoins: [lockedCoin('l', 9_000n)] }, 'script-not-allowed'],
  ])('is refused with %s', (_, more, code) => {
    expect(refusalOf(() => signBridgeEnvelope(request(more), FEES.who.secret))).toBe(code);
  });

  it('has no key path: nobody can take the message out of a payout that others have signed', () => {
    const { controlBlock } = bridgeEnvelope(FEE_KEY, sent(40_000n));
    expect(bytesToHex(controlBlock.slice(1))).toBe(bytesToHex(UNSPENDABLE));
  });

  it('asserts that the key is that of the fees', () => {
    expect(() => signBridgeEnvelope(request(), LOCKED.who.secret)).toThrow('invariant');
    expect(() => bridgeEnvelope(FEE_KEY, { ...sent(1n), asset: RUNE })).toThrow('invariant');
  });
});

describe('before the whole ledger', () => {
  it('leaves in parts, in full, and natively, and is never odd', () => {
    const world = new World();
    const owner = LOCKED.who;
    const made = planMrc20Deploy({
      payer: { script: owner.script, key: owner.key, coins: world.fund(owner, 60_000n) },
      ...{
        revealKey: new Uint8Array(32).fill(9),
        feeRateSatVb: RATE,
        destination: owner.script,
        isTaken: false,
      },
      deploy: {
        ...PLAIN_DEPLOY,
        display: 'BRDG',
        decimals: 2,
        amountPerMint: 100n,
        mintCount: 10n,
        premineCount: 1n,
      },
    });
    const signed = acceptReveal(made, { commit: walletSigns(made.commit.psbt, owner, made.commit.toSign) });
    world.mine(signed.commit.raw, signed.reveal.raw);
    const asset = mrc20Asset(made.pin);
    const [, receiver] = KINDS.map((kind) => user(`ledger ${kind}`, kind).script);
    const on = (one: Coin): bigint[] => one.assets.flatMap((each) => ('amount' in each ? [each.amount] : []));
    const exit = (lockedCoins: readonly Coin[], amount: bigint): Coin[] => {
      const of = { asset, decimals: 2, amount, feeKey: FEE_KEY, fees: FEES.script, feeRateSatVb: RATE };
      const shown = signBridgeEnvelope({ ...of, feeCoins: world.fund(FEES.who, 9_000n) }, FEES.who.secret);
      world.mine(shown.raw);
      const plan = planBridgePayout({
        ...{ pays: asset, locked: LOCKED.script, lockedCoins, fees: FEES.script, id: ID, feeRateSatVb: RATE },
        ...{ receiver: receiver ?? FEE_KEY, amount, feeCoins: world.fund(FEES.who, 9_000n) },
        envelope: {
          coin: world.coin(outpoint(shown.txid, BRIDGE_ENVELOPE_AT)),
          feeKey: FEE_KEY,
          decimals: 2,
        },
      });
      const done = signedAlone(plan);
      world.mine(done.raw);
      return [0, 1, 2].map((vout) => world.coin(outpoint(done.txid, vout)));
    };
    const [change, pin, paid] = exit([world.coin(outpoint(signed.reveal.txid, 1))], 2_500n);
    expect([change, pin, paid].map((one) => on(one as Coin))).toEqual([[7_500n], [], [2_500n]]);
    expect(pin?.assets).toMatchObject([{ kind: 'pin' }]);
    const [empty, , last] = exit([change as Coin], 7_500n);
    expect([empty, last].map((one) => on(one as Coin))).toEqual([[], [7_500n]]);
    expect(world.odd()).toEqual([]);
  });
});
