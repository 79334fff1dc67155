/** Each template on a pool: it works, byte for byte as laid out; it asserts what it would do; the assertion fires. */
import { describe, expect, it } from 'vitest';
import { amount, bytesToHex, decipher, encipher, knownRuneId, sats } from '@rialto/protocols';
import type { Coin, Edict } from '@rialto/protocols';
import { effects, partyOf, sameEffects } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../src/draft/draft.ts';
import { checkedAct, contextOfAct, draftOfAct, intentOfAct } from '../../src/pool/pool-draft.ts';
import { buildAct, finishAct, signAct } from '../../src/pool/sign-act.ts';
import type { PoolAct } from '../../src/pool/pool-draft.ts';
import { user } from '../people.ts';
import {
  KINDS,
  POOLS,
  SOLO,
  TEMPLATES,
  addAct,
  buyAct,
  complete,
  halvesOf,
  initAct,
  operator,
  removeAct,
  sellAct,
  traderOf,
  transactionIn,
} from './acts.ts';
import type { Case, Template } from './acts.ts';

const RUNE = knownRuneId('131:1');
const SHARE = knownRuneId('132:1');

interface Layout {
  readonly name: string;
  readonly plan: Template;
  readonly over: Partial<Case>;
  /** `u` the user, `p` the pool, `m` the message, `o` the operator, with the sats where they are no change. */
  readonly outputs: readonly string[];
  readonly inputs: string;
  readonly pointer: number;
  readonly edicts: readonly Edict[];
}

const edict = (id: typeof RUNE, units: bigint, output: number): Edict => ({
  id,
  amount: amount(units),
  output,
});

/** pools §7, line by line. */
const LAYOUTS: readonly Layout[] = [
  {
    name: 'init, one lane, whole coin',
    plan: initAct,
    over: {},
    inputs: 'uup',
    outputs: ['u 546', 'u', 'p 546', 'p 40000', 'm', 'o 3000'],
    pointer: 3,
    edicts: [edict(SHARE, 1_199_000n, 0), edict(SHARE, 999_999_998_800_000n, 2), edict(SHARE, 1_000n, 4)],
  },
  {
    name: 'init, three lanes, rune change',
    plan: initAct,
    over: { lanes: 3, change: true },
    inputs: 'uup',
    outputs: ['u 546', 'u 546', 'u', 'p 546', 'p 40000', 'p 40000', 'p 40000', 'm', 'o 3000'],
    pointer: 4,
    edicts: [
      edict(RUNE, 77_777_777_777n, 1),
      edict(RUNE, 40_000_000_000n, 5),
      edict(RUNE, 40_000_000_000n, 6),
      edict(SHARE, 1_199_000n, 0),
      edict(SHARE, 999_999_998_800_000n, 3),
      edict(SHARE, 1_000n, 7),
    ],
  },
  {
    name: 'buy',
    plan: buyAct,
    over: {},
    inputs: 'up',
    outputs: ['u 546', 'u', 'p 1030000', 'm', 'o 3000'],
    pointer: 2,
    edicts: [edict(RUNE, 2_600_000_000n, 0)],
  },
  {
    name: 'buy over three lanes',
    plan: buyAct,
    over: { lanes: 3 },
    inputs: 'uppp',
    outputs: ['u 546', 'u', 'p 1030000', 'p 1030000', 'p 1030000', 'm', 'o 3000'],
    pointer: 2,
    edicts: [
      edict(RUNE, 7_800_000_000n, 0),
      edict(RUNE, 87_400_000_000n, 3),
      edict(RUNE, 87_400_000_000n, 4),
    ],
  },
  {
    name: 'sell with rune change',
    plan: sellAct,
    over: { change: true },
    inputs: 'up',
    outputs: ['u 546', 'u', 'p 970000', 'm', 'o 3000'],
    pointer: 2,
    edicts: [edict(RUNE, 77_777_777_777n, 0)],
  },
  {
    name: 'sell of a whole coin',
    plan: sellAct,
    over: {},
    inputs: 'up',
    outputs: ['u', 'p 970000', 'm', 'o 3000'],
    pointer: 1,
    edicts: [],
  },
  {
    name: 'sell over two lanes',
    plan: sellAct,
    over: { lanes: 2 },
    inputs: 'upp',
    outputs: ['u', 'p 970000', 'p 970000', 'm', 'o 3000'],
    pointer: 1,
    edicts: [edict(RUNE, 130_000_000_000n, 2)],
  },
  {
    name: 'add over two lanes, whole coin',
    plan: addAct,
    over: { lanes: 2 },
    inputs: 'uuppp',
    outputs: ['u 546', 'u', 'p 546', 'p 1040000', 'p 1040000', 'm', 'o 3000'],
    pointer: 3,
    edicts: [
      edict(RUNE, 130_000_000_000n, 4),
      edict(SHARE, 1_200_000n, 0),
      edict(SHARE, 999_999_698_800_000n, 2),
    ],
  },
  {
    name: 'add with rune change',
    plan: addAct,
    over: { change: true },
    inputs: 'uupp',
    outputs: ['u 546', 'u 546', 'u', 'p 546', 'p 1040000', 'm', 'o 3000'],
    pointer: 4,
    edicts: [
      edict(RUNE, 77_777_777_777n, 1),
      edict(SHARE, 1_200_000n, 0),
      edict(SHARE, 999_999_698_800_000n, 3),
    ],
  },
  {
    name: 'remove, whole share coin',
    plan: removeAct,
    over: {},
    inputs: 'upp',
    outputs: ['u 546', 'u', 'p 546', 'p 960000', 'm', 'o 3000'],
    pointer: 3,
    edicts: [edict(RUNE, 40_000_000_000n, 0), edict(SHARE, 999_999_701_200_000n, 2)],
  },
  {
    name: 'remove over two lanes, shares left',
    plan: removeAct,
    over: { lanes: 2, change: true },
    inputs: 'uppp',
    outputs: ['u 546', 'u 546', 'u', 'p 546', 'p 960000', 'p 960000', 'm', 'o 3000'],
    pointer: 4,
    edicts: [
      edict(RUNE, 80_000_000_000n, 0),
      edict(RUNE, 50_000_000_000n, 5),
      edict(SHARE, 77_777_777_777n, 1),
      edict(SHARE, 999_999_701_200_000n, 3),
    ],
  },
];

