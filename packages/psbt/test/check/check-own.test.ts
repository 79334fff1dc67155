/** The check of what is prepared for one's own transactions: as our templates make it nothing is wrong; each thing that is bent has its code. */
import { isFlaw, outpoint, readTransaction, sats, sumSats, writeTransaction } from '@rialto/protocols';
import type { Coin, Outpoint, Transaction, TxOutput } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  checkBump,
  checkChild,
  checkCancelTransaction,
  checkSameCoins,
  checkSplit,
  planCancelTransaction,
  planChildSpend,
  planMrc20Transfer,
  planOwnBump,
  planSplit,
  readOwn,
  readSpend,
  readWaiting,
} from '../../src/index.ts';
import type { Mismatch, OwnReading, Planned, Reading } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf, unconfirmedOf, vsizeOf } from '../../src/draft/draft.ts';
import { ownDraft } from '../../src/draft/own-transaction.ts';
import { coin, mrc20On, plainAsset, point, txid, user } from '../people.ts';

const owner = user('owner', 'p2tr');
const stranger = user('stranger', 'p2wpkh');
const RATE = 4;
const feeRateSatVb = RATE;
const codes = (found: readonly Mismatch[]): string[] =>
  [...new Set(found.map(({ code }) => code))].toSorted();
const payer = (...coins: readonly Coin[]) => ({ script: owner.script, key: owner.key, coins });

/** As the page reads what the exchange prepared. */
function readingOf({ psbt, draft, ours }: Planned): Reading {
  const coins = coinsOf(draft);
  const signed = ours.flatMap((witness, index) => (witness === undefined ? [] : [{ index, witness }]));
  return readOwn({ psbt, coins, held: unconfirmedOf(coins), signed, message: true }, true);
}

function together(...all: readonly Reading[]): OwnReading {
  return {
    all,
    owner: owner.script,
    vsize: all.reduce((sum, { does }) => sum + does.vsize, 0),
    fee: sumSats(all.map(({ does }) => does.fee)),
  };
}

interface Bend {
  readonly outputs?: (outputs: readonly TxOutput[]) => readonly TxOutput[];
  readonly coins?: (coins: readonly Coin[]) => readonly Coin[];
}

/** The same with other outputs, or with other things known of its coins. */
function bent(
  { tx, coins }: Reading,
  { outputs = (all) => all, coins: known = (all) => all }: Bend,
): Reading {
  const inputs = tx.inputs.map((input) => ({ ...input, witness: [] }));
  const made = readTransaction(writeTransaction({ ...tx, inputs, outputs: outputs(tx.outputs) }));
  if (isFlaw(made)) throw new Error(made.flaw);
  return readSpend(made, known(coins), unconfirmedOf(coins));
}

const toStranger =
  (vout: number) =>
  (outputs: readonly TxOutput[]): readonly TxOutput[] =>
    outputs.map((one, at) => (at === vout ? { ...one, script: stranger.script } : one));
/** A coin of everybody's that carries something, in the place of the last. */
const lastCarries = (coins: readonly Coin[]): readonly Coin[] =>
  coins.map((one, at) => (at === coins.length - 1 ? { ...one, assets: [plainAsset('treasure')] } : one));
const lastIsForeign = (coins: readonly Coin[]): readonly Coin[] =>
  coins.map((one, at) => (at === coins.length - 1 ? { ...one, script: stranger.script } : one));
/** So much more to the miners. */
const dearer =
  (by: bigint) =>
  (outputs: readonly TxOutput[]): readonly TxOutput[] =>
    outputs.map((one, at) => (at === outputs.length - 1 ? { ...one, value: sats(one.value - by) } : one));

/** A payment to a stranger that waits, with change. */
const spent = [coin('first', owner, 30_000n), coin('second', owner, 9_000n)];
const waitingDraft = ownDraft(spent, [
  { value: sats(20_000n), script: stranger.script },
  { value: sats(18_500n), script: owner.script },
]);
const waiting: Transaction = transactionOf(bodyOf(waitingDraft));
const paid = { fee: sats(500n), vsize: vsizeOf(waitingDraft), fees: sats(500n) };

