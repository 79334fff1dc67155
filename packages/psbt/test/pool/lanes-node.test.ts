/** Lanes on a real node: kept, and paid out to whom the ledger says when nobody spends them any more. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  amount,
  bytesToHex,
  equalBytes,
  hexToBytes,
  isFlaw,
  outpoint,
  readBlock,
  runeAsset,
  sats,
  splitAsset,
} from '@rialto/protocols';
import type { Amount, AssetId, Coin, RuneId } from '@rialto/protocols';
import { acceptPlanned, effects, coinsAfter, planRuneTransfer } from '../../src/index.ts';
import type { Finished, Planned } from '../../src/index.ts';
import {
  buildDissolution,
  finishDissolution,
  planDissolution,
  signDissolution,
} from '../../src/pool/exit/dissolution.ts';
import { dissolutionList } from '../../src/pool/exit/dissolution-list.ts';
import type { ListRequest } from '../../src/pool/exit/dissolution-list.ts';
import { planEtchShares } from '../../src/pool/etch-shares.ts';
import { readExit, writeExit } from '../../src/pool/exit/exit-text.ts';
import { planInit } from '../../src/pool/init.ts';
import { buildKeep, finishKeep, payKeep, planKeep, signKeep } from '../../src/pool/keep.ts';
import type { KeepPlan } from '../../src/pool/keep-layout.ts';
import { contextOfAct } from '../../src/pool/pool-draft.ts';
import { runeOn } from '../../src/pool/pool-user.ts';
import { buildReturn, finishReturn, payReturn, planReturn, signReturn } from '../../src/pool/return-coin.ts';
import { planSwapBuy } from '../../src/pool/swap-buy.ts';
import { planUnnamedEtch } from '../../src/tokens/rune-etch-unnamed.ts';
import { World, transaction } from '../ledger-world.ts';
import { openRealChain } from '../real-chain.ts';
import type { RealChain } from '../real-chain.ts';
import { user, walletSigns } from '../people.ts';
import type { User } from '../people.ts';
import { JOINT, SOLO, complete, vsizeIn } from './acts.ts';
import type { OwnedPool } from './acts.ts';
import { read } from './dissolutions.ts';

const SUPPLY = amount(10n ** 18n);
const UNITS = 75_000_000_007n;
const operator = user('operator of lanes', 'p2tr');

let real: RealChain;
const world = new World();

beforeAll(async () => {
  real = await openRealChain();
}, 120_000);

afterAll(async () => {
  await real.stop();
});

async function follow(): Promise<void> {
  const tip = await real.chain.height();
  while (world.height < tip) {
    const hash = await real.chain.node.rpc('getblockhash', [world.height + 1]);
    const block = readBlock(hexToBytes(String(await real.chain.node.rpc('getblock', [hash, 0]))));
    if (isFlaw(block)) throw new Error(block.flaw);
    world.add(block);
  }
}

async function mine(...all: readonly Pick<Finished, 'raw'>[]): Promise<void> {
  for (const { raw } of all) await real.send(raw);
  await real.chain.mine(1);
  await follow();
}

async function mineTo(height: number): Promise<void> {
  await real.chain.mine(height - (await real.chain.height()));
  await follow();
}

const verdict = async ({ raw }: Pick<Finished, 'raw'>): Promise<unknown> => (await real.verdict(raw))[0];
const coinAt = ({ txid }: Pick<Finished, 'txid'>, vout: number): Coin => world.coin(outpoint(txid, vout));

async function money(who: User, value = 60_000n) {
  const { outpoint: point } = await real.fund(who, value);
  await follow();
  return { script: who.script, key: who.key, coins: [world.coin(point)] };
}

async function settled(who: User, plan: Planned): Promise<Finished> {
  const done = acceptPlanned(plan, walletSigns(plan.psbt, who, plan.toSign));
  await mine(done);
  return done;
}

interface Opened {
  readonly of: OwnedPool;
  readonly rune: RuneId;
  readonly share: RuneId;
  readonly lanes: readonly Coin[];
}

const idOf = (asset: AssetId): RuneId => splitAsset(asset)?.id as RuneId;

/** A pool with these lanes, whose shares are with these people in proportion, the rest of them with the first. */
async function opened(
  of: OwnedPool,
  lanes: readonly bigint[],
  people: readonly (readonly [User, bigint])[],
): Promise<Opened> {
  const [[provider] = []] = people;
  if (provider === undefined) throw new Error('a provider');
  const common = { feeRateSatVb: 2 };
  const etching = {
    divisibility: 0,
    symbol: undefined,
    premine: amount(UNITS),
    turbo: false,
    terms: undefined,
  };
  const rune = await settled(
    provider,
    planUnnamedEtch({ ...common, payer: await money(provider), etching, destination: provider.script }),
  );
  const shares = await settled(
    provider,
    planEtchShares({ ...common, payer: await money(provider), pool: of.pool, supply: SUPPLY }),
  );
  expect(Math.abs(vsizeIn(shares) - 177)).toBeLessThanOrEqual(15);
  const each = UNITS / BigInt(lanes.length);
  const rounding = UNITS - each * BigInt(lanes.length);
  const value = lanes.reduce((sum, one) => sum + one, 0n);
  const act = planInit({
    ...common,
    payer: await money(provider, value + 50_000n),
    coins: [coinAt(rune, 0)],
    pool: of.pool,
    shareCoin: coinAt(shares, 0),
    lanes: lanes.map((one, at) => ({ value: sats(one), amount: amount(each + (at === 0 ? rounding : 0n)) })),
    shares: amount(100_000_000n),
    burned: amount(1_000n),
    serviceFee: undefined,
  });
  const done = complete(act, provider, of);
  await mine(done);
  const first = act.userOutputs.length;
  let rest = coinAt(done, 0);
  const { asset } = runeOn(rest);
  for (let at = 1; at < people.length; at += 8) {
    const sends = people.slice(at, at + 8).map(([who, units]) => {
      return { asset, amount: amount(units), script: who.script };
    });
    const payer = await money(provider);
    rest = coinAt(await settled(provider, planRuneTransfer({ ...common, payer, coins: [rest], sends })), 0);
  }
  const [lane, ...others] = lanes.map((_, at) => coinAt(done, first + 1 + at));
  if (lane === undefined) throw new Error('a lane');
  return {
    of,
    rune: idOf(runeOn(lane).asset),
    share: idOf(asset),
    lanes: [lane, ...others],
  };
}

