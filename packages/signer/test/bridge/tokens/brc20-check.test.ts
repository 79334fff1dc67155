/** What a script has of BRC-20, and what became of a lot, is not the index's word alone: an OPI has to say the same at the same block (decision 0049). */
import type { BridgeAsset } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { InscriptionId } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { openBrc20Check } from '../../../src/bridge/coins/brc20-check.ts';
import type { Brc20Check } from '../../../src/bridge/coins/brc20-check.ts';
import type { Brc20Word } from '../../../src/bridge/coins/brc20-differs.ts';
import { openUnitsCheck } from '../../../src/bridge/coins/units-check.ts';
import { balanceKey, openOpiStandIn } from './opi.ts';
import type { OpiStandIn } from './opi.ts';

const TIP = { height: 203, hash: '0a'.repeat(32) };
const ID = `${'1e'.repeat(32)}i0` as InscriptionId;
const HOME = `5120${'22'.repeat(32)}`;
const ANN = `0014${'33'.repeat(20)}`;
const asset: Pick<BridgeAsset, 'origin'> = { origin: { network: 'BRC20', brc20: ID, tick: 'Öre!' } };
const TICK = 'öre!';
/** More than a double can count. */
const AMOUNT = 21_000_000n * 10n ** 18n + 1n;
const SAID = { available: AMOUNT, transferable: 7n };
const LANDED: Brc20Word = { inscription: ID, amount: AMOUNT, owner: ANN, to: HOME };
const UNUSED: Brc20Word = {
  ...{ inscription: `${'2e'.repeat(32)}i0` as InscriptionId, amount: 5n },
  ...{ owner: HOME, to: undefined },
};

interface World {
  readonly opi: OpiStandIn;
  readonly check: Brc20Check;
}

/** It says the same as we of all. */
async function honest(): Promise<World> {
  const opi = await openOpiStandIn(TIP.height);
  opi.balances.set(balanceKey(HOME, TICK), [AMOUNT + 7n, AMOUNT]);
  for (const { inscription, amount, owner, to } of [LANDED, UNUSED])
    opi.lot(inscription, { owner, amount, tick: TICK, ...(to === undefined ? {} : { to }) });
  return { opi, check: openBrc20Check({ NETWORK: 'regtest', PRETEND: '0', BRIDGE_BRC20_CHECK: opi.url }) };
}

const balance = ({ check }: Pick<World, 'check'>, said = SAID, tip = TIP): Promise<string> =>
  outcome(check.requireBalance(asset, tip, hexToBytes(HOME), said));
const lots = ({ check }: Pick<World, 'check'>, words = [LANDED, UNUSED], tip = TIP): Promise<string> =>
  outcome(check.requireLots(asset, tip, words));

