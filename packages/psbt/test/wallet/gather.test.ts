/** Gathering coins of a rune: the template, its check, and any coins at all held against the ledger of runes. */
import {
  amount,
  encipher,
  isFlaw,
  knownRuneId,
  readTransaction,
  sats,
  splitAsset,
  sumSats,
  virtualSize,
} from '@rialto/protocols';
import type { Coin, CoinAsset, Transaction } from '@rialto/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MOST_GATHERED,
  acceptPlanned,
  asMade,
  checkGather,
  effects,
  partyOf,
  planGather,
  planOwnBump,
  planRuneTransfer,
  readOwn,
} from '../../src/index.ts';
import type { GatherRequest, Planned } from '../../src/index.ts';
import { bodyOf, buildPsbt, transactionOf } from '../../src/draft/draft.ts';
import { ownDraft } from '../../src/draft/own-transaction.ts';
import { cases } from '../cases.ts';
import { coin, mrc20On, pinOn, plainAsset, refusalOf, runeOn, user, walletSigns } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const rune = runeOn(840_000, 7n);
const other = runeOn(840_007, 9n);
const ann = user('ann', 'p2tr');
const money = coin('money', ann, 20_000n);

const coinsOf = (count: number, who = ann): Coin[] =>
  Array.from({ length: count }, (_, at) => coin(`rune ${at}`, who, 546n, [rune]));
const requestOf = (count: number, who = ann): GatherRequest => ({
  payer: { script: who.script, key: who.key, coins: [coin('money', who, 20_000n)] },
  rune: rune.asset,
  coins: coinsOf(count, who),
  feeRateSatVb: 2,
});

