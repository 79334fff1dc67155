/** A payment to the bridge: right as it was agreed, its assertions fire, and every lie about it is told before the wallet opens. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, concatBytes, sats, writeVarints } from '@rialto/protocols';
import type { Coin, CoinAsset, TxOutput } from '@rialto/protocols';
import {
  acceptPlanned,
  bridgeIdIn,
  bridgePaidAt,
  checkBridgePayment,
  checkSigning,
  effects,
  partyOf,
  readPoolAct,
} from '../../src/index.ts';
import type { BridgePaymentExpectation, Planned } from '../../src/index.ts';
import { bridgeMessage, bridgeNop } from '../../src/bridge/bridge-id.ts';
import { buildPsbt, coinsOf } from '../../src/draft/draft.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { ownDraft } from '../../src/draft/own-transaction.ts';
import { runestoneOutput } from '../../src/tokens/runestone-output.ts';
import { feeOfDraft } from '../../src/draft/draft.ts';
import { cases } from '../cases.ts';
import { transaction } from '../ledger-world.ts';
import { coin, mrc20On, pinOn, plainAsset, refusalOf, user, walletSigns } from '../people.ts';
import type { User } from '../people.ts';
import {
  BRC20,
  ID,
  KINDS,
  LOCKED,
  MRC20,
  OTHER_ID,
  RATE,
  RUNE,
  STRANGER,
  other,
  payerOf,
  payment,
  tokens,
  traded,
  transfer,
} from './bridges.ts';

const BRIDGE = LOCKED.script.script;

function codesOf(draft: Draft, who: User, more: Partial<BridgePaymentExpectation> = {}): string[] {
  const { psbt, toSign } = buildPsbt(draft, who.key);
  const read = readPoolAct(psbt, coinsOf(draft), who.script);
  const said = {
    ...({ userScript: who.script, bridge: BRIDGE, pays: 'sats', amount: 40_000n, id: ID } as const),
    ...{ minerFee: feeOfDraft(draft), feeRateSatVb: RATE },
  };
  return [
    ...checkBridgePayment(read, { ...said, ...more }),
    ...checkSigning({ psbt, toSign }, read, who.script),
  ].map(({ code }) => code);
}

/** What every planned transaction must not let pass. */
function assertsItsIntent(plan: Planned, who: User): void {
  const psbt = walletSigns(plan.psbt, who, plan.toSign);
  const bent = { ...plan, intent: { ...plan.intent, fee: sats(plan.intent.fee + 1n) } };
  expect(() => acceptPlanned(bent, psbt)).toThrow('intended');
  expect(refusalOf(() => acceptPlanned(plan, plan.psbt))).toBe('signature-missing');
  const turned = { ...plan, draft: { ...plan.draft, outputs: plan.draft.outputs.toReversed() } };
  expect(refusalOf(() => acceptPlanned(turned, psbt))).toBe('psbt-changed');
}

type Bend = (outputs: readonly TxOutput[]) => readonly TxOutput[];
const at =
  (place: number, change: (output: TxOutput) => TxOutput): Bend =>
  (outputs) =>
    outputs.map((one, index) => (index === place ? change(one) : one));
const by =
  (place: number, more: bigint): Bend =>
  (outputs) =>
    at(place, (one) => ({ ...one, value: sats(one.value + more) }))(outputs);
const to = (place: number, script: Uint8Array): Bend => at(place, (one) => ({ ...one, script }));
const and =
  (value: bigint, script: Uint8Array): Bend =>
  (outputs) => [...outputs, { value: sats(value), script }];
const all =
  (...bends: readonly Bend[]): Bend =>
  (outputs) =>
    bends.reduce((some, bend) => bend(some), outputs);

