/** A lot of BRC-20 made to measure, and the exit that sends it: of exactly the amount, paid by the fee wallet alone, and whole wherever it goes. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_BRC20_AMOUNT,
  bytesToHex,
  decodeBrc20,
  envelopesOf,
  inscriptionId,
  outpoint,
  pinsOf,
  sats,
} from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import {
  BRIDGE_LOT_AT,
  asMade,
  bridgeIdIn,
  bridgeLotLock,
  bridgeLotVsize,
  bridgePayoutVsize,
  effects,
  feeOf,
  partyOf,
  signBridgeLot,
  signBridgePayout,
} from '../../src/index.ts';
import type { BridgeLotRequest, BridgePayout, BridgePayoutRequest } from '../../src/index.ts';
import { lotDraft, signLot } from '../../src/bridge/lot.ts';
import { lockFields } from '../../src/inscribe/envelope-script.ts';
import { UNSPENDABLE } from '../../src/tx/taproot.ts';
import { cases } from '../cases.ts';
import { transaction } from '../ledger-world.ts';
import { coin, mrc20On, pinOn, plainAsset, refusalOf, user } from '../people.ts';
import {
  BRC20,
  FEES,
  ID,
  KINDS,
  LOCKED,
  MRC20,
  RATE,
  STRANGER,
  doneBy,
  feeCoin,
  lockedBy,
  lockedCoin,
  other,
  payout,
  signedAlone,
  signedBy,
  transfer,
} from './bridges.ts';

const FEE_KEY = FEES.who.key.slice(1);
const SIGNERS = [1, 2, 3];
const NOTHING = new Uint8Array(0);

const request = (more: Partial<BridgeLotRequest> = {}): BridgeLotRequest => ({
  ...{ tick: 'ordi', amount: 40_000n, feeKey: FEE_KEY, fees: FEES.script, feeCoins: [feeCoin()] },
  ...{ locked: LOCKED.script.script, feeRateSatVb: RATE },
  ...more,
});
const made = (more: Partial<BridgeLotRequest> = {}) => signBridgeLot(request(more), FEES.who.secret);

/** Both transactions, as whoever knows nothing of the request reads them. */
function read(more: Partial<BridgeLotRequest> = {}) {
  const signed = made(more);
  const { feeCoins } = request(more);
  const [commit, lot] = [signed.commit, signed.lot].map(({ raw }) => transaction(raw));
  if (commit === undefined || lot === undefined) throw new Error('two transactions');
  const [first] = commit.outputs;
  if (first === undefined) throw new Error('an output');
  const envelope: Coin = { ...first, outpoint: outpoint(commit.txid, 0), assets: [] };
  const held = [envelope.outpoint];
  const does = effects(lot, [envelope], { ...asMade(lot, [envelope]), held });
  return { ...signed, commit, lot, envelope, before: effects(commit, feeCoins), does };
}

/** What a reader of BRC-20 finds in it. */
const inscribedIn = (lot: ReturnType<typeof read>['lot']) =>
  envelopesOf(lot).map(({ contentType, body }) =>
    decodeBrc20(contentType && new TextDecoder().decode(contentType), body),
  );

