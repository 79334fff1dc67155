import { describe, expect, it } from 'vitest';
import { bytesToHex, isFlaw, readTransaction, sats, virtualSize, writeBase } from '@rialto/protocols';
import type { Coin, Transaction, TransactionBody } from '@rialto/protocols';
import { acceptTake, buildTake, effects, finishTake, partyOf, planTake, signPad } from '../../src/index.ts';
import type { TakePlan } from '../../src/index.ts';
import { bodyOf, coinsOf, inputOf } from '../../src/draft/draft.ts';
import { takeDraft } from '../../src/trade/take-layout.ts';
import { SIGHASH_BYTES, edit, forge, sign } from '../tx/forge.ts';
import { complete, offer, operator, planFor, platformPad, service } from './market.ts';
import { coin, lot, user, plainAsset, point, refusalOf, walletSigns } from '../people.ts';

interface UnsignedTx {
  inputs: object[];
  outputs: object[];
}

const kinds = ['p2wpkh', 'p2tr'] as const;

function transaction(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const layouts = kinds.flatMap((buyer) =>
  kinds.flatMap((seller) => [true, false].map((ownPad) => [buyer, seller, ownPad] as const)),
);

describe('take: works', () => {
  it.each(layouts)('%s buys from %s, own pad: %s', (buyerKind, sellerKind, ownPad) => {
    const buyer = user('buyer', buyerKind);
    const offers = [offer('a', sellerKind)];
    const plan = planFor(offers, buyer, { ownPad });
    const tx = transaction(complete(plan, offers, buyer).raw);
    const found = effects(tx, [...offers.map((one) => one.lot), plan.pad.coin, ...plan.payments]);
    expect(partyOf(found, buyer.script).gets).toMatchObject([{ transfer: { amount: 1000n } }]);
    expect(partyOf(found, buyer.script).gets[0]).toMatchObject({ index: 0, offset: 600n });
    expect(partyOf(found, offers[0]?.seller.script ?? buyer.script).satsOut).toBe(20_000n);
    expect(partyOf(found, service.script).satsOut).toBe(2000n);
    expect(partyOf(found, operator.script).satsOut).toBe(ownPad ? 0n : 600n);
    const built = buildTake(plan);
    expect(found.fee).toBe(built.fee);
    expect(built.vsize - virtualSize(tx)).toBeGreaterThanOrEqual(0);
    expect(built.vsize - virtualSize(tx)).toBeLessThanOrEqual(tx.inputs.length);
    expect(found.fee).toBeGreaterThanOrEqual(BigInt(built.vsize * 5));
    const money = plan.payments.reduce((sum, one) => sum + one.value, 0n) - (plan.change ?? 0n);
    expect(built.total).toBe(money + (ownPad ? 600n : 0n));
  });

  it('three lots of mixed sellers in one transaction', () => {
    const buyer = user('buyer', 'p2tr');
    const offers = [
      offer('a', 'p2tr', 10_000n),
      offer('b', 'p2wpkh', 20_000n, 1200n),
      offer('c', 'p2tr', 30_000n, 330n),
    ];
    const plan = planFor(offers, buyer);
    const tx = transaction(complete(plan, offers, buyer).raw);
    expect(tx.outputs.map((output) => output.value).slice(0, 4)).toEqual([2676n, 10_000n, 20_000n, 30_000n]);
    const found = effects(tx, [...offers.map((one) => one.lot), plan.pad.coin, ...plan.payments]);
    expect(partyOf(found, buyer.script).gets).toHaveLength(3);
    expect(found.toFee).toEqual([]);
  });

  it('the PSBT for the buyer names the internal key, every prevout, and holds nobody’s signature', () => {
    const buyer = user('buyer', 'p2tr');
    const offers = [offer('a', 'p2tr'), offer('b', 'p2wpkh')];
    const plan = planFor(offers, buyer);
    const built = buildTake(plan);
    edit(built.psbt, (raw) => {
      for (const input of raw.inputs) {
        expect(input.witnessUtxo).toBeDefined();
        expect(input.partialSig ?? input.tapKeySig ?? input.finalScriptWitness).toBeUndefined();
      }
      expect(raw.inputs.map((input) => input.tapInternalKey !== undefined)).toEqual(
        [false, false, false, true, true].slice(0, raw.inputs.length),
      );
    });
    for (const { ask } of offers) {
      for (const item of ask.witness)
        expect(bytesToHex(built.psbt)).not.toContain(bytesToHex(item.subarray(0, 60)));
    }
    expect(built.toSign.map((one) => one.index)).toEqual(plan.payments.map((_, at) => 3 + at));
  });
});

describe.each(kinds)('take: what comes back from a %s buyer', (kind) => {
  const buyer = user('buyer', kind);
  const offers = [offer('a', 'p2tr')];
  const plan = planFor(offers, buyer, { ownPad: true });
  const built = buildTake(plan);
  const signed = walletSigns(built.psbt, buyer, built.toSign);
  const accept = (psbt: Uint8Array): string => refusalOf(() => acceptTake(plan, psbt));
  const spending = { tx: bodyOf(takeDraft(plan)), coins: coinsOf(takeDraft(plan)) };
  const signedAs = (sighash: number): Uint8Array =>
    forge(
      spending,
      built.toSign.map(({ index }) => ({
        index,
        who: buyer,
        signature: sign(spending, index, buyer, sighash),
      })),
    );

  it('is accepted as signed', () => {
    expect(accept(signed)).toBe('accepted');
    expect(acceptTake(plan, signed).map((witness) => witness !== undefined)).toEqual([true, false, true]);
  });

  it.each(SIGHASH_BYTES)('A5: sighash byte %i', (sighash) => {
    const fine = sighash === 0x01 || (sighash === 0x00 && kind === 'p2tr');
    expect(accept(signedAs(sighash))).toBe(fine ? 'accepted' : 'sighash-not-allowed');
  });

  it('byte for byte: every change of the unsigned transaction is refused', () => {
    const changes: ((tx: UnsignedTx) => unknown)[] = [
      (tx) => Object.assign(tx, { version: 1 }),
      (tx) => Object.assign(tx, { lockTime: 1 }),
      ({ inputs: [input] }) => Object.assign(input ?? {}, { sequence: 0xffffffff }),
      ({ inputs: [input] }) => Object.assign(input ?? {}, { index: 1 }),
      ({ outputs: [asset] }) => Object.assign(asset ?? {}, { amount: 1n }),
      ({ outputs: [, payment] }) => Object.assign(payment ?? {}, { script: buyer.script }),
      ({ outputs }) => outputs.reverse(),
    ];
    for (const change of changes) {
      const psbt = edit(signed, (raw) => {
        if (raw.global.unsignedTx !== undefined) change(raw.global.unsignedTx);
      });
      expect(accept(psbt)).toBe('psbt-changed');
    }
  });

  it('B2: an input added under ANYONECANPAY is refused', () => {
    const extra = coin('extra', buyer, 5000n);
    const tx: TransactionBody = {
      ...spending.tx,
      inputs: [...spending.tx.inputs, ...bodyOf({ inputs: [inputOf(extra)], outputs: [] }).inputs],
    };
    expect(accept(forge({ tx, coins: [...spending.coins, extra] }, []))).toBe('psbt-changed');
  });

  it('a signature is missing, of another transaction, or finalised', () => {
    expect(accept(built.psbt)).toBe('signature-missing');
    const other = buildTake({ ...plan, change: sats((plan.change ?? 0n) - 1n) });
    const elsewhere = walletSigns(other.psbt, buyer, other.toSign);
    const moved = edit(signed, (raw) => {
      edit(elsewhere, (from) => {
        raw.inputs.forEach((input, at) => {
          const source = from.inputs[at];
          if (source?.partialSig !== undefined) input.partialSig = source.partialSig;
          if (source?.tapKeySig !== undefined) input.tapKeySig = source.tapKeySig;
        });
      });
    });
    expect(accept(moved)).toBe('signature-invalid');
    const final = edit(signed, (raw) =>
      Object.assign(raw.inputs[2] ?? {}, { finalScriptWitness: [Uint8Array.of(1)] }),
    );
    expect(accept(final)).toBe('psbt-finalised');
  });

  it('signatures on a seller’s input are dropped', () => {
    const psbt = edit(signed, (raw) =>
      Object.assign(raw.inputs[1] ?? {}, { tapKeySig: new Uint8Array(64).fill(1) }),
    );
    expect(acceptTake(plan, psbt)[1]).toBeUndefined();
  });

  it('C1: amounts in the PSBT count for nothing', () => {
    const psbt = edit(signed, (raw) => {
      for (const input of raw.inputs) input.witnessUtxo = { amount: 1n, script: Uint8Array.of(0x51) };
    });
    expect(accept(psbt)).toBe('accepted');
  });
});

describe('take: planning refuses', () => {
  const buyer = user('buyer', 'p2tr');
  const one = offer('a', 'p2tr');
  const plan = planFor([one], buyer);
  const request = {
    ...plan,
    buyerCoins: [coin('money', buyer, 100_000n)],
    pads: { platform: platformPad },
  };
  const planned = (change: Partial<Parameters<typeof planTake>[0]>): string =>
    refusalOf(() => planTake({ ...request, ...change }));
  const withLot = (sold: Coin): string => planned({ lots: [{ ...one.ask, coin: sold }] });

  it('what is not a lot, the own lot, the same lot twice, none', () => {
    expect(planned({})).toBe('accepted');
    expect(planned({ lots: [] })).toBe('bad-request');
    expect(planned({ lots: [...plan.lots, ...plan.lots] })).toBe('duplicate-input');
    expect(withLot(lot('x', buyer))).toBe('own-order');
    expect(withLot(coin('x', one.seller, 546n))).toBe('not-a-lot');
    expect(withLot({ ...one.lot, assets: [...one.lot.assets, plainAsset('p')] })).toBe('lot-mixed');
    expect(planned({ lots: [{ ...one.ask, coin: one.lot, price: sats(545n) }] })).toBe('too-small');
    expect(planned({ lots: [{ ...one.ask, coin: one.lot, payScript: Uint8Array.of(0x6a) }] })).toBe(
      'script-not-allowed',
    );
  });

  it('keys, addresses, rates', () => {
    expect(planned({ buyerKey: one.seller.key })).toBe('not-yours');
    expect(planned({ buyerScript: Uint8Array.of(0x51) })).toBe('wrong-address-type');
    expect(planned({ feeRateSatVb: 5001 })).toBe('fee-too-high');
    expect(planned({ feeRateSatVb: Number.NaN })).toBe('bad-request');
    expect(planned({ feeRateSatVb: -1 })).toBe('bad-request');
    expect(planned({ serviceFee: { script: service.script, value: sats(1n) } })).toBe('too-small');
  });

  it('B10: only clean confirmed coins of the buyer pay', () => {
    const clean = coin('clean', buyer, 60_000n);
    const { height: _, ...unconfirmed } = coin('unconfirmed', buyer, 90_000n);
    const dirty = [
      coin('d1', buyer, 90_000n, [plainAsset('p')]),
      lot('d2', buyer, 90_000n),
      unconfirmed,
      coin('d3', one.seller, 90_000n),
    ];
    expect(planTake({ ...request, buyerCoins: [...dirty, clean] }).payments).toEqual([clean]);
    expect(planned({ buyerCoins: dirty })).toBe('insufficient-funds');
    expect(planned({ buyerCoins: [], pads: {} })).toBe('no-pad');
  });

  it('the own pad: the smallest clean coin of 546 to 2,000 sat, never one with an asset', () => {
    const small = (name: string, value: bigint, assets: Coin['assets'] = []): Coin =>
      coin(name, buyer, value, assets);
    const money = coin('money', buyer, 100_000n);
    const padOf = (...coins: Coin[]): string =>
      planTake({ ...request, buyerCoins: [money, ...coins] }).pad.coin.outpoint;
    expect(padOf(small('p1', 700n), small('p2', 546n), small('p3', 545n))).toBe(point('p2'));
    expect(padOf(small('p1', 600n, [plainAsset('x')]))).toBe(platformPad.outpoint);
    expect(padOf(small('p1', 2001n))).toBe(platformPad.outpoint);
    expect(padOf(small('p1', 2000n))).toBe(point('p1'));
  });
});

describe('take: the wall of assertions', () => {
  const buyer = user('buyer', 'p2wpkh');
  const offers = [offer('a', 'p2tr'), offer('b', 'p2wpkh')];
  const plan = planFor(offers, buyer);
  const built = buildTake(plan);
  const half = acceptTake(plan, walletSigns(built.psbt, buyer, built.toSign));
  const sellers = offers.map(({ ask }) => ask.witness);
  const padWitness = signPad(plan, built.unsigned, operator.secret);
  const finishing = (on: TakePlan, parts: Partial<Parameters<typeof finishTake>[1]> = {}) => {
    return () => finishTake(on, { buyer: half, sellers, padWitness, ...parts });
  };

  it('stands when all is well, and the raw transaction is the unsigned one with witnesses', () => {
    const done = finishing(plan)();
    expect(writeBase(transaction(done.raw))).toEqual(built.unsigned);
    expect(transaction(done.raw).txid).toBe(done.txid);
  });

  it('fires: a signature missing, exchanged or of another plan', () => {
    expect(finishing(plan, { sellers: sellers.toReversed() })).toThrow('invariant');
    expect(finishing(plan, { sellers: sellers.slice(1) })).toThrow('invariant');
    expect(finishing(plan, { buyer: [] })).toThrow('invariant');
    expect(() => finishTake(plan, { buyer: half, sellers })).toThrow('invariant');
    expect(finishing({ ...plan, change: sats(1000n) })).toThrow('invariant');
  });

  it('fires: A4, a seller’s payment at another index than the lot', () => {
    const [first, second] = plan.lots;
    if (first === undefined || second === undefined) throw new Error('two lots');
    expect(finishing({ ...plan, lots: [second, first] })).toThrow('invariant');
    expect(finishing({ ...plan, lots: [{ ...first, price: sats(19_999n) }, second] })).toThrow('invariant');
  });

  it('fires: the take’s meaning changed, though every signature is right', () => {
    const marked = plan.payments.map((one) => ({ ...one, assets: [plainAsset('hidden')] }));
    expect(finishing({ ...plan, payments: marked })).toThrow('effects');
  });

  it('B1: the pad is signed for the plan’s own transaction only, and only with its key', () => {
    expect(padWitness).toHaveLength(1);
    const changed = built.unsigned.slice();
    for (let at = 0; at < changed.length; at += 1) {
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(refusalOf(() => signPad(plan, changed, operator.secret))).toBe('psbt-changed');
      changed[at] = (changed[at] ?? 0) ^ 1;
    }
    expect(() => signPad(plan, built.unsigned, buyer.secret)).toThrow('invariant');
    const own = planFor(offers, buyer, { ownPad: true });
    expect(() => signPad(own, buildTake(own).unsigned, operator.secret)).toThrow('invariant');
  });
});