/** What stands in the bytes, with the letters of `Layout`. */
function written(act: PoolAct, who: { readonly script: Uint8Array }) {
  const { inputs, outputs } = draftOfAct(act);
  const name = (script: Uint8Array): string => {
    const known = new Map([
      [bytesToHex(who.script), 'u'],
      [bytesToHex(act.pool.script), 'p'],
      [bytesToHex(operator.script), 'o'],
    ]);
    return known.get(bytesToHex(script)) ?? (script[0] === 0x6a ? 'm' : '?');
  };
  const rest = act.userOutputs.length - 1;
  return {
    inputs: inputs.map(({ coin }) => name(coin.script)).join(''),
    outputs: outputs.map(({ script, value }, index) =>
      name(script) === 'm' || index === rest ? name(script) : `${name(script)} ${value}`,
    ),
  };
}

describe.each(POOLS.flatMap((owned) => KINDS.map((kind) => [owned.name, kind, owned] as const)))(
  'a pool of %s, a user with %s',
  (_, kind, owned) => {
    const who = traderOf(kind);

    it.each(LAYOUTS)('$name is laid out as the paper says, and is signed', ({ plan, over, ...layout }) => {
      const act = plan({ owned, who, ...over });
      expect(written(act, who)).toEqual({ inputs: layout.inputs, outputs: layout.outputs });
      const tx = transactionIn(complete(act, who, owned));
      expect(tx.version).toBe(2);
      expect(tx.locktime).toBe(0);
      expect(tx.inputs.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
      expect(decipher(tx.outputs)).toMatchObject({
        kind: 'runestone',
        pointer: layout.pointer,
        edicts: layout.edicts,
        etching: undefined,
        mint: undefined,
      });
      const signatures = tx.inputs
        .slice(act.userCoins.length)
        .map(({ witness }) => witness.map((one) => one.length));
      const expected = owned === SOLO ? [64] : [64, 64, 0, 104, 33];
      expect(signatures).toEqual(act.poolCoins.map(() => expected));
    });

    it.each(TEMPLATES)(
      '%s: the fee is the rate times the size that was said, and that is the size',
      (name, plan) => {
        const act = plan({ owned, who });
        const { fee, vsize } = buildAct(act);
        expect(fee, name).toBe(BigInt(vsize) * 2n);
        const tx = transactionIn(complete(act, who, owned));
        const done = Math.ceil(tx.weight / 4);
        expect(vsize - done).toBeGreaterThanOrEqual(0);
        expect(vsize - done).toBeLessThanOrEqual(2);
      },
    );

    it.each(TEMPLATES)('%s asserts what it does to everybody', (_name, plan) => {
      const act = plan({ owned, who });
      const draft = draftOfAct(act);
      const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), contextOfAct(act));
      expect(sameEffects(does, intentOfAct(act))).toBe(true);
      const pool = partyOf(does, owned.pool.script);
      const gained = pool.satsOut - pool.satsIn;
      const users = partyOf(does, who.script);
      expect(gained + (users.satsOut - users.satsIn) + 3_000n + does.fee).toBe(0n);
    });

    it.each(TEMPLATES)('%s: the assertion fires for every number that is bent', (_name, plan) => {
      const act = plan({ owned, who });
      const halves = halvesOf(act, who, owned.signers);
      for (const bent of bends(act)) {
        expect(() => checkedAct(bent)).toThrow('invariant: the effects are the intended ones');
        expect(() => finishAct(bent, halves)).toThrow('invariant');
      }
    });
  },
);