/** Who holds the shares, as the ledger has it; the share coin is the pool's own. */
function sharesOf({ of, share }: Opened): ListRequest['shares'] {
  const { rows } = world.ledger.memory;
  const held = [...rows.runeBalance.all()].flatMap(([, row]) =>
    row.rune === share ? [{ script: hexToBytes(row.script), shares: row.amount }] : [],
  );
  const isPools = ({ script }: { script: Uint8Array }): boolean => equalBytes(script, of.pool.script);
  return {
    supply: SUPPLY,
    onShareCoin: held.filter(isPools).reduce((sum, { shares }) => sum + shares, 0n),
    burned: rows.rune.get(share)?.burned ?? -1n,
    holders: held.filter((holder) => !isPools(holder)),
  };
}

interface Dissolved {
  readonly text: string;
  readonly transactions: readonly Finished[];
  readonly holders: readonly {
    readonly script: Uint8Array;
    readonly value: bigint;
    readonly amount: bigint;
  }[];
  readonly locktime: number;
}

/** Signed for a lane at the tip, written, read again. */
function dissolved(pool: Opened, lane: Coin, blocks: number, more: Partial<ListRequest> = {}): Dissolved {
  const { of, rune } = pool;
  const list = dissolutionList({
    shares: sharesOf(pool),
    lane: { value: lane.value, amount: runeOn(lane).amount },
    pool: of.pool,
    rune,
    feeRateSatVb: 5,
    ...more,
  });
  const plan = planDissolution({ pool: of.pool, lane, list, listHeight: world.height, blocks });
  const unsigned = buildDissolution(plan);
  const halves = of.signers.map(({ secret }) => signDissolution(plan, unsigned, secret));
  const text = writeExit('regtest', plan, finishDissolution(plan, halves));
  const { transactions, holders, locktime } = readExit(text);
  return { text, transactions, holders, locktime };
}

/** Everybody's units and sats on the outputs of these dissolutions are what the lists say, nothing burned, nothing left over. */
function expectPaid({ rune }: Pick<Opened, 'rune'>, all: readonly Dissolved[]): void {
  const { rows } = world.ledger.memory;
  const key = (script: Uint8Array, value: bigint, units: bigint): string =>
    `${bytesToHex(script)} ${value} ${units}`;
  const found = all.flatMap(({ transactions }) =>
    transactions.flatMap((done) =>
      transaction(done.raw).outputs.flatMap((_, vout) => {
        const point = outpoint(done.txid, vout);
        const isLeft = [...rows.runeBalance.under(point)].length > 0;
        if (!isLeft) return [];
        const { script, value, assets } = world.coin(point);
        const [held] = assets;
        return held?.kind === 'rune' ? [key(script, value, held.amount)] : [];
      }),
    ),
  );
  const said = all.flatMap(({ holders }) =>
    holders.map(({ script, value, amount: units }) => key(script, value, units)),
  );
  expect(found.toSorted()).toEqual(said.toSorted());
  expect(rows.rune.get(rune)?.burned).toBe(0n);
}

