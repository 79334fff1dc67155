/** Each template on a BRC-20 pool: it works, byte for byte as laid out; it asserts what it would do; the assertion fires. */
import { describe, expect, it } from 'vitest';
import { bytesToHex, decipher, equalBytes, knownRuneId, outpoint, sats } from '@rialto/protocols';
import { effects, partyOf, sameEffects } from '../../../src/index.ts';
import { bodyOf, coinsOf, transactionOf } from '../../../src/draft/draft.ts';
import { assetScript } from '../../../src/pool/brc20/asset-script.ts';
import {
  checkedAct,
  coinsOfAct,
  contextOfAct,
  draftOfAct,
  intentOfAct,
} from '../../../src/pool/pool-draft.ts';
import type { PoolAct } from '../../../src/pool/pool-draft.ts';
import { buildAct, finishAct, signActLots } from '../../../src/pool/sign-act.ts';
import { KINDS, POOLS, SOLO, operator, share, traderOf, transactionIn, vsizeIn } from '../acts.ts';
import {
  TEMPLATES,
  addAct,
  buyAct,
  complete,
  halvesOf,
  initAct,
  keysOf,
  removeAct,
  sellAct,
  userLot,
} from './lot-acts.ts';
import type { LotCase, LotTemplate } from './lot-acts.ts';

const SHARE = knownRuneId('132:1');

interface Layout {
  readonly name: string;
  readonly plan: LotTemplate;
  readonly over: Partial<LotCase>;
  readonly inputs: string;
  /** `a` an asset script, `u` the user, `p` the pool, `m` the message, `o` the operator, with the sats where they are no change. */
  readonly outputs: readonly string[];
  /** The pointer and the edicts, `shares>output`; no message where there is none. */
  readonly message: readonly [number, ...string[]] | undefined;
}

/** pools §12, line by line. */
const LAYOUTS: readonly Layout[] = [
  {
    name: 'buy of a lot',
    plan: buyAct,
    over: {},
    inputs: 'aup',
    outputs: ['u 546', 'u', 'p 1030000', 'o 3000'],
    message: undefined,
  },
  {
    name: 'buy of four lots over two lanes',
    plan: buyAct,
    over: { lots: 4, lanes: 2 },
    inputs: 'aaaaupp',
    outputs: ['u 2184', 'u', 'p 1030000', 'p 1030000', 'o 3000'],
    message: undefined,
  },
  {
    name: 'sell of a lot',
    plan: sellAct,
    over: {},
    inputs: 'up',
    outputs: ['a 546', 'u', 'p 970000', 'o 3000'],
    message: undefined,
  },
  {
    name: 'sell of four lots',
    plan: sellAct,
    over: { lots: 4 },
    inputs: 'uuuup',
    outputs: ['a 2184', 'u', 'p 970000', 'o 3000'],
    message: undefined,
  },
  {
    name: 'init',
    plan: initAct,
    over: {},
    inputs: 'uup',
    outputs: ['a 546', 'u 546', 'u', 'p 546', 'p 40000', 'm', 'o 3000'],
    message: [3, '1199000>1', '1000>5'],
  },
  {
    name: 'init with two lanes and three lots',
    plan: initAct,
    over: { lanes: 2, lots: 3 },
    inputs: 'uuuup',
    outputs: ['a 1638', 'u 546', 'u', 'p 546', 'p 40000', 'p 40000', 'm', 'o 3000'],
    message: [3, '1199000>1', '1000>6'],
  },
  {
    name: 'add over two lanes',
    plan: addAct,
    over: { lanes: 2 },
    inputs: 'uuppp',
    outputs: ['a 546', 'u 546', 'u', 'p 546', 'p 1040000', 'p 1040000', 'm', 'o 3000'],
    message: [3, '1200000>1'],
  },
  {
    name: 'remove, four lots, whole share coin',
    plan: removeAct,
    over: { lots: 4 },
    inputs: 'aaaaupp',
    outputs: ['u 2184', 'u', 'p 546', 'p 960000', 'm', 'o 3000'],
    message: [2],
  },
  {
    name: 'remove over two lanes, shares left',
    plan: removeAct,
    over: { lanes: 2, change: true },
    inputs: 'auppp',
    outputs: ['u 546', 'u 546', 'u', 'p 546', 'p 960000', 'p 960000', 'm', 'o 3000'],
    message: [3, '77777777777>1'],
  },
  {
    name: 'remove without a lot',
    plan: removeAct,
    over: { lots: 0 },
    inputs: 'upp',
    outputs: ['u', 'p 546', 'p 960000', 'm', 'o 3000'],
    message: [1],
  },
];

