/** Chains of transactions, checked step by step before any of them is mined: the coins projected are those that the ledger finds afterwards. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  amount,
  encipher,
  encodeMrc20Transfer,
  encodeUtf8,
  isFlaw,
  outpoint,
  readTransaction,
  sats,
  splitAsset,
  writeTransaction,
  PLAIN_DEPLOY,
} from '@rialto/protocols';
import type { Coin, CoinAsset, Outpoint, RuneId, Runestone, Transaction, TxOutput } from '@rialto/protocols';
import {
  OWN_RUNE_ASSET,
  acceptCommit,
  acceptPlanned,
  acceptReveal,
  asMade,
  coinsAfter,
  effects,
  planInscription,
  planMrc20Deploy,
  planPin,
  planUnnamedEtch,
} from '../../src/index.ts';
import type { LedgerFacts, Planned, RevealPlan } from '../../src/index.ts';
import { publicKeyOf } from '../../src/index.ts';
import { transactionOf } from '../../src/draft/draft.ts';
import { lockPin } from '../../src/inscribe/pin-script.ts';
import { body } from '../tx/forge.ts';
import { World } from '../ledger-world.ts';
import { coin, mrc20On, user, pinOn, refusalOf, runeOn, walletSigns } from '../people.ts';
import { cases } from '../cases.ts';

const [ann, bob] = [user('ann', 'p2tr'), user('bob', 'p2wpkh')];
const revealKey = new Uint8Array(32).fill(5);
const FUNDS = [60_000n, 60_000n, 60_000n, 60_000n, 60_000n, 5_000_000n];
const none = undefined;
const unnamed = { divisibility: 0, symbol: none, terms: none, turbo: false };

/** A chain with two runes, an inscription, a PIN and an MRC-20 token, all on coins of ann's; and money. */
interface Start {
  readonly blocks: readonly (readonly Uint8Array[])[];
  readonly points: readonly Outpoint[];
  readonly money: Outpoint;
  readonly runes: readonly RuneId[];
  readonly deploy: string;
}

function prepare(): Start {
  const world = new World();
  const coins = world.fund(ann, ...FUNDS);
  const blocks: Uint8Array[][] = [];
  const mine = (...raws: Uint8Array[]): void => {
    blocks.push(raws);
    world.mine(...raws);
  };
  const payer = (at: number) => ({ script: ann.script, key: ann.key, coins: coins.slice(at, at + 1) });
  const request = (at: number) => ({ payer: payer(at), revealKey, feeRateSatVb: 1 });
  const signed = (plan: Planned): Uint8Array => walletSigns(plan.psbt, ann, plan.toSign);
  const etch = (at: number, premine: bigint): Outpoint => {
    const etching = { ...unnamed, premine: amount(premine) };
    const plan = planUnnamedEtch({ ...request(at), etching, destination: ann.script });
    mine(acceptPlanned(plan, signed(plan)).raw);
    return outpoint(plan.txid, 0);
  };
  const reveal = (plan: RevealPlan): RevealPlan => {
    const done = acceptReveal(plan, { commit: signed(plan.commit), reveal: signed(plan.reveal) });
    mine(done.commit.raw, done.reveal.raw);
    return plan;
  };
  const points = [etch(0, 1000n), etch(1, 50n)];
  const picture = planInscription({
    ...request(2),
    contentType: 'text/plain',
    body: new Uint8Array(3),
    destination: ann.script,
  });
  mine(
    acceptCommit(picture, walletSigns(picture.commit.psbt, ann, picture.commit.toSign)).raw,
    picture.reveal,
  );
  points.push(outpoint(picture.revealTxid, 0));
  const words = {
    operation: 'create' as const,
    path: '/info/name',
    contentType: 'text/plain',
    body: new Uint8Array(2),
  };
  points.push(outpoint(reveal(planPin(words, request(3))).reveal.txid, 0));
  const deploy = {
    ...PLAIN_DEPLOY,
    display: 'Man',
    amountPerMint: 10n,
    mintCount: 50n,
    premineCount: 30n,
  };
  const token = reveal(planMrc20Deploy({ ...request(4), deploy, destination: ann.script, isTaken: false }));
  points.push(outpoint(token.reveal.txid, 1));
  const [money] = coins.slice(5);
  if (money === undefined) throw new Error('money');
  const runes = points
    .slice(0, 2)
    .flatMap((point) =>
      world
        .coin(point)
        .assets.flatMap((asset) => (asset.kind === 'rune' ? [splitAsset(asset.asset)?.id as RuneId] : [])),
    );
  return { blocks, points, money: money.outpoint, runes, deploy: token.pin };
}

let start: Start;
beforeAll(() => {
  start = prepare();
});

