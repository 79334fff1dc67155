/** Exits on MVC before the contracts themselves: they do what they are made for, cost what was said, and nothing of them can be changed. */
import * as fc from 'fast-check';
import { CONSENSUS, buffer, checkScript, judged, mvc, plain } from '@rialto/contracts';
import { bytesToHex, concatBytes, hexToBytes } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import {
  CHECK_SATS,
  LEAST_CHANGE,
  bodyOfPlan,
  bridgeIdInMvc,
  bridgePayText,
  bridgeTransferFees,
  bridgeTransferNeeds,
  checkOfBridgeTransfer,
  coreOf,
  nameMvcTransaction,
  planBridgeCheck,
  planBridgeTransfer,
  planBridgeTransferOver,
  readFtScript,
  signBridgeTransfer,
  withHolder,
  withSignatures,
} from '../../src/index.ts';
import type { BridgeTransferRequest } from '../../src/index.ts';
import { mvcBridgeMessage } from '../../src/bridge/bridge-id.ts';
import { Chain, tokenCoins } from '../contracts.ts';
import { paid, sats } from '../swaps.ts';
import {
  FEES,
  FEE_RATE,
  ID,
  INLET,
  OTHER_ID,
  SECRETS,
  STOCK,
  STRANGER,
  USER,
  anExit,
  exitOf,
  exitRequest,
  finished,
} from './bridges.ts';
import type { Exit } from './bridges.ts';

const coinsOf = ({ plan }: Exit) => plan.inputs.map(({ coin }) => coin);
const holdings = (outputs: readonly TxOutput[]): string[] =>
  outputs.flatMap(({ script }) => {
    const token = readFtScript(script);
    return token === undefined ? [] : [`${token.holder} ${token.amount}`];
  });
const of = ({ hash }: { hash: Uint8Array }, units: bigint): string => `${bytesToHex(hash)} ${units}`;

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'accepted';
}

const CASES: readonly (readonly [string, () => Exit, readonly string[]])[] = [
  ['a payout out of the stock', () => anExit(), [of(USER, 40_000n), of(STOCK, 30_000n)]],
  [
    'a payout that parts the rest',
    () => anExit({ restCoins: 2, units: 39_999n }),
    [of(USER, 39_999n), of(STOCK, 15_001n), of(STOCK, 15_000n)],
  ],
  [
    'a payout whose rest is one unit',
    () => anExit({ restCoins: 2, units: 69_999n }),
    [of(USER, 69_999n), of(STOCK, 1n)],
  ],
  ['a payout of all', () => anExit({ units: 70_000n }), [of(USER, 70_000n)]],
  [
    'a payout by both keys',
    () =>
      anExit({}, [
        [STOCK, 30_000n],
        [INLET, 30_000n],
        [STOCK, 5n],
      ]),
    [of(USER, 40_000n), of(STOCK, 20_005n)],
  ],
  [
    'a refund of what lies at the inlet',
    () => anExit({}, [[INLET, 40_100n]]),
    [of(USER, 40_000n), of(STOCK, 100n)],
  ],
  [
    'a payout of many coins',
    () =>
      anExit(
        {},
        Array.from({ length: 7 }, () => [STOCK, 9_000n] as const),
      ),
    [of(USER, 40_000n), of(STOCK, 23_000n)],
  ],
];