describe('a lot made to measure', () => {
  it.each(SIGNERS)('lies on the script of %i keys, and the fee wallet alone pays', (count) => {
    const { script: locked } = lockedBy(count);
    const { commit, lot, envelope, before, does, fee } = read({ locked });
    expect(commit.outputs.map(({ value }) => value)).toEqual([546n + does.fee, 20_000n - 546n - fee]);
    expect(envelope.script).toEqual(bridgeLotLock(FEE_KEY, { tick: 'ordi', amount: 40_000n }).script);
    expect(commit.outputs[1]?.script).toEqual(FEES.script.script);
    expect(lot.outputs).toEqual([{ value: 546n, script: locked }]);
    expect(lot.inputs.map(({ txid, vout }) => outpoint(txid, vout))).toEqual([envelope.outpoint]);
    expect(before.fee + does.fee).toBe(fee);
    const id = inscriptionId(lot.txid, 0);
    expect(partyOf(does, locked).gets).toEqual([
      { kind: 'inscription', id, index: BRIDGE_LOT_AT, offset: 0n },
    ]);
    expect([does.toFee, does.burned, does.disputed, pinsOf(lot)]).toEqual([[], [], [], []]);
    expect(inscribedIn(lot)).toMatchObject([{ op: 'transfer', tick: 'ordi', amount: '0.00000000000004' }]);
  });

  it('is signed to the same bytes every time', () => {
    const hex = ({ commit, lot }: ReturnType<typeof made>) => [commit, lot].map(({ raw }) => bytesToHex(raw));
    expect(hex(made())).toEqual(hex(made()));
    expect([made().commit.txid, made().lot.txid]).toEqual([read().commit.txid, read().lot.txid]);
  });

  it.each([1, 3, 20])('costs what was said beforehand, at most, out of %i coins', (count) => {
    const feeCoins = Array.from({ length: count }, (_, at) => feeCoin(`f${at}`));
    for (const words of [
      { tick: 'ordi', amount: 40_000n },
      { tick: '\u0001'.repeat(5), amount: MAX_BRC20_AMOUNT - 1n },
    ]) {
      const { commit, lot, fee } = read({ feeCoins, ...words });
      const most = bridgeLotVsize(count);
      expect(commit.weight + lot.weight).toBeLessThanOrEqual(4 * most);
      expect(commit.weight + lot.weight).toBeGreaterThan(4 * (most - 20));
      expect(fee).toBeLessThanOrEqual(feeOf(most, RATE));
    }
  });

  it('has no key path: its script is recomputed by whoever knows the words', () => {
    const { controlBlock } = bridgeLotLock(FEE_KEY, request());
    expect(bytesToHex(controlBlock.slice(1))).toBe(bytesToHex(UNSPENDABLE));
    const scripts = [request(), request({ amount: 40_001n }), request({ tick: 'sats' })].map((one) =>
      bytesToHex(bridgeLotLock(FEE_KEY, one).script),
    );
    expect(new Set(scripts).size).toBe(3);
  });

  it.each<[string, Partial<BridgeLotRequest>, string]>([
    ['no coin', { feeCoins: [] }, 'bad-request'],
    ['21 coins', { feeCoins: Array.from({ length: 21 }, (_, at) => feeCoin(`f${at}`)) }, 'too-many-coins'],
    ['a coin twice', { feeCoins: [feeCoin(), feeCoin()] }, 'duplicate-input'],
    ['something on a coin', { feeCoins: [coin('f', FEES.who, 9_000n, [transfer()])] }, 'lot-mixed'],
    [
      'a coin that no block has',
      { feeCoins: [{ ...feeCoin(), height: undefined } as never] },
      'coin-unconfirmed',
    ],
    ['a locked coin', { feeCoins: [lockedCoin('l', 9_000n)] }, 'script-not-allowed'],
    ['too little', { feeCoins: [feeCoin('f', 1_600n)] }, 'insufficient-funds'],
    ['a rate above all', { feeRateSatVb: 6_000 }, 'fee-too-high'],
    ['no rate', { feeRateSatVb: 0 }, 'bad-request'],
    ['a locked script that is no P2TR', { locked: STRANGER.script }, 'script-not-allowed'],
    ['nothing to send', { amount: 0n }, 'bad-request'],
    ['more than there can be', { amount: MAX_BRC20_AMOUNT + 1n }, 'bad-request'],
    ['a tick of three bytes', { tick: 'ord' }, 'bad-request'],
    ['a tick of six bytes', { tick: 'bridge' }, 'bad-request'],
    ['a tick that no text has', { tick: 'ab\ud800' }, 'bad-request'],
  ])('is refused with %s', (_, more, code) => {
    expect(refusalOf(() => made(more))).toBe(code);
  });

  it('is paid for to the last sat: one less and there is none', () => {
    const { fee } = read();
    const least = 546n + fee + 546n;
    expect(read({ feeCoins: [feeCoin('f', least)] }).commit.outputs[1]?.value).toBe(546n);
    expect(refusalOf(() => made({ feeCoins: [feeCoin('f', least - 1n)] }))).toBe('insufficient-funds');
  });

  it('asserts', () => {
    expect(() => signBridgeLot(request(), LOCKED.who.secret)).toThrow('the key is the pool');
    expect(() => made({ feeKey: LOCKED.who.key.slice(1) })).toThrow('the input is signed');
    expect(() => made({ locked: FEES.script.script })).toThrow('what is locked pays no fees');
    expect(() => made({ amount: -1n })).toThrow('invariant');
  });

  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const tags = [1, 2, 22].map((tag) => Uint8Array.of(tag));
  const [type = NOTHING, pointer = NOTHING, unknown = NOTHING] = tags;
  const plain = [bytes('ord'), type, bytes('text/plain'), NOTHING];
  const pin = ['metaid', 'create', '/info/name', '0', '1.0.0', 'text/plain'].map(bytes);
  const signedWith = (...fields: readonly Uint8Array[]): Uint8Array => {
    const lock = lockFields(FEE_KEY, fields, bytes('{}'), UNSPENDABLE);
    const { height: _, ...envelope } = { ...coin('e', FEES.who, 2_000n), script: lock.script };
    return signLot(lotDraft(envelope, lock, LOCKED.script.script), FEES.who.secret).raw;
  };

  it('is one inscription', () => {
    expect(transaction(signedWith(...plain)).outputs).toEqual(read().lot.outputs);
  });

  it.each<[string, readonly Uint8Array[]]>([
    ['an inscription that lies nowhere', [bytes('ord'), unknown, bytes('x'), ...plain.slice(1)]],
    ['an inscription on another sat', [bytes('ord'), pointer, Uint8Array.of(9), ...plain.slice(1)]],
    ['a PIN', pin],
    ['nothing', [bytes('words')]],
  ])('is never %s: the assertion fires', (_, fields) => {
    expect(() => signedWith(...fields)).toThrow('the effects are the intended ones');
  });

  it('whatever the numbers, holds exactly the amount and costs the fees alone', () => {
    fc.assert(
      fc.property(
        fc.record({
          amount: fc.oneof(fc.bigInt(1n, 10n ** 20n), fc.bigInt(1n, MAX_BRC20_AMOUNT)),
          tick: fc.constantFrom('ordi', 'SATS', 'π中', 'a"b\\', 'x y\n'),
          money: fc.array(fc.bigInt(40_000n, 10n ** 7n), { minLength: 1, maxLength: 5 }),
          rate: fc.integer({ min: 1, max: 60_000 }).map((thousandths) => thousandths / 1000),
        }),
        ({ amount, tick, money, rate: feeRateSatVb }) => {
          const feeCoins = money.map((value, at) => feeCoin(`f${at}`, value));
          const { lot, before, does, fee } = read({ amount, tick, feeCoins, feeRateSatVb });
          const [inscribed] = inscribedIn(lot);
          const said = inscribed !== undefined && 'op' in inscribed ? inscribed : undefined;
          if (said?.op !== 'transfer') throw new Error('a transfer');
          const [whole = '', digits = ''] = said.amount.split('.');
          expect(BigInt(whole + digits.padEnd(18, '0'))).toBe(amount);
          expect(said.display).toBe(tick);
          const wallet = partyOf(before, FEES.script.script);
          expect(wallet.satsIn - wallet.satsOut).toBe(fee + 546n);
          expect(partyOf(does, LOCKED.script.script).satsOut).toBe(546n);
          // Each of the two fees is rounded up by itself.
          expect(fee).toBeLessThanOrEqual(feeOf(bridgeLotVsize(money.length), feeRateSatVb) + 1n);
        },
      ),
      { numRuns: cases(40) },
    );
  });
});

