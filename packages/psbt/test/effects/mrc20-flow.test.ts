/** MRC-20 messages in effects: transfers as written or failed as a whole against a simulator, mints and deploys only as the ledger says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, encodeMrc20Mint, encodeMrc20Transfer, mrc20Asset, pinId, sats } from '@rialto/protocols';
import type { Coin, Transaction, TxOutput } from '@rialto/protocols';
import { asMade, effects, partyOf } from '../../src/index.ts';
import type { Effects, EffectsContext } from '../../src/index.ts';
import { transactionOf } from '../../src/draft/draft.ts';
import type { EnvelopeLock } from '../../src/inscribe/envelope-script.ts';
import { lockPin } from '../../src/inscribe/pin-script.ts';
import { body } from '../tx/forge.ts';
import { coin, mrc20On, user, refusalOf, txid } from '../people.ts';
import { cases } from '../cases.ts';

const ann = user('ann', 'p2tr');
const bob = user('bob', 'p2wpkh');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const tokens = ['MAN', 'WOMAN'] as const;
const deployOf = (tick: string): string => pinId(txid(`deploy ${tick}`), 0);

/** One for each coin: the last ones are locked to the messages, the others to their key. */
function locksOf(coins: readonly Coin[], messages: [string, string][]): (EnvelopeLock | undefined)[] {
  return coins.map((_, at) => {
    const [path, text] = messages[at - (coins.length - messages.length)] ?? [];
    if (path === undefined || text === undefined) return undefined;
    const words = { operation: 'create' as const, path, contentType: 'application/json', body: bytes(text) };
    return lockPin(ann.script.slice(2), words);
  });
}

function revealing(
  coins: readonly Coin[],
  outputs: readonly TxOutput[],
  messages: [string, string][],
): { tx: Transaction; spent: readonly Coin[] } {
  const plain = body(coins, outputs);
  const locks = locksOf(coins, messages);
  const inputs = plain.inputs.map((input, at) => {
    const lock = locks[at];
    const shown = lock === undefined ? [] : [lock.leaf, lock.controlBlock];
    return { ...input, witness: [new Uint8Array(64), ...shown] };
  });
  const spent = coins.map((one, at) => ({ ...one, script: locks[at]?.script ?? one.script }));
  return { tx: transactionOf({ ...plain, inputs }), spent };
}

const to = (script: Uint8Array, value = 600n): TxOutput => ({ value: sats(value), script });
const checked = (
  coins: readonly Coin[],
  outputs: readonly TxOutput[],
  messages: [string, string][],
  context: EffectsContext = {},
): Effects => {
  const { tx, spent } = revealing(coins, outputs, messages);
  return effects(tx, spent, { ...asMade(tx, spent), ...context });
};

const TRANSFER = '/ft/mrc20/transfer';
const MINT = '/ft/mrc20/mint';
const DATA = Uint8Array.of(0x6a, 1, 7);

