/** Everything that moves is in the words of some party, in what two effects are compared by, and on the coins that are made. */
import { describe, expect, it } from 'vitest';
import { sats } from '@rialto/protocols';
import type { Coin, TxOutput } from '@rialto/protocols';
import { asMade, coinsAfter, describeEffects, effects, sameEffects } from '../../src/index.ts';
import { transactionOf } from '../../src/draft/draft.ts';
import { body } from '../tx/forge.ts';
import type { Effects } from '../../src/index.ts';
import { coin, lot, mrc20On, pinOn, plainAsset, refusalOf, runeOn, transferAsset, user } from '../people.ts';
import type { User } from '../people.ts';

const ann = user('ann', 'p2wpkh');
const bob = user('bob', 'p2tr');
const cat = user('cat', 'p2tr');
const service = user('service', 'p2tr');

const to = (who: Pick<User, 'script'>, value: bigint): TxOutput => ({
  value: sats(value),
  script: who.script,
});
const transaction = (coins: readonly Coin[], outputs: readonly TxOutput[]) =>
  transactionOf(body(coins, outputs));
const done = (coins: readonly Coin[], outputs: readonly TxOutput[]): Effects =>
  effects(transaction(coins, outputs), coins);

describe('described', () => {
  it('each kind of thing is named once, on the side where it goes', () => {
    const coins = [
      coin('art', ann, 600n, [plainAsset('art')]),
      coin('pin', ann, 700n, [pinOn('pin')]),
      coin('lot', ann, 800n, [transferAsset('lot')]),
      coin('rune', ann, 900n, [runeOn(5, 30n)]),
      coin('money', bob, 9000n),
    ];
    const found = done(coins, [to(bob, 600n), to(bob, 700n), to(bob, 800n), to(ann, 9700n)]);
    const { youGive, youGet, others, usesUp } = describeEffects(found, bob.script);
    const [art, pin] = [plainAsset('art').id, pinOn('pin').id];
    expect(youGet).toMatchObject({ inscriptions: [art], pins: [pin] });
    expect(youGet.tokens.map(({ tick, amount }) => [tick, amount])).toEqual([
      ['ordi', 1000n],
      ['RUNE•5', 30n],
    ]);
    expect(youGive).toMatchObject({ tokens: [], inscriptions: [], pins: [] });
    expect(others).toHaveLength(1);
    expect(others[0]?.gives).toMatchObject({ sats: 0n, inscriptions: [art], pins: [pin] });
    expect(others[0]?.gets).toMatchObject({ sats: 6700n, tokens: [], inscriptions: [], pins: [] });
    expect(usesUp).toEqual([]);
  });

  it('who is left as they were is nobody else; who only gives or only gets is', () => {
    const same = [coin('same', cat, 2000n), coin('money', bob, 9000n)];
    const idle = describeEffects(done(same, [to(cat, 2000n), to(bob, 8000n)]), bob.script);
    expect(idle).toMatchObject({ others: [], networkFee: 1000n });
    const gives = describeEffects(done(same, [to(cat, 1999n), to(bob, 8000n)]), bob.script);
    expect(gives.others).toMatchObject([{ gives: { sats: 1n }, gets: { sats: 0n } }]);
    const gets = describeEffects(done(same, [to(cat, 2001n), to(bob, 8000n)]), bob.script);
    expect(gets.others).toMatchObject([{ gives: { sats: 0n }, gets: { sats: 1n } }]);
    for (const asset of [plainAsset('a'), pinOn('a'), transferAsset('a')]) {
      const coins = [coin('thing', ann, 600n, [asset]), ...same];
      const moved = describeEffects(done(coins, [to(cat, 600n), to(ann, 600n), to(cat, 1400n)]), bob.script);
      expect(moved.others.map(({ gives: { sats: net } }) => net)).toEqual([0n, 0n]);
    }
  });

  it('a service that is paid nothing, or paid back what it gave, has no fee', () => {
    const coins = [coin('money', bob, 9000n), coin('its', service, 500n)];
    const none = describeEffects(
      done(coins, [to(bob, 8000n), to(service, 500n)]),
      bob.script,
      service.script,
    );
    expect('serviceFee' in none).toBe(false);
    const unnamed = describeEffects(done(coins, [to(bob, 8000n), to(service, 900n)]), bob.script);
    expect('serviceFee' in unnamed).toBe(false);
    const paid = describeEffects(
      done(coins, [to(bob, 8000n), to(service, 501n)]),
      bob.script,
      service.script,
    );
    expect(paid.serviceFee).toBe(1n);
  });

  it('only an amount that comes back by its inscription is used up', () => {
    const coins = [lot('one', ann), lot('two', ann), coin('money', ann, 5000n)];
    const found = done(coins, [to(ann, 546n), to(bob, 546n), to(ann, 4000n)]);
    expect(describeEffects(found, ann.script)).toMatchObject({
      usesUp: [{ tick: 'ordi', amount: 1000n }],
      youGive: { tokens: [{ tick: 'ordi', amount: 1000n }] },
    });
  });
});