describe.each(KINDS)('a payer with %s', (kind) => {
  const who = payerOf(kind);
  const bySats = payment(who);
  const byRune = payment(who, { pays: RUNE });
  const byMrc20 = payment(who, { pays: MRC20 });
  const byLot = payment(who, { pays: BRC20 });
  const rune = { pays: RUNE } as const;
  const mrc20 = { pays: MRC20 } as const;
  const brc20 = { pays: BRC20 } as const;
  const saidOf = (plan: Planned) => ({ pays: paysOf.get(plan) ?? ('sats' as const) });
  const paysOf = new Map([
    [byRune, RUNE],
    [byMrc20, MRC20],
    [byLot, BRC20],
  ]);
  const bent = (plan: Planned, bend: Bend, coins: readonly Coin[] = []): Draft => {
    const { inputs, outputs } = plan.draft;
    return { inputs: [...inputs, ...ownDraft(coins, []).inputs], outputs: bend(outputs) };
  };

  it.each([
    ['sats', bySats, 'sats'],
    ['a rune', byRune, RUNE],
    ['MRC-20', byMrc20, MRC20],
    ['BRC-20', byLot, BRC20],
  ] as const)('pays %s: the bridge gets it, the id is on the chain, the rest is his', (_, plan, pays) => {
    const done = acceptPlanned(plan, walletSigns(plan.psbt, who, plan.toSign));
    const tx = transaction(done.raw);
    expect(done.txid).toBe(plan.txid);
    expect(bridgeIdIn(tx)).toBe(ID);
    expect(bytesToHex(tx.outputs[bridgePaidAt(pays)]?.script ?? BRIDGE)).toBe(bytesToHex(BRIDGE));
    const does = effects(tx, coinsOf(plan.draft), plan.context);
    const theirs = partyOf(does, BRIDGE);
    expect(theirs.satsOut).toBe(pays === 'sats' ? 40_000n : pays === BRC20 ? 900n : 546n);
    const index = bridgePaidAt(pays);
    const of = { asset: pays, amount: 40_000n };
    const gets = pays === BRC20 ? [{ index, offset: 300n, transfer: of }] : [{ ...of, index }];
    expect(theirs.gets).toMatchObject(pays === 'sats' ? [] : gets);
    const mine = partyOf(does, who.script);
    expect(mine.satsIn - mine.satsOut).toBe(theirs.satsOut + plan.fee);
    expect(mine.gets).toMatchObject(pays === RUNE ? [{ asset: RUNE, amount: 30_000n, index: 0 }] : []);
    expect([does.toFee, does.burned, does.disputed]).toEqual([[], [], []]);
  });

  it('asserts', () => {
    assertsItsIntent(bySats, who);
    assertsItsIntent(byRune, who);
    assertsItsIntent(byMrc20, who);
    assertsItsIntent(byLot, who);
  });

  it('has nothing to fear from a page that was told the truth', () => {
    expect(codesOf(bySats.draft, who)).toEqual([]);
    expect(codesOf(byRune.draft, who, rune)).toEqual([]);
    expect(codesOf(byMrc20.draft, who, mrc20)).toEqual([]);
    expect(codesOf(byLot.draft, who, brc20)).toEqual([]);
    const mixed = payment(who, { pays: RUNE, coins: [coin('m', who, 900n, [traded(40_000n), other(3n)])] });
    expect(codesOf(mixed.draft, who, rune)).toEqual([]);
    const poor = { script: who.script, key: who.key, coins: [coin('just enough', who, 40_500n)] };
    expect(codesOf(payment(who, { payer: poor }).draft, who)).toEqual([]);
  });

  it('pays MRC-20 as it says: the deposit, the id, and all other sats home', () => {
    const { inputs, outputs } = byMrc20.draft;
    expect(outputs.map(({ value }) => value)).toEqual([546n, 0n, 109_546n - 546n - byMrc20.fee]);
    expect(outputs.map(({ script }) => bytesToHex(script))).toEqual(
      [BRIDGE, bridgeMessage(ID).script, who.script].map(bytesToHex),
    );
    expect(inputs).toHaveLength(3);
  });

  it('pays BRC-20 as it says: the lot first, with its sats, the id, and all other sats home', () => {
    const { inputs, outputs } = byLot.draft;
    expect(outputs.map(({ value }) => value)).toEqual([900n, 0n, 100_000n - byLot.fee]);
    expect(outputs.map(({ script }) => bytesToHex(script))).toEqual(
      [BRIDGE, bridgeMessage(ID).script, who.script].map(bytesToHex),
    );
    expect(inputs.map(({ coin: one }) => one.assets.length)).toEqual([1, 0]);
    const poor = { script: who.script, key: who.key, coins: [coin('just enough', who, 1_000n)] };
    const bare = payment(who, { ...brc20, payer: poor });
    expect(bare.draft.outputs).toHaveLength(2);
    expect(codesOf(bare.draft, who, brc20)).toEqual([]);
  });

  const carrying = coin('his rune', who, 546n, [other(5n)]);
  const lotOf = (name: string, ...assets: readonly CoinAsset[]) => coin(name, who, 546n, assets);
  const stone = (more: { nop?: bigint; to?: number; units?: bigint }) =>
    runestoneOutput(
      {
        edicts: [{ id: '131:1' as never, amount: (more.units ?? 40_000n) as never, output: more.to ?? 1 }],
        ...{ pointer: 0, nop: more.nop ?? bridgeNop(ID) },
      },
      byRune.draft.outputs.length,
    ).script;
  const odd = writeVarints([127n, bridgeNop(ID), 129n, 7n, 22n, 0n, 0n, 131n, 1n, 40_000n, 1n]);
  it.each<[string, Planned, Bend, readonly Coin[], string]>([
    ['a sat less for the bridge', bySats, all(by(0, -1n), by(2, 1n)), [], 'payment-differs'],
    ['a sat more for the bridge', bySats, all(by(0, 1n), by(2, -1n)), [], 'payment-differs'],
    ['a sat more for the network', bySats, by(2, -700n), [], 'fee-too-high'],
    ['another receiver', bySats, to(0, STRANGER.script), [], 'pays-stranger'],
    ['another id', bySats, to(1, bridgeMessage(OTHER_ID).script), [], 'payment-differs'],
    ['two ids', bySats, and(0n, bridgeMessage(OTHER_ID).script), [], 'payment-differs'],
    ['the id twice', bySats, and(0n, bridgeMessage(ID).script), [], 'payment-differs'],
    ['no id', bySats, (outputs) => outputs.toSpliced(1, 1), [], 'payment-differs'],
    ['money on the id', bySats, all(by(1, 546n), by(2, -546n)), [], 'payment-differs'],
    ['a share for somebody', bySats, all(by(2, -600n), and(600n, STRANGER.script)), [], 'pays-stranger'],
    ['two deposits', bySats, all(by(0, -600n), and(600n, BRIDGE)), [], 'payment-differs'],
    ['his change for the bridge', bySats, to(2, BRIDGE), [], 'payment-differs'],
    ['a coin with a rune', bySats, by(2, 546n), [carrying], 'moves-carrying'],
    ['a coin of a stranger', bySats, by(2, 9_000n), [coin('s', STRANGER, 9_000n)], 'spends-foreign'],
    ['a unit less', byRune, to(2, stone({ units: 39_999n })), [], 'payment-differs'],
    ['a unit more', byRune, to(2, stone({ units: 40_001n })), [], 'payment-differs'],
    ['units that stay', byRune, to(2, stone({ to: 0 })), [], 'payment-differs'],
    ['units that burn', byRune, to(2, stone({ to: 2 })), [], 'asset-lost'],
    ['another id on a rune', byRune, to(2, stone({ nop: 1n })), [], 'payment-differs'],
    [
      'another odd tag',
      byRune,
      to(2, concatBytes(Uint8Array.of(0x6a, 0x5d, odd.length), odd)),
      [],
      'payment-differs',
    ],
    ['more sats under the rune', byRune, all(by(1, 54n), by(3, -54n)), [], 'payment-differs'],
    [
      'another rune of his',
      byRune,
      all(by(0, 546n), (o) => [o[1], o[0], ...o.slice(2)] as TxOutput[]),
      [carrying],
      'payment-differs',
    ],
    [
      'a coin with an inscription',
      byRune,
      by(0, 546n),
      [coin('art', who, 546n, [plainAsset('art')])],
      'moves-carrying',
    ],
    [
      'more tokens than the amount',
      byMrc20,
      by(2, 546n),
      [coin('more', who, 546n, [tokens(1n)])],
      'payment-differs',
    ],
    [
      'another token beside it',
      byMrc20,
      by(2, 546n),
      [coin('else', who, 546n, [mrc20On('else', 5n)])],
      'moves-carrying',
    ],
    ['a rune beside MRC-20', byMrc20, by(2, 546n), [carrying], 'moves-carrying'],
    ['a receipt beside MRC-20', byMrc20, by(2, 546n), [coin('p', who, 546n, [pinOn('p')])], 'moves-carrying'],
    ['tokens that go home first', byMrc20, (o) => [o[2], o[1], o[0]] as TxOutput[], [], 'payment-differs'],
    ['tokens for a stranger', byMrc20, to(0, STRANGER.script), [], 'pays-stranger'],
    [
      'tokens for a stranger before the bridge',
      byMrc20,
      all(by(2, -546n), (o) => [{ value: sats(546n), script: STRANGER.script }, ...o]),
      [],
      'pays-stranger',
    ],
    ['a share beside MRC-20', byMrc20, all(by(2, -600n), and(600n, STRANGER.script)), [], 'pays-stranger'],
    ['more sats under MRC-20', byMrc20, all(by(0, 54n), by(2, -54n)), [], 'payment-differs'],
    ['another id on MRC-20', byMrc20, to(1, bridgeMessage(OTHER_ID).script), [], 'payment-differs'],
    ['two deposits of MRC-20', byMrc20, all(by(2, -546n), and(546n, BRIDGE)), [], 'payment-differs'],
    [
      'a runestone that says the id',
      byMrc20,
      to(1, runestoneOutput({ edicts: [], nop: bridgeNop(ID) }, 3).script),
      [],
      'payment-differs',
    ],
    [
      'a second lot for the bridge',
      byLot,
      by(0, 546n),
      [lotOf('b', transfer(1n, 0n, 'b'))],
      'payment-differs',
    ],
    [
      'a second lot that is used up at home',
      byLot,
      by(2, 546n),
      [lotOf('b', transfer(1n, 0n, 'b'))],
      'payment-differs',
    ],
    ['an inscription that goes along', byLot, by(0, 546n), [lotOf('a', plainAsset('art'))], 'moves-carrying'],
    ['an inscription that comes home', byLot, by(2, 546n), [lotOf('a', plainAsset('art'))], 'moves-carrying'],
    [
      'a lot of another token',
      byLot,
      by(2, 546n),
      [
        lotOf('b', {
          ...transfer(1n, 0n, 'b'),
          transfer: { asset: MRC20, tick: 'ordi', amount: sats(1n) as never },
        }),
      ],
      'moves-carrying',
    ],
    ['a rune beside the lot', byLot, by(2, 546n), [carrying], 'moves-carrying'],
    ['a receipt beside the lot', byLot, by(2, 546n), [lotOf('p', pinOn('p'))], 'moves-carrying'],
    ['tokens beside the lot', byLot, by(2, 546n), [lotOf('t', tokens(1n))], 'moves-carrying'],
    ['a lot that goes home', byLot, (o) => [o[2], o[1], o[0]] as TxOutput[], [], 'payment-differs'],
    ['a lot for a stranger', byLot, to(0, STRANGER.script), [], 'pays-stranger'],
    [
      'a lot for a stranger before the bridge',
      byLot,
      all(by(2, -900n), (o) => [{ value: sats(900n), script: STRANGER.script }, ...o]),
      [],
      'pays-stranger',
    ],
    ['a lot for the network', byLot, (o) => o.slice(1, 2), [], 'asset-lost'],
    ['a lot on the message', byLot, all(by(0, -600n), by(1, 600n)), [], 'payment-differs'],
    ['more sats under the lot', byLot, all(by(0, 54n), by(2, -54n)), [], 'payment-differs'],
    ['fewer sats under the lot', byLot, all(by(0, -54n), by(2, 54n)), [], 'payment-differs'],
    ['another id beside the lot', byLot, to(1, bridgeMessage(OTHER_ID).script), [], 'payment-differs'],
    ['no id beside the lot', byLot, (outputs) => outputs.toSpliced(1, 1), [], 'payment-differs'],
    ['two deposits of BRC-20', byLot, all(by(2, -546n), and(546n, BRIDGE)), [], 'payment-differs'],
    ['a share beside the lot', byLot, all(by(2, -600n), and(600n, STRANGER.script)), [], 'pays-stranger'],
    ['a dear fee beside the lot', byLot, by(2, -700n), [], 'fee-too-high'],
    ['a stranger’s coin beside the lot', byLot, by(2, 546n), [coin('s', STRANGER, 546n)], 'spends-foreign'],
    ['a lot as sats', bySats, by(2, 900n), [lotOf('b', transfer())], 'moves-carrying'],
    ['a lot beside a rune', byRune, by(0, 546n), [lotOf('b', transfer())], 'moves-carrying'],
    ['a stranger’s lot', byMrc20, by(2, 546n), [coin('s', STRANGER, 546n, [tokens(1n)])], 'spends-foreign'],
  ])('is told of %s', (_, plan, bend, coins, code) => {
    expect(codesOf(bent(plan, bend, coins), who, saidOf(plan))).toContain(code);
  });

  it('is told of tokens that are fewer than the amount', () => {
    const less = payment(who, {
      ...mrc20,
      coins: [coin('less', who, 546n, [tokens(39_999n)])],
      amount: 39_999n,
    });
    expect(codesOf(less.draft, who, mrc20)).toContain('payment-differs');
  });

  it('is told of a lot that is another one than was agreed', () => {
    const { inputs, outputs } = byLot.draft;
    const told = (...assets: readonly CoinAsset[]): string[] => {
      const [lot, ...rest] = inputs;
      if (lot === undefined) throw new Error('a lot');
      const coins = [{ ...lot, coin: { ...lot.coin, assets } }, ...rest];
      return codesOf({ inputs: coins, outputs }, who, brc20);
    };
    expect(told(transfer(40_000n, 300n))).toEqual([]);
    expect(told(transfer(39_999n))).toContain('payment-differs');
    expect(told(transfer(40_001n))).toContain('payment-differs');
    expect(told()).toContain('payment-differs');
    expect(told(plainAsset('used'))).toEqual(expect.arrayContaining(['moves-carrying', 'payment-differs']));
    expect(told(transfer(40_000n), plainAsset('art', 5n))).toContain('moves-carrying');
    expect(told(transfer(40_000n), transfer(1n, 5n, 'b'))).toContain('payment-differs');
    expect(told(tokens(40_000n))).toContain('moves-carrying');
    // The bridge gets all that it should, but where nobody looks for the deposit.
    const last = { inputs: inputs.toReversed(), outputs: outputs.toReversed() };
    expect(codesOf(last, who, brc20)).toEqual(['payment-differs']);
  });

  it('is told of every word that differs from what was agreed', () => {
    for (const plan of [bySats, byRune, byMrc20, byLot]) {
      const say = (more: Partial<BridgePaymentExpectation>): string[] =>
        codesOf(plan.draft, who, { ...saidOf(plan), ...more });
      expect(say({})).toEqual([]);
      expect(say({ amount: 40_001n })).toContain('payment-differs');
      expect(say({ id: OTHER_ID })).toContain('payment-differs');
      expect(say({ bridge: STRANGER.script })).toContain('payment-differs');
      expect(say({ minerFee: plan.fee - 1n })).toContain('fee-not-announced');
      expect(say({ feeRateSatVb: 1 })).toContain('fee-too-high');
      expect(say({ pays: other(1n).asset })).toContain('payment-differs');
    }
  });
});

