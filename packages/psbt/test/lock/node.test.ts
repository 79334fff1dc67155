/** Locks on a real node: what is signed is accepted and mined, at the sizes that were said, and dies when it should. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFlaw, readTransaction, sats, virtualSize, writeTransaction } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  acceptCancelLocks,
  acceptFunding,
  buildCancelLocks,
  buildFill,
  buildFunding,
  finishCancelLocks,
  lockCoin,
  planCancelLocks,
  signCancelLocks,
} from '../../src/index.ts';
import type { FundingPlan, LockedCoin, Ticket } from '../../src/index.ts';
import { ownDraft, signOwn } from '../../src/draft/own-transaction.ts';
import { body, sign } from '../tx/forge.ts';
import { openRealChain } from '../real-chain.ts';
import type { RealChain } from '../real-chain.ts';
import { user, walletSigns } from '../people.ts';
import {
  FLOWS,
  MANNERS,
  assetOf,
  bidder,
  exchange,
  exitOf,
  fillPlan,
  filled,
  fundingOf,
  ladder,
  lotFor,
  sellerOf,
} from './bidders.ts';
import type { Bidder, Flow } from './bidders.ts';

let real: RealChain;

beforeAll(async () => {
  real = await openRealChain();
}, 120_000);

afterAll(async () => {
  await real.stop();
});

const DELAY = 3;

interface Funded {
  readonly plan: FundingPlan;
  readonly raw: Uint8Array;
  readonly locked: readonly LockedCoin[];
}

/** A held funding of a real coin: signed, and not sent. */
async function held(who: Bidder, tickets: readonly Partial<Ticket>[]): Promise<Funded> {
  const money = await real.fund(who.wallet, 400_000n);
  const locks = ladder(
    who,
    tickets.map((ticket) => ({ exitAfter: DELAY, ...ticket })),
  );
  const plan = fundingOf(who, locks, [money]);
  const built = buildFunding(plan);
  const { raw } = acceptFunding(plan, walletSigns(built.psbt, who.wallet, built.toSign));
  const locked = locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) }));
  return { plan, raw, locked };
}

function lockAt({ locked }: Funded, at: number): LockedCoin {
  const one = locked[at];
  if (one === undefined) throw new Error(`no lock ${at}`);
  return one;
}

/** A real coin under the lot that the test says it is. */
async function realLot(flow: Flow, kind: 'p2wpkh' | 'p2tr', value = 600n): Promise<Coin> {
  const seller = sellerOf(kind);
  const { outpoint } = await real.fund(seller, value);
  return { ...lotFor(flow, seller, { value }), outpoint };
}

function vsizeOf(raw: Uint8Array): number {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return virtualSize(tx);
}