function written(act: PoolAct, who: { readonly script: Uint8Array }) {
  const { inputs, outputs } = draftOfAct(act);
  const assets = [
    ...(act.lots?.from ?? []).map(({ pool }) => pool.script),
    ...(act.lots === undefined ? [] : [act.lots.to]),
  ];
  const name = (script: Uint8Array): string => {
    if (equalBytes(script, who.script)) return 'u';
    if (equalBytes(script, act.pool.script)) return 'p';
    if (equalBytes(script, operator.script)) return 'o';
    if (script[0] === 0x6a) return 'm';
    return assets.some((one) => equalBytes(one, script)) ? 'a' : '?';
  };
  const rest = (act.lots === undefined ? 0 : 1) + act.userOutputs.length - 1;
  return {
    inputs: inputs.map(({ coin }) => name(coin.script)).join(''),
    outputs: outputs.map(({ script, value }, index) =>
      name(script) === 'm' || index === rest ? name(script) : `${name(script)} ${value}`,
    ),
  };
}

describe.each(POOLS.flatMap((owned) => KINDS.map((kind) => [owned.name, kind, owned] as const)))(
  'a BRC-20 pool of %s, a user with %s',
  (_, kind, owned) => {
    const who = traderOf(kind);

    it.each(LAYOUTS)('$name is laid out as the paper says, and is signed', ({ plan, over, ...layout }) => {
      const act = plan({ owned, who, ...over });
      expect(written(act, who)).toEqual({ inputs: layout.inputs, outputs: layout.outputs });
      const tx = transactionIn(complete(act, who, owned));
      expect([tx.version, tx.locktime]).toEqual([2, 0]);
      expect(tx.inputs.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
      const message = decipher(tx.outputs);
      if (layout.message === undefined) expect(message).toBeUndefined();
      else {
        const [pointer, ...edicts] = layout.message;
        if (message?.kind !== 'runestone') throw new Error('a message');
        expect(message.pointer).toBe(pointer);
        expect(message.edicts.every(({ id }) => id === SHARE)).toBe(true);
        expect(message.edicts.map((one) => `${one.amount}>${one.output}`)).toEqual(edicts);
      }
      const expected = owned === SOLO ? [64] : [64, 64, 0, 104, 33];
      const pools = tx.inputs.filter((__, index) => layout.inputs[index] !== 'u');
      for (const { witness } of pools) expect(witness.map((one) => one.length)).toEqual(expected);
    });

    it.each(TEMPLATES)('%s: the fee is the rate times the size that was said', (name, plan) => {
      const act = plan({ owned, who, lots: 3 });
      const { fee, vsize } = buildAct(act);
      expect(fee, name).toBe(BigInt(vsize) * 2n);
      const done = vsizeIn(complete(act, who, owned));
      expect(vsize - done).toBeGreaterThanOrEqual(0);
      expect(vsize - done).toBeLessThanOrEqual(3);
    });

    it.each(TEMPLATES)('%s asserts what it does to everybody', (name, plan) => {
      const act = plan({ owned, who, lots: 3 });
      const draft = draftOfAct(act);
      const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), contextOfAct(act));
      expect(sameEffects(does, intentOfAct(act))).toBe(true);
      const to = act.lots?.to ?? who.script;
      const moved = partyOf(does, to).gets.filter((move) => 'transfer' in move);
      expect(moved).toHaveLength(3);
      expect(moved.every(({ index }) => index === 0)).toBe(true);
      expect(equalBytes(to, who.script), name).toBe(name === 'buy' || name === 'remove');
      expect([does.toFee, does.disputed]).toEqual([[], []]);
      expect(coinsOfAct(act)).toEqual(coinsOf(draft));
    });

    it.each(TEMPLATES)('%s: the assertion fires for everything that is bent', (_name, plan) => {
      const act = plan({ owned, who, lots: 3 });
      const halves = halvesOf(act, who, owned.signers);
      for (const bent of bends(act)) {
        expect(() => checkedAct(bent)).toThrow('invariant: the effects are the intended ones');
        expect(() => finishAct(bent, halves)).toThrow('invariant');
      }
      for (const moved of swerves(act))
        expect(() => finishAct(moved, halves)).toThrow(/^invariant: input|^signature-missing/);
    });

    it('a lot of the pool’s is signed by as many as the pool asks for', () => {
      const act = buyAct({ owned, who, lots: 2 });
      const halves = halvesOf(act, who, owned.signers);
      expect(() => finishAct(act, { ...halves, lots: [] })).toThrow('signature-missing');
      const [one = []] = halves.lots ?? [];
      expect(() => finishAct(act, { ...halves, lots: [one.slice(0, 1), one.slice(0, 1)] })).toThrow(
        'signature-missing',
      );
      const other = sellAct({ owned, who });
      const secret = owned.signers[0]?.secret ?? who.secret;
      expect(() => signActLots(act, buildAct(other).unsigned, secret)).toThrow('psbt-changed');
      expect(() => signActLots(act, buildAct(act).unsigned, who.secret)).toThrow('invariant: the key is');
      expect(signActLots(other, buildAct(other).unsigned, secret)).toEqual([]);
    });
  },
);