describe('two effects are not the same', () => {
  const found = done(
    [
      coin('art', ann, 600n, [plainAsset('art')]),
      coin('rune', ann, 900n, [runeOn(5, 30n), mrc20On('T', 7n)]),
    ],
    [to(bob, 1400n)],
  );
  const [lost] = found.parties.flatMap(({ gives }) => gives);

  it.each(['toFee', 'burned'] as const)('when something else is lost: %s', (where) => {
    if (lost === undefined) throw new Error('something is given');
    expect(sameEffects(found, { ...found, [where]: [lost] })).toBe(false);
    expect(sameEffects({ ...found, [where]: [lost] }, { ...found, [where]: [lost] })).toBe(true);
  });

  it('when another PIN is disputed, or the same one otherwise', () => {
    const { id } = pinOn('pin');
    const of = (byCoin?: number, bySat?: number): Effects => ({
      ...found,
      disputed: [{ id, byCoin, bySat }],
    });
    expect(sameEffects(of(0, 1), of(0, 1))).toBe(true);
    for (const other of [found, of(0, 2), of(1, 1), of(0), of(undefined, 1)])
      expect(sameEffects(of(0, 1), other)).toBe(false);
    const other = { id: pinOn('other').id, byCoin: 0, bySat: 1 };
    expect(sameEffects(of(0, 1), { ...found, disputed: [other] })).toBe(false);
  });

  it('when the fee is another, or a holding goes to another output', () => {
    expect(sameEffects(found, { ...found, fee: sats(found.fee + 1n) })).toBe(false);
    const moved = found.parties.map((party) => ({
      ...party,
      gets: party.gets.map((move) => ({ ...move, index: (move.index ?? 0) + 1 })),
    }));
    expect(sameEffects(found, { ...found, parties: moved })).toBe(false);
  });

  it('but whoever is named first', () => {
    expect(sameEffects(found, { ...found, parties: found.parties.toReversed() })).toBe(true);
  });
});

it('the coins that are made hold each kind of thing as it is', () => {
  const pin = pinOn('pin', 0n, '/file');
  const coins = [coin('pin', ann, 700n, [pin]), coin('rune', ann, 900n, [runeOn(5, 30n), mrc20On('T', 7n)])];
  const tx = transaction(coins, [to(bob, 700n), to(ann, 800n)]);
  const made = coinsAfter(tx, effects(tx, coins));
  expect(made.map(({ assets }) => assets)).toEqual([[pin, mrc20On('T', 7n), runeOn(5, 30n)], []]);
});

it('a leaf that the coin does not commit to is refused in a transaction that somebody else made', () => {
  const money = coin('money', bob, 5000n);
  const plain = body([money], [to(ann, 4000n)]);
  const shown = (...witness: Uint8Array[]): string => {
    const tx = transactionOf({ ...plain, inputs: plain.inputs.map((input) => ({ ...input, witness })) });
    return refusalOf(() => asMade(tx, [money]));
  };
  expect(shown(new Uint8Array(64))).toBe('accepted');
  expect(shown(Uint8Array.of(0x51), new Uint8Array(33).fill(0xc0))).toBe('script-not-allowed');
  expect(shown(new Uint8Array(64), Uint8Array.of(0x51), new Uint8Array(33).fill(0xc0))).toBe(
    'script-not-allowed',
  );
});
