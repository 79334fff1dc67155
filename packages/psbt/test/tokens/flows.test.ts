/** Effects with every kind of asset at once: each rule by example, and all together against a simulator that moves unit by unit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  encipher,
  inscriptionId,
  knownRuneId,
  outpoint,
  pinId,
  readRuneName,
  sats,
} from '@rialto/protocols';
import type { Coin, CoinAsset, Edict, Runestone, Transaction, TxOutput } from '@rialto/protocols';
import {
  OWN_RUNE_ASSET,
  acceptAsk,
  asMade,
  buildAsk,
  describeEffects,
  effects,
  partyOf,
  planCancel,
  planFanOut,
  planTake,
  planTransfer,
  sameEffects,
} from '../../src/index.ts';
import type { AssetMove, Effects, EffectsContext } from '../../src/index.ts';
import { bodyOf, transactionOf } from '../../src/draft/draft.ts';
import { ownDraft } from '../../src/draft/own-transaction.ts';
import { body } from '../tx/forge.ts';
import { complete, offer, planFor } from '../trade/market.ts';
import {
  coin,
  mrc20On,
  user,
  pinOn,
  plainAsset,
  point,
  refusalOf,
  runeOn,
  transferAsset,
  txid,
  walletSigns,
} from '../people.ts';
import { cases } from '../cases.ts';

const ann = user('ann', 'p2wpkh');
const bob = user('bob', 'p2tr');
const [first, second] = [knownRuneId('840000:1'), knownRuneId('840007:1')];

const to = (who: { script: Uint8Array }, value: bigint): TxOutput => ({
  value: sats(value),
  script: who.script,
});
const stoneOutput = (stone: Partial<Runestone>): TxOutput => ({
  value: sats(0n),
  script: encipher({ edicts: [], etching: undefined, mint: undefined, pointer: undefined, ...stone }),
});
const made = (coins: readonly Coin[], outputs: readonly TxOutput[]): Transaction =>
  transactionOf(body(coins, outputs));
const checked = (
  coins: readonly Coin[],
  outputs: readonly TxOutput[],
  context: EffectsContext = {},
): Effects => {
  const tx = made(coins, outputs);
  return effects(tx, coins, { ...asMade(tx, coins), ...context });
};

describe('runes in effects', () => {
  const held = coin('held', ann, 5000n, [runeOn(840_000, 100n), runeOn(840_007, 5n)]);

  it('without a message all go to the first output that is not OP_RETURN', () => {
    const found = effects(made([held], [to(bob, 600n), to(ann, 4000n)]), [held]);
    expect(partyOf(found, ann.script).gives).toMatchObject([{ amount: 100n }, { amount: 5n }]);
    expect(partyOf(found, bob.script).gets).toMatchObject([
      { kind: 'rune', tick: 'RUNE•840000', amount: 100n, index: 0 },
      { kind: 'rune', amount: 5n, index: 0 },
    ]);
    const data = { script: Uint8Array.of(0x6a, 1, 1) };
    expect(
      partyOf(checked([held], [to(data, 0n), to(ann, 600n), to(bob, 600n)]), ann.script).gets,
    ).toHaveLength(2);
    expect(checked([held], [to(data, 600n)]).burned).toHaveLength(2);
  });

  it('by edicts and pointer', () => {
    const edicts: Edict[] = [{ id: first, amount: amount(30n), output: 0 }];
    const found = checked([held], [to(bob, 600n), stoneOutput({ edicts, pointer: 2 }), to(ann, 600n)]);
    expect(partyOf(found, bob.script).gets).toMatchObject([{ amount: 30n, index: 0 }]);
    expect(partyOf(found, ann.script).gets).toMatchObject([
      { amount: 70n, index: 2 },
      { amount: 5n, index: 2 },
    ]);
    expect(describeEffects(found, ann.script).youGive.tokens).toMatchObject([{ amount: 30n, decimals: 0 }]);
    expect(describeEffects(found, bob.script).youGet.tokens).toMatchObject([
      { tick: 'RUNE•840000', amount: 30n },
    ]);
  });

  it('B8: a cenotaph burns all, and sameEffects sees it', () => {
    const broken = { value: sats(0n), script: Uint8Array.of(0x6a, 0x5d, 1, 126) };
    const found = checked([held], [to(ann, 600n), broken]);
    expect(found.burned).toMatchObject([{ amount: 100n, index: undefined }, { amount: 5n }]);
    expect(sameEffects(found, checked([held], [to(ann, 600n), stoneOutput({})]))).toBe(false);
  });

  it('a mint and an etching count only as the ledger says, and are refused when it says nothing', () => {
    const money = coin('money', ann, 5000n);
    const outputs = [to(ann, 600n), stoneOutput({ mint: second })];
    expect(refusalOf(() => checked([money], outputs))).toBe('message-not-allowed');
    expect(refusalOf(() => checked([money], outputs, { facts: { runeMints: [runeOn(840_000, 1n)] } }))).toBe(
      'message-not-allowed',
    );
    const minted = checked([money], outputs, { facts: { runeMints: [runeOn(840_007, 21n)] } });
    expect(partyOf(minted, ann.script)).toMatchObject({ gives: [], gets: [{ amount: 21n, index: 0 }] });
    const name = readRuneName('ZZYZXBRKWXVB');
    if (typeof name !== 'bigint') throw new Error('no name');
    const none = undefined;
    const etching = {
      name,
      premine: amount(1000n),
      spacers: 1,
      divisibility: 2,
      symbol: none,
      terms: none,
      turbo: false,
    };
    const etched = [to(ann, 600n), stoneOutput({ etching })];
    expect(refusalOf(() => checked([money], etched))).toBe('message-not-allowed');
    const found = checked([money], etched, { facts: { etches: name } });
    expect(partyOf(found, ann.script).gets).toMatchObject([
      { asset: OWN_RUNE_ASSET, tick: 'Z•ZYZXBRKWXVB', decimals: 2, amount: 1000n },
    ]);
  });
});

describe('PINs in effects', () => {
  it('move with the first sat of their coin, the first input to output 0', () => {
    const coins = [coin('a', ann, 1000n, [pinOn('p')]), coin('b', ann, 1000n, [pinOn('q', 0n, '/follow')])];
    const found = checked(coins, [to(bob, 1000n), to(ann, 900n)]);
    expect(partyOf(found, bob.script).gets).toMatchObject([{ kind: 'pin', path: '/info/name', index: 0 }]);
    expect(partyOf(found, ann.script).gets).toMatchObject([{ kind: 'pin', path: '/follow', index: 1 }]);
    expect(found.disputed).toEqual([]);
    expect(describeEffects(found, ann.script).youGive.pins).toEqual([pinId(txid('p'), 0)]);
  });

  it('end in the fee like any sat', () => {
    const coins = [coin('a', ann, 1000n), coin('b', ann, 1000n, [pinOn('q')])];
    expect(checked(coins, [to(ann, 1000n)]).toFee).toMatchObject([{ kind: 'pin', index: 1 }]);
  });

  it('are disputed when the sat and the first sat of the coin part', () => {
    const split = coin('a', ann, 2000n, [pinOn('p', 1500n)]);
    const found = checked([split], [to(ann, 1000n), to(bob, 900n)]);
    expect(found.disputed).toEqual([{ id: pinId(txid('p'), 0), byCoin: 0, bySat: 1 }]);
    const undisputed: Effects = { ...found, disputed: [] };
    expect(sameEffects(found, undisputed)).toBe(false);
    expect(describeEffects(found, ann.script).disputed).toHaveLength(1);
  });
});

describe('MRC-20 in effects', () => {
  const held = [coin('a', ann, 546n, [mrc20On('MAN', 7n)]), coin('b', ann, 546n, [mrc20On('MAN', 3n)])];

  it('natively all to output 0, one sum for each token', () => {
    const found = checked(held, [to(bob, 500n), to(ann, 500n)]);
    expect(partyOf(found, ann.script).gives).toHaveLength(2);
    expect(partyOf(found, bob.script).gets).toMatchObject([
      { kind: 'mrc20', tick: 'MAN', amount: 10n, index: 0 },
    ]);
  });

  it('an output 0 that nobody owns strands them', () => {
    const found = checked(held, [to({ script: Uint8Array.of(0x6a, 1, 1) }, 0n), to(ann, 1000n)]);
    expect(found.burned).toMatchObject([{ kind: 'mrc20', amount: 10n }]);
  });
});

describe('a coin with several kinds never moves silently in a draft of one party', () => {
  const kinds: [string, CoinAsset][] = [
    ['rune', runeOn(840_000, 1n)],
    ['pin', pinOn('p')],
    ['mrc20', mrc20On('MAN', 1n)],
    ['transfer', transferAsset('t')],
  ];
  it.each(kinds)('%s', (_, asset) => {
    const rich = coin('rich', ann, 5000n, [asset]);
    const plain = { ...rich, assets: [] };
    const draft = ownDraft([rich], [to(ann, 4000n)]);
    const tx = transactionOf(bodyOf(draft));
    expect(sameEffects(effects(tx, [rich]), effects(tx, [plain]))).toBe(false);
    expect(point('rich')).toBe(rich.outpoint);
  });
});

describe('templates that move no such thing refuse it by name', () => {
  const strangers: [string, CoinAsset][] = [
    ['a rune', runeOn(840_000, 1n)],
    ['a PIN', pinOn('p')],
    ['MRC-20', mrc20On('MAN', 1n)],
  ];
  const buyer = user('buyer', 'p2wpkh');
  const sold = (assets: readonly CoinAsset[]): Coin => coin('sold', ann, 546n, assets);
  const money = (...assets: CoinAsset[]): Coin[] => [coin('money', buyer, 50_000n, assets)];

  it.each(strangers)('%s beside a lot, alone on it, or on a coin that should pay', (_, stranger) => {
    const mixed = sold([transferAsset('t'), stranger]);
    const ask = { price: sats(20_000n), payScript: ann.script, publicKey: ann.key };
    expect(refusalOf(() => buildAsk({ ...ask, lot: mixed }))).toBe('lot-mixed');
    const alone = stranger.kind === 'pin' ? 'not-a-lot' : 'accepted';
    expect(refusalOf(() => buildAsk({ ...ask, lot: sold([stranger]) }))).toBe(alone);
    const clean = sold([transferAsset('t')]);
    const built = buildAsk({ ...ask, lot: clean });
    const psbt = walletSigns(built.psbt, ann, built.toSign);
    expect(acceptAsk(psbt, { lot: clean, owner: ann.script }).price).toBe(20_000n);
    expect(refusalOf(() => acceptAsk(psbt, { lot: mixed, owner: ann.script }))).toBe('lot-mixed');
    const signedAsk = acceptAsk(psbt, { lot: clean, owner: ann.script });
    const take = (lot: Coin, coins: readonly Coin[]): string =>
      refusalOf(() =>
        planTake({
          lots: [{ coin: lot, ...signedAsk }],
          buyerScript: buyer.script,
          buyerKey: buyer.key,
          buyerCoins: coins,
          pads: { platform: coin('pad', bob, 600n) },
          serviceFee: undefined,
          feeRateSatVb: 2,
        }),
      );
    expect(take(clean, money())).toBe('accepted');
    expect(take(mixed, money())).toBe('lot-mixed');
    expect(take(clean, money(stranger))).toBe('insufficient-funds');
    const cancel = { ownerScript: ann.script, ownerKey: ann.key, feeRateSatVb: 2 };
    const paying = [coin('own', ann, 9000n)];
    expect(refusalOf(() => planCancel({ ...cancel, lot: clean, coins: paying }))).toBe('accepted');
    expect(refusalOf(() => planCancel({ ...cancel, lot: mixed, coins: paying }))).toBe('lot-mixed');
    const payer = { script: buyer.script, key: buyer.key, coins: money(stranger) };
    const inscribe = {
      payer,
      destination: buyer.script,
      revealKey: new Uint8Array(32).fill(1),
      feeRateSatVb: 2,
    };
    expect(refusalOf(() => planTransfer({ tick: 'ordi', amount: amount(1n) }, inscribe))).toBe(
      'insufficient-funds',
    );
    const fan = {
      coins: money(stranger),
      script: buyer.script,
      count: 2,
      value: sats(600n),
      feeRateSatVb: 2,
    };
    expect(refusalOf(() => planFanOut(fan))).toBe('insufficient-funds');
  });

  it.each(strangers)(
    '%s that the index finds later makes the signed take another transaction',
    (_, stranger) => {
      const offers = [offer('a', 'p2tr')];
      const plan = planFor(offers, buyer);
      const payments = plan.payments.map((one) => ({ ...one, assets: [stranger] }));
      expect(() => complete({ ...plan, payments }, offers, buyer)).toThrow('intended');
    },
  );
});

/** What a stranger would write from the reference: every unit of every token is one thing that is carried by hand. */
function simulate(
  coins: readonly Coin[],
  outputs: readonly TxOutput[],
  stone: Runestone | 'cenotaph' | undefined,
) {
  const landed = new Map<string, number>();
  const put = (name: string, at: number | string): void => {
    landed.set(`${name} ${at}`, (landed.get(`${name} ${at}`) ?? 0) + 1);
  };
  const isData = (at: number): boolean => outputs[at]?.script[0] === 0x6a;
  const payable = outputs.flatMap((_, at) => (isData(at) ? [] : [at]));
  const piles = new Map<string, number>();
  for (const asset of coins.flatMap((one) => one.assets)) {
    if (asset.kind === 'rune') piles.set(asset.asset, (piles.get(asset.asset) ?? 0) + Number(asset.amount));
    if (asset.kind === 'mrc20') {
      for (let unit = 0n; unit < asset.amount; unit += 1n)
        put(asset.asset, outputs.length > 0 && !isData(0) ? 0 : 'burned');
    }
  }
  const take = (name: string, at: number | string): boolean => {
    const left = piles.get(name) ?? 0;
    if (left === 0) return false;
    piles.set(name, left - 1);
    put(name, typeof at === 'number' && isData(at) ? 'burned' : at);
    return true;
  };
  if (stone !== undefined && stone !== 'cenotaph') {
    for (const { id, amount: expected, output } of stone.edicts) {
      const name = `rune:${id}`;
      const everything = expected === 0n;
      if (everything && output === outputs.length) {
        for (let turn = 0; payable.length > 0 && take(name, payable[turn % payable.length] ?? 0); turn += 1);
        continue;
      }
      for (const at of output < outputs.length ? [output] : payable) {
        for (let unit = 0n; (everything || unit < expected) && take(name, at); unit += 1n);
      }
    }
  }
  const rest = stone === 'cenotaph' ? 'burned' : (stone?.pointer ?? payable[0] ?? 'burned');
  for (const name of piles.keys()) while (take(name, rest));
  return landed;
}