/** The act with one unit more on its first lane, less on it, and a unit more burned of what it trades. */
function bends(act: PoolAct): PoolAct[] {
  const lane = act.poolOutputs[act.firstLane];
  const [rune] = lane?.runes ?? [];
  if (lane === undefined || rune === undefined) throw new Error('a lane');
  const withLane = (units: bigint): PoolAct => ({
    ...act,
    poolOutputs: act.poolOutputs.map((output, index) =>
      index === act.firstLane ? { ...output, runes: [{ ...rune, amount: amount(units) }] } : output,
    ),
  });
  const unsaid = { ...act, poolOutputs: act.poolOutputs.map((output) => ({ ...output, runes: [] })) };
  return [
    withLane(rune.amount + 1n),
    withLane(rune.amount - 1n),
    unsaid,
    { ...act, burned: [...act.burned, { ...rune, amount: amount(1n) }] },
  ];
}

describe('halves of the pool', () => {
  const who = traderOf('p2tr');
  const [, joint] = POOLS;

  it('two of three sign, any two, in any order; a third is not needed and not in the way', () => {
    const all = [1, 2, 3].map((one) => user(`signer ${one} of the pool`, 'p2tr'));
    const act = buyAct({ owned: joint, who });
    for (const some of [
      [0, 1],
      [2, 0],
      [2, 1],
      [2, 1, 0],
    ]) {
      const signers = some.map((one) => all[one] ?? who);
      const lengths = transactionIn(complete(act, who, { signers })).inputs[1]?.witness.map(
        (one) => one.length,
      );
      expect(lengths?.filter((one) => one === 64)).toHaveLength(2);
    }
    const [one] = all;
    if (one === undefined) throw new Error('a signer');
    expect(() => complete(act, who, { signers: [one] })).toThrow('signature-missing');
    expect(() => complete(act, who, { signers: [one, one] })).toThrow('signature-missing');
  });

  it('no key but the pool’s signs, and none signs other bytes', () => {
    for (const owned of POOLS) {
      const [act, other] = [buyAct({ owned, who }), sellAct({ owned, who })];
      expect(() => signAct(act, buildAct(act).unsigned, who.secret)).toThrow('invariant: the key is');
      const secret = owned.signers[0]?.secret ?? who.secret;
      expect(() => signAct(act, buildAct(other).unsigned, secret)).toThrow('psbt-changed');
    }
  });

  it('a PSBT for the user holds no signature, and asks for the user’s own coins alone', () => {
    const act = addAct({ owned: joint, who });
    expect(buildAct(act).toSign.map(({ index }) => index)).toEqual([0, 1]);
  });
});

describe('runes that wait', () => {
  it('a lane in no block is spent: the pool knows what is on it', () => {
    const who = traderOf('p2wpkh');
    const act = buyAct({ owned: SOLO, who });
    const waiting = act.poolCoins.map(({ height: _, ...lane }): Coin => lane);
    expect(complete({ ...act, poolCoins: waiting }, who, SOLO).txid).toBe(complete(act, who, SOLO).txid);
  });

  it('a message is the same bytes whoever writes it', () => {
    const act = sellAct({ owned: SOLO, who: traderOf('p2tr') });
    const script = draftOfAct(act).outputs[2]?.script ?? new Uint8Array(0);
    expect(bytesToHex(script)).toBe('6a5d021601');
    expect(bytesToHex(encipher({ edicts: [], etching: undefined, mint: undefined, pointer: 1 }))).toBe(
      '6a5d021601',
    );
    expect(sats(0n)).toBe(draftOfAct(act).outputs[2]?.value);
  });
});