const LOT = lockedCoin('lot', 900n, [transfer(40_000n, 300n)]);
const sending = (more: Partial<BridgePayoutRequest> = {}): BridgePayout =>
  payout({ pays: BRC20, lockedCoins: [LOT], ...more });

describe.each(KINDS)('a receiver with %s', (kind) => {
  const receiver = user(`gets a lot from the bridge, ${kind}`, kind).script;

  it.each(SIGNERS)('gets the lot that %i keys lock, whole, with its sats', (count) => {
    const locked = lockedBy(count);
    const plan = sending({ receiver, locked, lockedCoins: [{ ...LOT, script: locked.script }] });
    const { tx, does, locked: side, fees } = doneBy(plan, signedBy(count, plan));
    expect(tx.outputs.map(({ value }) => value)).toEqual([900n, 0n, 20_000n - does.fee]);
    const [lot] = LOT.assets;
    expect(partyOf(does, receiver).gets).toEqual([{ ...lot, index: 0 }]);
    expect([side.gets, side.satsOut, plan.lent]).toEqual([[], 0n, 0n]);
    expect(fees.satsIn - fees.satsOut).toBe(does.fee);
    expect([bridgeIdIn(tx), pinsOf(tx).length]).toEqual([ID, 0]);
    const shape = { pays: BRC20, receiver, lockedCoins: 1, feeCoins: 1, signers: count };
    expect(plan.vsize).toBeLessThanOrEqual(bridgePayoutVsize(shape));
    expect(plan.vsize).toBeGreaterThan(bridgePayoutVsize(shape) - 3);
    expect(tx.weight).toBeLessThanOrEqual(4 * plan.vsize);
  });
});