describe.each(CASES)('%s', (_, make, outputs) => {
  const exit = make();
  const { chain, plan, check, checkPlan, request } = exit;
  const done = finished(exit);

  it('is accepted by every script, by a block’s rules and by a mempool’s', () => {
    for (const rules of [undefined, CONSENSUS]) {
      expect(judged(done, coinsOf(exit), rules)).toEqual(plan.inputs.map(() => ''));
      expect(
        judged(
          check,
          checkPlan.inputs.map(({ coin }) => coin),
          rules,
        ),
      ).toEqual(checkPlan.inputs.map(() => ''));
    }
  });

  it('pays the receiver, keeps the rest, says whose it is, and costs the fee wallet alone', () => {
    expect(holdings(done.outputs)).toEqual(outputs);
    expect(bridgeIdInMvc(done)).toBe(ID);
    const [change, message] = done.outputs.toReversed();
    expect(change?.script).toEqual(FEES.script);
    expect(message).toEqual(mvcBridgeMessage(ID));
    expect(done.outputs).toHaveLength(outputs.length + 2);
    const fees = bridgeTransferFees(checkOfBridgeTransfer(request), request.feeCoins.length, FEE_RATE);
    const sum = (all: readonly { readonly value: bigint }[]): bigint =>
      all.reduce((total, { value }) => total + value, 0n);
    expect(sum(request.feeCoins) + sum(request.tokens) - sum(done.outputs)).toBe(fees.check + fees.transfer);
  });

  it('is known before it is signed, and is signed the same way twice', () => {
    expect(coreOf(bodyOfPlan(plan))).toBe(nameMvcTransaction(done).core);
    expect(nameMvcTransaction(finished(exit)).txid).toBe(nameMvcTransaction(done).txid);
  });

  it('weighs no more than was said', () => {
    const fees = bridgeTransferFees(checkOfBridgeTransfer(request), request.feeCoins.length, FEE_RATE);
    for (const [said, is] of [
      [fees.check, check.size],
      [fees.transfer, nameMvcTransaction(done).size],
    ] as const) {
      expect(said).toBeGreaterThanOrEqual(is);
      expect(said).toBeLessThan(is * 1.2 + 500);
    }
  });

  it('is refused by whoever signs next to it with any output changed', () => {
    const bent: (readonly TxOutput[])[] = [done.outputs.toReversed(), [...done.outputs, paid(STRANGER, 1n)]];
    done.outputs.forEach((output, at) => {
      const scripts = [STRANGER.script, mvcBridgeMessage(OTHER_ID).script];
      const token = readFtScript(output.script);
      if (token !== undefined)
        scripts.push(
          withHolder(output.script, STRANGER.hash, token.amount),
          withHolder(output.script, hexToBytes(token.holder), token.amount + 1n),
        );
      for (const script of scripts) bent.push(done.outputs.with(at, { ...output, script }));
      bent.push(
        done.outputs.with(at, { ...output, value: sats(output.value + 1n) }),
        done.outputs.toSpliced(at, 1),
      );
    });
    for (const outs of bent) {
      const errors = judged({ ...done, outputs: outs }, coinsOf(exit).slice(0, -1));
      expect(errors.some((error) => error === '')).toBe(false);
    }
  });

  it('is refused with any input changed', () => {
    const other = chain.fund([paid(FEES, 77_000n)])[0];
    if (other === undefined) throw new Error('a coin');
    const [txid, vout] = [other.outpoint.slice(0, 64) as typeof check.txid, 0];
    done.inputs.forEach((input, at) => {
      const inputs = done.inputs.with(at, { ...input, txid, vout });
      const coins = coinsOf(exit);
      expect(judged({ ...done, inputs }, coins).filter((error) => error !== '').length).toBeGreaterThan(0);
      const slow = { ...done, inputs: done.inputs.with(at, { ...input, sequence: 0 }) };
      expect(judged(slow, coins).every((error) => error === '')).toBe(false);
    });
  });
});

it('every token is signed by its own holder: another key’s signature is refused', () => {
  const exit = anExit({}, [
    [STOCK, 30_000n],
    [INLET, 30_000n],
  ]);
  const swapped = [INLET, STOCK, FEES];
  expect(swapped.length).toBe(SECRETS.length);
  const signed = new Map(signBridgeTransfer(exit.plan, SECRETS));
  const [first, second] = [signed.get(0), signed.get(1)];
  if (first === undefined || second === undefined) throw new Error('two signatures');
  expect(bytesToHex(first.publicKey)).not.toBe(bytesToHex(second.publicKey));
  expect(() => signBridgeTransfer(exit.plan, SECRETS.slice(1))).toThrow('owns input 0');
  expect(() => signBridgeTransfer(exit.plan, [])).toThrow('invariant');
  expect(() => signBridgeTransfer({ ...exit.plan, inputs: exit.plan.inputs.slice(-1) }, SECRETS)).toThrow(
    'something',
  );
});