describe('a bump', () => {
  // Nobody but the owner may be paid by a template of one's own: the waiting one sends home.
  const outputs = [
    { value: sats(20_000n), script: owner.script },
    { value: sats(18_500n), script: owner.script },
  ];
  const draft = ownDraft(spent, outputs);
  const before = readWaiting(transactionOf(bodyOf(draft)), spent);
  const plan = planOwnBump({
    payer: payer(coin('more', owner, 40_000n)),
    spent,
    outputs,
    feeRateSatVb,
    replaced: { ...paid, vsize: vsizeOf(draft) },
  });
  const now = readingOf(plan);
  const checked = (read: Reading): string[] => codes(checkBump(together(read), before, { feeRateSatVb }));

  it('works: the same to everybody, at the rate', () => {
    expect(checkSameCoins(now, before.tx)).toEqual([]);
    expect(checked(now)).toEqual([]);
  });

  it('asserts its coins: the same, in their order, before any other', () => {
    const turned = { inputs: [...before.tx.inputs].toReversed() };
    expect(codes(checkSameCoins(now, turned))).toEqual(['other-coins']);
    const more = { inputs: [...before.tx.inputs, { ...before.tx.inputs[0], txid: txid('else') }] };
    expect(codes(checkSameCoins(now, more as Pick<Transaction, 'inputs'>))).toEqual(['other-coins']);
  });

  it.each<[string, Reading, string]>([
    ['that pays somebody else', bent(now, { outputs: toStranger(0) }), 'other-meaning'],
    ['above its rate', bent(now, { outputs: dearer(5_000n) }), 'fee-too-high'],
  ])('asserts: one %s is not', (_, read, code) => {
    expect(checked(read)).toContain(code);
  });

  it('asserts: one whose fee eats what the waiting one brings home is not', () => {
    const lastSats = spent.map((one, at) => (at === 1 ? { ...one, assets: [plainAsset('t', 8_400n)] } : one));
    const old = readWaiting(before.tx, lastSats);
    const found = checkBump(together(bent(now, { coins: () => lastSats })), old, { feeRateSatVb });
    expect(codes(found)).toEqual(['other-meaning']);
  });

  it('asserts: of nothing it is another act', () => {
    expect(codes(checkBump(together(), before, { feeRateSatVb }))).toEqual(['other-act']);
  });

  it('asserts what it adds: plain money of the owner’s', () => {
    const extra = coin('extra', owner, 6_000n);
    const [home, change] = outputs;
    if (home === undefined || change === undefined) throw new Error('two outputs');
    const grown = ownDraft([...spent, extra], [home, { ...change, value: sats(change.value + 4_500n) }]);
    const with_ = (one: Coin) => checked(readSpend(transactionOf(bodyOf(grown)), [...spent, one]));
    expect(with_(extra)).toEqual([]);
    expect(with_({ ...extra, assets: [plainAsset('treasure')] })).toContain('moves-carrying');
    expect(with_({ ...extra, script: stranger.script })).toContain('spends-foreign');
  });
});

describe('a cancelled transaction', () => {
  const plan = planCancelTransaction({ payer: payer(), spent, feeRateSatVb, replaced: paid });
  const now = readingOf(plan);
  const about = { tx: waiting, fee: 500n };
  const checked = (read: Reading, of: typeof about = about): string[] =>
    codes(checkCancelTransaction(together(read), of, { feeRateSatVb }));

  it('works: one of its coins goes home', () => {
    expect(checked(now)).toEqual([]);
  });

  it('asserts each of it', () => {
    const other = transactionOf(bodyOf(ownDraft([coin('else', owner, 5_000n)], [])));
    expect(checked(now, { tx: other, fee: 500n })).toEqual(['leaves-waiting']);
    expect(checked(bent(now, { outputs: toStranger(0) }))).toEqual(['pays-away']);
    expect(checked(bent(now, { coins: lastIsForeign }))).toEqual(['spends-foreign']);
    expect(checked(bent(now, { coins: lastCarries }))).toContain('moves-carrying');
    expect(checked(bent(now, { outputs: dearer(5_000n) }))).toEqual(['fee-too-high']);
    expect(codes(checkCancelTransaction(together(), about, { feeRateSatVb }))).toEqual(['other-act']);
  });
});

describe('a child', () => {
  const output: Coin = {
    outpoint: outpoint(waiting.txid, 1),
    value: sats(18_500n),
    script: owner.script,
    assets: [],
  };
  const parents = { fee: paid.fee, vsize: paid.vsize };
  const now = readingOf(planChildSpend({ payer: payer(), output, parents, feeRateSatVb }));
  const checked = (read: Reading, of = waiting): string[] =>
    codes(checkChild(together(read), of, { feeRateSatVb }));

  it('works: plain change of the parent, home', () => {
    expect(checked(now)).toEqual([]);
  });

  it('asserts each of it', () => {
    const other = transactionOf(bodyOf(ownDraft([coin('else', owner, 5_000n)], [])));
    expect(checked(now, other)).toContain('not-a-child');
    expect(checked(bent(now, { outputs: toStranger(0) }))).toEqual(['pays-away']);
    expect(checked(bent(now, { coins: lastIsForeign }))).toEqual(['spends-foreign']);
    expect(checked(bent(now, { coins: lastCarries }))).toContain('moves-carrying');
    expect(checked(bent(now, { outputs: dearer(9_000n) }))).toEqual(['fee-too-high']);
    expect(codes(checkChild(together(), waiting, { feeRateSatVb }))).toEqual(['other-act']);
  });
});