function worldAtStart(): World {
  const world = new World();
  world.fund(ann, ...FUNDS);
  for (const raws of start.blocks) world.mine(...raws);
  return world;
}

const step = fc.record({
  spend: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  outputs: fc.array(fc.constantFrom('ann', 'bob', 'data'), { minLength: 1, maxLength: 4 }),
  stone: fc.option(
    fc.record({
      edicts: fc.array(fc.record({ rune: fc.nat(1), units: fc.nat(400), output: fc.nat(5) }), {
        maxLength: 2,
      }),
      pointer: fc.option(fc.nat(5)),
      etches: fc.boolean(),
    }),
  ),
  pin: fc.option(fc.record({ units: fc.integer({ min: 1, max: 200 }), vout: fc.nat(4) })),
  mined: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const scripts = { ann: ann.script, bob: bob.script, data: Uint8Array.of(0x6a, 1, 7) };

/** All that is known of the chain before it is mined. */
class Foresight {
  readonly raws: Uint8Array[] = [];
  coins: Coin[];
  money: Coin;
  etched = false;
  messages = 0;

  constructor(world: World) {
    this.coins = start.points.map((point) => world.coin(point));
    this.money = world.coin(start.money);
  }

  /** False when `effects` refuses the step. */
  take(one: Step): boolean {
    const chosen = [...new Set(one.spend.map((at) => at % this.coins.length))].flatMap(
      (at) => this.coins[at] ?? [],
    );
    // All that was known went to outputs that nobody can spend.
    if (chosen.length === 0 && one.pin === null) return false;
    const etches = one.stone?.etches === true && !this.etched;
    const locked = one.pin === null ? none : this.commit(one.pin);
    const coins = locked === none ? chosen : [...chosen, locked.coin];
    const outputs = outputsOf(one, coins, etches);
    const plain = body(coins, outputs);
    const inputs = plain.inputs.map((input, at) =>
      locked !== none && at === coins.length - 1
        ? { ...input, witness: [new Uint8Array(64), locked.leaf, locked.controlBlock] }
        : { ...input, witness: [] },
    );
    const tx = transactionOf({ ...plain, inputs });
    const made = this.checker(tx, coins, etches ? { etches: 'unnamed' } : {});
    if (made === none) return false;
    this.etched ||= etches;
    this.messages += locked === none ? 0 : 1;
    this.raws.push(writeTransaction(tx));
    const spent = new Set(coins.map(({ outpoint: point }) => point));
    this.coins = [...this.coins.filter((known) => !spent.has(known.outpoint)), ...made];
    return true;
  }

  /** Pays what a message needs, from money that is not mined either. */
  private commit({ units, vout }: NonNullable<Step['pin']>) {
    const sends = [{ id: start.deploy, amount: amount(BigInt(units)), decimals: 0, vout }];
    const text = encodeUtf8(encodeMrc20Transfer(sends)) ?? new Uint8Array();
    const words = { operation: 'hide' as const, path: '/ft/mrc20/transfer', contentType: 'application/json' };
    const lock = lockPin(publicKeyOf(revealKey).slice(1), { ...words, body: text });
    const outputs = [
      { value: sats(1000n), script: lock.script },
      { value: sats(this.money.value - 1100n), script: ann.script },
    ];
    const tx = transactionOf(body([this.money], outputs));
    const [locked, change] = this.checker(tx, [this.money], {}) ?? [];
    if (locked === none || change === none) throw new Error('a commit makes two coins');
    this.raws.push(writeTransaction(tx));
    this.money = change;
    return { ...lock, coin: locked };
  }

  private checker(tx: Transaction, coins: readonly Coin[], facts: LedgerFacts): Coin[] | undefined {
    let made: Coin[] | undefined;
    const held = coins.map((one) => one.outpoint);
    const answer = refusalOf(() => {
      made = coinsAfter(tx, effects(tx, coins, { ...asMade(tx, coins), held, facts }));
    });
    if (answer !== 'accepted') expect(['coin-unconfirmed', 'coin-unknown']).toContain(answer);
    return made;
  }
}

function outputsOf({ outputs, stone }: Step, coins: readonly Coin[], etches: boolean): TxOutput[] {
  const total = coins.reduce((sum, { value }) => sum + value, 0n);
  const part = total / BigInt(outputs.length);
  const made = outputs.map((who): TxOutput => ({ value: sats(part), script: scripts[who] }));
  if (stone === null) return made;
  const count = made.length + 1;
  const edicts = stone.edicts
    .map(({ rune, units, output }) => ({
      id: start.runes[rune] as RuneId,
      amount: amount(BigInt(units)),
      output: Math.min(output, count),
    }))
    .toSorted((a, b) => start.runes.indexOf(a.id) - start.runes.indexOf(b.id));
  const message: Runestone = {
    kind: 'runestone',
    edicts,
    mint: none,
    pointer: stone.pointer !== null && stone.pointer < count ? stone.pointer : none,
    etching: etches ? { ...unnamed, name: none, spacers: none, premine: amount(77n) } : none,
  };
  return [...made, { value: sats(0n), script: encipher(message) }];
}

/** What of a coin's assets the ledger must say too; a rune that was etched in the chain has its id now. */
function textOf(assets: readonly CoinAsset[]): string[] {
  return assets
    .map((asset) => {
      if (asset.kind === 'rune') {
        const known = start.runes.some((id) => asset.asset === `rune:${id}`);
        return `${known ? asset.asset : OWN_RUNE_ASSET}=${asset.amount}`;
      }
      if (asset.kind === 'mrc20') return `${asset.asset}=${asset.amount}`;
      return `${asset.kind} ${asset.id}+${asset.offset}`;
    })
    .toSorted();
}

describe('chains', () => {
  it('k transactions checked in steps equal the ledger after they are mined, in one block or in many', () => {
    let [longest, messages, etchings] = [0, 0, 0];
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 7 }), (steps) => {
        const world = worldAtStart();
        const seen = new Foresight(world);
        let mined = 0;
        for (const one of steps) {
          seen.take(one);
          if (!one.mined) continue;
          world.mine(...seen.raws.slice(mined));
          mined = seen.raws.length;
        }
        world.mine(...seen.raws.slice(mined));
        for (const projected of [...seen.coins, seen.money])
          expect(textOf(projected.assets)).toEqual(textOf(world.coin(projected.outpoint).assets));
        longest = Math.max(longest, seen.raws.length);
        messages += seen.messages;
        etchings += seen.etched ? 1 : 0;
      }),
      { numRuns: Math.max(cases(60), 12) },
    );
    expect(longest).toBeGreaterThan(4);
    expect(Math.min(messages, etchings)).toBeGreaterThan(cases(5) - 1);
  }, 60_000);

  it('a rune without an id is refused where it could be mistaken for another', () => {
    const waiting = (name: string): Coin =>
      coin(name, ann, 1000n, [{ ...runeOn(840_000, 9n), asset: OWN_RUNE_ASSET }]);
    const checked = (coins: readonly Coin[], stone: Partial<Runestone>, facts: LedgerFacts = {}): string => {
      const message = { edicts: [], etching: none, mint: none, pointer: none, ...stone };
      const outputs = [
        { value: sats(600n), script: bob.script },
        { value: sats(0n), script: encipher(message) },
      ];
      const tx = transactionOf(body(coins, outputs));
      return refusalOf(() => effects(tx, coins, { ...asMade(tx, coins), facts }));
    };
    const etching = { ...unnamed, name: none, spacers: none, premine: none };
    const edict = { id: start.runes[0] as RuneId, amount: amount(1n), output: 0 };
    expect(checked([waiting('a')], {})).toBe('accepted');
    expect(checked([waiting('a')], { pointer: 0 })).toBe('accepted');
    expect(checked([waiting('a')], { edicts: [edict] })).toBe('coin-unconfirmed');
    expect(checked([waiting('a'), waiting('b')], {})).toBe('coin-unconfirmed');
    expect(checked([waiting('a')], { etching }, { etches: 'unnamed' })).toBe('coin-unconfirmed');
    expect(checked([coin('c', ann, 1000n)], { etching }, { etches: 'unnamed' })).toBe('accepted');
    expect(checked([coin('c', ann, 1000n)], { etching })).toBe('message-not-allowed');
  });

  it('MRC-20 that waits moves by a message alone: natively it would be burned in the same block', () => {
    const { height: _, ...waiting } = coin('tokens', ann, 1000n, [mrc20On('MAN', 5n)]);
    const tx = transactionOf(body([waiting], [{ value: sats(900n), script: bob.script }]));
    const held = [waiting.outpoint];
    expect(refusalOf(() => effects(tx, [waiting], { held }))).toBe('coin-unconfirmed');
    expect(refusalOf(() => effects(tx, [{ ...waiting, height: 1 }]))).toBe('accepted');
  });

  it('an answer that nobody can give for a PIN makes no coins', () => {
    const coins = [coin('a', ann, 2000n, [pinOn('p', 1500n)])];
    const outputs = [ann, bob].map(({ script }) => ({ value: sats(1000n), script }));
    const tx = readTransaction(writeTransaction(body(coins, outputs)));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    expect(refusalOf(() => coinsAfter(tx, effects(tx, coins)))).toBe('coin-unknown');
  });
});
