import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outpoint, sats } from '@rialto/protocols';
import type { Coin, Transaction, TxOutput } from '@rialto/protocols';
import { describeEffects, effects, partyOf, sameEffects } from '../../src/index.ts';
import { transactionOf } from '../../src/draft/draft.ts';
import { flowOf } from '../../src/effects/sat-flow.ts';
import { body } from '../tx/forge.ts';
import type { Effects } from '../../src/index.ts';
import { coin, lot, user, plainAsset, point, refusalOf, transferAsset, txid } from '../people.ts';
import { cases } from '../cases.ts';

const ann = user('ann', 'p2wpkh');
const bob = user('bob', 'p2tr');

const to = (who: { script: Uint8Array }, value: bigint): TxOutput => ({
  value: sats(value),
  script: who.script,
});
const tx = (coins: readonly Coin[], outputs: readonly TxOutput[]): Transaction =>
  transactionOf(body(coins, outputs));
const checked = (coins: readonly Coin[], outputs: readonly TxOutput[]) => effects(tx(coins, outputs), coins);
const OP_RETURN = { script: Uint8Array.of(0x6a) };
const burning = (coins: readonly Coin[], outputs: readonly TxOutput[]) =>
  effects(tx(coins, outputs), coins, { messages: [{ output: 0, script: OP_RETURN.script }] });

