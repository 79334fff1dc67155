/** Protected asks, mined and read back from the ledgers: locked, sold, cancelled, renewed, left; and what a stranger cannot do. */
import { describe, expect, it } from 'vitest';
import { bytesToHex, outpoint, sats, writeTransaction, PLAIN_DEPLOY } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  LOCKED_LOT_VALUE,
  SIGHASH,
  acceptReveal,
  buildExits,
  buildLotMove,
  exitSpend,
  inputVerifies,
  judgeFill,
  lockOf,
  lockedLot,
  planMrc20Deploy,
  planMrc20Transfer,
  planTake,
  readRescueFile,
  tradeSpend,
  verifyExits,
  verifyPromise,
  writeRescueFile,
} from '../../src/index.ts';
import type { LockedCoin, TakePlan } from '../../src/index.ts';
import { FILL_SIGHASHES } from '../../src/lock/promise.ts';
import { World, transaction } from '../ledger-world.ts';
import { offerOf, service } from '../trade/market.ts';
import { body } from '../tx/forge.ts';
import { coin, lot, refusalOf, user, walletSigns } from '../people.ts';
import { runeLots } from '../rune-world.ts';
import {
  KINDS,
  MANNERS,
  deep,
  exchange,
  exitsOf,
  lotOfSeller,
  movePlan,
  moved,
  openExit,
  promiseOf,
  protectedAsk,
  sellerOf,
  signsExits,
  soldLot,
  taken,
  ticketFor,
  tokensOn,
} from './sellers.ts';
import type { LotKind, Seller } from './sellers.ts';

const buyer = user('buyer of protected asks', 'p2tr');
const thief = user('thief', 'p2tr');

/** Real tokens of a real deploy or etching on lots of a seller's own. */
function lotsIn(world: World, seller: Seller, kind: LotKind, units: readonly bigint[]): readonly Coin[] {
  return kind === 'rune' ? runeLots(world, seller.wallet, units).lots : mrc20Lots(world, seller, units);
}

function mrc20Lots(world: World, { wallet }: Seller, units: readonly bigint[]): Coin[] {
  const request = () => ({
    payer: { script: wallet.script, key: wallet.key, coins: world.fund(wallet, 60_000n) },
    revealKey: new Uint8Array(32).fill(8),
    feeRateSatVb: 2,
  });
  const settled = (plan: Parameters<typeof acceptReveal>[0]): Coin[] => {
    const commit = walletSigns(plan.commit.psbt, wallet, plan.commit.toSign);
    const reveal = walletSigns(plan.reveal.psbt, wallet, plan.reveal.toSign);
    const done = acceptReveal(plan, { commit, reveal });
    world.mine(done.commit.raw, done.reveal.raw);
    return transaction(done.reveal.raw).outputs.map((_, at) => world.coin(outpoint(done.reveal.txid, at)));
  };
  const deploy = {
    ...PLAIN_DEPLOY,
    display: 'Held',
    amountPerMint: 10n,
    mintCount: 900n,
    premineCount: 800n,
  };
  const [, premine] = settled(
    planMrc20Deploy({ ...request(), deploy, destination: wallet.script, isTaken: false }),
  );
  const [held] = premine?.assets ?? [];
  if (premine === undefined || held?.kind !== 'mrc20') throw new Error('no premine');
  const sends = units.map((one) => ({
    asset: held.asset,
    script: wallet.script,
    amount: one as typeof held.amount,
  }));
  return settled(planMrc20Transfer({ ...request(), coins: [premine], sends })).slice(2);
}

const first = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('none');
  return one;
};

function take(lots: TakePlan['lots'], coins: readonly Coin[]): TakePlan {
  return planTake({
    lots,
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: coins,
    pads: {},
    serviceFee: { script: service.script, value: sats(2000n) },
    feeRateSatVb: 3,
  });
}

const sales = KINDS.flatMap((kind) => MANNERS.map((manner) => ({ kind, manner })));