/** All units of the pool's rune, wherever they are. */
function unitsOfAll({ rune }: Pick<Opened, 'rune'>): bigint {
  const { rows } = world.ledger.memory;
  return [...rows.runeBalance.all()].reduce(
    (sum, [, row]) => sum + (row.rune === rune ? row.amount : 0n),
    0n,
  );
}

const people = (shares: readonly bigint[], name: string): [User, bigint][] =>
  shares.map((held, at) => [user(`${name} ${at}`, at % 3 === 1 ? 'p2wpkh' : 'p2tr'), held]);

describe('the dissolution of lanes on a real node', () => {
  it('waits for its height, dies by a swap, and pays every unit to its holder', async () => {
    const pool = await opened(SOLO, [400_000n, 300_000n], people([0n, 20_000_000n, 10_000_000n], 'provider'));
    const [first, second] = pool.lanes;
    if (first === undefined || second === undefined) throw new Error('two lanes');
    const [early, kept] = [dissolved(pool, first, 20), dissolved(pool, second, 22)];
    expect([early, kept].map(({ transactions }) => transactions.length)).toEqual([1, 1]);
    for (const one of [early, kept])
      expect(await verdict(one.transactions[0] ?? { raw: new Uint8Array(0) })).toBe('non-final');
    // A swap takes the first lane: what it makes has a dissolution before the swap is sent.
    const buyer = user('buyer at a lane', 'p2tr');
    const swap = planSwapBuy({
      payer: await money(buyer, 150_000n),
      pool: pool.of.pool,
      lanes: [
        {
          coin: first,
          next: {
            value: sats(first.value + 50_000n),
            amount: (runeOn(first).amount - 4_000_000_000n) as Amount,
          },
        },
      ],
      serviceFee: undefined,
      feeRateSatVb: 2,
    });
    const done = complete(swap, buyer, pool.of);
    const does = effects(read(done), [...swap.userCoins, ...swap.poolCoins], contextOfAct(swap));
    const next = coinsAfter(read(done), does).find(({ script }) => equalBytes(script, pool.of.pool.script));
    if (next === undefined) throw new Error('a lane');
    const fresh = dissolved(pool, next, 24);
    await mine(done);
    const raw = (one: Dissolved) => one.transactions[0] ?? { raw: new Uint8Array(0) };

    await mineTo(kept.locktime - 1);
    expect(await verdict(raw(kept))).toBe('non-final');
    await mineTo(kept.locktime);
    expect(await verdict(raw(kept))).toBe('allowed');
    expect(await verdict(raw(early))).toBe('missing-inputs');
    await mineTo(fresh.locktime - 1);
    expect(await verdict(raw(fresh))).toBe('non-final');
    await mineTo(fresh.locktime);
    await mine(...kept.transactions, ...fresh.transactions);
    expectPaid(pool, [kept, fresh]);
    expect(unitsOfAll(pool)).toBe(UNITS);
    const paid = [kept, fresh].flatMap(({ holders }) => holders).reduce((sum, one) => sum + one.amount, 0n);
    expect(paid).toBe(UNITS - 4_000_000_000n);
    expect([kept, fresh].flatMap(({ holders }) => holders)).toHaveLength(6);
  }, 120_000);

  it('a tree for fifty, signed by two of three: all in one block, every unit with its holder', async () => {
    const fifty = people(
      Array.from({ length: 50 }, (_, at) => (at === 0 ? 0n : 1_999_000n + BigInt(at))),
      'holder',
    );
    const pool = await opened(JOINT, [2_000_000n], fifty);
    const [lane] = pool.lanes;
    if (lane === undefined) throw new Error('a lane');
    const tree = dissolved(pool, lane, 5, { most: 50 });
    expect(tree.transactions).toHaveLength(6);
    expect(tree.holders).toHaveLength(50);
    const [root, ...leaves] = tree.transactions;
    if (root === undefined) throw new Error('a root');
    expect(await verdict(root)).toBe('non-final');
    await mineTo(tree.locktime);
    for (const leaf of leaves) expect(await verdict(leaf)).toBe('missing-inputs');
    expect(await real.verdict(...tree.transactions.map(({ raw }) => raw))).toEqual(
      tree.transactions.map(() => 'allowed'),
    );
    await mine(...tree.transactions);
    for (const leaf of leaves) expect(await verdict(leaf)).toBe('txn-already-known');
    expectPaid(pool, [tree]);
    expect(tree.holders.reduce((sum, one) => sum + one.amount, 0n)).toBe(UNITS);
  }, 120_000);
});