describe('effects', () => {
  it('says who gives and gets what, and the fee', () => {
    const coins = [lot('lot', ann, 546n), coin('money', bob, 10_000n)];
    const found = checked(coins, [to(bob, 546n), to(ann, 9000n)]);
    expect(found.fee).toBe(1000n);
    expect(partyOf(found, ann.script)).toMatchObject({ satsIn: 546n, satsOut: 9000n, gets: [] });
    expect(partyOf(found, ann.script).gives[0]).toMatchObject({
      index: 0,
      offset: 0n,
      transfer: { amount: 1000n },
    });
    expect(partyOf(found, bob.script).gets[0]).toMatchObject({
      index: 0,
      offset: 0n,
      transfer: { amount: 1000n },
    });
    expect(partyOf(found, user('nobody', 'p2tr').script)).toMatchObject({ satsIn: 0n, satsOut: 0n });
  });

  it('A7: a wrong order sends the inscription to another’s output, and the offset shows it', () => {
    const coins = [coin('money', bob, 10_000n), lot('lot', ann, 546n)];
    const found = checked(coins, [to(bob, 546n), to(ann, 9900n)]);
    expect(partyOf(found, bob.script).gets).toEqual([]);
    expect(partyOf(found, ann.script).gets[0]).toMatchObject({ index: 1, offset: 9454n });
  });

  it('shows what is lost to the fee and what is burned', () => {
    const fee = checked([coin('money', bob, 10_000n), lot('lot', ann)], [to(bob, 9000n)]);
    expect(fee.toFee).toHaveLength(1);
    const burned = burning([lot('lot', ann)], [to(OP_RETURN, 546n)]);
    expect(burned.burned).toHaveLength(1);
    expect(burned.parties.every((party) => party.gets.length === 0)).toBe(true);
  });

  it('A3: everything on a mixed coin moves, visibly', () => {
    const mixed = coin('mixed', ann, 1000n, [transferAsset('a'), plainAsset('b', 999n)]);
    const found = checked([mixed], [to(bob, 999n), to(ann, 1n)]);
    expect(partyOf(found, bob.script).gets).toHaveLength(1);
    expect(partyOf(found, ann.script).gets).toHaveLength(1);
  });

  it('refuses unknown and unconfirmed coins, except held ones', () => {
    const { height: _, ...waiting } = coin('waiting', ann, 5000n);
    const spending = tx([waiting], [to(ann, 4000n)]);
    expect(refusalOf(() => effects(spending, []))).toBe('coin-unknown');
    expect(refusalOf(() => effects(spending, [waiting]))).toBe('coin-unconfirmed');
    expect(refusalOf(() => effects(spending, [waiting], { held: [point('waiting')] }))).toBe('accepted');
  });

  it('B2: refuses inputs that are not P2WPKH or key-path P2TR', () => {
    const spend = (script: Uint8Array): string => {
      const strange = { ...coin('c', ann, 5000n), script };
      return refusalOf(() => checked([strange], [to(bob, 4000n)]));
    };
    expect(spend(Uint8Array.of(0x76, 0xa9, 20, ...ann.script.subarray(2), 0x88, 0xac))).toBe(
      'script-not-allowed',
    );
    expect(spend(Uint8Array.of(0xa9, 20, ...ann.script.subarray(2), 0x87))).toBe('script-not-allowed');
    expect(spend(Uint8Array.of(0, 32, ...bob.script.subarray(2)))).toBe('script-not-allowed');
    const money = coin('money', bob, 5000n);
    const plain = body([money], [to(ann, 4000n)]);
    const withInput = (change: object): string => {
      const inputs = plain.inputs.map((input) => ({ ...input, ...change }));
      return refusalOf(() => effects(transactionOf({ ...plain, inputs }), [money]));
    };
    expect(withInput({ scriptSig: Uint8Array.of(0x51) })).toBe('script-not-allowed');
    expect(withInput({ witness: [new Uint8Array(64), Uint8Array.of(0x50, 1)] })).toBe('script-not-allowed');
    expect(withInput({ witness: [new Uint8Array(64), new Uint8Array(34), new Uint8Array(33)] })).toBe(
      'script-not-allowed',
    );
  });

  it('B8: refuses any runestone, well-formed or not, and any envelope', () => {
    const money = coin('money', ann, 5000n);
    const stone = { script: Uint8Array.of(0x6a, 0x5d, 0xff, 0xff) };
    expect(refusalOf(() => checked([money], [to(stone, 0n)]))).toBe('message-not-allowed');
    const said = (output: number, script: Uint8Array): string =>
      refusalOf(() => effects(tx([money], [to(stone, 0n)]), [money], { messages: [{ output, script }] }));
    expect(said(0, stone.script)).toBe('accepted');
    expect(said(1, stone.script)).toBe('message-not-allowed');
    expect(said(0, Uint8Array.of(...stone.script, 0))).toBe('message-not-allowed');
    expect(said(0, stone.script.subarray(0, 3))).toBe('message-not-allowed');
    const envelope = Uint8Array.of(0x00, 0x63, 0x03, 0x6f, 0x72, 0x64, 0x68);
    const plain = body([money], [to(ann, 4000n)]);
    const inputs = plain.inputs.map((input) => ({ ...input, witness: [envelope, ann.key] }));
    const hidden = transactionOf({ ...plain, inputs });
    expect(refusalOf(() => effects(hidden, [money]))).toBe('message-not-allowed');
  });

  it('C4, B7: refuses duplicates, more out than in, and a fee above the limit', () => {
    const money = coin('money', ann, 5000n);
    expect(refusalOf(() => checked([money, money], [to(ann, 6000n)]))).toBe('duplicate-input');
    expect(refusalOf(() => checked([money], [to(ann, 5001n)]))).toBe('outputs-exceed-inputs');
    const huge = to(ann, 2_100_000_000_000_000n);
    expect(refusalOf(() => checked([money], [huge, huge]))).toBe('outputs-exceed-inputs');
    const greedy = tx([money], [to(ann, 1000n)]);
    expect(refusalOf(() => effects(greedy, [money], { feeRateLimit: 30 }))).toBe('fee-too-high');
    expect(refusalOf(() => effects(greedy, [money], { feeRateLimit: 40 }))).toBe('accepted');
  });

  it('an index that puts an inscription outside its coin is our bug', () => {
    const wrong = coin('wrong', ann, 546n, [plainAsset('a', 546n)]);
    expect(() => checked([wrong], [to(ann, 500n)])).toThrow('invariant');
  });

  it('sameEffects sees every sat, output, offset and amount', () => {
    const coins = [lot('lot', ann, 546n), coin('money', bob, 10_000n)];
    const one = checked(coins, [to(bob, 546n), to(ann, 9000n)]);
    const smaller: Effects = { ...one, feeRateSatVb: 1, vsize: 1 };
    expect(sameEffects(one, smaller)).toBe(true);
    expect(sameEffects(one, checked(coins, [to(bob, 546n), to(ann, 8999n)]))).toBe(false);
    expect(sameEffects(one, checked(coins, [to(bob, 545n), to(ann, 9001n)]))).toBe(false);
    const more = [lot('lot', ann, 546n, 1001n), coin('money', bob, 10_000n)];
    expect(sameEffects(one, checked(more, [to(bob, 546n), to(ann, 9000n)]))).toBe(false);
  });
});