describe('an exit of BRC-20', () => {
  it('is planned and signed to the same bytes every time', () => {
    expect(bytesToHex(signedAlone(sending()).raw)).toBe(bytesToHex(signedAlone(sending()).raw));
  });

  it('asserts', () => {
    const plan = sending();
    const { parties } = plan.intent;
    const away = parties.map((party) => ({ ...party, gets: [] }));
    const bent: [Partial<BridgePayout>, string][] = [
      [{ intent: { ...plan.intent, fee: sats(plan.fee + 1n) } }, 'intended'],
      [{ intent: { ...plan.intent, parties: away } }, 'intended'],
      [{ intent: { ...plan.intent, toFee: parties[0]?.gives ?? [] } }, 'intended'],
      [{ draft: { ...plan.draft, outputs: plan.draft.outputs.toReversed() } }, 'psbt-changed'],
      [{ fees: LOCKED.script }, 'invariant'],
    ];
    for (const [more, said] of bent) expect(() => signedAlone({ ...plan, ...more })).toThrow(said);
    expect(() => signBridgePayout(plan, LOCKED.who.secret, LOCKED.who.secret)).toThrow('the key is the pool');
  });

  const lots = (...assets: readonly CoinAsset[]) => ({ lockedCoins: [lockedCoin('l', 900n, assets)] });
  const alien = { ...transfer(), transfer: { asset: MRC20, tick: 'ordi', amount: 40_000n } } as CoinAsset;
  it.each<[string, Partial<BridgePayoutRequest>, string]>([
    ['no lot', { lockedCoins: [] }, 'bad-request'],
    [
      'two lots',
      { lockedCoins: [LOT, lockedCoin('b', 900n, [transfer(1n, 0n, 'b')])] },
      'bridge-lots-differ',
    ],
    ['a lot of less', lots(transfer(39_999n)), 'bridge-lots-differ'],
    ['a lot of more', lots(transfer(40_001n)), 'bridge-lots-differ'],
    ['a lot of another token', lots(alien), 'lots-differ'],
    ['a lot that is dead or used', lots(plainAsset('transfer')), 'not-a-lot'],
    ['a clean coin', lots(), 'not-a-lot'],
    ['another token', lots(mrc20On('held', 40_000n, 2)), 'not-a-lot'],
    ['an inscription beside the lot', lots(transfer(), plainAsset('art', 9n)), 'lot-mixed'],
    ['a rune beside the lot', lots(transfer(), other(1n)), 'lot-mixed'],
    ['a receipt beside the lot', lots(transfer(), pinOn('p')), 'lot-mixed'],
    ['a lot on dust', { lockedCoins: [lockedCoin('l', 545n, [transfer()])] }, 'too-small'],
    [
      'a lot of another script',
      { lockedCoins: [coin('l', FEES.who, 900n, [transfer()])] },
      'script-not-allowed',
    ],
    [
      'a lot that no block has',
      { lockedCoins: [{ ...LOT, height: undefined } as never] },
      'coin-unconfirmed',
    ],
    ['no unit', { amount: 0n }, 'bad-request'],
    ['a lot on a fee coin', { feeCoins: [coin('f', FEES.who, 9_000n, [transfer()])] }, 'lot-mixed'],
    ['no fee coin', { feeCoins: [] }, 'bad-request'],
    ['a coin twice', { feeCoins: [feeCoin(), feeCoin()] }, 'duplicate-input'],
    ['too little for fees', { feeCoins: [feeCoin('f', 700n)] }, 'insufficient-funds'],
    ['a rate above all', { feeRateSatVb: 6_000 }, 'fee-too-high'],
    ['the bridge as receiver', { receiver: LOCKED.script.script }, 'not-yours'],
    ['the fee wallet as receiver', { receiver: FEES.script.script }, 'not-yours'],
    [
      'an envelope',
      { envelope: { coin: coin('e', STRANGER, 546n), feeKey: FEE_KEY, decimals: 18 } },
      'bad-request',
    ],
  ])('is refused with %s', (_, more, code) => {
    expect(refusalOf(() => sending(more))).toBe(code);
  });

  it('whatever the numbers, sends the lot and nothing else that is locked', () => {
    fc.assert(
      fc.property(
        fc.record({
          value: fc.bigInt(546n, 10n ** 8n),
          share: fc.bigInt(0n, 999n),
          amount: fc.bigInt(1n, MAX_BRC20_AMOUNT),
          kind: fc.constantFrom(...KINDS),
          count: fc.constantFrom(...SIGNERS),
          money: fc.array(fc.bigInt(30_000n, 10n ** 7n), { minLength: 1, maxLength: 4 }),
          rate: fc.integer({ min: 1, max: 40 }),
          id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(bytesToHex),
        }),
        ({ value, share, amount, kind, count, money, rate: feeRateSatVb, id }) => {
          const receiver = user('l', kind).script;
          const locked = lockedBy(count);
          const lot = transfer(amount, (value * share) / 1_000n);
          const lockedCoins = [{ ...lockedCoin('l', value, [lot]), script: locked.script }];
          const feeCoins = money.map((one, at) => feeCoin(`f${at}`, one));
          const plan = sending({ receiver, locked, lockedCoins, feeCoins, amount, id, feeRateSatVb });
          const { tx, does, locked: side, fees } = doneBy(plan, signedBy(count, plan));
          expect(partyOf(does, receiver)).toMatchObject({ satsOut: value, gets: [{ ...lot, index: 0 }] });
          expect([side.satsIn, side.satsOut]).toEqual([value, 0n]);
          expect(fees.satsIn - fees.satsOut).toBe(does.fee);
          expect(bridgeIdIn(tx)).toBe(id);
        },
      ),
      { numRuns: cases(40) },
    );
  });
});