describe.each([
  ['one key', SOLO],
  ['2 of 3', JOINT],
] as const)('lanes of a pool of %s are kept on a real node', (name, of) => {
  function kept(plan: KeepPlan): Finished {
    const { unsigned } = buildKeep(plan);
    const pool = of.signers.map(({ secret }) => signKeep(plan, unsigned, secret));
    return finishKeep(plan, { pool, operator: payKeep(plan, unsigned, operator.secret) });
  }

  it('parted, joined, made anew, and taken back from under a swap: no unit is lost', async () => {
    const pool = await opened(of, [400_000n], people([0n], `keeper’s provider, ${name}`));
    const common = { pool: of.pool, rune: runeAsset(pool.rune), feeRateSatVb: 2, leastLane: sats(10_000n) };
    const laneAt = (done: Finished, ...vouts: readonly number[]): Coin[] =>
      vouts.map((vout) => coinAt(done, vout));
    const unitsIn = (lanes: readonly Coin[]): bigint =>
      lanes.reduce((sum, lane) => sum + runeOn(lane).amount, 0n);

    const parted = [
      { value: sats(100_000n), amount: amount(5n) },
      { value: sats(50_000n), amount: amount(7_000_000_000n) },
    ];
    const split = kept(planKeep({ ...common, lanes: pool.lanes, parted, operator: await money(operator) }));
    await mine(split);
    const three = laneAt(split, 0, 1, 2);
    expect(three.map(({ value }) => value)).toEqual([250_000n, 100_000n, 50_000n]);
    expect(three.map((lane) => runeOn(lane).amount)).toEqual([UNITS - 7_000_000_005n, 5n, 7_000_000_000n]);

    const merged = kept(planKeep({ ...common, lanes: three }));
    await mine(merged);
    const one = laneAt(merged, 0);
    expect(unitsIn(one)).toBe(UNITS);
    const byLane = kept(planKeep({ ...common, lanes: one }));
    await mine(byLane);
    const byOperator = kept(
      planKeep({ ...common, lanes: laneAt(byLane, 0), operator: await money(operator) }),
    );
    await mine(byOperator);
    const [lane] = laneAt(byOperator, 0);
    if (lane === undefined) throw new Error('a lane');
    expect([lane.value, unitsIn([lane])]).toEqual([read(byLane).outputs[0]?.value, UNITS]);

    const buyer = user(`buyer before a reset, ${name}`, 'p2tr');
    const swap = planSwapBuy({
      payer: await money(buyer, 90_000n),
      pool: of.pool,
      lanes: [{ coin: lane, next: { value: sats(lane.value + 10_000n), amount: amount(UNITS - 1_000n) } }],
      serviceFee: undefined,
      feeRateSatVb: 2,
    });
    const waiting = complete(swap, buyer, of);
    const payer = await money(operator);
    await real.send(waiting.raw);
    const cheap = kept(planKeep({ ...common, lanes: [lane], operator: payer }));
    expect(await verdict(cheap)).toBe('insufficient fee');
    const vsize = vsizeIn(waiting);
    const fee = sats(BigInt(2 * vsize + 8));
    const reset = kept(
      planKeep({ ...common, lanes: [lane], operator: payer, replaced: { fee, vsize, fees: fee } }),
    );
    expect(await verdict(reset)).toBe('allowed');
    await mine(reset);
    expect(await verdict(waiting)).toBe('missing-inputs');
    expect(unitsIn(laneAt(reset, 0))).toBe(UNITS);
    expect(unitsOfAll(pool)).toBe(UNITS);
  }, 120_000);

  it('a stranger’s rune at its script goes home whole, and is mined', async () => {
    const stranger = user(`stranger at a pool, ${name}`, 'p2tr');
    const terms = {
      divisibility: 0,
      symbol: undefined,
      premine: amount(777n),
      turbo: false,
      terms: undefined,
    };
    const etched = await settled(
      stranger,
      planUnnamedEtch({
        payer: await money(stranger),
        etching: terms,
        destination: of.pool.script,
        feeRateSatVb: 2,
      }),
    );
    const coin = coinAt(etched, 0);
    expect(equalBytes(coin.script, of.pool.script)).toBe(true);
    const plan = planReturn({
      ...{ pool: of.pool, coin, own: [], receiver: stranger.script },
      ...{ operator: await money(operator), feeRateSatVb: 2 },
    });
    const unsigned = buildReturn(plan);
    const pool = of.signers.map(({ secret }) => signReturn(plan, unsigned, secret));
    const home = finishReturn(plan, { pool, operator: payReturn(plan, unsigned, operator.secret) });
    await mine(home);
    const back = coinAt(home, 0);
    expect(equalBytes(back.script, stranger.script)).toBe(true);
    expect([back.value, runeOn(back)]).toEqual([coin.value, runeOn(coin)]);
  }, 120_000);
});