describe('a split that parts', () => {
  const mixed = coin('mixed', owner, 5_000n, [plainAsset('i', 0n), plainAsset('j', 2_000n)]);
  const now = readingOf(
    planSplit({ payer: payer(coin('money', owner, 20_000n)), coin: mixed, feeRateSatVb }),
  );
  const checked = (read: Reading, of: Outpoint = mixed.outpoint): string[] =>
    codes(checkSplit(together(read), { outpoint: of, feeRateSatVb }));

  it('works: each thing on a coin of its own', () => {
    expect(checked(now)).toEqual([]);
  });

  it('asserts each of it', () => {
    expect(checked(now, point('elsewhere'))).toEqual(['coin-not-spent', 'moves-carrying', 'stays-together']);
    expect(checked(bent(now, { outputs: toStranger(now.tx.outputs.length - 1) }))).toEqual(['pays-away']);
    expect(checked(bent(now, { coins: lastIsForeign }))).toEqual(['spends-foreign']);
    expect(checked(bent(now, { coins: lastCarries }))).toContain('moves-carrying');
    expect(checked(bent(now, { outputs: dearer(5_000n) }))).toEqual(['fee-too-high']);
    const joined = ([one, two, ...rest]: readonly TxOutput[]): readonly TxOutput[] =>
      one === undefined || two === undefined ? [] : [{ ...one, value: sats(one.value + two.value) }, ...rest];
    expect(checked(bent(now, { outputs: joined }))).toContain('stays-together');
    expect(codes(checkSplit(together(), { outpoint: mixed.outpoint, feeRateSatVb }))).toEqual([
      'coin-not-spent',
    ]);
  });
});

describe('a split to sizes', () => {
  const held = coin('held', owner, 5_000n, [mrc20On('MAN', 100n)]);
  const [token] = held.assets;
  if (token?.kind !== 'mrc20') throw new Error('a token');
  const { asset } = token;
  const units = [30n, 50n];
  const { commit, reveal } = planMrc20Transfer({
    payer: payer(coin('money', owner, 60_000n)),
    revealKey: new Uint8Array(32).fill(7),
    feeRateSatVb,
    coins: [held],
    sends: units.map((amount) => ({ asset, amount: amount as typeof token.amount, script: owner.script })),
  });
  const [first, second] = [readingOf(commit), readingOf(reveal)];
  const sizes = { assetId: asset, units };
  const checked = (all: readonly Reading[], more: Partial<Parameters<typeof checkSplit>[1]> = {}): string[] =>
    codes(checkSplit(together(...all), { outpoint: held.outpoint, sizes, feeRateSatVb, ...more }));

  it('works: commit and reveal, each at the rate to the sat', () => {
    expect(checked([first, second])).toEqual([]);
    expect(checked([first, second], { feeRateSatVb: RATE - 0.1 })).toEqual(['fee-too-high']);
  });

  it('asserts the sizes: each of them, of that token', () => {
    expect(checked([first, second], { sizes: { assetId: asset, units: [30n, 51n] } })).toEqual([
      'sizes-differ',
    ]);
    expect(checked([first, second], { sizes: { assetId: asset, units: [30n, 30n] } })).toEqual([
      'sizes-differ',
    ]);
    expect(checked([first, second], { sizes: { assetId: 'mrc20:other', units } })).toEqual(['sizes-differ']);
  });

  it('asserts what is locked: what the second spends, and no more than it needs', () => {
    const lock = first.tx.outputs.length - 1;
    const elsewhere = bent(first, { outputs: toStranger(lock) });
    expect(checked([elsewhere, second])).toEqual(['pays-away', 'spends-foreign']);
    const rich: Reading = {
      ...second,
      coins: second.coins.map((one, at) => (at === 1 ? { ...one, value: sats(one.value + 50_000n) } : one)),
    };
    expect(checked([first, rich])).toEqual(['locks-too-much', 'message-unreadable']);
    const more = bent(first, {
      outputs: ([change, locked]) =>
        change === undefined || locked === undefined
          ? []
          : [
              { ...change, value: sats(change.value - 20_000n) },
              { ...locked, value: sats(locked.value + 20_000n) },
            ],
    });
    const from = (one: Coin): Coin => ({
      ...one,
      outpoint: outpoint(more.tx.txid, lock),
      value: sats(one.value + 20_000n),
    });
    const spends: Reading = {
      ...second,
      coins: second.coins.map((one, at) => (at === 1 ? from(one) : one)),
      tx: {
        ...second.tx,
        inputs: second.tx.inputs.map((one, at) => (at === 1 ? { ...one, txid: more.tx.txid } : one)),
      },
    };
    expect(checked([more, spends])).toEqual(['locks-too-much']);
  });
});
