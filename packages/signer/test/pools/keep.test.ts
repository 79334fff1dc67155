/** What the keeper is signed for lanes: joined and parted so that nothing moves but a fee, and nothing else than that. */
import type { KeeperPoolAct, PoolSignRequest } from '@rialto/contract';
import { amount, bytesToHex, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { buildKeep, planKeep, readExit } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { poolKey } from '../../src/pools/pool-keys.ts';
import { answer } from '../memory/world.ts';
import { random } from '../mutating.ts';
import {
  MASTER,
  asSent,
  buy,
  done,
  keepOf,
  kept,
  openedPool,
  reserves,
  sell,
  sign,
  tips,
  unitsOf,
} from './stage.ts';
import type { PoolSigner } from './stage.ts';

/** The code of the refusal, and that no line was written. */
async function verdict(signer: PoolSigner, request: PoolSignRequest): Promise<string> {
  const { size } = signer.recall;
  const code = await answer(Promise.resolve().then(() => sign(signer, request)));
  if (code !== 'accepted') expect(signer.recall.size).toBe(size);
  return code;
}

const halfOf = (lane: Coin) => ({ sats: lane.value / 2n, units: unitsOf(lane) / 2n });
function lanesOf(signer: PoolSigner): [Coin, ...Coin[]] {
  const [first, ...more] = tips(signer).lanes;
  if (first === undefined) throw new Error('there is a lane');
  return [first, ...more];
}

describe('the keeper', () => {
  it('parts a lane in two: what both hold is what it held less the fee, and each has its way home', async () => {
    const signer = await openedPool();
    const before = reserves(signer);
    const [lane] = lanesOf(signer);
    const asked = keepOf(signer, { lanes: [lane], parted: [halfOf(lane)] });
    const { exits } = await kept(signer, asked);
    signer.chain.mine();
    const { fee } = buildKeep(asked.plan);
    expect(reserves(signer)).toEqual({ ...before, r1: before.r1 - fee });
    const lanes = lanesOf(signer);
    expect(lanes).toHaveLength(2);
    expect(exits.map((text) => readExit(text).lane.outpoint).toSorted()).toEqual(
      lanes.map(({ outpoint }) => outpoint).toSorted(),
    );
    // Both take swaps, one beside the other.
    for (const one of lanes) await done(signer, buy(signer, { lane: one, sats: 40_000n }));
    signer.chain.mine();
    expect(reserves(signer).r1).toBe(before.r1 - fee + 80_000n);
  });

  it('parts a full lane on its newest coin, and both go into the block with all that waited', async () => {
    const signer = await openedPool();
    for (let n = 0; n < 20; n += 1) await done(signer, n % 2 === 0 ? buy(signer) : sell(signer));
    const [lane] = lanesOf(signer);
    expect(lane.height).toBeUndefined();
    await kept(signer, keepOf(signer, { lanes: [lane], parted: [halfOf(lane)] }));
    expect(signer.chain.waiting.size).toBe(21);
    signer.chain.mine();
    expect((await signer.parts.poolViews.view(0)).lanes).toHaveLength(2);
  });

  it('joins lanes in one', async () => {
    const signer = await openedPool({}, { lanes: 4 });
    const before = reserves(signer);
    const asked = keepOf(signer, { lanes: lanesOf(signer) });
    const { exits } = await kept(signer, asked);
    signer.chain.mine();
    expect(exits).toHaveLength(1);
    expect(lanesOf(signer)).toHaveLength(1);
    expect(reserves(signer)).toEqual({ ...before, r1: before.r1 - buildKeep(asked.plan).fee });
  });

  it('joins nothing that waits, and nothing that is no lane', async () => {
    const signer = await openedPool({}, { lanes: 2 });
    const [one, two] = lanesOf(signer);
    if (two === undefined) throw new Error('there are two');
    const { shareCoin } = tips(signer);
    const named = (...lanes: readonly Coin[]): PoolSignRequest => {
      const { request } = keepOf(signer, { lanes: [one, two] });
      const keep = request as KeeperPoolAct;
      return { ...keep, plan: { ...keep.plan, lanes: lanes.map(({ outpoint }) => outpoint) } };
    };
    expect(await verdict(signer, named(one, shareCoin))).toBe('coin-unconfirmed');
    expect(await verdict(signer, named(one, one))).toBe('duplicate-input');
    expect(await verdict(signer, named(two, one))).toBe('psbt-changed');
    await done(signer, buy(signer, { lane: one }));
    const waits = tips(signer).lanes.find(({ height }) => height === undefined);
    if (waits === undefined) throw new Error('one waits');
    const asked = keepOf(signer, { lanes: [two, waits] });
    expect(await verdict(signer, asked.request)).toBe('coin-unconfirmed');
    expect(await verdict(signer, keepOf(signer, { lanes: [one, two] }).request)).toBe('lane-waits');
  });

  it('parts into four at most, those that wait counted, and never several at once', async () => {
    const signer = await openedPool({}, { lanes: 2 });
    const lanes = lanesOf(signer);
    const [one] = lanes;
    const part = { sats: one.value / 5n, units: unitsOf(one) / 5n };
    const asked = keepOf(signer, { lanes, parted: [part] });
    expect(await verdict(signer, asked.request)).toBe('psbt-shape');
    const three = keepOf(signer, { lanes: [one], parted: [part, part, part] });
    expect(await verdict(signer, three.request)).toBe('psbt-shape');
    await kept(signer, keepOf(signer, { lanes: [one], parted: [part, part] }));
    const again = tips(signer).lanes.find(({ height }) => height === undefined);
    if (again === undefined) throw new Error('one waits');
    const more = keepOf(signer, { lanes: [again], parted: [{ sats: 50_000n, units: 5n }] });
    expect(await verdict(signer, more.request)).toBe('psbt-shape');
  });

  it('parts no pool that is stopped, none whose way home is near, and into no lane that is too small', async () => {
    const signer = await openedPool();
    const [lane] = lanesOf(signer);
    const asked = keepOf(signer, { lanes: [lane], parted: [halfOf(lane)] });
    const small = asked.request as KeeperPoolAct;
    const parted = [{ value: '9999', amount: '5' }];
    expect(await verdict(signer, { ...small, plan: { ...small.plan, parted } })).toBe('too-small');
    signer.stops.add(0);
    expect(await verdict(signer, asked.request)).toBe('pool-paused');
    signer.stops.clear();
    signer.chain.height += 2_016 - 287;
    expect(await verdict(signer, asked.request)).toBe('lane-ending');
    const joined = keepOf(signer, { lanes: [lane] });
    expect(await verdict(signer, joined.request)).toBe('accepted');
  });
});

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Draft = Writable<Omit<KeeperPoolAct, 'plan'>> & { plan: Writable<KeeperPoolAct['plan']> };

const SEED = 20_261_124;
const COUNT = 200;

/** One thing changed, in the terms alone or in the transaction too. */
function mutantOf(signer: PoolSigner, request: KeeperPoolAct, pick: (below: number) => number): unknown {
  const { lanes, shareCoin, shareRune } = tips(signer);
  const all = [...signer.chain.settled.values()];
  const draft: Draft = { ...request, plan: { ...request.plan } };
  const more = BigInt(1 + pick(5_000));
  const flipped = (): string => {
    const at = 2 * pick(request.unsigned.length / 2);
    const byte = (Number.parseInt(request.unsigned.slice(at, at + 2), 16) ^ (1 << pick(8))) & 0xff;
    return (
      request.unsigned.slice(0, at) + byte.toString(16).padStart(2, '0') + request.unsigned.slice(at + 2)
    );
  };
  const { plan } = draft;
  const changes = [
    () => (draft.unsigned = flipped()),
    () => (draft.token = shareRune),
    () => (draft.poolNumber = 1 + pick(5)),
    () => (plan.lanes = [shareCoin.outpoint, ...plan.lanes.slice(1)]),
    () => (plan.lanes = [...plan.lanes, (all[pick(all.length)] ?? shareCoin).outpoint]),
    () => (plan.lanes = [...plan.lanes, ...plan.lanes]),
    () => (plan.lanes = plan.lanes.length > 1 ? plan.lanes.slice(1) : []),
    () => (plan.lanes = plan.lanes.length > 1 ? plan.lanes.toReversed() : [shareCoin.outpoint]),
    () => (plan.feeRateSatVb = request.plan.feeRateSatVb + Number(more)),
    () => (plan.feeRateSatVb = 0.5),
    () =>
      (plan.parted =
        plan.parted.length === 0
          ? [{ value: (10_000n + more).toString(), amount: '1' }]
          : plan.parted.map((next) => ({ ...next, value: (BigInt(next.value) - more).toString() }))),
    () =>
      (plan.parted = [
        ...plan.parted.map((next) => ({ ...next, amount: (BigInt(next.amount) + more).toString() })),
        { value: '20000', amount: '7' },
      ]),
  ];
  changes[pick(changes.length)]?.();
  if (pick(2) === 0 || draft.unsigned !== request.unsigned) return draft;
  try {
    const coins = plan.lanes.map((point) => [...lanes, ...all].find(({ outpoint }) => outpoint === point));
    const planned = planKeep({
      pool: poolKey(MASTER, 0).pool,
      lanes: coins.filter((coin) => coin !== undefined),
      rune: draft.token,
      parted: plan.parted.map((next) => ({
        value: sats(BigInt(next.value)),
        amount: amount(BigInt(next.amount)),
      })),
      feeRateSatVb: plan.feeRateSatVb,
      leastLane: sats(546n),
    });
    draft.unsigned = bytesToHex(buildKeep(planned).unsigned);
  } catch {
    // Terms no transaction can have: they go as they are.
  }
  return draft;
}

describe(`of ${COUNT} mutants`, () => {
  const prepared: Readonly<Record<string, () => Promise<{ signer: PoolSigner; request: PoolSignRequest }>>> =
    {
      'lane made anew': async () => {
        const signer = await openedPool();
        return { signer, request: keepOf(signer).request };
      },
      'lane parted': async () => {
        const signer = await openedPool();
        const [lane] = lanesOf(signer);
        return { signer, request: keepOf(signer, { lanes: [lane], parted: [halfOf(lane)] }).request };
      },
      'joining of lanes': async () => {
        const signer = await openedPool({}, { lanes: 4 });
        return { signer, request: keepOf(signer, { lanes: lanesOf(signer) }).request };
      },
    };
  it.each(Object.entries(prepared))(
    'of a good %s none takes anything out of the pool',
    async (_, prepare) => {
      let { signer, request } = await prepare();
      const pick = random(SEED);
      const reached = { refused: 0, unreadable: 0, harmless: 0 };
      for (let n = 0; n < COUNT; n += 1) {
        const mutant = mutantOf(signer, request as KeeperPoolAct, pick);
        if (JSON.stringify(mutant) === JSON.stringify(request)) continue;
        const { size } = signer.recall;
        try {
          await sign(signer, asSent(mutant));
          expectHarmless(signer);
          reached.harmless += 1;
          ({ signer, request } = await prepare());
        } catch (error) {
          if (error instanceof ZodError) reached.unreadable += 1;
          else if (error instanceof Refusal) reached.refused += 1;
          else throw error;
          expect(signer.recall.size).toBe(size);
        }
      }
      expect(reached.refused).toBeGreaterThan(COUNT / 2);
      // Another part, or another rate within bounds, is as good as the one that was asked for.
      expect(reached.harmless).toBeLessThan(COUNT / 4);
      expect(await answer(sign(signer, request))).toBe('accepted');
    },
  );
});

/** All units, and all sats less a fee within bounds, are on lanes of the pool again. */
function expectHarmless(signer: PoolSigner): void {
  const act = signer.recall.pools.signed(0).at(-1);
  if (act === undefined) throw new Error('it was signed');
  const { lanes, shareCoin } = tips(signer);
  expect(act.of).not.toContain(shareCoin.outpoint);
  const spent = lanes.filter(({ outpoint }) => act.of.includes(outpoint));
  expect(spent).toHaveLength(act.of.length);
  const sum = (all: readonly Coin[], of: (one: Coin) => bigint): bigint =>
    all.reduce((total, one) => total + of(one), 0n);
  expect(sum(act.gives, unitsOf)).toBe(sum(spent, unitsOf));
  const fee = sum(spent, ({ value }) => value) - sum(act.gives, ({ value }) => value);
  expect(fee).toBe(-act.change.d1);
  expect(fee <= 6n * 400n).toBe(true);
  const script = bytesToHex(poolKey(MASTER, 0).pool.script);
  expect(new Set(act.gives.map((coin) => bytesToHex(coin.script)))).toEqual(new Set([script]));
}
