/** What an exchange that lies could do with what it says of the inputs that are not the owner's: signatures given along, and values. */
import {
  amount,
  bytesToHex,
  concatBytes,
  encodeMrc20Transfer,
  isFlaw,
  outpoint,
  projectMrc20,
  readTransaction,
  sats,
  writeBase,
  writeTransaction,
} from '@rialto/protocols';
import type { Coin, Transaction, Txid, TxOutput } from '@rialto/protocols';
import { schnorr } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import {
  buildTake,
  checkBump,
  checkSplit,
  planCancelTransaction,
  planTakeBump,
  readOwn,
  readWaiting,
  takeDraft,
  unsignedOf,
} from '../../src/index.ts';
import { lockPin } from '../../src/inscribe/pin-script.ts';
import { branchHashOf, leafHashOf, taprootOutput } from '../../src/tx/taproot.ts';
import { writePsbt } from '../../src/tx/write-psbt.ts';
import { coin, mrc20On, txid, user } from '../people.ts';
import { planFor, tokenOffer } from '../trade/market.ts';

const me = user('me', 'p2wpkh');
const exchange = schnorr.getPublicKey(new Uint8Array(32).fill(5));
const utf8 = (words: string): Uint8Array => new TextEncoder().encode(words);

function transaction(
  inputs: readonly Coin[],
  outputs: readonly TxOutput[],
  witnesses: Uint8Array[][] = [],
): Transaction {
  const made = readTransaction(
    writeTransaction({
      version: 2,
      locktime: 0,
      outputs,
      inputs: inputs.map(({ outpoint: point }, at) => {
        const [id = '', vout = ''] = point.split(':');
        return {
          txid: id as Txid,
          vout: Number.parseInt(vout, 10),
          scriptSig: new Uint8Array(0),
          sequence: 0xfffffffd,
          witness: witnesses[at] ?? [],
        };
      }),
    }),
  );
  if (isFlaw(made)) throw new Error(made.flaw);
  return made;
}

const psbtOf = (tx: Transaction, coins: readonly Coin[]): Uint8Array =>
  writePsbt(
    writeBase({ ...tx, inputs: tx.inputs.map((input) => ({ ...input, witness: [] })) }),
    coins.map((prevout) => ({ prevout })),
    tx.outputs.length,
  );

const out = (value: bigint, script: Uint8Array): TxOutput => ({ value: sats(value), script });

