/** What a hostile user, server or message tries with a pool (pools §7), and the rule that stops each of it. */
import { describe, expect, it } from 'vitest';
import { amount, encipher, knownRuneId, sats, writeBase } from '@rialto/protocols';
import type { Coin, CoinAsset, Runestone } from '@rialto/protocols';
import { effects, partyOf, sameEffects } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { planAdd } from '../../src/pool/add.ts';
import { planInit } from '../../src/pool/init.ts';
import { checkedAct, contextOfAct, draftOfAct, intentOfAct } from '../../src/pool/pool-draft.ts';
import { acceptAct, buildAct, signAct } from '../../src/pool/sign-act.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { jointPool, poolInput, soloPool } from '../../src/pool/pool-script.ts';
import { planRemove } from '../../src/pool/remove.ts';
import { planSwapBuy } from '../../src/pool/swap-buy.ts';
import { planSwapSell } from '../../src/pool/swap-sell.ts';
import { coin, mrc20On, pinOn, plainAsset, refusalOf, transferAsset, user, walletSigns } from '../people.ts';
import {
  JOINT,
  RATE,
  SOLO,
  SUPPLY,
  buyAct,
  complete,
  foreign,
  initAct,
  laneOf,
  money,
  operator,
  poolCoin,
  sellAct,
  serviceFee,
  share,
  shareCoinOf,
  step,
  traded,
  traderOf,
  transactionIn,
} from './acts.ts';

const who = traderOf('p2tr');
const owned = SOLO;
const RUNE = knownRuneId('131:1');
const common = { pool: owned.pool, serviceFee, feeRateSatVb: RATE };
const payer = { script: who.script, key: who.key, coins: [money(who)] };

/** The draft of an act with another message in the place of its own. */
function withStone(act: PoolAct, stone: Partial<Runestone>): Draft {
  const draft = draftOfAct(act);
  const at = act.userOutputs.length + act.poolOutputs.length;
  const script = encipher({ edicts: [], etching: undefined, mint: undefined, pointer: undefined, ...stone });
  return {
    ...draft,
    outputs: draft.outputs.map((output, index) => (index === at ? { ...output, script } : output)),
  };
}

/** What it would do if somebody signed it. */
function doesOf(act: PoolAct, draft: Draft) {
  const output = act.userOutputs.length + act.poolOutputs.length;
  const script = draft.outputs[output]?.script ?? new Uint8Array(0);
  const context = { ...contextOfAct(act), messages: [{ output, script }] };
  return effects(transactionOf(bodyOf(draft)), coinsOf(draft), context);
}

const unitsOf = (moves: readonly { kind: string }[]): bigint =>
  moves.reduce((sum, move) => sum + ('amount' in move ? (move.amount as bigint) : 0n), 0n);

