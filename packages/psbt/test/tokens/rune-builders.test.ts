import { describe, expect, it } from 'vitest';
import {
  amount,
  applyRunes,
  decipher,
  gatherRunes,
  isFlaw,
  knownRuneId,
  outpoint,
  readRuneName,
  reservedName,
  sats,
  virtualSize,
  writeSpacedName,
} from '@rialto/protocols';
import type { Coin, Etching, RuneName } from '@rialto/protocols';
import {
  OWN_RUNE_ASSET,
  acceptPlanned,
  asMade,
  effects,
  partyOf,
  planEtch,
  planEtchCommit,
  planRuneMint,
  planRuneTransfer,
  planSplit,
  planUnnamedEtch,
} from '../../src/index.ts';
import type { EtchRequest, Payer, Planned, RuneTransferRequest } from '../../src/index.ts';
import { World, transaction } from '../ledger-world.ts';
import { coin, mrc20On, user, pinOn, plainAsset, refusalOf, runeOn, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;

const payerOf = (who: User, coins: readonly Coin[]): Payer => ({ script: who.script, key: who.key, coins });
const signed = (plan: Planned, who: User): Uint8Array => walletSigns(plan.psbt, who, plan.toSign);

/** What every planned transaction must not let pass. */
function assertsItsIntent(plan: Planned, who: User): void {
  const psbt = signed(plan, who);
  expect(() => acceptPlanned({ ...plan, intent: { ...plan.intent, fee: sats(1n) } }, psbt)).toThrow(
    'intended',
  );
  const [first, ...others] = plan.intent.parties;
  const fewer = { ...plan.intent, parties: [{ ...first, gets: [] }, ...others] } as Planned['intent'];
  const moves = plan.intent.parties.some((party) => party.gets.length > 0);
  if (moves && first !== undefined && first.gets.length > 0)
    expect(() => acceptPlanned({ ...plan, intent: fewer }, psbt)).toThrow('intended');
  expect(refusalOf(() => acceptPlanned(plan, plan.psbt))).toBe('signature-missing');
  const other = { ...plan, draft: { ...plan.draft, outputs: plan.draft.outputs.toReversed() } };
  expect(refusalOf(() => acceptPlanned(other, psbt))).toBe('psbt-changed');
}

describe.each(kinds)('rune transfer by a %s sender', (kind) => {
  const ann = user('ann', kind);
  const bob = user('bob', 'p2tr');
  const cat = user('cat', 'p2wpkh');
  const [rune, other] = [runeOn(840_000, 100n), runeOn(840_007, 9n)];
  const held = [coin('h1', ann, 546n, [rune]), coin('h2', ann, 1200n, [rune, other])];
  const request: RuneTransferRequest = {
    payer: payerOf(ann, [...held, coin('money', ann, 20_000n)]),
    coins: held,
    sends: [
      { asset: rune.asset, amount: amount(150n), script: bob.script },
      { asset: rune.asset, amount: amount(1n), script: cat.script },
    ],
    feeRateSatVb: 2,
  };
  const plan = planRuneTransfer(request);

  it('works: many receivers, the rest of everything comes home to output 0', () => {
    const done = acceptPlanned(plan, signed(plan, ann));
    const tx = transaction(done.raw);
    expect(done.txid).toBe(plan.txid);
    const coins = plan.draft.inputs.map((input) => input.coin);
    const found = effects(tx, coins, asMade(tx, coins));
    expect(partyOf(found, bob.script).gets).toMatchObject([{ amount: 150n, index: 1 }]);
    expect(partyOf(found, cat.script).gets).toMatchObject([{ amount: 1n, index: 2 }]);
    expect(partyOf(found, ann.script).gets).toMatchObject([
      { asset: rune.asset, amount: 49n, index: 0 },
      { asset: other.asset, amount: 9n, index: 0 },
    ]);
    expect(tx.outputs[0]).toEqual({ value: 1746n, script: ann.script });
    expect(plan.fee).toBeGreaterThanOrEqual(BigInt(2 * virtualSize(tx)));
    expect(plan.fee).toBeLessThanOrEqual(BigInt(2 * virtualSize(tx) + 8));
  });

  it('asserts and refuses', () => {
    const code = (change: Partial<RuneTransferRequest>): string =>
      refusalOf(() => planRuneTransfer({ ...request, ...change }));
    const send = (units: bigint, script = bob.script) => [
      { asset: rune.asset, amount: amount(units), script },
    ];
    expect(code({ sends: send(201n) })).toBe('insufficient-funds');
    expect(code({ sends: [{ ...other, script: bob.script, amount: amount(10n) }] })).toBe(
      'insufficient-funds',
    );
    expect(code({ sends: send(0n) })).toBe('bad-request');
    expect(code({ sends: [] })).toBe('bad-request');
    expect(code({ sends: send(1n, Uint8Array.of(0x6a)) })).toBe('script-not-allowed');
    expect(code({ coins: [coin('h1', bob, 546n, [rune])] })).toBe('not-yours');
    expect(code({ payer: { ...request.payer, key: cat.key } })).toBe('not-yours');
    for (const asset of [plainAsset('i'), pinOn('p'), mrc20On('MAN', 1n)])
      expect(code({ coins: [coin('h1', ann, 546n, [rune, asset])] })).toBe('lot-mixed');
    const [first] = held;
    expect(code({ coins: first === undefined ? [] : [first, first], sends: send(1n) })).toBe(
      'duplicate-input',
    );
    expect(code({ payer: { ...request.payer, coins: held } })).toBe('insufficient-funds');
    const many = Array.from({ length: 40 }, () => send(1n)).flat();
    expect(code({ sends: many })).toBe('too-large');
  });

  it('the assertion fires', () => {
    assertsItsIntent(plan, ann);
  });
});

describe.each(kinds)('rune mint by a %s payer', (kind) => {
  const ann = user('ann', kind);
  const bob = user('bob', 'p2tr');
  const mint = runeOn(840_000, 21n);
  const request = {
    payer: payerOf(ann, [coin('money', ann, 20_000n)]),
    mint,
    destination: bob.script,
    feeRateSatVb: 2,
  };
  const plan = planRuneMint(request);

  it('works: the receiver gets one mint', () => {
    const tx = transaction(acceptPlanned(plan, signed(plan, ann)).raw);
    expect(decipher(tx.outputs)).toMatchObject({
      kind: 'runestone',
      mint: '840000:1',
      pointer: 0,
      edicts: [],
    });
    expect(tx.outputs[0]).toEqual({ value: 546n, script: bob.script });
    expect(plan.intent.parties.flatMap((party) => party.gets)).toMatchObject([{ amount: 21n, index: 0 }]);
  });

  it('asserts and refuses', () => {
    expect(refusalOf(() => planRuneMint({ ...request, destination: Uint8Array.of(0x6a) }))).toBe(
      'script-not-allowed',
    );
    expect(refusalOf(() => planRuneMint({ ...request, payer: payerOf(ann, []) }))).toBe('insufficient-funds');
    const dirty = payerOf(ann, [coin('dirty', ann, 20_000n, [mint])]);
    expect(refusalOf(() => planRuneMint({ ...request, payer: dirty }))).toBe('insufficient-funds');
  });

  it('the assertion fires', () => {
    assertsItsIntent(plan, ann);
  });
});

describe.each(kinds)('runes of a %s payer, through the ledgers', (kind) => {
  const ann = user('ann', kind);
  const bob = user('bob', 'p2tr');
  const world = new World();
  const money = (): Payer => payerOf(ann, world.fund(ann, 60_000n, 5000n));
  const mined = (plan: Planned): Coin[] => {
    const done = acceptPlanned(plan, signed(plan, ann));
    world.mine(done.raw);
    return transaction(done.raw).outputs.map((_, vout) => world.coin(outpoint(done.txid, vout)));
  };
  const etched = (letters: string, revealKey: Uint8Array, premine: bigint): Coin => {
    const name = readRuneName(letters);
    if (isFlaw(name)) throw new Error(name.flaw);
    const none = undefined;
    const open = { heightStart: none, heightEnd: none, offsetStart: none, offsetEnd: none };
    const request: EtchRequest = {
      payer: money(),
      revealKey,
      destination: ann.script,
      feeRateSatVb: 2,
      etching: {
        name,
        spacers: 1,
        divisibility: 0,
        symbol: none,
        premine: amount(premine),
        turbo: true,
        terms: { amount: amount(21n), cap: 10n, ...open },
      },
      at: { chain: 'regtest', tipHeight: world.height, isTaken: false },
    };
    const { commit, commitment } = planEtchCommit(request);
    mined(commit);
    const early = { ...request, at: { ...request.at, tipHeight: world.height } };
    expect(refusalOf(() => planEtch(early, world.coin(commitment.outpoint)))).toBe('coin-unconfirmed');
    world.mineEmpty(5);
    const plan = planEtch(
      { ...request, at: { ...request.at, tipHeight: world.height } },
      world.coin(commitment.outpoint),
    );
    const [coinOfRune] = mined(plan);
    if (coinOfRune === undefined) throw new Error('no rune');
    return coinOfRune;
  };

  it('etch, mint, transfer and split: the ledger holds what was planned', () => {
    const one = etched('AAAAAAAAAAAAA', new Uint8Array(32).fill(3), 2n ** 100n);
    const two = etched('AAAAAAAAAAAAB', new Uint8Array(32).fill(4), 7n);
    const [first] = one.assets;
    const [second] = two.assets;
    if (first?.kind !== 'rune' || second?.kind !== 'rune') throw new Error('no runes');
    expect(first).toMatchObject({ name: 'A•AAAAAAAAAAAA', amount: 2n ** 100n });
    const mint = { ...first, amount: amount(21n) };
    const [minted] = mined(planRuneMint({ payer: money(), mint, destination: bob.script, feeRateSatVb: 2 }));
    expect(minted).toMatchObject({ script: bob.script, assets: [{ asset: first.asset, amount: 21n }] });
    const sends = [
      { asset: first.asset, amount: amount(2n ** 99n), script: bob.script },
      { asset: second.asset, amount: amount(3n), script: bob.script },
    ];
    const transfer = planRuneTransfer({ payer: money(), coins: [one, two], sends, feeRateSatVb: 2 });
    const [home, toBob, alsoToBob] = mined(transfer);
    expect(toBob?.assets).toMatchObject([{ asset: first.asset, amount: 2n ** 99n }]);
    expect(alsoToBob?.assets).toMatchObject([{ asset: second.asset, amount: 3n }]);
    expect(home?.assets).toHaveLength(2);
    if (home === undefined) throw new Error('no home');
    const parted = mined(planSplit({ payer: money(), coin: home, feeRateSatVb: 2 }));
    expect(home.assets).toContainEqual({ ...first, amount: 2n ** 99n });
    expect(parted.slice(0, 2).map((part) => part.assets)).toEqual(home.assets.map((asset) => [asset]));
  });
});

describe.each(kinds)('etching without a name by a %s payer', (kind) => {
  const ann = user('ann', kind);
  const bob = user('bob', 'p2wpkh');
  const world = new World();
  const none = undefined;
  const etching = { divisibility: 2, symbol: '¤', premine: amount(500n), terms: none, turbo: false };
  const request = {
    payer: payerOf(ann, world.fund(ann, 20_000n)),
    etching,
    destination: bob.script,
    feeRateSatVb: 2,
  };
  const plan = planUnnamedEtch(request);

  it('works: its block gives it id and name, and the receiver the premine', () => {
    const done = acceptPlanned(plan, signed(plan, ann));
    world.mine(done.raw);
    const premine = world.coin(outpoint(done.txid, 0));
    expect(premine).toMatchObject({ script: bob.script, value: 546n });
    const [held] = premine.assets;
    if (held?.kind !== 'rune') throw new Error('no rune');
    expect(held).toMatchObject({
      asset: `rune:${world.height}:1`,
      amount: 500n,
      divisibility: 2,
      symbol: '¤',
    });
    expect(held.name.replaceAll('•', '')).toBe(
      writeSpacedName({ name: reservedName(world.height, 1), spacers: 0 }),
    );
    const projected = plan.intent.parties.flatMap((party) => party.gets);
    expect(projected).toMatchObject([{ asset: OWN_RUNE_ASSET, tick: '', amount: 500n, decimals: 2 }]);
  });

  it('asserts and refuses', () => {
    const code = (change: Partial<typeof request>): string =>
      refusalOf(() => planUnnamedEtch({ ...request, ...change }));
    expect(code({ destination: Uint8Array.of(0x6a) })).toBe('script-not-allowed');
    expect(code({ payer: payerOf(ann, []) })).toBe('insufficient-funds');
    expect(code({ etching: { ...etching, divisibility: 39 } })).toBe('bad-request');
    const coins = plan.draft.inputs.map((input) => input.coin);
    const tx = transaction(acceptPlanned(plan, signed(plan, ann)).raw);
    const { facts: _, ...unsaid } = plan.context;
    expect(refusalOf(() => effects(tx, coins, unsaid))).toBe('message-not-allowed');
    const named = { ...plan.context, facts: { etches: 1n as RuneName } };
    expect(refusalOf(() => effects(tx, coins, named))).toBe('message-not-allowed');
  });

  it('the assertion fires', () => {
    assertsItsIntent(plan, ann);
  });
});

describe.each(kinds)('etching by a %s payer', (kind) => {
  const ann = user('ann', kind);
  const name = readRuneName('AAAAAAAAAAAAA');
  if (isFlaw(name)) throw new Error(name.flaw);
  const none = undefined;
  const etching: Etching & { name: RuneName } = {
    name,
    spacers: 2,
    divisibility: 38,
    symbol: '¤',
    premine: amount(2n ** 120n),
    turbo: false,
    terms: {
      amount: amount(1000n),
      cap: 50n,
      heightStart: none,
      heightEnd: none,
      offsetStart: none,
      offsetEnd: none,
    },
  };
  const request: EtchRequest = {
    payer: payerOf(ann, [coin('money', ann, 50_000n)]),
    etching,
    destination: ann.script,
    revealKey: new Uint8Array(32).fill(3),
    feeRateSatVb: 3,
    at: { chain: 'regtest', tipHeight: 120, isTaken: false },
  };
  const { commit, commitment } = planEtchCommit(request);
  const mined: Coin = { ...commitment, height: 121 };
  const later: EtchRequest = { ...request, at: { ...request.at, tipHeight: 126 } };
  const plan = planEtch(later, mined);

  it('works: the ledger etches it, with everything written', () => {
    const committed = transaction(acceptPlanned(commit, signed(commit, ann)).raw);
    expect(outpoint(committed.txid, committed.outputs.length - 1)).toBe(mined.outpoint);
    expect(committed.outputs.at(-1)?.value).toBe(mined.value);
    expect(plan.toSign).toEqual([]);
    const tx = transaction(acceptPlanned(plan, plan.psbt).raw);
    expect(plan.fee).toBeGreaterThanOrEqual(BigInt(3 * virtualSize(tx)));
    expect(plan.fee).toBeLessThanOrEqual(BigInt(3 * virtualSize(tx) + 12));
    const block = { hash: '', previousHash: '', time: 0, transactions: [committed, tx] };
    const gathered = gatherRunes({ block, spent: [[], [mined]] });
    const view = { runes: [], balances: [], commitments: new Map([[mined.outpoint, 121]]) };
    const { changes } = applyRunes({ gathered, height: 127, chain: 'regtest', view, count: 0 });
    expect(changes.map((change) => change.after)).toMatchObject([
      { id: '127:1', name, spacers: 2, divisibility: 38, symbol: '¤', terms: { cap: 50n, amount: 1000n } },
      { outpoint: outpoint(tx.txid, 0), amount: 2n ** 120n },
    ]);
  });

  it('what the commitment lacks the payer adds; what it has too much goes to output 0', () => {
    const dear = planEtch({ ...later, feeRateSatVb: 30 }, mined);
    expect(dear.toSign).toHaveLength(1);
    const tx = transaction(acceptPlanned(dear, signed(dear, ann)).raw);
    expect(dear.fee).toBeGreaterThanOrEqual(BigInt(30 * virtualSize(tx)));
    const cheap = planEtch({ ...later, feeRateSatVb: 1 }, mined);
    expect(cheap.draft.outputs[0]?.value).toBeGreaterThan(546n);
    expect(cheap.fee).toBeLessThanOrEqual(BigInt(virtualSize(tx) + 100));
  });

  it('asserts and refuses', () => {
    const code = (change: Partial<EtchRequest>, spent = mined): string =>
      refusalOf(() => planEtch({ ...later, ...change }, spent));
    expect(code({ at: { ...later.at, tipHeight: 125 } })).toBe('coin-unconfirmed');
    expect(code({}, commitment)).toBe('coin-unconfirmed');
    expect(code({ revealKey: new Uint8Array(32).fill(4) })).toBe('not-yours');
    expect(code({ etching: { ...etching, name: (name + 1n) as RuneName } })).toBe('not-yours');
    expect(code({ at: { ...later.at, isTaken: true } })).toBe('bad-request');
    const early = readRuneName('AAAAAAAAAAAA');
    if (isFlaw(early)) throw new Error(early.flaw);
    const named = (it: RuneName): Partial<EtchRequest> => ({ etching: { ...etching, name: it } });
    expect(refusalOf(() => planEtchCommit({ ...request, ...named(5n as RuneName) }))).toBe('bad-request');
    const fresh = { at: { ...request.at, tipHeight: 0 } };
    expect(refusalOf(() => planEtchCommit({ ...request, ...named(early), ...fresh }))).toBe('bad-request');
    const burning = { etching: { ...etching, premine: amount(2n ** 128n - 1n) } };
    expect(refusalOf(() => planEtchCommit({ ...request, ...burning }))).toBe('bad-request');
    expect(() => planEtchCommit({ ...request, revealKey: new Uint8Array(3) })).toThrow('invariant');
  });

  it('the assertion fires: for the commitment, and for an etching that is not what was meant', () => {
    assertsItsIntent(commit, ann);
    const [party, ...others] = plan.intent.parties;
    const other = { ...plan.intent, parties: [{ ...party, gets: [] }, ...others] } as Planned['intent'];
    expect(() => acceptPlanned({ ...plan, intent: { ...other, fee: sats(0n) } }, plan.psbt)).toThrow(
      'intended',
    );
    expect(() => acceptPlanned({ ...plan, ours: [] }, plan.psbt)).toThrow('signed');
    expect(knownRuneId('0:0')).toBe('0:0');
  });
});
