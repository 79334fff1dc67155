/** Our plans before the contracts themselves: what they are made for is accepted, and nothing of it can be changed by anybody alone. */
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import {
  CHECK_CODES,
  GENESIS_CODES,
  TOKEN_CODES,
  checkData,
  checkNumber,
  isAnyCheck,
  isCheckOf,
  nameMvcTransaction,
  verifySwap,
  withHolder,
  writeMvcTransaction,
} from '../src/index.ts';
import type { CheckKind, MvcBody, MvcPlan, TokenCheck } from '../src/index.ts';
import { buffer, checkScript, judged, mvc, plain, publishedCodes } from '@rialto/contracts';
import { TOKEN, completed, person } from './contracts.ts';
import { POOL, USER, aBuy, aSell, halvesOf, sats, toStranger } from './swaps.ts';
import type { Swap } from './swaps.ts';

const cases: readonly (readonly [string, () => Swap])[] = [
  ['a purchase', () => aBuy()],
  ['a purchase without change and refill', () => aBuy({ refill: undefined, sats: sats(1_578_943n) })],
  ['a sale with the rest back', () => aSell()],
  ['a sale of everything', () => aSell(70_000n)],
];

const accepted = (plan: Swap['plan']): string[] => plan.inputs.map(() => '');

describe.each(cases)('%s', (_, make) => {
  const { chain, plan, agreed } = make();
  const done = completed(chain, plan, halvesOf(plan));
  const coins = plan.inputs.map(({ coin }) => coin);

  it('is accepted by every script, and its verdict does not depend on who signed already', () => {
    expect(judged(done, coins)).toEqual(accepted(plan));
    const verified = verifySwap(writeMvcTransaction(done), chain.previousOf(done), agreed);
    expect(verified.core).toBe(nameMvcTransaction(done).core);
  });

  it('is refused with any output changed, and with outputs in another order', () => {
    const bent: (readonly TxOutput[])[] = [done.outputs.toReversed()];
    done.outputs.forEach((output, at) => {
      const scripts = [toStranger];
      if (output.script.length > 170)
        scripts.push(
          withHolder(output.script, POOL.holder, 22_999n),
          withHolder(output.script, person(9).hash, 23_000n),
        );
      for (const script of scripts) bent.push(done.outputs.with(at, { ...output, script }));
      bent.push(done.outputs.with(at, { ...output, value: sats(output.value - 1n) }));
    });
    for (const outputs of bent) {
      const errors = judged({ ...done, outputs }, coins.slice(0, -1));
      // The one who signs next to it: user and pool both refuse.
      plan.inputs.forEach(({ role }, index) => {
        if (role !== 'check') expect(errors[index]).not.toBe('');
      });
    }
  });
});

it('a purchase whose pool token is released by the coins of another is refused by the token', () => {
  const { chain, plan } = aBuy();
  const [token, space, ...rest] = plan.inputs;
  if (token === undefined || space === undefined) throw new Error('two');
  const stranger = { ...space, coin: { ...space.coin, script: toStranger } };
  const done = completed(chain, { ...plan, inputs: [token, stranger, ...rest] }, halvesOf(plan));
  expect(
    judged(
      done,
      plan.inputs.map(({ coin }) => coin),
    )[0],
  ).toBe('');
  const [users] = rest;
  if (users === undefined) throw new Error('a coin of the user');
  const other: MvcPlan = { ...plan, inputs: [token, { ...users, role: 'pool-space' }, ...rest] };
  const bent = completed(chain, other, halvesOf(other));
  expect(
    judged(
      bent,
      other.inputs.map(({ coin }) => coin),
    )[0],
  ).not.toBe('');
});

it('a twin, made by anybody, is accepted too: another id, the same core', () => {
  const { chain, plan, agreed } = aBuy();
  const done = completed(chain, plan, halvesOf(plan));
  const coins = plan.inputs.map(({ coin }) => coin);
  const twin: MvcBody = {
    ...done,
    inputs: done.inputs.map((input, index) =>
      index === 0 ? { ...input, scriptSig: withOtherPlaceholder(input.scriptSig) } : input,
    ),
  };
  expect(judged(twin, coins)).toEqual(accepted(plan));
  const [one, other] = [nameMvcTransaction(done), nameMvcTransaction(twin)];
  expect(other.txid).not.toBe(one.txid);
  expect(other.core).toBe(one.core);
  expect(verifySwap(writeMvcTransaction(twin), chain.previousOf(twin), agreed).core).toBe(one.core);
});

