/** The review of acts on one's own reads bytes, not promises: an exchange that lies in any one place is refused with a reason. */
import { coinToWire } from '@rialto/contract';
import type { OwnPsbt, PreparedOwn, WireCoin } from '@rialto/contract';
import { amount, bytesToHex, hexToBytes, outpoint, sats, writeTransaction } from '@rialto/protocols';
import type { Amount, AssetId, Coin, PinId, Transaction, TxOutput, Txid } from '@rialto/protocols';
import {
  buildTake,
  planCancelTransaction,
  planChildSpend,
  planMrc20Transfer,
  planOwnBump,
  planSplit,
  planTake,
  planTakeBump,
  takeDraft,
} from '@rialto/psbt';
import type { TakePlan } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { costAt } from '../../src/flows/own/own-cost.ts';
import { reviewOwn } from '../../src/flows/own/own-review.ts';
import type { OwnIntent } from '../../src/flows/own/own-review.ts';
import { transactionIn } from '../../src/flows/read-bytes.ts';
import { cleanCoin, id, lotCoin, user } from '../fake/people.ts';
import { RATE, plans, prepared, psbtOf } from '../fake/prepared-own.ts';

const me = user(7);
const seller = user(21);
const operator = user(9);
const thief = user(66);
const TOKEN = 10n ** 18n;
const MRC20 = `mrc20:${id(4, 'e')}i0` as AssetId;
const asked = { network: 'regtest', address: me.address, feeRateSatVb: RATE } as const;

/** What the node would say of a transaction: its bytes, with witnesses of the right shape. */
function rawOf(unsigned: Transaction): string {
  const witness = [new Uint8Array(72).fill(1), new Uint8Array(33).fill(2)];
  const inputs = unsigned.inputs.map(({ txid, vout, scriptSig, sequence }) => ({
    txid,
    vout,
    scriptSig,
    sequence,
    witness,
  }));
  const { version, locktime, outputs } = unsigned;
  return bytesToHex(writeTransaction({ version, locktime, inputs, outputs }));
}

type Edit = (before: readonly TxOutput[]) => TxOutput[];

/** The same inputs with other outputs, as a PSBT that says what its coins are worth, by input, and nothing else. */
function changed(tx: Transaction, outputs: Edit, coins: readonly WireCoin[]): string {
  const inputs = tx.inputs.map((input) => ({ ...input, witness: [] }));
  const made = outputs(tx.outputs);
  const raw = writeTransaction({ version: tx.version, locktime: tx.locktime, inputs, outputs: made });
  const worth = coins.map(({ value, script }) => {
    const amount = new DataView(new ArrayBuffer(8));
    amount.setBigUint64(0, BigInt(value), true);
    const output = `${bytesToHex(new Uint8Array(amount.buffer))}${length(script.length / 2)}${script}`;
    return `0101${length(output.length / 2)}${output}00`;
  });
  return `70736274ff0100${length(raw.length)}${bytesToHex(raw)}00${worth.join('')}${'00'.repeat(made.length)}`;
}

const length = (bytes: number): string =>
  bytes < 0xfd
    ? bytes.toString(16).padStart(2, '0')
    : `fd${(bytes % 256).toString(16).padStart(2, '0')}${Math.floor(bytes / 256)
        .toString(16)
        .padStart(2, '0')}`;

/** As it is in the bytes. */
const reversed = (txid: string): string => bytesToHex(hexToBytes(txid).toReversed());

const payer = (coins: readonly Coin[]) => ({ script: me.script, key: me.key, coins });