describe.each(sales)('a protected ask of $manner, $kind', ({ kind, manner }) => {
  const seller = sellerOf(manner);
  const { wallet } = seller;
  const world = new World();
  const lots = lotsIn(world, seller, kind, [300n, 400n, 500n, 600n]);
  const [forTake, forCancel, forExit, forBoth] = lots;
  if (forTake === undefined || forCancel === undefined || forExit === undefined || forBoth === undefined)
    throw new Error('four lots');
  const lockIn = (lot: Coin): LockedCoin => {
    const { locked, locking } = protectedAsk(seller, lot, { coins: world.fund(wallet, 50_000n) });
    world.mine(locking.raw);
    const held = world.coin(locked.coin.outpoint);
    expect(held).toMatchObject({ value: LOCKED_LOT_VALUE, assets: lot.assets, script: locked.lock.script });
    return { lock: locked.lock, coin: held };
  };

  it('is sold: the seller has the price, the buyer has the tokens', () => {
    const locked = lockIn(forTake);
    const plan = take([soldLot(locked)], world.fund(buyer, 90_000n));
    const done = taken(plan, buyer, [promiseOf(seller, locked)]);
    world.mine(done.raw);
    const tx = transaction(done.raw);
    const [tokens, payment] = tx.outputs.map((_, at) => world.coin(outpoint(done.txid, at)));
    expect(tokens).toMatchObject({ script: buyer.script, value: 546n, assets: forTake.assets });
    expect(payment).toMatchObject({ script: wallet.script, value: 20_000n, assets: [] });
    expect(judgeFill(locked, tx, [plan.pad.coin, locked.coin, ...plan.payments])).toEqual({
      spend: 'fill',
      kept: true,
    });
    const unpaid = {
      ...tx,
      outputs: tx.outputs.map((one, at) => (at === 1 ? { ...one, value: sats(19_999n) } : one)),
    };
    expect(judgeFill(locked, unpaid, [])).toMatchObject({ kept: false, why: 'not-paid' });
  });

  it('is sold together with a classic one', () => {
    const locked = lockIn(forBoth);
    const classic = offerOf(wallet, forCancel, 15_000n);
    const lotsOfTake = [{ coin: classic.lot, ...classic.ask }, soldLot(locked)];
    const plan = take(lotsOfTake, world.fund(buyer, 90_000n));
    const done = taken(plan, buyer, [classic.ask.witness, promiseOf(seller, locked)]);
    expect(transaction(done.raw).outputs.slice(1, 3)).toMatchObject([{ value: 15_000n }, { value: 20_000n }]);
  });

  it('is cancelled by both at once, and moved into a new lock', () => {
    const locked = lockIn(forCancel);
    const newer = lockOf(ticketFor(seller, locked.coin, { price: sats(31_000n) }));
    const plan = movePlan(seller, {
      lot: locked.coin,
      from: locked.lock,
      to: newer,
      coins: world.fund(wallet, 9000n),
    });
    world.mine(moved(seller, plan).raw);
    const renewed = { lock: newer, coin: world.coin(lockedLot(plan).outpoint) };
    expect(renewed.coin.assets).toEqual(forCancel.assets);
    expect(verifyPromise(renewed.lock, renewed.coin, promiseOf(seller, renewed))).toBe(true);
    const back = movePlan(seller, { lot: renewed.coin, from: newer });
    expect(back.payments).toEqual([]);
    const done = moved(seller, back);
    expect(judgeFill(renewed, transaction(done.raw), [renewed.coin])).toEqual({
      spend: 'cancel',
      kept: true,
    });
    world.mine(done.raw);
    const home = world.coin(outpoint(done.txid, 0));
    expect(home).toMatchObject({ script: wallet.script, assets: forCancel.assets });
    const dear = movePlan(seller, { lot: renewed.coin, from: newer, feeRateSatVb: 50 });
    expect(dear).toMatchObject({ value: 546n, payments: [{ value: 50_000n }] });
  });

  it('is left: an exit of 0x83 is stolen, and ours cannot be', () => {
    const locked = lockIn(forExit);
    const [usual, dear] = exitsOf(seller, locked);
    if (usual === undefined || dear === undefined) throw new Error('two exits');
    expect(verifyExits(locked.lock, locked.coin, [usual.raw, dear.raw])).toBe(true);
    expect(verifyExits(locked.lock, locked.coin, [dear.raw, usual.raw])).toBe(false);
    const bait = world.fund(thief, 5000n);
    const open = openExit(seller, locked, 2500n);
    const stolen = asStolen(locked, open, bait);
    // The signature that leaves the rest open is good in the thief's transaction: a node takes it, and so does a block.
    expect(stolen.isGood).toBe(true);
    for (const raw of [usual.raw, dear.raw]) {
      const [input] = transaction(raw).inputs;
      expect(asStolen(locked, input?.witness ?? [], bait).isGood).toBe(false);
    }
    world.mine(stolen.raw);
    const [got, left] = [0, 1].map((at) => world.coin(outpoint(transaction(stolen.raw).txid, at)));
    expect(got).toMatchObject({ script: thief.script, assets: forExit.assets });
    expect(left).toMatchObject({ script: wallet.script, assets: [] });
  });

  it('comes home by either exit, the tokens with it', () => {
    const own = new World();
    const lot = first(lotsIn(own, seller, kind, [700n]));
    const { locked, locking } = protectedAsk(seller, lot, { coins: own.fund(wallet, 50_000n) });
    own.mine(locking.raw);
    const exits = exitsOf(seller, locked);
    const values = exits.map(({ raw }) => transaction(raw).outputs[0]?.value ?? 0n);
    expect(values[0]).toBeGreaterThan(LOCKED_LOT_VALUE - 300n);
    expect(values[1]).toBe(546n);
    const usual = first(exits);
    own.mine(usual.raw);
    expect(own.coin(outpoint(usual.txid, 0))).toMatchObject({ script: wallet.script, assets: lot.assets });
  });
});