describe.each(MANNERS)('locks of %s on a real node', (manner) => {
  const who = bidder(manner);

  it('the held funding and each fill are a package; a fill in the mempool is mined', async () => {
    const tickets = FLOWS.map((flow) => ({ asset: assetOf(flow) }));
    const funded = await held(who, tickets);
    const raws: Uint8Array[] = [];
    for (const [at, flow] of FLOWS.entries()) {
      const kind = at === 0 ? 'p2wpkh' : 'p2tr';
      const lot = await realLot(flow, kind);
      const plan = fillPlan({ flow, seller: sellerOf(kind), locked: lockAt(funded, at), lot });
      const { raw } = filled(plan, who, sellerOf(kind));
      expect(await real.verdict(raw)).toEqual(['missing-inputs']);
      expect(await real.verdict(funded.raw, raw)).toEqual(['allowed', 'allowed']);
      raws.push(raw);
    }
    await real.send(funded.raw);
    for (const raw of raws) await real.send(raw);
    await real.chain.mine(1);
    for (const raw of raws) expect(await real.verdict(raw)).toEqual(['txn-already-known']);
  }, 60_000);

  it('the exit waits for its blocks, then needs nobody; a stranger may add a coin for a higher fee', async () => {
    const funded = await held(who, [{}, {}]);
    const [first, second] = [lockAt(funded, 0), lockAt(funded, 1)];
    const [exit, other] = [exitOf(who, first), exitOf(who, second)];
    expect(await real.verdict(exit.raw)).toEqual(['missing-inputs']);
    await real.send(funded.raw);
    expect(await real.verdict(exit.raw)).toEqual(['non-BIP68-final']);
    for (let deep = 1; deep < DELAY; deep += 1) {
      await real.chain.mine(1);
      expect(await real.verdict(exit.raw), `${deep} deep`).toEqual(['non-BIP68-final']);
    }
    await real.chain.mine(1);
    expect(await real.verdict(exit.raw)).toEqual(['allowed']);
    await real.send(exit.raw);
    // Somebody who is not the user pays more for the second exit, and takes nothing of it.
    const stranger = user('stranger with a coin', 'p2tr');
    const fee = await real.fund(stranger, 50_000n);
    const tx = readTransaction(other.raw);
    if (isFlaw(tx)) throw new Error(tx.flaw);
    const [input, output] = [tx.inputs[0], tx.outputs[0]];
    if (input === undefined || output === undefined) throw new Error('an exit');
    const added = body([second.coin, fee], [output, { value: sats(30_000n), script: stranger.script }]);
    const inputs = [input, ...added.inputs.slice(1)];
    const spending = { tx: { ...added, inputs }, coins: [second.coin, fee] };
    const raw = writeTransaction({
      ...spending.tx,
      inputs: [input, { ...inputs[1], witness: [sign(spending, 1, stranger, 0)] }] as typeof inputs,
    });
    expect(await real.verdict(raw)).toEqual(['allowed']);
    await real.send(other.raw);
    await real.send(raw);
    await real.chain.mine(1);
    expect(await real.verdict(exit.raw)).toEqual(['txn-already-known']);
    expect(await real.verdict(raw)).toEqual(['txn-already-known']);
  }, 60_000);

  it('a cancel takes all locks home; of a fill and a cancel of one lock the first wins', async () => {
    const funded = await held(who, [{}, {}, {}]);
    await real.send(funded.raw);
    const lot = await realLot('mrc20', 'p2tr');
    const fill = filled(
      fillPlan({ flow: 'mrc20', seller: sellerOf('p2tr'), locked: lockAt(funded, 0), lot }),
      who,
      sellerOf('p2tr'),
    );
    const cancelled = (locks: readonly LockedCoin[]): Uint8Array => {
      const plan = planCancelLocks({ locks, feeRateSatVb: 5 });
      const built = buildCancelLocks(plan);
      const users = acceptCancelLocks(plan, walletSigns(built.psbt, who.signer, built.toSign));
      const ours = signCancelLocks(plan, built.unsigned, exchange.secret);
      const done = finishCancelLocks(plan, { user: users, exchange: ours });
      expect(built.vsize - vsizeOf(done.raw)).toBeGreaterThanOrEqual(0);
      return done.raw;
    };
    const cancel = cancelled(funded.locked);
    expect(await real.verdict(cancel)).toEqual(['allowed']);
    await real.send(fill.raw);
    await real.chain.mine(1);
    expect(await real.verdict(cancel)).toEqual(['missing-inputs']);
    const rest = cancelled(funded.locked.slice(1));
    await real.send(rest);
    await real.chain.mine(1);
    expect(await real.verdict(rest)).toEqual(['txn-already-known']);
    for (const locked of funded.locked)
      expect(await real.verdict(exitOf(who, locked).raw)).toEqual(['missing-inputs']);
  }, 60_000);

  it('the bidder’s other spend of a funding coin ends promises and exits: nothing of them is left', async () => {
    const funded = await held(who, [{}]);
    const [money] = funded.plan.payments;
    if (money === undefined) throw new Error('money');
    const lot = await realLot('mrc20', 'p2tr');
    const plan = fillPlan({ flow: 'mrc20', seller: sellerOf('p2tr'), locked: lockAt(funded, 0), lot });
    const { raw } = filled(plan, who, sellerOf('p2tr'));
    expect(await real.verdict(funded.raw, raw)).toEqual(['allowed', 'allowed']);
    const elsewhere = ownDraft([money], [{ value: sats(money.value - 1000n), script: who.wallet.script }]);
    await real.send(signOwn(elsewhere, who.wallet.secret).raw);
    await real.chain.mine(1);
    expect(await real.verdict(funded.raw)).toEqual(['missing-inputs']);
    expect(await real.verdict(raw)).toEqual(['missing-inputs']);
  }, 60_000);
});

describe('sizes on a real node', () => {
  it.each([
    ['MRC-20, both in taproot', 'p2tr', 'mrc20', 'p2wpkh', 302],
    ['a rune, both in taproot', 'p2tr', 'rune', 'p2wpkh', 302],
    ['BRC-20, both in taproot, a free order', 'p2tr', 'brc20', undefined, 282],
    ['BRC-20, a lock in a witness script, the others in taproot', 'p2wpkh', 'brc20', 'p2tr', 304],
  ] as const)(
    '%s',
    async (_, manner, flow, house, expected) => {
      const who = bidder(manner);
      const funded = await held(who, [{ asset: assetOf(flow), exitAfter: 144 }]);
      const seller = sellerOf('p2tr');
      const sale = { flow, seller, locked: lockAt(funded, 0), lot: await realLot(flow, 'p2tr') };
      const plan = fillPlan(
        house === undefined ? { ...sale, free: true } : { ...sale, house: user('house', house) },
      );
      const { raw } = filled(plan, who, seller);
      expect(await real.verdict(funded.raw, raw)).toEqual(['allowed', 'allowed']);
      expect(Math.abs(vsizeOf(raw) - expected), `${vsizeOf(raw)} vB`).toBeLessThanOrEqual(2);
      expect(buildFill(plan).vsize - vsizeOf(raw)).toBeGreaterThanOrEqual(0);
      expect(buildFill(plan).vsize - vsizeOf(raw)).toBeLessThanOrEqual(1);
    },
    60_000,
  );
});