describe('a purchase that is sped up', () => {
  const price = 20_000n;
  const take = (buyerScript = me.script, lots = [lot(price)]): TakePlan =>
    planTake({
      lots,
      buyerScript,
      buyerKey: me.key,
      buyerCoins: [cleanCoin(me, 1, 5_000_000n), cleanCoin(me, 3, 1_000n)],
      serviceFee: { script: operator.script, value: sats(2_000n) },
      feeRateSatVb: 2,
      pads: {},
    });
  const lot = (total: bigint) => ({
    coin: lotCoin(seller, 1, 10n * TOKEN),
    price: sats(total),
    payScript: seller.script,
    sequence: 0xfffffffd,
  });
  const waiting = take();
  const old = buildTake(waiting);
  const tx = transactionIn(bytesToHex(old.psbt));
  const replaced = { fee: old.fee, vsize: old.vsize, fees: old.fee };
  const intent: OwnIntent = {
    ...asked,
    act: 'bump',
    txId: tx.txid,
    rawTx: rawOf(tx),
    networkFee: old.fee,
  };
  const bumped = (plan: TakePlan): PreparedOwn => {
    const built = buildTake(plan);
    const coins = takeDraft(plan).inputs.map(({ coin }) => coinToWire(coin));
    const toSignInputs = built.toSign.map((one) => ({ ...one }));
    const psbt = { psbtRaw: bytesToHex(built.psbt), toSignInputs, coins, held: [], message: false };
    return prepared('bump', [psbt], built.fee);
  };
  const higherFee = planTakeBump({ plan: waiting, coins: [], feeRateSatVb: RATE, replaced });

  it('is told as it is: the same, for so much more', () => {
    const review = reviewOwn(bumped(higherFee), intent);
    expect(review.mismatches).toEqual([]);
    expect(review.networkFee).toBe(buildTake(higherFee).fee);
    expect(review.cost).toBe(buildTake(higherFee).fee - old.fee);
    expect(review.get).toEqual([{ kind: 'token', units: 10n * TOKEN, tick: 'ordi' }]);
  });
  it.each<[string, TakePlan, RegExp]>([
    ['pays the seller more', { ...higherFee, lots: [lot(20_500n)] }, /something other than the pending/],
    [
      'pays somebody else',
      { ...higherFee, lots: [{ ...lot(price), payScript: thief.script }] },
      /something other than/,
    ],
    [
      'brings the tokens to somebody else',
      { ...higherFee, buyerScript: thief.script },
      /something other than/,
    ],
    [
      'spends a coin that carries something',
      { ...higherFee, payments: [...higherFee.payments, lotCoin(me, 9, TOKEN)] },
      /another coin of yours that holds an asset/,
    ],
    [
      'drops a coin, so that both could happen',
      { ...higherFee, payments: [cleanCoin(me, 8, 5_000_000n)] },
      /same coins/,
    ],
  ])('is refused when it %s', (_, plan, words) => {
    expect(reviewOwn(bumped(plan), intent).mismatches.join('\n')).toMatch(words);
  });
  it('is refused when the fee is far above the rate, and when it differs from the one shown', () => {
    const greedy = planTakeBump({ plan: waiting, coins: [], feeRateSatVb: 60, replaced });
    expect(reviewOwn(bumped(greedy), intent).mismatches.join()).toContain('above the rate you chose');
    const lie = { ...bumped(higherFee), fees: { ...bumped(higherFee).fees, networkFee: '1' } };
    expect(reviewOwn(lie, intent).mismatches.join()).toContain('differs from the one shown');
  });
  it('is refused without the waiting one’s bytes, or with another’s', () => {
    expect(reviewOwn(bumped(higherFee), { ...intent, rawTx: undefined }).mismatches.join()).toContain(
      'cannot be read',
    );
    const other = rawOf(transactionIn(bytesToHex(buildTake(higherFee).psbt)));
    expect(() => reviewOwn(bumped(higherFee), { ...intent, rawTx: other })).toThrow('cannot be read');
  });
  it('is refused when another act comes back', () => {
    expect(
      reviewOwn({ ...bumped(higherFee), act: 'cancel-transaction' }, intent).mismatches.join(),
    ).toContain('a different action');
  });
  it('costs about what the form says', () => {
    const fast = buildTake(higherFee);
    const offer = {
      act: 'bump' as const,
      feeRate: fast.fee === 0n ? 0 : RATE,
      networkFee: fast.fee.toString(),
      cost: (fast.fee - old.fee).toString(),
      refusal: '',
      reason: '',
    };
    const pays = { networkFee: 0n + old.fee, vsize: old.vsize };
    const request = { kind: 'waiting', act: 'bump', txId: tx.txid, title: '', offer, pays } as const;
    expect(costAt(request, RATE)).toBe(fast.fee - old.fee);
    const twice = buildTake(planTakeBump({ plan: waiting, coins: [], feeRateSatVb: 2 * RATE, replaced }));
    expect(Math.abs(Number(costAt(request, 2 * RATE)) - Number(twice.fee - old.fee))).toBeLessThan(30);
  });
});