describe('describeEffects', () => {
  it('puts a trade into the words of the buyer and of the seller', () => {
    const coins = [lot('lot', ann, 546n), coin('money', bob, 10_000n)];
    const service = user('service', 'p2tr');
    const found = checked(coins, [to(bob, 546n), to(ann, 8000n), to(service, 700n), to(bob, 500n)]);
    const buyer = describeEffects(found, bob.script, service.script);
    expect(buyer).toMatchObject({ networkFee: 800n, serviceFee: 700n, lost: [], usesUp: [] });
    expect(buyer.youGive).toMatchObject({ sats: 8954n, tokens: [] });
    expect(buyer.youGet).toMatchObject({ sats: 0n, tokens: [{ tick: 'ordi', amount: 1000n }] });
    expect(buyer.others.map((other) => other.gets.sats)).toEqual([7454n]);
    const seller = describeEffects(found, ann.script);
    expect(seller.youGet.sats).toBe(7454n);
    expect(seller.youGive.tokens).toHaveLength(1);
    expect(seller.serviceFee).toBeUndefined();
  });

  it('says what comes back used up and what is lost', () => {
    const own = checked([lot('lot', ann), coin('money', ann, 5000n)], [to(ann, 546n), to(ann, 4000n)]);
    expect(describeEffects(own, ann.script)).toMatchObject({
      youGive: { sats: 1000n, tokens: [] },
      youGet: { sats: 0n, tokens: [] },
      others: [],
      usesUp: [{ tick: 'ordi', amount: 1000n }],
    });
    const lost = burning([lot('lot', ann), coin('money', ann, 5000n)], [to(OP_RETURN, 5000n)]);
    expect(describeEffects(lost, ann.script).lost).toHaveLength(1);
  });
});

describe('sat flow', () => {
  /** One array element for each sat: where it came from; the slow truth. */
  function simulate(coins: readonly Coin[], outputs: readonly TxOutput[]): Map<string, string> {
    const line = coins.flatMap((one, input) =>
      Array.from({ length: Number(one.value) }, (_, at) => ({ input, at })),
    );
    const where = new Map<string, string>();
    let next = 0;
    const place = (name: (at: number) => string, count: number): void => {
      for (let at = 0; at < count && next < line.length; at += 1, next += 1) {
        const sat = line[next];
        for (const asset of coins[sat?.input ?? 0]?.assets ?? []) {
          if (asset.kind === 'inscription' && asset.offset === BigInt(sat?.at ?? 0))
            where.set(asset.id, name(at));
        }
      }
    };
    outputs.forEach((output, index) => {
      place((at) => `${index}+${at}`, Number(output.value));
    });
    place(() => 'fee', line.length);
    return where;
  }

  it('A7: agrees with a sat-by-sat simulator on random shapes', () => {
    const value = fc.integer({ min: 1, max: 25 });
    const shape = fc.record({
      inputs: fc.array(fc.tuple(value, fc.array(fc.nat(24), { maxLength: 3 })), {
        minLength: 1,
        maxLength: 6,
      }),
      outputs: fc.array(fc.nat(25), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(shape, ({ inputs, outputs }) => {
        const coins = inputs.map(([size, offsets], input): Coin => {
          const assets = offsets
            .filter((offset) => offset < size)
            .map((offset, at) => ({
              ...plainAsset('x', BigInt(offset)),
              id: `${txid('x')}i${input * 10 + at}` as never,
            }));
          return {
            outpoint: outpoint(txid('in'), input),
            value: sats(BigInt(size)),
            script: ann.script,
            assets,
            height: 1,
          };
        });
        const made = outputs.map((size) => to(bob, BigInt(size)));
        const expected = simulate(coins, made);
        for (const { asset, to: landed } of flowOf(coins, made)) {
          const text = landed === undefined ? 'fee' : `${landed.index}+${landed.offset}`;
          expect(text).toBe(expected.get(asset.id));
        }
      }),
      { numRuns: cases(10_000) },
    );
  }, 60_000);
});
