/** How several signers of an asset are asked, by doors that answer as the protocol says: in which order, with what, and what becomes of a refusal. */
import { bytesToHex, writeTransaction } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { beforeEach, expect, it } from 'vitest';
import { mergedAssets } from '../../src/custody/bridge-assets.ts';
import { openBridgeCustody } from '../../src/custody/bridge-custody.ts';
import type { SignerDoor } from '../../src/custody/signer-door.ts';

type Asked = { readonly op: string } & Readonly<Record<string, unknown>>;
type Answers = Readonly<Record<string, (asked: Asked) => unknown>>;

/** With the place of a second key empty, or not. */
const signedBy = (second: Uint8Array): string =>
  bytesToHex(
    writeTransaction({
      ...{ version: 2, locktime: 0, outputs: [] },
      inputs: [
        {
          ...{ txid: '11'.repeat(32) as Txid, vout: 0, scriptSig: new Uint8Array(0), sequence: 0 },
          witness: [second, new Uint8Array(64)],
        },
      ],
    }),
  );
const [HALF, WHOLE] = [new Uint8Array(0), new Uint8Array(64)].map(signedBy);
const KEYS = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32));
const [A = '', B = '', C = ''] = KEYS;
/** What was asked, of whom. */
let asked: [string, Asked][];
/** What each answers otherwise than it would. */
let other: Record<string, Answers>;
beforeEach(() => {
  asked = [];
  other = {};
});

const usual = (name: string, key: string): Answers => ({
  bridgeKeys: () => ({ lockedKey: key, signers: KEYS }),
  bridgePay: ({ pay }) => ({
    raw: `${(pay as { signed?: string }).signed ?? ''}${name}`,
    txid: 't',
    out: '1',
  }),
  bridgeGive: ({ give }) => {
    const { promises = [] } = give as { promises?: readonly unknown[] };
    const signed = name === 'a' && promises.length === 2 ? ['s'] : [];
    return { check: 'check', core: 'core', out: '1', signed, promise: { key, signature: name } };
  },
  bridgeSigned: () => ({ exits: [{ asset: 'btc', deposit: 'd', raw: HALF, pay: { asset: 'btc' } }] }),
  bridgeState: () => ({ signature: name }),
});

function door(name: string, key: string): SignerDoor {
  return (_, request) => {
    const one = request as Asked;
    asked.push([name, one]);
    const answer = other[name]?.[one.op] ?? usual(name, key)[one.op];
    return Promise.resolve().then(() => answer?.(one) as never);
  };
}

// The server knows them in another order than the file of the asset has.
const custody = openBridgeCustody(door('a', A), [door('c', C), door('b', B)]);
const order = (op: string): string => asked.flatMap(([name, one]) => (one.op === op ? [name] : [])).join('');
const PAY = { asset: 'btc' } as never;
const refuses = (code: 'signer-down' | 'limit-reached') => () => {
  throw new Refusal(code);
};

it('a payout goes from one to the next in the order of the file', async () => {
  expect(await custody.pay(PAY)).toMatchObject({ raw: 'abc' });
  expect(order('bridgePay')).toBe('abc');
});

it('what one of them refuses is refused', async () => {
  other = { b: { bridgePay: refuses('limit-reached') } };
  await expect(custody.pay(PAY)).rejects.toMatchObject({ code: 'limit-reached' });
  expect(order('bridgePay')).toBe('ab');
});

it('where one is away, or nobody here knows it, the first is asked to sign nothing', async () => {
  const alone = openBridgeCustody(door('a', A), [door('b', B)]);
  await expect(alone.pay(PAY)).rejects.toMatchObject({ code: 'signer-down' });
  await expect(alone.give(PAY)).rejects.toMatchObject({ code: 'signer-down' });
  await expect(alone.state('btc', 'text')).rejects.toMatchObject({ code: 'signer-down' });
  other = { c: { bridgeKeys: refuses('signer-down') } };
  await expect(custody.pay(PAY)).rejects.toMatchObject({ code: 'signer-down' });
  expect(order('bridgePay') + order('bridgeGive')).toBe('');
});

it('on MVC the first is asked first for its check, then the others for promises, then the first for signatures', async () => {
  expect(await custody.give(PAY)).toMatchObject({ signed: ['s'] });
  expect(order('bridgeGive')).toBe('abca');
  const gives = asked.flatMap(([, { op, give }]) => (op === 'bridgeGive' ? [give] : []));
  const first = { key: A, signature: 'a' };
  expect(gives[1]).toMatchObject({ check: 'check', promises: [first] });
  expect(gives[2]).toMatchObject({ check: 'check', promises: [first] });
  expect(gives[3]).toMatchObject({
    promises: [
      { key: B, signature: 'b' },
      { key: C, signature: 'c' },
    ],
  });
});