describe('what is of one’s own alone', () => {
  const money = cleanCoin(me, 1, 100_000n);
  const waiting = planOwnBump({
    payer: payer([]),
    spent: [money],
    outputs: [
      { value: sats(50_000n), script: me.script },
      { value: sats(49_800n), script: me.script },
    ],
    feeRateSatVb: 1,
    replaced: { fee: sats(100n), vsize: 141, fees: sats(100n) },
  });
  const tx = transactionIn(bytesToHex(waiting.psbt));
  const about = { txId: tx.txid, rawTx: rawOf(tx), networkFee: 0n + waiting.fee };
  const replaced = { fee: waiting.fee, vsize: 141, fees: waiting.fee };

  it('is cancelled: its coin comes home', () => {
    const back = planCancelTransaction({ payer: payer([]), spent: [money], feeRateSatVb: RATE, replaced });
    const review = reviewOwn(plans('cancel-transaction', back), {
      ...asked,
      ...about,
      act: 'cancel-transaction',
    });
    expect(review.mismatches).toEqual([]);
    expect(review.makes.map(({ value }) => value)).toEqual([100_000n - back.fee]);
    expect(review.cost).toBe(back.fee);
  });
  it('is not cancelled by a payment that leaves its coins alone', () => {
    const other = planCancelTransaction({
      payer: payer([]),
      spent: [cleanCoin(me, 5, 90_000n)],
      feeRateSatVb: RATE,
      replaced,
    });
    const review = reviewOwn(plans('cancel-transaction', other), {
      ...asked,
      ...about,
      act: 'cancel-transaction',
    });
    expect(review.mismatches.join()).toContain('so that one would stay valid');
  });
  it('is not cancelled to somebody else', () => {
    const stolen = planCancelTransaction({
      payer: { script: thief.script, key: thief.key, coins: [] },
      spent: [cleanCoin(thief, 1, 100_000n)],
      feeRateSatVb: RATE,
      replaced,
    });
    const review = reviewOwn(plans('cancel-transaction', stolen), {
      ...asked,
      ...about,
      act: 'cancel-transaction',
    });
    expect(review.mismatches.join()).toContain('which is not you');
    expect(review.mismatches.join()).toContain('someone else’s coin that you did not choose');
  });

  const change: Coin = {
    outpoint: outpoint(tx.txid, 1),
    value: sats(49_800n),
    script: me.script,
    assets: [],
  };
  const parents = { fee: waiting.fee, vsize: 141 };
  it('is helped by a child that spends its change', () => {
    const child = planChildSpend({ payer: payer([]), output: change, parents, feeRateSatVb: RATE });
    const review = reviewOwn(plans('child', child), { ...asked, ...about, act: 'child' });
    expect(review.mismatches).toEqual([]);
    expect(review.cost).toBe(child.fee);
  });
  it('is not helped by a child that leads away, or whose signature binds less than all of it', () => {
    const child = planChildSpend({ payer: payer([]), output: change, parents, feeRateSatVb: RATE });
    const honest = psbtOf(child);
    const told = (lie: Partial<OwnPsbt>): string =>
      reviewOwn(prepared('child', [{ ...honest, ...lie }], child.fee), {
        ...asked,
        ...about,
        act: 'child',
      }).mismatches.join();
    expect(told({})).toBe('');
    const away: Edit = (before) => before.map((one) => ({ ...one, script: thief.script }));
    const psbtRaw = changed(transactionIn(honest.psbtRaw), away, honest.coins);
    expect(told({ psbtRaw })).toContain('which is not you');
    expect(told({ toSignInputs: [{ index: 0, sighash: 0x83 }] })).toContain('would not bind the whole');
    expect(told({ toSignInputs: [] })).toContain('other inputs than yours');
  });
  it('is not helped by a child of another', () => {
    const output = { ...change, outpoint: outpoint(id(8, 'f') as Txid, 0) };
    const child = planChildSpend({ payer: payer([]), output, parents, feeRateSatVb: RATE });
    const review = reviewOwn(plans('child', child), { ...asked, ...about, act: 'child' });
    expect(review.mismatches.join()).toContain('does not build on the pending transaction');
  });
});