describe('messages that say something else', () => {
  const act = buyAct({ owned, who });
  const whole = 90_000_000_000n;
  const out = 2_600_000_000n;
  const edict = (units: bigint, output: number, id = RUNE) => ({ id, amount: amount(units), output });

  /** What the user, the pool and nobody would have of the lane. */
  const CASES: readonly (readonly [string, Partial<Runestone>, readonly bigint[]])[] = [
    ['as it is', { pointer: 2, edicts: [edict(out, 0)] }, [out, whole - out, 0n]],
    ['an edict of 0 gives the user the whole lane', { pointer: 2, edicts: [edict(0n, 0)] }, [whole, 0n, 0n]],
    ['an edict beyond the balance is cut', { pointer: 2, edicts: [edict(whole + 1n, 0)] }, [whole, 0n, 0n]],
    ['a unit more', { pointer: 2, edicts: [edict(out + 1n, 0)] }, [out + 1n, whole - out - 1n, 0n]],
    ['the pointer to the user', { pointer: 0, edicts: [edict(out, 0)] }, [whole, 0n, 0n]],
    ['no pointer at all', { edicts: [edict(out, 0)] }, [whole, 0n, 0n]],
    ['the pointer to the message', { pointer: 3, edicts: [edict(out, 0)] }, [out, 0n, whole - out]],
    ['a pointer beyond the outputs is a cenotaph', { pointer: 5, edicts: [edict(out, 0)] }, [0n, 0n, whole]],
    ['an edict beyond the outputs is a cenotaph', { pointer: 2, edicts: [edict(out, 6)] }, [0n, 0n, whole]],
    ['an edict to all outputs', { pointer: 2, edicts: [edict(0n, 5)] }, [whole / 2n, whole / 4n, 0n]],
    ['an edict to the message', { pointer: 2, edicts: [edict(out, 3)] }, [0n, whole - out, out]],
    [
      'another rune’s id, as a reorg makes it: the pool keeps all',
      { pointer: 2, edicts: [edict(out, 0, knownRuneId('130:9'))] },
      [0n, whole, 0n],
    ],
  ];

  it.each(CASES)('%s', (name, stone, [user = 0n, pool = 0n, nobody = 0n]) => {
    const draft = withStone(act, stone);
    const does = doesOf(act, draft);
    expect(unitsOf(partyOf(does, who.script).gets)).toBe(user);
    expect(unitsOf(partyOf(does, owned.pool.script).gets)).toBe(pool);
    expect(unitsOf(does.burned)).toBe(nobody);
    const isIt = name === 'as it is';
    expect(sameEffects(does, intentOfAct(act))).toBe(isIt);
    const unsigned = writeBase(bodyOf(draft));
    const asked = refusalOf(() => signAct(act, unsigned, owned.signers[0]?.secret ?? who.secret));
    expect(asked).toBe(isIt ? 'accepted' : 'psbt-changed');
    // The judge is told of one message: any other is refused before anything is followed.
    const judged = refusalOf(() => effects(transactionOf(bodyOf(draft)), coinsOf(draft), contextOfAct(act)));
    expect(judged).toBe(isIt ? 'accepted' : 'message-not-allowed');
  });

  it('an act that says 0 units makes no edict', () => {
    const [first, ...others] = act.userOutputs;
    if (first === undefined) throw new Error('the units');
    const none = { ...act, userOutputs: [{ ...first, runes: [traded(0n)] }, ...others] };
    expect(() => draftOfAct(none)).toThrow('invariant: an edict moves at least one unit');
  });

  it('an act that says more than the lane holds is cut by the ledger, and is not made', () => {
    const [first, ...others] = act.userOutputs;
    if (first === undefined) throw new Error('the units');
    const more = { ...act, userOutputs: [{ ...first, runes: [traded(whole + 1n)] }, ...others] };
    expect(() => checkedAct(more)).toThrow('invariant: the effects are the intended ones');
  });

  it('only the shares that were said burn: one more, or one of what is traded, is not made', () => {
    const first = initAct({ owned, who });
    const said = first.burned;
    expect(said.map((one) => one.amount)).toEqual([1_000n]);
    for (const burned of [[share(1_001n)], [...said, traded(1n)], [], [...said, share(1n)]])
      expect(() => checkedAct({ ...first, burned })).toThrow('invariant: the effects are the intended ones');
  });
});