describe('an exit is refused', () => {
  const chain = new Chain();
  const request = exitRequest(chain);
  const [coin] = request.feeCoins;
  const strangers = chain.fund([paid(STRANGER, 90_000n)]);
  const theirs = tokenCoins(chain, [{ holder: STRANGER.hash, units: 90_000n }]);
  const parked = tokenCoins(chain, [{ holder: STOCK.holder, units: 90_000n }]);
  it.each<[string, Partial<BridgeTransferRequest>, string]>([
    ['without a token', { tokens: [] }, 'bad-request'],
    ['of nothing', { units: 0n }, 'too-small'],
    ['of more than there is', { units: 70_001n }, 'bridge-short'],
    ['to the stock', { receiver: STOCK.hash }, 'not-yours'],
    ['to the inlet', { receiver: INLET.hash }, 'not-yours'],
    ['to the fees', { receiver: FEES.hash }, 'not-yours'],
    ['of a stranger’s token', { tokens: theirs }, 'not-yours'],
    ['of a parked token', { tokens: parked }, 'not-yours'],
    ['of what is no token', { tokens: request.feeCoins }, 'not-a-lot'],
    ['of another token', { token: { ...request.token, genesis: '00'.repeat(20) } }, 'not-a-lot'],
    ['paid by a stranger', { feeCoins: strangers }, 'not-yours'],
    ['paid by nobody', { feeCoins: [] }, 'bad-request'],
    ['paid by one coin twice', { feeCoins: coin === undefined ? [] : [coin, coin] }, 'duplicate-input'],
    ['paid with too little', { feeCoins: chain.fund([paid(FEES, 5_000n)]) }, 'insufficient-funds'],
  ])('%s', (_, more, code) => {
    expect(codeOf(() => exitOf(chain, { ...request, ...more }))).toBe(code);
  });

  it('of more coins than a check counts', () => {
    const many = tokenCoins(
      chain,
      Array.from({ length: 21 }, () => ({ holder: STOCK.hash, units: 9_000n })),
    );
    expect(codeOf(() => checkOfBridgeTransfer({ ...request, tokens: many }))).toBe('too-many-coins');
    const most = tokenCoins(chain, [
      { holder: STOCK.hash, units: 0xffff_ffff_ffff_ffffn },
      { holder: STOCK.hash, units: 1n },
    ]);
    expect(codeOf(() => checkOfBridgeTransfer({ ...request, tokens: most }))).toBe('not-a-lot');
  });

  it('over another check, or a poor one', () => {
    const less = checkScript(checkOfBridgeTransfer({ ...request, units: 39_999n }));
    const own = { script: less, sats: CHECK_SATS, fee: 5_000n };
    expect(codeOf(() => planBridgeCheck(request, own))).toBe('script-not-allowed');
    const right = { ...own, script: checkScript(checkOfBridgeTransfer(request)) };
    expect(codeOf(() => planBridgeCheck(request, { ...right, sats: sats(0n) }))).toBe('too-small');
    expect(codeOf(() => planBridgeCheck(request, { ...right, fee: 0n }))).toBe('fee-too-low');
    const [odd] = chain.fund([{ value: CHECK_SATS, script: less }]);
    if (odd === undefined) throw new Error('a coin');
    expect(codeOf(() => planBridgeTransfer(request, odd, 9_000n))).toBe('script-not-allowed');
    expect(
      codeOf(() => planBridgeTransferOver(request, { ...exitOf(chain, request).check, outputs: [] }, 9_000n)),
    ).toBe('coin-unknown');
    expect(() => exitOf(chain, { ...request, id: 'abc' })).toThrow('invariant');
  });
});

it('needs exactly as much SPACE as is said', () => {
  for (const restCoins of [1, 2] as const) {
    const chain = new Chain();
    const request = exitRequest(chain, { restCoins });
    const needed = checkOfBridgeTransfer(request);
    const fees = bridgeTransferFees(needed, 1, FEE_RATE);
    const under = request.tokens.reduce((sum, { value }) => sum + value, 0n);
    const needs = bridgeTransferNeeds(fees, needed, under);
    const withSpace = (value: bigint): string =>
      codeOf(() => exitOf(chain, { ...request, feeCoins: chain.fund([paid(FEES, value)]) }));
    expect(withSpace(needs)).toBe('accepted');
    expect(withSpace(needs - 1n)).toBe('insufficient-funds');
    expect(bridgeTransferNeeds({ check: fees.check, transfer: sats(0n) }, needed, 10n ** 6n)).toBe(
      fees.check + CHECK_SATS + LEAST_CHANGE,
    );
  }
});