/** A stranger's coin and output in front: the tokens go to output 0, the owner keeps what he signed for at his own index. */
function asStolen({ lock, coin: held }: LockedCoin, witness: readonly Uint8Array[], bait: readonly Coin[]) {
  const front = first(bait);
  const outputs = [
    { value: sats(5000n), script: thief.script },
    { value: sats(2500n), script: lock.ticket.script },
  ];
  const tx = body([front, held], outputs, lock.ticket.exitAfter);
  const kind = exitSpend(lock, [SIGHASH.SINGLE_ANYONECANPAY, SIGHASH.ALL, SIGHASH.DEFAULT]);
  const isGood = inputVerifies({ tx, coins: [front, held], index: 1 }, kind, witness);
  const inputs = tx.inputs.map((input, at) => (at === 1 ? { ...input, witness } : input));
  return { isGood, raw: writeTransaction({ ...tx, inputs }) };
}

describe.each(KINDS)('what a seller signed for a lot of %s', (kind) => {
  const seller = sellerOf('p2tr');
  const ownLot = (units = 100n): Coin => lotOfSeller(seller, { kind, units });
  const { locked } = protectedAsk(seller, ownLot());
  const settled = deep(locked);

  it('cannot be sniped: without the exchange a published promise moves nothing', () => {
    const plan = take([soldLot(settled)], [coin('money', buyer, 90_000n)]);
    const promise = promiseOf(seller, settled);
    const done = taken(plan, buyer, [promise]);
    const witness = transaction(done.raw).inputs[1]?.witness ?? [];
    const sniper = user('sniper', 'p2tr');
    const snipe = {
      ...plan,
      buyerScript: sniper.script,
      pad: { coin: coin('sniper’s', sniper, 90_000n), platform: false },
    };
    const mine = body(
      [snipe.pad.coin, settled.coin],
      [
        { value: sats(546n), script: sniper.script },
        { value: sats(20_000n), script: settled.lock.ticket.script },
      ],
    );
    const kind = tradeSpend(settled.lock, FILL_SIGHASHES);
    expect(inputVerifies({ tx: mine, coins: [snipe.pad.coin, settled.coin], index: 1 }, kind, witness)).toBe(
      false,
    );
    // The promise itself holds in it: the exchange's signature is what does not.
    expect(verifyPromise(settled.lock, settled.coin, promise)).toBe(true);
  });

  it('goes with its receipt where it is an ID-Coin that was minted; beside a rune there is none', () => {
    const minted = lotOfSeller(seller, { kind, receipt: true });
    const moved = (): Coin => lockedLot(movePlan(seller, { lot: minted, to: settled.lock }));
    if (kind === 'rune') expect(refusalOf(moved)).toBe('lot-mixed');
    else expect(moved().assets).toEqual(minted.assets);
  });

  it('comes back out of a rescue file as what the ticket says, with both exits', () => {
    const [exit, dearExit] = exitsOf(seller, locked).map(({ raw }) => raw);
    if (exit === undefined || dearExit === undefined) throw new Error('two exits');
    const rescued = { ...locked, exit, dearExit };
    const text = writeRescueFile({
      version: 1,
      network: 'regtest',
      bids: [{ funding: undefined, locks: [rescued] }],
    });
    const [read] = readRescueFile(text).bids[0]?.locks ?? [];
    expect(read?.dearExit).toEqual(dearExit);
    const { asset, amount } = locked.lock.ticket;
    expect(read?.coin.assets).toMatchObject([{ kind, asset, amount }]);
  });

  it.each([
    [
      'more tokens than the ticket says',
      () => soldLot({ ...settled, coin: { ...settled.coin, assets: [tokensOn(kind, 101n)] } }),
      'amount-differs',
    ],
    [
      'other tokens',
      () => soldLot({ ...settled, coin: { ...settled.coin, assets: [tokensOn(kind, 100n, true)] } }),
      'lots-differ',
    ],
    ['a lower price', () => ({ ...soldLot(settled), price: sats(19_999n) }), 'amount-differs'],
    ['a payment to another', () => ({ ...soldLot(settled), payScript: thief.script }), 'script-not-allowed'],
    ['a sequence of the exit', () => ({ ...soldLot(settled), sequence: 4320 }), 'psbt-sequence'],
    ['a lock that is in no block', () => soldLot(locked), 'coin-unconfirmed'],
    ['the seller as buyer', () => ({ ...soldLot(settled), payScript: buyer.script }), 'own-order'],
  ])('is for nothing else: %s', (_, sold, code) => {
    expect(refusalOf(() => take([sold()], [coin('money', buyer, 90_000n)]))).toBe(code);
  });

  it.each([
    ['a BRC-20 lot', () => ({ lot: lot('a transfer', seller.wallet), to: settled.lock }), 'not-a-lot'],
    ['from nowhere to nowhere', () => ({ lot: ownLot() }), 'bad-request'],
    [
      'a stranger’s lot',
      () => ({ lot: { ...ownLot(), script: thief.script }, to: settled.lock }),
      'not-yours',
    ],
    ['another amount', () => ({ lot: ownLot(99n), to: settled.lock }), 'amount-differs'],
    ['no money', () => ({ lot: ownLot(), to: settled.lock, coins: [] }), 'insufficient-funds'],
  ])('no lot is moved: %s', (_, ends, code) => {
    expect(refusalOf(() => movePlan(seller, ends()))).toBe(code);
  });

  it('is one price, one place and one key: other tickets have no lock', () => {
    const ticket = ticketFor(seller, ownLot());
    expect(refusalOf(() => lockOf({ ...ticket, index: 1 }))).toBe('bad-request');
    expect(refusalOf(() => lockOf({ ...ticket, kind: 'bid' }))).toBe('bad-request');
    expect(refusalOf(() => lockOf({ ...ticket, price: sats(545n) }))).toBe('too-small');
    expect(refusalOf(() => lockOf({ ...ticket, key: exchange.key.slice(1) }))).toBe('not-yours');
    expect(bytesToHex(lockOf({ ...ticket, price: sats(20_001n) }).script)).not.toBe(
      bytesToHex(settled.lock.script),
    );
  });

  it('exits are two, whole, and both are wanted', () => {
    const { lock, coin: held } = locked;
    const built = buildExits(lock, held);
    expect(built.map(({ toSign }) => toSign)).toEqual([
      [{ index: 0, sighash: 0 }],
      [{ index: 0, sighash: 0 }],
    ]);
    const [one] = signsExits(seller, locked);
    expect(verifyExits(lock, held, [one ?? new Uint8Array()])).toBe(false);
  });

  it('the assertion fires: a plan that is bent after planning is not finished', () => {
    const { plan } = protectedAsk(seller, ownLot());
    const bent = { ...plan, lot: { ...plan.lot, assets: [tokensOn(kind, 1n), ...plan.lot.assets] } };
    expect(buildLotMove(bent).unsigned).toEqual(buildLotMove(plan).unsigned);
    const sale = take([soldLot(settled)], [coin('money', buyer, 90_000n)]);
    const lots = sale.lots.map((lot) => ({ ...lot, price: sats(19_000n) }));
    expect(() => taken({ ...sale, lots }, buyer, [promiseOf(seller, settled)])).toThrow(/invariant/);
  });
});