describe('coins of the user', () => {
  const sell = (coins: readonly Coin[], seller = who) =>
    refusalOf(() =>
      planSwapSell({
        ...common,
        seller,
        coins,
        lanes: [step(laneOf(owned), { sats: -30_000n, units: 1_000n })],
      }),
    );
  const rune = (name: string, beside: readonly CoinAsset[] = [], units = 1_000n): Coin =>
    coin(name, who, 546n, [traded(units), ...beside]);

  it.each([
    ['another rune', [foreign(5n)]],
    ['an MRC-20 token', [mrc20On('MAN', 5n)]],
    ['an inscription', [plainAsset('art')]],
    ['a BRC-20 lot', [transferAsset('lot')]],
    ['a PIN', [pinOn('name')]],
    ['a share', [share(5n)]],
  ])('%s beside the rune is refused: it has to be split off first', (_, beside) => {
    expect(sell([rune('mixed', beside)])).toBe('lot-mixed');
  });

  it('another rune that an index missed goes to the pool: such an act is not made where it is known', () => {
    const act = sellAct({ owned, who });
    const known = act.userCoins.map((one) => ({ ...one, assets: [...one.assets, foreign(5n)] }));
    const does = effects(
      transactionOf(bodyOf(draftOfAct(act))),
      [...known, ...act.poolCoins],
      contextOfAct(act),
    );
    const pool = partyOf(does, owned.pool.script).gets.filter(
      (move) => 'asset' in move && move.asset === foreign(1n).asset,
    );
    expect(pool).toMatchObject([{ index: 1, amount: 5n }]);
    expect(() => checkedAct({ ...act, userCoins: known })).toThrow('invariant');
  });

  it('an inscription that an index missed goes home with the first sats of the user’s coin', () => {
    for (const [act, output] of [
      [buyAct({ owned, who }), 0],
      [sellAct({ owned, who }), 0],
    ] as const) {
      const [first, ...others] = act.userCoins;
      if (first === undefined) throw new Error('a coin');
      const known = [{ ...first, assets: [...first.assets, plainAsset('missed')] }, ...others];
      const does = effects(
        transactionOf(bodyOf(draftOfAct(act))),
        [...known, ...act.poolCoins],
        contextOfAct(act),
      );
      expect(partyOf(does, who.script).gets).toContainEqual(
        expect.objectContaining({ kind: 'inscription', index: output }),
      );
    }
  });

  it('unconfirmed, another’s, twice, too many, without the rune, too few units', () => {
    const { height: _, ...waiting } = rune('waits');
    expect(sell([waiting])).toBe('coin-unconfirmed');
    expect(sell([coin('another', operator, 546n, [traded(1_000n)])])).toBe('not-yours');
    expect(sell([rune('twice', [], 500n), rune('twice', [], 500n)])).toBe('duplicate-input');
    const six = [1, 2, 3, 4, 5, 6].map((at) => rune(`one of six ${at}`, [], 200n));
    expect(sell(six)).toBe('too-many-coins');
    expect(sell(six.slice(0, 5))).toBe('accepted');
    expect(sell([coin('clean', who, 10_000n)])).toBe('not-a-lot');
    expect(sell([rune('few', [], 999n)])).toBe('insufficient-funds');
    expect(sell([])).toBe('bad-request');
    expect(sell([coin('other rune', who, 546n, [foreign(1_000n)])])).toBe('lot-mixed');
  });

  it('a key that does not own the script, a script of another kind, the pool itself', () => {
    const lanes = [step(laneOf(owned), { sats: 30_000n, units: -1_000n })];
    const buy = (over: Partial<typeof payer>) =>
      refusalOf(() => planSwapBuy({ ...common, payer: { ...payer, ...over }, lanes }));
    expect(buy({})).toBe('accepted');
    expect(buy({ key: operator.key })).toBe('not-yours');
    expect(buy({ script: Uint8Array.of(0x51) })).toBe('wrong-address-type');
    const signer = user('signer 1 of the pool', 'p2tr');
    expect(buy({ script: signer.script, key: signer.key })).toBe('not-yours');
    expect(buy({ coins: [] })).toBe('insufficient-funds');
    expect(buy({ coins: [money(operator)] })).toBe('insufficient-funds');
    expect(buy({ coins: [coin('rune coin', who, 200_000n, [foreign(1n)])] })).toBe('insufficient-funds');
  });

  it('five rune coins leave no room for a coin that pays', () => {
    const coins = [1, 2, 3, 4, 5].map((at) => rune(`one of five ${at}`, [], 200n));
    const lanes = [step(laneOf(owned), { sats: 40_000n, units: 800n })];
    const add = (some: readonly Coin[]) =>
      refusalOf(() =>
        planAdd({ ...common, payer, coins: some, shareCoin: shareCoinOf(owned), lanes, shares: amount(9n) }),
      );
    expect(add(coins)).toBe('too-many-coins');
    expect(add(coins.slice(1))).toBe('accepted');
  });
});