/** What would do something else than is said: a share more on a coin of the pool's, one that burns, a lane that says it holds one. */
function bends(act: PoolAct): PoolAct[] {
  const on = (at: number): PoolAct => ({
    ...act,
    poolOutputs: act.poolOutputs.map((output, index) =>
      index === at ? { ...output, runes: [share((output.runes[0]?.amount ?? 0n) + 1n)] } : output,
    ),
  });
  return [on(0), on(act.poolOutputs.length - 1), { ...act, burned: [...act.burned, share(1n)] }];
}

/** Another receiver of the lots, another order, one lot less, a lane that keeps more. */
function swerves(act: PoolAct): PoolAct[] {
  const { lots } = act;
  if (lots === undefined) throw new Error('lots');
  const less = { ...lots, coins: lots.coins.slice(1), from: lots.from.slice(1) };
  return [
    { ...act, lots: { ...lots, to: operator.script } },
    { ...act, lots: { ...lots, coins: lots.coins.toReversed(), from: lots.from.toReversed() } },
    { ...act, lots: less },
    { ...act, poolOutputs: act.poolOutputs.map((one) => ({ ...one, value: sats(one.value + 1n) })) },
  ];
}

describe('asset scripts', () => {
  it.each(POOLS)('of $name: one for each first coin, known from keys and coin alone', (owned) => {
    const keys = keysOf(owned);
    const who = traderOf('p2tr');
    const places = [0, 1].map((vout) => outpoint(userLot(who, 0, 1n).outpoint.slice(0, 64) as never, vout));
    const scripts = places.map((place) => bytesToHex(assetScript(keys, place).pool.script));
    expect(new Set([...scripts, bytesToHex(owned.pool.script)]).size).toBe(3);
    expect(places.map((place) => bytesToHex(assetScript(keys, place).pool.script))).toEqual(scripts);
    const act = sellAct({ owned, who, lots: 2 });
    const first = act.lots?.coins[0];
    if (first === undefined) throw new Error('a lot');
    expect(act.lots?.to).toEqual(assetScript(keys, first.outpoint).pool.script);
  });

  it('a key of another length is none', () => {
    expect(() => assetScript({ key: new Uint8Array(33) }, 'a:0' as never)).toThrow('invariant');
  });
});