describe('what is told to the wallet', () => {
  const money = cleanCoin(me, 1, 100_000n);
  const replaced = { fee: sats(100n), vsize: 141, fees: sats(100n) };
  const back = plans(
    'cancel-transaction',
    planCancelTransaction({ payer: payer([]), spent: [money], feeRateSatVb: RATE, replaced }),
  );
  it('is what the page is told: a coin worth more than it says would pay the difference to the network', () => {
    const [one] = back.transactions;
    if (one === undefined) throw new Error('a transaction');
    const worth = (value: string) => one.coins.map((coin) => ({ ...coin, value }));
    const told = (psbtRaw: string) => () =>
      reviewOwn(
        { ...back, transactions: [{ ...one, psbtRaw }] },
        { ...asked, act: 'cancel-transaction', ...waits },
      );
    const waits = { txId: id(1), rawTx: undefined, networkFee: 0n };
    const tx = transactionIn(one.psbtRaw);
    expect(told(changed(tx, (same) => [...same], worth('100000')))).not.toThrow();
    expect(told(changed(tx, (same) => [...same], worth('900000')))).toThrow('different coin values');
  });
});

describe('a lot split to size', () => {
  const coin: Coin = {
    outpoint: outpoint(id(2, 'a') as Txid, 0),
    value: sats(546n),
    script: me.script,
    height: 100,
    assets: [{ kind: 'mrc20', asset: MRC20, tick: 'miol', decimals: 2, amount: amount(1_000_00n) }],
  };
  const split = (sizes: readonly bigint[]) =>
    planMrc20Transfer({
      payer: payer([cleanCoin(me, 1, 500_000n)]),
      revealKey: new Uint8Array(32).fill(5),
      feeRateSatVb: RATE,
      coins: [coin],
      sends: sizes.map((size) => ({ asset: MRC20, amount: size as Amount, script: me.script })),
    });
  const units = [250_00n, 100_00n];
  const intent: OwnIntent = {
    ...asked,
    act: 'split',
    outpoint: coin.outpoint,
    sizes: { assetId: MRC20, units },
  };
  const honest = split(units);
  const both = plans('split', honest.commit, honest.reveal);

  it('is told coin by coin, and nothing leaves', () => {
    const review = reviewOwn(both, intent);
    expect(review.mismatches).toEqual([]);
    const tokens = review.makes.flatMap(({ carries }) =>
      carries.flatMap((line) => (line.kind === 'token' ? [line.units / TOKEN] : [])),
    );
    expect(tokens.toSorted()).toEqual([100n, 250n, 650n]);
    expect(review.cost).toBe(honest.commit.fee + honest.reveal.fee);
  });
  it('is refused with other sizes, without its message, and with a message it was not locked to', () => {
    const other = split([300_00n, 50_00n]);
    expect(reviewOwn(plans('split', other.commit, other.reveal), intent).mismatches.join()).toContain(
      'the sizes you asked for',
    );
    const [commit, reveal] = both.transactions;
    if (commit === undefined || reveal === undefined) throw new Error('commit and reveal');
    const { signed: _, ...mute } = reveal;
    expect(reviewOwn({ ...both, transactions: [commit, mute] }, intent).mismatches.join()).toContain(
      'message cannot be read',
    );
    const [there] = psbtOf(other.reveal).signed ?? [];
    const [here] = reveal.signed ?? [];
    if (there === undefined || here === undefined) throw new Error('a message in each');
    // The last two of a witness are leaf and control block: behind the true ones another message would be read.
    const behind = { ...here, witness: [...here.witness, ...there.witness.slice(1)] };
    for (const signed of [[there], [behind]])
      expect(() => reviewOwn({ ...both, transactions: [commit, { ...reveal, signed }] }, intent)).toThrow(
        'Only native SegWit and Taproot coins',
      );
  });
  it('is refused when it spends another coin than the chosen one', () => {
    const elsewhere = { ...intent, outpoint: `${id(9, 'a')}:0` };
    const said = reviewOwn(both, elsewhere).mismatches.join();
    expect(said).toContain('does not spend the coin you chose');
    expect(said).toContain('another coin of yours that holds an asset');
  });
  it('is refused when its reveal pays somebody else', () => {
    const stolen = planMrc20Transfer({
      payer: payer([cleanCoin(me, 1, 500_000n)]),
      revealKey: new Uint8Array(32).fill(5),
      feeRateSatVb: RATE,
      coins: [coin],
      sends: [{ asset: MRC20, amount: amount(250_00n), script: thief.script }],
    });
    expect(reviewOwn(plans('split', stolen.commit, stolen.reveal), intent).mismatches.join()).toContain(
      'which is not you',
    );
  });
  describe('whose commit is not the one its reveal says', () => {
    const same: Edit = (before) => [...before];
    const value = (by: bigint) => (one: TxOutput) => ({ ...one, value: sats(one.value + by) });

    /** Both transactions changed; the reveal spends the changed commit, of which its coins say so much more. */
    function lying({ commit, reveal, more }: { commit: Edit; reveal: Edit; more: bigint }): PreparedOwn {
      const [one, two] = both.transactions;
      if (one === undefined || two === undefined) throw new Error('commit and reveal');
      const [first, second] = [transactionIn(one.psbtRaw), transactionIn(two.psbtRaw)];
      const locks = changed(first, commit, one.coins);
      const made = outpoint(transactionIn(locks).txid, 1);
      const coins = two.coins.map((known) =>
        known.outpoint === coin.outpoint
          ? known
          : { ...known, outpoint: made, value: (BigInt(known.value) + more).toString() },
      );
      const spends = changed(second, reveal, coins);
      const psbtRaw = spends.replaceAll(reversed(first.txid), reversed(made.slice(0, 64)));
      const taken = { ...two, psbtRaw, coins, held: [made] };
      return { ...both, transactions: [{ ...one, psbtRaw: locks }, taken] };
    }

    it('is refused when it locks more than the reveal needs: the exchange has the key of the lock', () => {
      const more = 300_000n;
      const commit: Edit = ([change, locked, ...rest]) =>
        change === undefined || locked === undefined
          ? []
          : [value(-more)(change), value(more)(locked), ...rest];
      const reveal: Edit = (before) => [...before, { value: sats(more), script: me.script }];
      expect(reviewOwn(lying({ commit, reveal, more }), intent).mismatches).toEqual([
        'It locks more of your money than it needs.',
      ]);
    });
    it('is refused when it locks another message', () => {
      const [, elsewhere] = transactionIn(bytesToHex(split([1_00n]).commit.psbt)).outputs;
      const commit: Edit = (before) =>
        before.map((one, at) =>
          at === 1 && elsewhere !== undefined ? { ...one, script: elsewhere.script } : one,
        );
      expect(reviewOwn(lying({ commit, reveal: same, more: 0n }), intent).mismatches).toEqual([
        'Its message cannot be read.',
      ]);
      expect(reviewOwn(lying({ commit: same, reveal: same, more: 0n }), intent).mismatches).toEqual([]);
    });
  });
  it.each([1, 3, 10])('costs about what the form says, with %i sizes', (count) => {
    const sizes = Array.from({ length: count }, () => '10');
    const { commit, reveal } = split(sizes.map(() => 10_00n));
    const held = amount(1_000_00n);
    const named = {
      kind: 'split-lot',
      outpoint: coin.outpoint,
      assetId: MRC20,
      tick: 'miol',
      decimals: 2,
    } as const;
    const about = Number(costAt({ ...named, held, sizes }, RATE));
    expect(about / Number(commit.fee + reveal.fee)).toBeGreaterThan(0.85);
    expect(about / Number(commit.fee + reveal.fee)).toBeLessThan(1.15);
  });
});