describe('MRC-20 messages in effects', () => {
  const money = [coin('a', ann, 5000n), coin('b', ann, 5000n)];
  const mint: [string, string] = [MINT, encodeMrc20Mint(deployOf('MAN'), 1)];
  const facts = { mrc20Mints: [mrc20On('MAN', 21n)] };

  it('a mint lands where it says, and only as the ledger says', () => {
    const outputs = [to(ann.script), to(bob.script)];
    const found = checked(money, outputs, [mint], { facts });
    expect(partyOf(found, bob.script).gets).toMatchObject([{ kind: 'mrc20', amount: 21n, index: 1 }]);
    expect(partyOf(found, ann.script).gets).toMatchObject([{ kind: 'pin', path: MINT }]);
    expect(refusalOf(() => checked(money, outputs, [mint]))).toBe('message-not-allowed');
    expect(
      refusalOf(() => checked(money, outputs, [mint], { facts: { mrc20Mints: [mrc20On('X', 1n)] } })),
    ).toBe('message-not-allowed');
    expect(refusalOf(() => checked(money, [to(ann.script), to(DATA)], [mint], { facts }))).toBe(
      'message-not-allowed',
    );
    expect(refusalOf(() => checked(money, outputs, [mint], { messages: [], kinds: [] }))).toBe(
      'script-not-allowed',
    );
  });

  it('two operations at once are refused', () => {
    const outputs = [to(ann.script), to(bob.script)];
    expect(refusalOf(() => checked(money, outputs, [mint, mint], { facts }))).toBe('message-not-allowed');
    const send = encodeMrc20Transfer([{ id: deployOf('MAN'), amount: amount(1n), decimals: 0, vout: 0 }]);
    expect(refusalOf(() => checked(money, outputs, [mint, [TRANSFER, send]], { facts }))).toBe(
      'message-not-allowed',
    );
  });

  it('a deploy makes its premine only under a tick that is free', () => {
    const numbers = { decimals: '1', amtPerMint: '10', mintCount: '5', premineCount: '2' };
    const deploy: [string, string] = [
      '/ft/mrc20/deploy',
      JSON.stringify({ tick: 'new', tokenName: '', ...numbers }),
    ];
    // In the first input, so that the PIN is on output 0.
    const coins = [coin('a', ann, 5000n)];
    const outputs = [to(ann.script), to(bob.script)];
    expect(refusalOf(() => checked(coins, outputs, [deploy]))).toBe('message-not-allowed');
    expect(refusalOf(() => checked(coins, outputs, [deploy], { facts: { deploys: 'OLD' } }))).toBe(
      'message-not-allowed',
    );
    const found = checked(coins, outputs, [deploy], { facts: { deploys: 'NEW' } });
    const id = pinId(revealing(coins, outputs, [deploy]).tx.txid, 0);
    expect(partyOf(found, bob.script).gets).toMatchObject([
      { asset: mrc20Asset(id), amount: 200n, index: 1 },
    ]);
  });

  it('transfers agree with a simulator that carries token by token, and conserve', () => {
    const held = fc.array(
      fc.record({ tick: fc.constantFrom(...tokens), units: fc.integer({ min: 1, max: 30 }) }),
      { minLength: 1, maxLength: 4 },
    );
    const sends = fc.array(
      fc.record({
        tick: fc.constantFrom(...tokens),
        units: fc.integer({ min: 1, max: 20 }),
        vout: fc.nat(4),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const scripts = fc.array(fc.constantFrom(ann.script, bob.script, DATA), { minLength: 1, maxLength: 4 });
    let [asWritten, failed] = [0, 0];
    fc.assert(
      fc.property(held, sends, scripts, (holdings, asked, receivers) => {
        const coins = [
          ...holdings.map(({ tick, units }, at) =>
            coin(`h${at}`, ann, 1000n, [mrc20On(tick, BigInt(units))]),
          ),
          coin('envelope', ann, 5000n),
        ];
        const outputs = receivers.map((script) => to(script, 500n));
        const text = encodeMrc20Transfer(
          asked.map(({ tick, units, vout }) => ({
            id: deployOf(tick),
            amount: amount(BigInt(units)),
            decimals: 0,
            vout,
          })),
        );
        const found = checked(coins, outputs, [[TRANSFER, text]]);
        const expected = simulate(holdings, asked, receivers);
        if (expected.valid) asWritten += 1;
        else failed += 1;
        const landed = new Map<string, number>();
        for (const move of [...found.parties.flatMap((party) => party.gets), ...found.burned]) {
          if (move.kind !== 'mrc20') continue;
          const key = `${move.tick} ${move.index ?? 'burned'}`;
          landed.set(key, (landed.get(key) ?? 0) + Number(move.amount));
        }
        expect([...landed].toSorted()).toEqual([...expected.landed].toSorted());
        const sum = (counts: Iterable<number>): number => [...counts].reduce((all, one) => all + one, 0);
        expect(sum(landed.values())).toBe(sum(holdings.map(({ units }) => units)));
      }),
      { numRuns: cases(1500) },
    );
    expect(Math.min(asWritten, failed)).toBeGreaterThan(cases(50));
  }, 60_000);
});

interface Send {
  tick: string;
  units: number;
  vout: number;
}

/** One token after the other from the reference's words: all that is asked can be given, or everything goes to the first address. */
function simulate(
  holdings: readonly { tick: string; units: number }[],
  asked: readonly Send[],
  receivers: readonly Uint8Array[],
): { valid: boolean; landed: Map<string, number> } {
  const hand = holdings.flatMap(({ tick, units }) => Array.from({ length: units }, () => tick));
  const first = receivers.findIndex((script) => script[0] !== 0x6a);
  const landed = new Map<string, number>();
  const drop = (tick: string, at: number): void => {
    const key = `${tick} ${at < 0 ? 'burned' : at}`;
    landed.set(key, (landed.get(key) ?? 0) + 1);
  };
  const left = [...hand];
  const carried: [string, number][] = [];
  const valid = asked.every(({ tick, units, vout }) => {
    const script = receivers[vout];
    if (script === undefined || script[0] === 0x6a) return false;
    for (let unit = 0; unit < units; unit += 1) {
      const at = left.indexOf(tick);
      if (at < 0) return false;
      left.splice(at, 1);
      carried.push([tick, vout]);
    }
    return true;
  });
  if (!valid) for (const tick of hand) drop(tick, first);
  else {
    for (const [tick, vout] of carried) drop(tick, vout);
    for (const tick of left) drop(tick, first);
  }
  return { valid, landed };
}