describe('coins of the pool', () => {
  const buy = (lane: Coin, more = { sats: 30_000n, units: -1_000n }) =>
    refusalOf(() => planSwapBuy({ ...common, payer, lanes: [step(lane, more)] }));

  it('the lane of another pool, a coin with another rune beside, without a rune: never an input', () => {
    expect(buy(laneOf(owned))).toBe('accepted');
    expect(buy(laneOf(JOINT))).toBe('script-not-allowed');
    expect(buy(poolCoin(owned, 'given', 1_000_000n, [traded(10_000n), foreign(1n)]))).toBe('lot-mixed');
    const clean = poolCoin(owned, 'given', 1_000_000n, []);
    const bare = { coin: clean, next: { value: sats(1_030_000n), amount: amount(1n) } };
    expect(refusalOf(() => planSwapBuy({ ...common, payer, lanes: [bare] }))).toBe('not-a-lot');
    const [one, other] = [laneOf(owned), poolCoin(owned, 'other rune', 1_000_000n, [foreign(10_000n)])];
    const lanes = [one, other].map((lane) => step(lane, { sats: 30_000n, units: -1_000n }));
    expect(refusalOf(() => planSwapBuy({ ...common, payer, lanes }))).toBe('lots-differ');
    const twice = [one, one].map((lane) => step(lane, { sats: 30_000n, units: -1_000n }));
    expect(refusalOf(() => planSwapBuy({ ...common, payer, lanes: twice }))).toBe('duplicate-input');
    expect(refusalOf(() => planSwapBuy({ ...common, payer, lanes: [] }))).toBe('bad-request');
  });

  it('a PSBT over another lane, and its signature, hold for no other', () => {
    const on = (at: number): PoolAct =>
      planSwapBuy({ ...common, payer, lanes: [step(laneOf(owned, at), { sats: 30_000n, units: -1_000n })] });
    const [first, second] = [on(0), on(1)];
    const built = buildAct(first);
    const signed = walletSigns(built.psbt, who, built.toSign);
    expect(refusalOf(() => acceptAct(first, signed))).toBe('accepted');
    expect(refusalOf(() => acceptAct(second, signed))).toBe('psbt-changed');
    const secret = owned.signers[0]?.secret ?? who.secret;
    expect(refusalOf(() => signAct(second, built.unsigned, secret))).toBe('psbt-changed');
  });

  it('a lane is never left dusty or empty, and no direction is the other’s', () => {
    const small = poolCoin(owned, 'small', 39_000n, [traded(10_000n)]);
    const sell = (more: { sats: bigint; units: bigint }) =>
      refusalOf(() =>
        planSwapSell({
          ...common,
          seller: who,
          coins: [coin('sold', who, 546n, [traded(5_000n)])],
          lanes: [step(small, more)],
        }),
      );
    expect(sell({ sats: -29_000n, units: 5_000n })).toBe('accepted');
    expect(sell({ sats: -29_001n, units: 5_000n })).toBe('too-small');
    expect(sell({ sats: -3_000n, units: 5_000n })).toBe('too-small');
    expect(sell({ sats: 0n, units: 5_000n })).toBe('bad-request');
    expect(sell({ sats: -29_000n, units: -1n })).toBe('bad-request');
    expect(buy(small, { sats: 30_000n, units: -9_999n })).toBe('accepted');
    expect(buy(small, { sats: 30_000n, units: -10_000n })).toBe('too-small');
    expect(buy(small, { sats: 30_000n, units: 0n })).toBe('bad-request');
    expect(buy(small, { sats: -1n, units: -1n })).toBe('bad-request');
  });

  it('shares: never more than there are, never of the rune that is traded', () => {
    const lanes = [step(laneOf(owned), { sats: 40_000n, units: 1_000n })];
    const coins = [coin('brought', who, 546n, [traded(1_000n)])];
    const add = (shareCoin: Coin, shares: bigint) =>
      refusalOf(() => planAdd({ ...common, payer, coins, shareCoin, lanes, shares: amount(shares) }));
    expect(add(shareCoinOf(owned, 10n), 9n)).toBe('accepted');
    expect(add(shareCoinOf(owned, 10n), 10n)).toBe('too-small');
    expect(add(shareCoinOf(owned, 10n), 0n)).toBe('too-small');
    expect(add(poolCoin(owned, 'no share', 546n, [traded(10n)]), 9n)).toBe('lots-differ');
    expect(add(poolCoin(owned, 'no share', 546n, []), 9n)).toBe('not-a-lot');
    const down = [step(laneOf(owned), { sats: -40_000n, units: -1_000n })];
    const remove = (held: CoinAsset, shares: bigint) =>
      refusalOf(() =>
        planRemove({
          ...common,
          holder: who,
          coins: [coin('shares', who, 546n, [held])],
          shareCoin: shareCoinOf(owned),
          lanes: down,
          shares: amount(shares),
        }),
      );
    expect(remove(share(500n), 500n)).toBe('accepted');
    expect(remove(share(500n), 501n)).toBe('insufficient-funds');
    expect(remove(share(500n), 0n)).toBe('bad-request');
    expect(remove(traded(500n), 500n)).toBe('lot-mixed');
    expect(remove(foreign(500n), 500n)).toBe('lot-mixed');
  });

  it('an opening burns something, opens a lane, and hands out what is left', () => {
    const init = (over: Partial<Parameters<typeof planInit>[0]>) =>
      refusalOf(() =>
        planInit({
          ...common,
          payer,
          coins: [coin('brought', who, 546n, [traded(1_000n)])],
          shareCoin: shareCoinOf(owned, SUPPLY),
          lanes: [{ value: sats(40_000n), amount: amount(1_000n) }],
          shares: amount(1_000_000n),
          burned: amount(1_000n),
          ...over,
        }),
      );
    expect(init({})).toBe('accepted');
    expect(init({ burned: amount(0n) })).toBe('bad-request');
    expect(init({ burned: amount(1_000_000n) })).toBe('too-small');
    expect(init({ lanes: [] })).toBe('bad-request');
    expect(init({ coins: [] })).toBe('bad-request');
    expect(init({ lanes: [{ value: sats(9_999n), amount: amount(1_000n) }] })).toBe('too-small');
    expect(init({ lanes: [{ value: sats(40_000n), amount: amount(1_001n) }] })).toBe('insufficient-funds');
    expect(init({ lanes: [{ value: sats(40_000n), amount: amount(0n) }] })).toBe('too-small');
    expect(init({ shareCoin: shareCoinOf(owned, 1_000_000n) })).toBe('too-small');
    expect(init({ shareCoin: poolCoin(owned, 'no share', 546n, [traded(SUPPLY)]) })).toBe('lots-differ');
    const thin = { script: operator.script, value: sats(545n) };
    expect(init({ serviceFee: thin })).toBe('too-small');
    expect(init({ serviceFee: { script: Uint8Array.of(0x51), value: sats(3_000n) } })).toBe(
      'script-not-allowed',
    );
    expect(init({ serviceFee: undefined })).toBe('accepted');
    expect(init({ feeRateSatVb: 5_001 })).toBe('fee-too-high');
  });
});