describe('a mixed coin', () => {
  const token = { kind: 'mrc20', asset: MRC20, tick: 'miol', decimals: 2, amount: amount(5_00n) } as const;
  const pin = { kind: 'pin', id: `${id(6, 'c')}i0` as PinId, path: '/info/name', offset: sats(0n) } as const;
  const coin: Coin = {
    outpoint: outpoint(id(3, 'a') as Txid, 0),
    value: sats(5_000n),
    script: me.script,
    height: 100,
    assets: [token, pin],
  };
  const coins = [cleanCoin(me, 1, 50_000n), cleanCoin(me, 2, 2_000n)];
  const planned = planSplit({ payer: payer(coins), coin, feeRateSatVb: RATE });
  const intent: OwnIntent = { ...asked, act: 'split', outpoint: coin.outpoint };

  it('is split: each thing on a coin of its own', () => {
    const review = reviewOwn(plans('split', planned), intent);
    expect(review.mismatches).toEqual([]);
    expect(review.makes.filter(({ carries }) => carries.length === 1)).toHaveLength(2);
    expect(review.makes.every(({ carries }) => carries.length <= 1)).toBe(true);
  });
  it('with two tokens is parted by a transfer, and a lie about that is seen', () => {
    const other = {
      ...token,
      asset: `mrc20:${id(5, 'e')}i0` as AssetId,
      tick: 'onyx',
      amount: amount(7_00n),
    };
    const both: Coin = { ...coin, assets: [token, other] };
    const transfer = (assets: readonly (typeof token | typeof other)[]) =>
      planMrc20Transfer({
        payer: payer(coins),
        revealKey: new Uint8Array(32).fill(5),
        feeRateSatVb: RATE,
        coins: [both],
        sends: assets.map(({ asset, amount: units }) => ({ asset, amount: units, script: me.script })),
      });
    const separated = transfer([token, other]);
    expect(reviewOwn(plans('split', separated.commit, separated.reveal), intent).mismatches).toEqual([]);
    const together = planOwnBump({
      payer: payer(coins),
      spent: [both],
      outputs: [{ value: sats(5_000n), script: me.script }],
      feeRateSatVb: RATE,
      replaced: { fee: sats(0n), vsize: 110, fees: sats(0n) },
    });
    expect(reviewOwn(plans('split', together), intent).mismatches.join()).toContain('stay on one coin');
  });
  it('is not left as it was', () => {
    const same = planOwnBump({
      payer: payer(coins),
      spent: [coin],
      outputs: [{ value: sats(5_000n), script: me.script }],
      feeRateSatVb: RATE,
      replaced: { fee: sats(0n), vsize: 110, fees: sats(0n) },
    });
    expect(reviewOwn(plans('split', same), intent).mismatches.join()).toContain('stay on one coin');
  });
});