describe('what is refused', () => {
  const who = payerOf('p2wpkh');
  const code = (more: object): string => refusalOf(() => payment(who, more));
  const lots = (assets: readonly CoinAsset[]): object => ({
    ...{ pays: MRC20, coins: [coin('lot', who, 546n, assets)] },
  });
  const lot = (assets: readonly CoinAsset[]): object => ({
    ...{ pays: BRC20, coins: [coin('lot', who, 546n, assets)] },
  });
  it.each<[string, object, string]>([
    ['dust', { amount: 545n }, 'too-small'],
    ['more than there is', { amount: 99_999n }, 'insufficient-funds'],
    ['a bridge that is no P2TR', { bridge: STRANGER.script }, 'script-not-allowed'],
    ['coins beside sats', { coins: [coin('c', who, 900n)] }, 'bad-request'],
    ['no unit', { pays: RUNE, amount: 0n }, 'bad-request'],
    ['more units than there are', { pays: RUNE, amount: 70_001n }, 'insufficient-funds'],
    [
      'more than runes on a coin',
      { pays: RUNE, coins: [coin('c', who, 900n, [traded(9n), plainAsset('x')])] },
      'lot-mixed',
    ],
    ['no unit of MRC-20', { pays: MRC20, amount: 0n }, 'bad-request'],
    ['MRC-20 coins that hold less', { pays: MRC20, amount: 40_001n }, 'bridge-lots-differ'],
    ['MRC-20 coins that hold more', { pays: MRC20, amount: 39_999n }, 'bridge-lots-differ'],
    ['no MRC-20 coin', { pays: MRC20, coins: [] }, 'bridge-lots-differ'],
    ['a clean coin as MRC-20', lots([]), 'not-a-lot'],
    ['another token', lots([mrc20On('else', 40_000n, 2)]), 'lot-mixed'],
    ['another token on a coin', lots([tokens(40_000n), mrc20On('else', 1n)]), 'lot-mixed'],
    ['a receipt on a coin', lots([tokens(40_000n), pinOn('p')]), 'lot-mixed'],
    ['a rune on a coin', lots([tokens(40_000n), other(1n)]), 'lot-mixed'],
    ['the token twice on a coin', lots([tokens(20_000n), tokens(20_000n)]), 'not-a-lot'],
    [
      'a coin twice',
      { pays: MRC20, coins: [1, 2].map(() => coin('lot', who, 546n, [tokens(20_000n)])) },
      'duplicate-input',
    ],
    [
      'MRC-20 that no block has',
      { pays: MRC20, coins: [{ ...coin('lot', who, 546n, [tokens(40_000n)]), height: undefined }] },
      'coin-unconfirmed',
    ],
    [
      'a stranger’s MRC-20',
      { pays: MRC20, coins: [coin('lot', STRANGER, 546n, [tokens(40_000n)])] },
      'not-yours',
    ],
    ['no unit of BRC-20', { pays: BRC20, amount: 0n }, 'bad-request'],
    ['a lot that holds less', { pays: BRC20, amount: 40_001n }, 'bridge-lots-differ'],
    ['a lot that holds more', { pays: BRC20, amount: 39_999n }, 'bridge-lots-differ'],
    ['no lot', { pays: BRC20, coins: [] }, 'bridge-lots-differ'],
    [
      'two lots',
      { pays: BRC20, coins: ['a', 'b'].map((one) => coin(one, who, 546n, [transfer(20_000n, 0n, one)])) },
      'bridge-lots-differ',
    ],
    ['a clean coin as a lot', lot([]), 'not-a-lot'],
    ['a lot that is used', lot([plainAsset('used')]), 'not-a-lot'],
    ['MRC-20 as BRC-20', lot([tokens(40_000n)]), 'not-a-lot'],
    [
      'a lot of another token',
      lot([{ ...transfer(), transfer: { asset: MRC20, tick: 'ordi', amount: 40_000n } } as CoinAsset]),
      'lots-differ',
    ],
    ['an inscription beside a lot', lot([transfer(), plainAsset('art', 5n)]), 'lot-mixed'],
    ['a rune beside a lot', lot([transfer(), other(1n)]), 'lot-mixed'],
    ['a lot on dust', { pays: BRC20, coins: [coin('lot', who, 545n, [transfer()])] }, 'too-small'],
    [
      'a lot that no block has',
      { pays: BRC20, coins: [{ ...coin('lot', who, 546n, [transfer()]), height: undefined }] },
      'coin-unconfirmed',
    ],
    [
      'a stranger’s transfer',
      { pays: BRC20, coins: [coin('lot', STRANGER, 546n, [transfer()])] },
      'not-yours',
    ],
    [
      'nothing that pays beside a lot',
      { pays: BRC20, payer: { script: who.script, key: who.key, coins: [] } },
      'insufficient-funds',
    ],
    ['a stranger’s rune', { pays: RUNE, coins: [coin('c', STRANGER, 900n, [traded(50_000n)])] }, 'not-yours'],
  ])('%s', (_, more, expected) => {
    expect(code(more)).toBe(expected);
  });

  it('the bridge as its own payer', () => {
    const { who: bridge } = LOCKED;
    const payer = { script: bridge.script, key: bridge.key, coins: [coin('l', bridge, 90_000n)] };
    expect(code({ payer })).toBe('not-yours');
    expect(code({ payer: { ...payer, script: user('odd', 'p2tr').script } })).toBe('not-yours');
  });
});