/** What the operator reads. */
async function outcome(asked: Promise<void>): Promise<string> {
  try {
    await asked;
    return 'same';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

describe('an OPI that says the same', () => {
  it('is asked once of each word at a block, and anew at the next', async () => {
    const world = await honest();
    const { opi } = world;
    for (let again = 0; again < 2; again += 1)
      expect([await balance(world), await lots(world)]).toEqual(['same', 'same']);
    expect(opi.asked).toEqual(['balance_on_block', 'event', 'event']);
    opi.height += 1;
    const next = { height: opi.height, hash: '0b'.repeat(32) };
    expect([await balance(world, SAID, next), await lots(world, [UNUSED], next)]).toEqual(['same', 'same']);
    expect(opi.asked).toHaveLength(5);
  });

  it('has no balance where there is none', async () => {
    const world = await honest();
    world.opi.balances.clear();
    expect(await balance(world, { available: 0n, transferable: 0n })).toBe('same');
    expect(await balance(world, { available: 1n, transferable: 0n })).toContain('bridge-units-differ');
  });

  it('is asked of very many lots in parts, and never of none', async () => {
    const { opi, check } = await honest();
    expect(await lots({ check }, [])).toBe('same');
    expect(opi.asked).toEqual([]);
    const many = Array.from({ length: 150 }, (_, at): Brc20Word => {
      const inscription = `${at.toString(16).padStart(64, '0')}i0` as InscriptionId;
      opi.lot(inscription, { owner: HOME, tick: TICK, amount: 5n });
      return { ...UNUSED, inscription };
    });
    expect(await lots({ check }, many)).toBe('same');
    expect(opi.asked).toHaveLength(150);
  });

  it('knows other things of an inscription than transfers', async () => {
    const world = await honest();
    world.opi.events.get(ID)?.push({
      ...{ event_type: 'predeploy-inscribe', source_pkScript: ANN, tick: 'other', amount: '1' },
    });
    expect(await lots(world)).toBe('same');
  });
});

const BALANCES: readonly (readonly [string, readonly [bigint, bigint], string])[] = [
  [
    'a unit less available',
    [AMOUNT + 6n, AMOUNT - 1n],
    `${AMOUNT} units available to ${HOME}, ${AMOUNT - 1n}`,
  ],
  ['a unit less in lots', [AMOUNT + 6n, AMOUNT], `${AMOUNT + 7n} units on ${HOME}, ${AMOUNT + 6n}`],
  ['all of it in lots', [AMOUNT + 7n, 0n], `${AMOUNT} units available to ${HOME}, 0`],
];

const made = { event_type: 'transfer-inscribe', source_pkScript: ANN, tick: TICK, amount: `${AMOUNT}` };
const moved = { ...made, event_type: 'transfer-transfer', spent_pkScript: HOME };
const EVENTS: readonly (readonly [string, Parameters<OpiStandIn['events']['set']>[1], string])[] = [
  ['no lot', [], `${ID} is no lot`],
  ['one that moved and was none', [moved], `${ID} is no lot`],
  ['one that has not moved', [made], `${ID} has not moved`],
  ['one that went elsewhere', [made, { ...moved, spent_pkScript: ANN }], `${ID} moved elsewhere`],
  ['one that came back as fee', [made, { ...moved, spent_pkScript: null }], `${ID} moved elsewhere`],
  ['another owner', [made, { ...moved, source_pkScript: HOME }], `${ID} is of another owner`],
  ['another maker', [{ ...made, source_pkScript: HOME }, moved], `${ID} is of another owner`],
  ['another token', [{ ...made, tick: 'ore!' }, moved], `${ID} is of another token`],
  ['a unit less', [{ ...made, amount: '1' }, moved], `${AMOUNT} units in ${ID}, 1`],
  ['another amount moved', [made, { ...moved, amount: '2' }], `${AMOUNT} units in ${ID}, 2`],
];

it('what an OPI has more of is no danger: it may follow modules that we do not', async () => {
  const world = await honest();
  world.opi.balances.set(balanceKey(HOME, TICK), [AMOUNT + 9n, AMOUNT + 1n]);
  expect(await balance(world)).toBe('same');
});

describe('it differs where it sees', () => {
  it.each(BALANCES)('%s', async (_, held, why) => {
    const world = await honest();
    world.opi.balances.set(balanceKey(HOME, TICK), held);
    expect(await balance(world)).toBe(`bridge-units-differ: ${why} by OPI`);
    // What differed is asked again.
    world.opi.balances.set(balanceKey(HOME, TICK), [AMOUNT + 7n, AMOUNT]);
    expect(await balance(world)).toBe('same');
  });

  it.each(EVENTS)('%s', async (_, events, why) => {
    const world = await honest();
    world.opi.events.set(ID, events);
    expect(await lots(world)).toBe(`bridge-units-differ: ${why} by OPI`);
    // Nothing of the part is kept.
    world.opi.asked.length = 0;
    await lots(world, [UNUSED]);
    expect(world.opi.asked).toEqual(['event']);
  });

  it('a lot moved that we take for unused', async () => {
    const world = await honest();
    expect(await lots(world, [{ ...LANDED, to: undefined }])).toBe(
      `bridge-units-differ: ${ID} has moved by OPI`,
    );
  });

  it('otherwise than what was said alike before at the same block', async () => {
    const world = await honest();
    expect([await balance(world), await lots(world)]).toEqual(['same', 'same']);
    expect(await balance(world, { ...SAID, transferable: 8n })).toContain('bridge-units-differ');
    expect(await lots(world, [{ ...UNUSED, amount: 6n }])).toContain('bridge-units-differ');
    expect(await lots(world, [{ ...UNUSED, owner: ANN }])).toContain('bridge-units-differ');
  });
});

const UNCHECKED: readonly (readonly [string, (opi: OpiStandIn) => unknown, string])[] = [
  ['is a block behind', (opi) => (opi.height -= 1), 'is not at block 203'],
  ['is ahead', (opi) => (opi.height += 1), 'is not at block 203'],
  ['reads a block meanwhile', (opi) => (opi.moves = true), 'is not at block 203'],
  ['has lost its database', (opi) => (opi.height = -1), 'is not at block 203'],
  ['has no height', (opi) => (opi.height = Number.NaN), 'answers in another shape'],
  ['is down', (opi) => opi.stop(), 'cannot be reached'],
  ['does not answer', (opi) => (opi.mood = 'silent'), 'does not answer in time'],
  ['fails', (opi) => (opi.mood = 'broken'), 'answers HTTP 500'],
  ['answers no JSON', (opi) => (opi.mood = 'nonsense'), 'answers no JSON'],
  ['answers something else', (opi) => (opi.mood = 'other-shape'), 'answers in another shape'],
  ['answers with an error', (opi) => (opi.mood = 'error'), 'answers with an error'],
];

describe('nothing is known while it', () => {
  it.each(UNCHECKED)('%s', async (_, become, why) => {
    const world = await honest();
    await become(world.opi);
    const [held, moves] = await Promise.all([balance(world), lots(world)]);
    expect([held, moves]).toEqual([
      `bridge-units-unchecked: OPI ${why}`,
      `bridge-units-unchecked: OPI ${why}`,
    ]);
  });

  it.each([
    ['no amount', { amount: '1.5' }],
    ['no kind', { event_type: 7 as never }],
    ['no place of a movement', { spent_pkScript: undefined as never }],
  ])('has an event with %s', async (_, wrong) => {
    const world = await honest();
    world.opi.events.set(ID, [made, { ...moved, ...wrong }]);
    expect(await lots(world)).toBe('bridge-units-unchecked: OPI answers in another shape');
  });
});

describe('without an OPI', () => {
  const open = (NETWORK: 'livenet' | 'testnet' | 'regtest', PRETEND: '0' | '1') => {
    const settings = { NETWORK, PRETEND };
    return { check: openBrc20Check(settings), units: openUnitsCheck(settings) };
  };

  it('the asset is paused on livenet, and nothing is taken for known', async () => {
    const { check, units } = open('livenet', '0');
    const why = 'bridge-units-unchecked: BRIDGE_BRC20_CHECK names no OPI';
    expect([await balance({ check }), await lots({ check }), await lots({ check }, [])]).toEqual([
      why,
      why,
      why,
    ]);
    expect(units.isOpen(asset)).toBe(false);
    expect(await outcome(units.require(asset, TIP))).toBe(why);
    expect(await outcome(units.require(asset, TIP, new Map()))).toBe(why);
  });

  it('the index alone is believed elsewhere', async () => {
    for (const { check, units } of [open('livenet', '1'), open('testnet', '0'), open('regtest', '0')]) {
      expect([await balance({ check }), await lots({ check })]).toEqual(['same', 'same']);
      expect(units.isOpen(asset)).toBe(true);
      expect(await outcome(units.require(asset, TIP))).toBe('same');
    }
  });
});

describe('of coins', () => {
  it('nothing is asked, only whether it is there and at the block, anew each time', async () => {
    const { opi } = await honest();
    const units = openUnitsCheck({ NETWORK: 'livenet', PRETEND: '0', BRIDGE_BRC20_CHECK: opi.url });
    expect(units.isOpen(asset)).toBe(true);
    expect(await outcome(units.require(asset, TIP))).toBe('same');
    opi.height -= 1;
    expect(await outcome(units.require(asset, TIP))).toBe('bridge-units-unchecked: OPI is not at block 203');
    await opi.stop();
    expect(await outcome(units.require(asset, TIP))).toBe('bridge-units-unchecked: OPI cannot be reached');
    const lot = { kind: 'inscription', id: ID, offset: 0n } as never;
    expect(
      await outcome(units.require(asset, TIP, new Map([[`${ID.slice(0, 64)}:0` as never, [lot]]]))),
    ).toBe('same');
    expect(opi.asked).toEqual([]);
  });
});