/** Of an unlocking the contract reads neither sender's key nor sender's signature: the parts 22 and 23 of the scriptSig. */
function withOtherPlaceholder(scriptSig: Uint8Array): Uint8Array {
  const script = new mvc.Script(buffer(scriptSig));
  script.chunks[22] = { opcodenum: 3, len: 3, buf: buffer(Uint8Array.of(7, 7, 7)) };
  return plain(script.toBuffer());
}

describe('codes', () => {
  it('are those of the published contracts, in the order of the token', () => {
    expect(TOKEN_CODES).toEqual([publishedCodes.tokenCodeHash]);
    expect(GENESIS_CODES).toEqual([publishedCodes.tokenGenesisCodeHash]);
    const told = (all: readonly { toLiteral(): string }[]) => all.map((one) => one.toLiteral().slice(2, -1));
    expect(CHECK_CODES.transfer.map(({ codehash }) => codehash)).toEqual(
      told(publishedCodes.transferCheckCodeHashArray),
    );
    expect(CHECK_CODES.unlock.map(({ codehash }) => codehash)).toEqual(
      told(publishedCodes.unlockContractCodeHashArray),
    );
  });

  const check = (kind: CheckKind, inputs: number, receivers: number): TokenCheck => ({
    kind,
    token: TOKEN,
    inputs: Array.from({ length: inputs }, (_, at) => at),
    receivers: Array.from({ length: receivers }, (_, at) => ({ holder: USER.hash, units: BigInt(at + 1) })),
    outputs: receivers,
  });

  it.each(['transfer', 'unlock'] as const)(
    'of a %s is told from everything else, whatever its data',
    (kind) => {
      const script = checkScript(check(kind, 3, 3));
      expect(isAnyCheck(script)).toBe(true);
      const others = [
        script.slice(1),
        script.slice(0, -1),
        script.with(3, 0),
        script.with(-2, 1),
        USER.script,
      ];
      for (const other of others) expect(isAnyCheck(other)).toBe(false);
    },
  );

  it.each([
    ['transfer', 3, 3, 0],
    ['transfer', 4, 1, 1],
    ['transfer', 6, 6, 1],
    ['transfer', 10, 10, 2],
    ['transfer', 11, 3, 3],
    ['transfer', 20, 3, 3],
    ['transfer', 3, 11, 4],
    ['transfer', 1, 100, 4],
    ['unlock', 2, 5, 0],
    ['unlock', 3, 5, 1],
    ['unlock', 8, 12, 2],
    ['unlock', 20, 5, 3],
    ['unlock', 3, 100, 4],
  ] as const)('a %s of %i to %i has check %i, which we know again', (kind, inputs, receivers, number) => {
    const one = check(kind, inputs, receivers);
    expect(checkNumber(one)).toBe(number);
    const script = checkScript(one);
    expect(isCheckOf(script, one)).toBe(true);
    const data = checkData(one);
    expect(bytesToHex(script.subarray(script.length - data.length))).toBe(bytesToHex(data));
    // One byte anywhere else is another contract, or another count.
    for (const at of [
      0,
      script.length >> 1,
      script.length - data.length - 1,
      script.length - 6,
      script.length - 1,
    ])
      expect(
        isCheckOf(
          script.map((byte, place) => (place === at ? byte ^ 1 : byte)),
          one,
        ),
      ).toBe(false);
    expect(isCheckOf(script, { ...one, inputs: one.inputs.slice(1) })).toBe(false);
    expect(isCheckOf(script.subarray(script.length - data.length), one)).toBe(false);
  });

  it.each([
    ['transfer', 21, 1],
    ['transfer', 11, 4],
    ['transfer', 4, 11],
    ['unlock', 9, 6],
    ['unlock', 1, 101],
  ] as const)('no contract counts a %s of %i to %i', (kind, inputs, receivers) => {
    expect(checkNumber(check(kind, inputs, receivers))).toBeUndefined();
    expect(isCheckOf(new Uint8Array(4_000), check(kind, inputs, receivers))).toBe(false);
  });
});