/** Of a rune more than is paid; of BRC-20 a lot of it, somewhere on its coin; of MRC-20 two coins that hold it. */
function coinsFor(who: User, pays: string, amount: bigint, more: bigint): Coin[] {
  if (pays === 'sats') return [];
  if (pays === RUNE) return [coin('r', who, 546n + more, [traded(amount + more)])];
  if (pays === BRC20) return [coin('l', who, 546n + more, [transfer(amount, more)])];
  const [one, rest] = [amount / 3n, amount - amount / 3n];
  return [coin('a', who, 546n + more, [tokens(one)]), coin('b', who, 546n, [tokens(rest)])];
}

it('whatever is paid, the bridge gets exactly that and the page finds nothing wrong', () => {
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom(...KINDS),
        what: fc.constantFrom('sats' as const, RUNE, MRC20, BRC20),
        amount: fc.bigInt(546n, 10n ** 9n),
        more: fc.bigInt(0n, 10n ** 6n),
        rate: fc.integer({ min: 1, max: 60 }),
        id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(bytesToHex),
      }),
      ({ kind, what: pays, amount, more, rate, id }) => {
        const who = payerOf(kind);
        const plan = payment(who, {
          payer: { script: who.script, key: who.key, coins: [coin('m', who, amount + more + 60_000n)] },
          ...{ pays, coins: coinsFor(who, pays, amount, more) },
          ...{ amount, id, feeRateSatVb: rate },
        });
        expect(codesOf(plan.draft, who, { amount, id, pays, feeRateSatVb: rate })).toEqual([]);
        expect(bridgeIdIn({ outputs: plan.draft.outputs })).toBe(id);
      },
    ),
    { numRuns: cases(100) },
  );
});