describe('a witness that the exchange gives along', () => {
  const money = coin('money', me, 1_000_000n);
  const { psbt } = planCancelTransaction({
    payer: { script: me.script, key: me.key, coins: [] },
    spent: [money],
    feeRateSatVb: 4_900,
    replaced: { fee: sats(100n), vsize: 141, fees: sats(100n) },
  });
  const bytes = { psbt, coins: [money], held: [], signed: [], message: false } as const;

  it('for the own key is refused: it would make the transaction look larger, and its fee small', () => {
    expect(readOwn(bytes, false).does.vsize).toBeLessThan(150);
    const huge = [{ index: 0, witness: [new Uint8Array(500_000), new Uint8Array(33)] }];
    for (const message of [false, true])
      for (const mayCarry of [false, true])
        expect(() => readOwn({ ...bytes, signed: huge, message }, mayCarry)).toThrow('script-not-allowed');
    const short = [{ index: 0, witness: [new Uint8Array(72), new Uint8Array(33)] }];
    expect(() => readOwn({ ...bytes, signed: short }, false)).toThrow('script-not-allowed');
  });

  const token = mrc20On('miol', 1_000n);
  const lot: Coin = {
    outpoint: outpoint(txid('lot'), 0),
    value: sats(546n),
    script: me.script,
    assets: [token],
    height: 1,
  };
  const body = utf8(
    encodeMrc20Transfer([
      { id: token.asset.slice('mrc20:'.length), amount: amount(250n), decimals: 0, vout: 3 },
    ]),
  );
  const transfer = lockPin(exchange, {
    operation: 'hide',
    path: '/ft/mrc20/transfer',
    contentType: 'application/json',
    body,
  });
  const outputs = [0, 1, 2, 3].map(() => out(546n, me.script));
  const witness = [new Uint8Array(64), transfer.leaf, transfer.controlBlock];

  function reveal(locks: readonly { script: Uint8Array; witness: Uint8Array[] }[]) {
    const commit = transaction(
      [money],
      [out(490_000n, me.script), ...locks.map(({ script }) => out(3_000n, script))],
    );
    const locked = locks.map(({ script }, at): Coin => ({
      outpoint: outpoint(commit.txid, at + 1),
      value: sats(3_000n),
      script,
      assets: [],
    }));
    const coins = [lot, ...locked];
    const tx = transaction(coins, outputs);
    const signed = locks.map((lock, at) => ({ index: at + 1, witness: lock.witness }));
    return {
      psbt: psbtOf(tx, coins),
      coins,
      held: locked.map((one) => one.outpoint),
      signed,
      message: true,
      tx,
    };
  }
  const lock = { script: transfer.script, witness };

  it('of one leaf is read as its message', () => {
    const read = readOwn(reveal([lock]), true);
    const all = { all: [read], owner: me.script, fee: read.does.fee, vsize: read.does.vsize };
    const sizes = { assetId: token.asset, units: [250n] };
    const expected = { outpoint: lot.outpoint, sizes, feeRateSatVb: 20 };
    expect(checkSplit(all, expected).map(({ code }) => code)).not.toContain('sizes-differ');
  });

  it.each<[string, Uint8Array[]]>([
    ['with a longer signature', [new Uint8Array(65), transfer.leaf, transfer.controlBlock]],
    ['with one item more', [new Uint8Array(64), new Uint8Array(1), transfer.leaf, transfer.controlBlock]],
    [
      'of a leaf that the coin does not commit to',
      [new Uint8Array(64), utf8('another'), transfer.controlBlock],
    ],
  ])('%s is refused', (_, wrong) => {
    expect(() => readOwn(reveal([{ ...lock, witness: wrong }]), true)).toThrow('script-not-allowed');
  });

  it('given twice, or for no input, is refused', () => {
    const honest = reveal([lock]);
    const [first] = honest.signed;
    for (const more of [
      { index: 1, witness },
      { index: 9, witness },
    ])
      expect(() => readOwn({ ...honest, signed: [first ?? more, more] }, true)).toThrow('script-not-allowed');
  });

  it('of a tree with another leaf is refused: that one could be revealed instead, and burn the lot', () => {
    const harmless = lockPin(exchange, {
      operation: 'create',
      path: '/info/name',
      contentType: 'text/plain',
      body: utf8('me'),
    });
    const mint = lockPin(exchange, {
      operation: 'create',
      path: '/ft/mrc20/mint',
      contentType: 'application/json',
      body: utf8(JSON.stringify({ id: `${'ab'.repeat(32)}i0` })),
    });
    const [a, b] = [leafHashOf(harmless.leaf), leafHashOf(mint.leaf)];
    const tree = taprootOutput(exchange, branchHashOf(a, b));
    const control = (sibling: Uint8Array): Uint8Array =>
      concatBytes(Uint8Array.of(tree.controlByte), exchange, sibling);
    const two = { script: tree.script, witness: [new Uint8Array(64), harmless.leaf, control(b)] };
    const bent = reveal([lock, two]);
    // The same transaction with the other leaf does burn it.
    const shown = transaction(bent.coins, outputs, [
      [],
      witness,
      [new Uint8Array(64), mint.leaf, control(a)],
    ]);
    expect(shown.txid).toBe(bent.tx.txid);
    const holdings = [{ outpoint: lot.outpoint, asset: token.asset, amount: token.amount }];
    expect(projectMrc20(shown, { holdings, tokens: [token] })).toEqual([
      { vout: undefined, asset: token.asset, amount: 1_000n },
    ]);
    expect(() => readOwn(bent, true)).toThrow('script-not-allowed');
    expect(bytesToHex(control(b)).length).toBeGreaterThan(66);
  });
});

describe('the value of a coin that is not the own', () => {
  const buyer = user('buyer', 'p2wpkh');
  const plan = planFor([tokenOffer('c', 'p2wpkh')], buyer);
  const was = buildTake(plan);
  const bumpAt = (feeRateSatVb: number) =>
    planTakeBump({
      plan,
      coins: [coin('more', buyer, 900_000n)],
      feeRateSatVb,
      replaced: { fee: was.fee, vsize: was.vsize, fees: was.fee },
    });

  /** @param more what the exchange says the seller's coin has beyond the truth */
  function look(bumped: ReturnType<typeof bumpAt>, more: bigint, feeRateSatVb: number): string[] {
    const built = buildTake(bumped);
    const coins = takeDraft(bumped).inputs.map(({ coin: one }) =>
      one.assets.length > 0 ? { ...one, value: sats(one.value + more) } : one,
    );
    const psbt = writePsbt(
      built.unsigned,
      coins.map((prevout) => ({ prevout })),
      unsignedOf(built.psbt).outputs.length,
    );
    const now = readOwn({ psbt, coins, held: [], signed: [], message: false }, true);
    const before = readWaiting(unsignedOf(was.psbt), coins);
    const all = { all: [now], owner: buyer.script, fee: now.does.fee, vsize: now.does.vsize };
    return checkBump(all, before, { feeRateSatVb }).map(({ code }) => code);
  }

  it('raises no limit of what a bump may pay', () => {
    const dear = bumpAt(1_500);
    for (const more of [0n, 1_000n, 1_000_000n]) expect(look(dear, more, 8)).toContain('fee-too-high');
  });

  it('refuses no honest bump, at any rate and whatever the lot is worth', () => {
    for (const rate of [8, 9, 20, 100, 1_500])
      for (const more of [0n, 10_000n, 400_000n])
        expect([rate, more, look(bumpAt(rate), more, rate)]).toEqual([rate, more, []]);
  });
});