describe('the id on MVC', () => {
  const data = (...bytes: readonly Uint8Array[]) => ({
    script: concatBytes(Uint8Array.of(0x00, 0x6a), ...bytes),
  });
  const push = (one: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(one.length), one);
  const text = (words: string): Uint8Array => push(new TextEncoder().encode(words));

  it('stands there as wallets write the text they are handed', () => {
    const library = mvc.Script as unknown as { buildSafeDataOut(data: string): { toBuffer(): Uint8Array } };
    expect(plain(library.buildSafeDataOut(bridgePayText(ID)).toBuffer())).toEqual(
      mvcBridgeMessage(ID).script,
    );
    expect(new mvc.Script(buffer(mvcBridgeMessage(ID).script)).chunks).toHaveLength(3);
  });

  it('is read back, as text and as bytes, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const id = bytesToHex(bytes);
        expect(bridgeIdInMvc({ outputs: [paid(USER, 1n), mvcBridgeMessage(id)] })).toBe(id);
        expect(bridgeIdInMvc({ outputs: [data(push(bytes)), paid(USER, 1n), mvcBridgeMessage(id)] })).toBe(
          id,
        );
      }),
    );
  });

  it.each<[string, readonly { script: Uint8Array }[]]>([
    ['nothing', [paid(USER, 1n)]],
    ['two ids', [mvcBridgeMessage(ID), mvcBridgeMessage(OTHER_ID)]],
    ['capital letters', [data(text(ID.toUpperCase()))]],
    ['31 digits', [data(text(ID.slice(1)))]],
    ['other text', [data(text('x'.repeat(32)))]],
    ['a push more', [data(text(ID), Uint8Array.of(0))]],
    ['15 bytes', [data(push(new Uint8Array(15)))]],
    ['no text at all', [data(push(new Uint8Array(32).fill(0xff)))]],
    ['no push', [data()]],
    ['data that is not safe', [{ script: mvcBridgeMessage(ID).script.slice(1) }]],
  ])('is none for %s', (_, outputs) => {
    expect(bridgeIdInMvc({ outputs })).toBeUndefined();
  });
});

it('the transaction of the check is signed by the fees alone', () => {
  const { checkPlan } = anExit();
  expect([...signBridgeTransfer(checkPlan, [FEES.secret]).keys()]).toEqual([0]);
  expect(withSignatures(bodyOfPlan(checkPlan), signBridgeTransfer(checkPlan, SECRETS)).outputs).toHaveLength(
    2,
  );
});

it('whatever the coins, no unit and no sat is lost but the fee, and the stock has the rest', () => {
  const chain = new Chain();
  const feeCoins = chain.fund([paid(FEES, 400_000n)]);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(STOCK, INLET), fc.bigInt(1n, 10n ** 15n)), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.bigInt(0n, 1_000_000n),
      fc.constantFrom(1 as const, 2 as const),
      (held, share, restCoins) => {
        const whole = held.reduce((sum, [, units]) => sum + units, 0n);
        const part = (whole * share) / 1_000_000n;
        const units = part < 1n ? 1n : part;
        const request = exitRequest(chain, { feeCoins, restCoins, units }, held);
        const { plan } = exitOf(chain, request);
        const made = plan.outputs.flatMap(({ script }) => readFtScript(script) ?? []);
        const of = (who: { hash: Uint8Array }): bigint =>
          made.reduce((sum, { holder, amount }) => sum + (holder === bytesToHex(who.hash) ? amount : 0n), 0n);
        expect([of(USER), of(STOCK)]).toEqual([units, whole - units]);
        const kept = made
          .filter(({ holder }) => holder === bytesToHex(STOCK.hash))
          .map(({ amount }) => amount);
        expect(kept.length).toBeLessThanOrEqual(restCoins);
        expect((kept[0] ?? 0n) - (kept[1] ?? kept[0] ?? 0n)).toBeLessThanOrEqual(1n);
        const sum = (all: readonly { readonly value: bigint }[]): bigint =>
          all.reduce((total, { value }) => total + value, 0n);
        expect(sum(plan.inputs.map(({ coin }) => coin)) - sum(plan.outputs)).toBe(plan.fee);
      },
    ),
    { numRuns: 25 },
  );
});