it('what was signed before is made whole; refused it stays as it is; with one of them away nothing is known', async () => {
  expect(await custody.signed(['d'])).toMatchObject([{ raw: `${HALF}bc` }]);
  other = { c: { bridgePay: refuses('limit-reached') } };
  expect(await custody.signed(['d'])).toMatchObject([{ raw: HALF }]);
  other = { c: { bridgePay: refuses('signer-down') } };
  await expect(custody.signed(['d'])).rejects.toMatchObject({ code: 'signer-down' });
  asked = [];
  other = { a: { bridgeSigned: () => ({ exits: [{ asset: 'btc', raw: WHOLE, pay: { asset: 'btc' } }] }) } };
  expect(await custody.signed(['d'])).toMatchObject([{ raw: WHOLE }]);
  expect(asked).toHaveLength(1);
});

it('all put their names to the reserves, in their order', async () => {
  expect(await custody.state('btc', 'text')).toBe('abc');
});

it('an asset of one signer asks no other', async () => {
  other = { a: { bridgeKeys: () => ({ lockedKey: A }), bridgeGive: () => ({ signed: ['s'] }) } };
  expect(await custody.pay(PAY)).toMatchObject({ raw: 'a' });
  expect(await custody.give(PAY)).toEqual({ signed: ['s'] });
  expect(await custody.state('btc', 'text')).toBe('a');
  const open = { asset: 'btc', file: 'f' };
  other = { a: { bridgeAssets: () => ({ assets: [{ ...open, paused: false }], stopped: 'no' }) } };
  expect(await custody.assets()).toMatchObject({
    assets: [{ ...open, of: 1, away: [], paused: [] }],
    stopped: 'no',
  });
  expect(order('bridgeAssets')).toBe('a');
});

it('nobody waits for one that has no part in the asset', async () => {
  const two = { lockedKey: A, signers: [A, B] };
  const never = () => new Promise(() => undefined);
  const open = { asset: 'btc', file: 'f', paused: false, signers: [A, B] };
  const tells = (lockedKey: string) => () => ({ assets: [{ ...open, lockedKey }], stopped: 'no' });
  other = {
    a: { bridgeKeys: () => two, bridgeAssets: tells(A) },
    b: { bridgeAssets: tells(B) },
    c: { bridgeKeys: never, bridgeAssets: never },
  };
  expect(await custody.pay(PAY)).toMatchObject({ raw: 'ab' });
  expect((await custody.assets()).assets[0]).toMatchObject({ of: 2, away: [], without: [] });
});

it('an asset of several is open where all answer, have the same file, and none is stopped', () => {
  const said = (key: string, more: object = {}, stopped = 'no') =>
    ({
      assets: [{ asset: 'btc', lockedKey: key, signers: KEYS, file: 'f', paused: false, ...more }],
      stopped,
    }) as unknown as Parameters<typeof mergedAssets>[0];
  const [a, b, c] = KEYS.map((key) => said(key));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three');
  const merged = (...told: (typeof a | undefined)[]) => mergedAssets(a, told).assets[0];
  const OPEN = { of: 3, away: [], without: [], other: [], paused: [], breaks: [], units: [], unsure: [] };
  expect(merged(c, b)).toMatchObject({ asset: 'btc', file: 'f', ...OPEN });
  expect(merged(b)).toMatchObject({ ...OPEN, without: [3] });
  expect(merged(b, said(B))).toMatchObject({ ...OPEN, without: [3] });
  expect(merged(b, said(C, { file: 'g' }))).toMatchObject({ ...OPEN, file: 'f', other: [3] });
  expect(merged(b, said(C, { paused: true }))).toMatchObject({ ...OPEN, paused: [3] });
  const halted = said(C, {}, 'mvc-reorganised');
  expect(merged(b, halted)).toMatchObject({ ...OPEN, paused: [3] });
  expect(merged(b, undefined)).toMatchObject({ ...OPEN, away: [3] });
  expect(merged(undefined, undefined)).toMatchObject({ ...OPEN, away: [2, 3] });
  expect(merged(said(B, { paused: true }), undefined)).toMatchObject({ ...OPEN, away: [3], paused: [2] });
  expect(merged(b, said(C, { finds: 'break' }))).toMatchObject({ ...OPEN, breaks: [3] });
  expect(merged(said(B, { finds: 'units' }), undefined)).toMatchObject({ ...OPEN, away: [3], units: [2] });
  const alone = said(A, { signers: undefined });
  const { assets } = mergedAssets(alone, [b, halted, undefined]);
  expect(assets[0]).toMatchObject({ ...OPEN, of: 1 });
});