describe('scripts of pools', () => {
  const keys = [1, 2, 3].map((at) => user(`key ${at}`, 'p2tr').key.slice(1));

  it('k is more than half of n, the keys are different points', () => {
    expect(jointPool(2, keys).kind.signatures).toBe(2);
    for (const k of [0, 1, 4, 1.5]) expect(() => jointPool(k, keys)).toThrow('invariant');
    expect(() => jointPool(2, [...keys.slice(1), ...keys.slice(1, 2)])).toThrow('invariant');
    expect(() => jointPool(1, [new Uint8Array(31)])).toThrow('invariant');
    expect(() => soloPool(new Uint8Array(33))).toThrow('invariant');
  });

  it('the order of the keys is the script’s, and a coin of another script is no input', () => {
    expect(jointPool(2, keys).script).not.toEqual(jointPool(2, keys.toReversed()).script);
    expect(refusalOf(() => poolInput(laneOf(SOLO), JOINT.pool))).toBe('script-not-allowed');
  });

  it('a signature with a sighash of its own is none of the pool’s', () => {
    const act = buyAct({ owned, who });
    const tx = transactionIn(complete(act, who, owned));
    expect(tx.inputs[1]?.witness.map((item) => item.length)).toEqual([64]);
    expect(act.pool.kind.stack).toMatchObject([{ sighashes: [0] }]);
  });
});