function signed(plan: Planned, who = ann): Transaction {
  const tx = readTransaction(acceptPlanned(plan, walletSigns(plan.psbt, who, plan.toSign)).raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const landed = (plan: Planned, tx: Transaction, who = ann) => {
  const coins = plan.draft.inputs.map((input) => input.coin);
  return partyOf(effects(tx, coins, asMade(tx, coins)), who.script).gets;
};

describe.each(kinds)('gathering by a %s owner', (kind) => {
  const who = user('who', kind);

  it.each([2, 20, MOST_GATHERED])('works: %i coins become one, the first output', (count) => {
    const plan = planGather(requestOf(count, who));
    const tx = signed(plan, who);
    expect(landed(plan, tx, who)).toMatchObject([
      { asset: rune.asset, amount: 7n * BigInt(count), index: 0 },
    ]);
    expect(tx.outputs[0]).toEqual({ value: 546n, script: who.script });
    expect(tx.outputs.every(({ script }) => script.join() === who.script.join())).toBe(true);
    expect(plan.fee).toBeGreaterThanOrEqual(BigInt(2 * virtualSize(tx)));
    // What is too little for change goes to the fee.
    expect(plan.fee).toBeLessThan(BigInt(2 * virtualSize(tx) + 2 * 43 + 546));
    expect(virtualSize(tx)).toBeLessThan(3_600);
  });

  it('asserts: signed by the owner, for this transaction', () => {
    const plan = planGather(requestOf(3, who));
    expect(refusalOf(() => acceptPlanned(plan, plan.psbt))).toBe('signature-missing');
    const more = planGather(requestOf(4, who));
    expect(refusalOf(() => acceptPlanned(plan, walletSigns(more.psbt, who, more.toSign)))).toBe(
      'psbt-changed',
    );
  });

  it('the assertion fires', () => {
    const plan = planGather(requestOf(3, who));
    const psbt = walletSigns(plan.psbt, who, plan.toSign);
    const parties = plan.intent.parties.map((party) => ({ ...party, gets: [] }));
    expect(() => acceptPlanned({ ...plan, intent: { ...plan.intent, parties } }, psbt)).toThrow('intended');
    expect(() => acceptPlanned({ ...plan, intent: { ...plan.intent, fee: sats(0n) } }, psbt)).toThrow(
      'intended',
    );
  });
});

describe('gathering', () => {
  it('is paid by the coins’ own sats where they are enough: no money is needed', () => {
    const asked = requestOf(20);
    const plan = planGather({ ...asked, payer: { ...asked.payer, coins: [] } });
    expect(plan.draft.inputs).toHaveLength(20);
    expect(sumSats(plan.draft.outputs.map(({ value }) => value)) + plan.fee).toBe(20n * 546n);
    const dear = { ...asked, feeRateSatVb: 15 };
    expect(planGather(dear).draft.inputs).toHaveLength(21);
    expect(refusalOf(() => planGather({ ...dear, payer: { ...asked.payer, coins: [] } }))).toBe(
      'insufficient-funds',
    );
  });

  it('asserts and refuses', () => {
    const code = (...coins: readonly Coin[]): string =>
      refusalOf(() => planGather({ ...requestOf(2), coins }));
    const [one, two] = [coin('a', ann, 546n, [rune]), coin('b', ann, 546n, [rune])];
    expect(code(one, two)).toBe('accepted');
    expect(code()).toBe('bad-request');
    expect(code(one)).toBe('bad-request');
    expect(code(...coinsOf(MOST_GATHERED + 1))).toBe('bad-request');
    expect(code(one, one)).toBe('duplicate-input');
    expect(code(one, money)).toBe('not-a-lot');
    expect(code(one, coin('c', user('bob', 'p2tr'), 546n, [rune]))).toBe('not-yours');
    const { height: _, ...waiting } = two;
    expect(code(one, waiting)).toBe('coin-unconfirmed');
    for (const asset of [other, plainAsset('i'), pinOn('p'), mrc20On('MAN', 1n)]) {
      expect(code(one, coin('c', ann, 546n, [asset]))).toBe('lot-mixed');
      expect(code(one, coin('c', ann, 546n, [rune, asset]))).toBe('lot-mixed');
    }
    const asked = requestOf(2);
    expect(
      refusalOf(() => planGather({ ...asked, payer: { ...asked.payer, key: user('x', 'p2tr').key } })),
    ).toBe('not-yours');
  });

  it('can be made faster: the rune stays on the first output', () => {
    const plan = planGather(requestOf(20));
    const bumped = planOwnBump({
      payer: { script: ann.script, key: ann.key, coins: [money] },
      spent: plan.draft.inputs.map((input) => input.coin),
      outputs: plan.draft.outputs,
      feeRateSatVb: 9,
      replaced: { fee: plan.fee, vsize: 1_250, fees: plan.fee },
    });
    expect(landed(bumped, signed(bumped))).toMatchObject([{ amount: 140n, index: 0 }]);
    expect(bumped.fee).toBeGreaterThan(plan.fee);
  });

  it('any coins of the owner’s: one coin with all of it, or a refusal', () => {
    const things: readonly CoinAsset[] = [rune, other, plainAsset('i'), pinOn('p'), mrc20On('MAN', 3n)];
    const carried = fc.oneof(
      { weight: 30, arbitrary: fc.constant([rune]) },
      { weight: 1, arbitrary: fc.subarray([...things]) },
    );
    const shape = fc.record({
      coins: fc.array(fc.record({ value: fc.bigInt(330n, 3_000n), assets: carried }), { maxLength: 60 }),
      funds: fc.array(fc.bigInt(0n, 60_000n), { maxLength: 4 }),
      rate: fc.integer({ min: 1, max: 60 }),
    });
    let gathered = 0;
    fc.assert(
      fc.property(shape, ({ coins: made, funds, rate }) => {
        const coins = made.map(({ value, assets }, at) => coin(`c${at}`, ann, value, assets));
        const able = funds.map((value, at) => coin(`m${at}`, ann, value));
        const payer = { script: ann.script, key: ann.key, coins: able };
        const plan = (): Planned => planGather({ payer, rune: rune.asset, coins, feeRateSatVb: rate });
        const answer = refusalOf(plan);
        if (answer !== 'accepted') {
          expect(['bad-request', 'not-a-lot', 'lot-mixed', 'insufficient-funds']).toContain(answer);
          return;
        }
        gathered += 1;
        const { draft } = plan();
        const spent = draft.inputs.map((input) => input.coin);
        const moves = landed(plan(), transactionOf(bodyOf(draft)));
        expect(moves).toMatchObject([{ asset: rune.asset, amount: 7n * BigInt(coins.length), index: 0 }]);
        expect(spent.slice(coins.length).every(({ assets }) => assets.length === 0)).toBe(true);
        expect(draft.outputs.every(({ value }) => value >= 546n)).toBe(true);
      }),
      { numRuns: cases(60) },
    );
    expect(gathered).toBeGreaterThan(cases(5));
  }, 60_000);
});

describe('the check of a gathering', () => {
  const feeRateSatVb = 2;
  const readingOf = ({ psbt, draft }: Planned, known = (coins: readonly Coin[]) => coins) => {
    const coins = known(draft.inputs.map((input) => input.coin));
    const read = readOwn({ psbt, coins, held: [], signed: [], message: false }, false);
    return { all: [read], owner: ann.script, vsize: read.does.vsize, fee: read.does.fee };
  };
  const codes = (plan: Planned, known?: (coins: readonly Coin[]) => readonly Coin[], assetId = rune.asset) =>
    checkGather(readingOf(plan, known), { assetId, feeRateSatVb }).map(({ code }) => code);
  const plan = planGather(requestOf(7));

  it('works: nothing is wrong with the template’s own', () => {
    expect(codes(plan)).toEqual([]);
  });

  it.each<[string, string, (coins: readonly Coin[]) => readonly Coin[]]>([
    ['a coin with another rune', 'moves-carrying', (coins) => replaced(coins, { assets: [other] })],
    ['an inscribed coin', 'moves-carrying', (coins) => replaced(coins, { assets: [rune, plainAsset('i')] })],
    [
      'somebody else’s coin',
      'spends-foreign',
      (coins) => replaced(coins, { script: user('b', 'p2tr').script }),
    ],
  ])('asserts: %s', (_, code, known) => {
    expect(codes(plan, known)).toContain(code);
  });

  it('the assertion fires: another rune, a dear fee, coins that stay apart, a second transaction', () => {
    expect(codes(plan, undefined, other.asset)).toEqual(
      expect.arrayContaining(['coin-not-spent', 'moves-carrying']),
    );
    expect(codes(planGather({ ...requestOf(7), feeRateSatVb: 9 }))).toEqual(['fee-too-high']);
    const read = readingOf(plan);
    const [now] = read.all;
    if (now === undefined) throw new Error('there is one');
    const apart = planRuneTransfer({
      ...requestOf(7),
      sends: [{ asset: rune.asset, amount: rune.amount, script: ann.script }],
    });
    const coins = apart.draft.inputs.map((input) => input.coin);
    const split = readOwn({ psbt: apart.psbt, coins, held: [], signed: [], message: true }, true);
    const found = checkGather({ ...read, all: [split] }, { assetId: rune.asset, feeRateSatVb });
    expect(found.map(({ code }) => code)).toContain('stays-apart');
    const twice = checkGather({ ...read, all: [now, now] }, { assetId: rune.asset, feeRateSatVb });
    expect(twice).toEqual([{ code: 'other-act' }]);
    // Every further coin costs its owner a fee.
    const money = now.coins.find(({ assets }) => assets.length === 0) ?? now.coins[0];
    if (money === undefined) throw new Error('there is a coin');
    const more = Array.from({ length: 6 }, () => ({ ...money, assets: [] }));
    const long = { ...read, all: [{ ...now, coins: [...now.coins, ...more] }] };
    const codesOf = checkGather(long, { assetId: rune.asset, feeRateSatVb }).map(({ code }) => code);
    expect(codesOf).toContain('other-coins');
  });
});

describe('a gathering with a message', () => {
  const coins = [...coinsOf(7), money];
  const { script } = ann;
  /** Of all seven coins: so many units are moved to an output, the rest goes to the first. */
  const psbtOf = (units: bigint, output: number): Uint8Array => {
    const id = knownRuneId(splitAsset(rune.asset)?.id ?? '');
    const stone = { edicts: [{ id, amount: amount(units), output }], etching: undefined, mint: undefined };
    const outputs = [
      { value: sats(546n), script },
      { value: sats(0n), script: encipher({ ...stone, pointer: 0 }) },
      { value: sats(22_000n), script },
    ];
    return buildPsbt(ownDraft(coins, outputs), ann.key).psbt;
  };
  const read = (psbt: Uint8Array, mayCarry: boolean) =>
    readOwn({ psbt, coins, held: [], signed: [], message: true }, mayCarry);
  const codes = (psbt: Uint8Array) => {
    const now = read(psbt, true);
    const all = { all: [now], owner: script, vsize: now.does.vsize, fee: now.does.fee };
    return checkGather(all, { assetId: rune.asset, feeRateSatVb: 10 }).map(({ code }) => code);
  };

  it('is not read at all as a gathering is read', () => {
    expect(refusalOf(() => read(psbtOf(49n, 0), false))).toBe('message-not-allowed');
  });

  it('the assertion fires: units are burned, all of them or one', () => {
    expect(codes(psbtOf(49n, 0))).toEqual([]);
    expect(codes(psbtOf(1n, 1))).toEqual(['asset-lost']);
    expect(codes(psbtOf(49n, 1))).toEqual(['stays-apart', 'asset-lost']);
    expect(codes(psbtOf(1n, 2))).toEqual(['stays-apart']);
  });
});

const replaced = (coins: readonly Coin[], change: Partial<Coin>): readonly Coin[] =>
  coins.map((one, at) => (at === 0 ? { ...one, ...change } : one));