const textOfAmounts = (
  moves: readonly AssetMove[],
  where: (move: AssetMove) => string,
): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const move of moves) {
    if (move.kind !== 'rune' && move.kind !== 'mrc20') continue;
    const key = `${move.asset} ${where(move)}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(move.amount));
  }
  return sums;
};

const runeIds = [first, second, knownRuneId('840007:9')];
const anAsset = fc.oneof(
  fc.record({ rune: fc.constantFrom(840_000, 840_007), units: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ mrc20: fc.constantFrom('MAN', 'WOMAN'), units: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ pin: fc.nat(29) }),
  fc.record({ inscription: fc.nat(29) }),
);
const anEdict = fc.record({
  id: fc.constantFrom(...runeIds),
  amount: fc.integer({ min: 0, max: 60 }),
  output: fc.nat(6),
});
const shape = fc.record({
  inputs: fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.array(anAsset, { maxLength: 4 })), {
    minLength: 1,
    maxLength: 4,
  }),
  outputs: fc.array(fc.tuple(fc.nat(20), fc.constantFrom('ann', 'bob', 'data')), { maxLength: 5 }),
  stone: fc.option(
    fc.record({
      edicts: fc.array(anEdict, { maxLength: 5 }),
      pointer: fc.option(fc.nat(6)),
      broken: fc.boolean(),
    }),
  ),
});

function assetOf(choice: Record<string, unknown>, at: string): CoinAsset {
  if (typeof choice['rune'] === 'number') return runeOn(choice['rune'], BigInt(Number(choice['units'])));
  if (typeof choice['mrc20'] === 'string') return mrc20On(choice['mrc20'], BigInt(Number(choice['units'])));
  if (typeof choice['pin'] === 'number') return pinOn(at, BigInt(choice['pin']));
  return { ...plainAsset(at, BigInt(Number(choice['inscription']))), id: inscriptionId(txid(at), 0) };
}

const outputScripts = { ann: ann.script, bob: bob.script, data: Uint8Array.of(0x6a, 1, 7) };

describe('all rules together', () => {
  it('conserve every asset and agree with a simulator that moves unit by unit', () => {
    let [messages, cenotaphs, disputes] = [0, 0, 0];
    fc.assert(
      fc.property(shape, ({ inputs, outputs, stone }) => {
        const coins = inputs.map(([value, assets], input): Coin => {
          const on = assets.map((choice, at) => assetOf(choice, `${input}/${at}`));
          const inside = on.filter((asset) => !('offset' in asset) || asset.offset < BigInt(value));
          const script = input % 2 === 0 ? ann.script : bob.script;
          return {
            outpoint: outpoint(txid('in'), input),
            value: sats(BigInt(value)),
            script,
            assets: inside,
            height: 1,
          };
        });
        const paid = outputs.map(([value, who]): TxOutput => ({
          value: sats(BigInt(value)),
          script: outputScripts[who],
        }));
        const all = stone === null ? paid : [...paid, { value: sats(0n), script: Uint8Array.of(0x6a) }];
        const message = messageOf(stone, all.length);
        if (message !== undefined) {
          const script = message === 'cenotaph' ? Uint8Array.of(0x6a, 0x5d, 1, 126) : encipher(message);
          all[all.length - 1] = { value: sats(0n), script };
        }
        if (all.length === 0) return;
        const total = coins.reduce((sum, one) => sum + one.value, 0n);
        if (all.reduce((sum, one) => sum + one.value, 0n) > total) return;
        const found = checked(coins, all);
        messages += message === undefined ? 0 : 1;
        cenotaphs += message === 'cenotaph' ? 1 : 0;
        disputes += found.disputed.length;
        const gets = found.parties.flatMap((party) => party.gets);
        const gives = found.parties.flatMap((party) => party.gives);
        const landed = textOfAmounts(gets, (move) => `${move.index ?? '-'}`);
        for (const [key, sum] of textOfAmounts(found.burned, () => 'burned')) landed.set(key, sum);
        expect([...landed].toSorted()).toEqual([...simulate(coins, all, message)].toSorted());
        expect([...textOfAmounts([...gets, ...found.burned], () => '')].toSorted()).toEqual(
          [...textOfAmounts(gives, () => '')].toSorted(),
        );
        const ids = (moves: readonly AssetMove[]): string[] =>
          moves.flatMap((move) => ('id' in move ? [move.id] : [])).toSorted();
        expect(ids([...gets, ...found.burned, ...found.toFee])).toEqual(ids(gives));
      }),
      { numRuns: cases(5000) },
    );
    expect(Math.min(messages, cenotaphs, disputes)).toBeGreaterThan(cases(50));
  }, 120_000);
});

interface StoneShape {
  edicts: { id: Edict['id']; amount: number; output: number }[];
  pointer: number | null;
  broken: boolean;
}

function messageOf(stone: StoneShape | null, outputs: number): Runestone | 'cenotaph' | undefined {
  if (stone === null) return undefined;
  const edicts = stone.edicts
    .map((edict): Edict => ({
      ...edict,
      amount: amount(BigInt(edict.amount)),
      output: Math.min(edict.output, outputs),
    }))
    .toSorted((a, b) => runeIds.indexOf(a.id) - runeIds.indexOf(b.id));
  if (stone.broken) return 'cenotaph';
  const pointer = stone.pointer === null || stone.pointer >= outputs ? undefined : stone.pointer;
  return { kind: 'runestone', edicts, etching: undefined, mint: undefined, pointer };
}
