/** What page, server and signer refuse: every part of a swap changed, by whoever made the transaction, and coins of the user's slipped in. */
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { concatBytes, hexToBytes } from '@rialto/protocols';
import type { Outpoint, Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import {
  LEAST_CHANGE,
  bodyOfPlan,
  checkOfBuy,
  checkOfSell,
  hash160,
  planBuy,
  planSell,
  poolSpaceOfSell,
  readFtScript,
  smallestMvcSwap,
  verifySwap,
  withHolder,
  writeMvcTransaction,
} from '../src/index.ts';
import type { AgreedSwap, MvcBody, MvcCoin } from '../src/index.ts';
import { checkScript } from '@rialto/contracts';
import { Chain, EMPTY, person, tokenCoins, tokenOutput, tokenScript } from './contracts.ts';
import {
  FEE_WALLET,
  POOL,
  STRANGER,
  USER,
  aBuy,
  aSell,
  oddScript,
  only,
  paid,
  sats,
  toStranger,
} from './swaps.ts';
import type { Swap } from './swaps.ts';

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'accepted';
}

function verdict({ chain, agreed }: Swap, tx: MvcBody, changed: Partial<AgreedSwap> = {}): string {
  return codeOf(() => verifySwap(writeMvcTransaction(tx), chain.previousOf(tx), { ...agreed, ...changed }));
}

const inputOf = (coin: MvcCoin) => ({
  txid: coin.outpoint.slice(0, 64) as MvcBody['inputs'][number]['txid'],
  vout: Number.parseInt(coin.outpoint.slice(65), 10),
  scriptSig: EMPTY,
  sequence: 0xffffffff,
});

describe('a swap as agreed', () => {
  it('is verified: what it costs, what the user signs', () => {
    const buy = aBuy();
    const bought = verifySwap(
      writeMvcTransaction(bodyOfPlan(buy.plan)),
      buy.chain.previousOf(bodyOfPlan(buy.plan)),
      buy.agreed,
    );
    expect(bought.toSign).toEqual([2, 3]);
    // Two token outputs for the pool's one, the refill, the fee, less what the check holds.
    expect(bought.costs).toBe(2_019n + 9_000n + 20_000n - 3_000n);
    expect(bought.plan).toEqual(buy.plan);
    const sell = aSell();
    const sold = verifySwap(
      writeMvcTransaction(bodyOfPlan(sell.plan)),
      sell.chain.previousOf(bodyOfPlan(sell.plan)),
      sell.agreed,
    );
    expect(sold.toSign).toEqual([0, 1]);
    expect(sold.costs).toBe(0n);
    expect(sold.plan.fee).toBe(17_000n);
  });

  it('gives change that wallets list, and to the miners what they do not', () => {
    const left = (change: bigint) => aBuy({ refill: undefined, sats: sats(1_580_981n - change) }).plan;
    expect(left(LEAST_CHANGE).outputs).toHaveLength(4);
    expect(left(LEAST_CHANGE).outputs[3]).toEqual(paid(USER, LEAST_CHANGE));
    expect(left(LEAST_CHANGE - 1n).outputs).toHaveLength(3);
    expect(left(LEAST_CHANGE - 1n).fee).toBe(20_000n + LEAST_CHANGE - 1n);
    expect(left(0n).fee).toBe(20_000n);
    expect(codeOf(() => left(-1n))).toBe('insufficient-funds');
  });

  it('costs what was agreed and not a sat more', () => {
    const buy = aBuy();
    const tx = bodyOfPlan(buy.plan);
    expect(verdict(buy, tx, { mostCosts: sats(28_019n) })).toBe('accepted');
    expect(verdict(buy, tx, { mostCosts: sats(28_018n) })).toBe('fee-too-high');
  });
});

const CASES: readonly (readonly [string, () => Swap])[] = [
  ['a purchase', aBuy],
  ['a purchase without refill', () => aBuy({ refill: undefined })],
  ['a purchase without change', () => aBuy({ refill: undefined, sats: sats(1_580_981n) })],
  ['a sale with the rest back', () => aSell()],
  ['a sale of everything', () => aSell(70_000n)],
];

/** Every way in which one part of a transaction can be another. */
function bent({ chain, plan }: Swap): (readonly [string, MvcBody])[] {
  const tx = bodyOfPlan(plan);
  const isBuy = plan.inputs[0]?.role === 'pool-token';
  const all: [string, MvcBody][] = [
    ['version 1', { ...tx, version: 1 }],
    ['version 11', { ...tx, version: 11 }],
    ['a locktime', { ...tx, locktime: 1 }],
    ['inputs backwards', { ...tx, inputs: tx.inputs.toReversed() }],
    ['outputs backwards', { ...tx, outputs: tx.outputs.toReversed() }],
    ['an output more', { ...tx, outputs: [...tx.outputs, paid(STRANGER, 1n)] }],
    ['data more', { ...tx, outputs: [...tx.outputs, { value: sats(0n), script: hexToBytes('006a') }] }],
  ];
  const foreign = inputOf(only(chain.fund([paid(STRANGER, 5_000n)])));
  const parked = inputOf(only(tokenCoins(chain, [{ holder: USER.holder, units: 77n }])));
  const own = inputOf(only(chain.fund([paid(USER, 5_000n)])));
  const ownToken = inputOf(only(tokenCoins(chain, [{ holder: USER.hash, units: 77n }])));
  const odd = inputOf(only(chain.fund([{ value: sats(1n), script: oddScript(USER.key) }])));
  tx.inputs.forEach((input, at) => {
    const name = `input ${at} `;
    all.push([`${name}not final`, { ...tx, inputs: tx.inputs.with(at, { ...input, sequence: 0xfffffffe }) }]);
    all.push([`${name}left out`, { ...tx, inputs: tx.inputs.toSpliced(at, 1) }]);
    all.push([`${name}twice`, { ...tx, inputs: tx.inputs.toSpliced(at, 0, input) }]);
    for (const [kind, coin] of Object.entries({ foreign, parked, own, ownToken, odd })) {
      all.push([`${name}is ${kind}`, { ...tx, inputs: tx.inputs.with(at, coin) }]);
      all.push([`${kind} before ${name}`, { ...tx, inputs: tx.inputs.toSpliced(at, 0, coin) }]);
    }
  });
  tx.outputs.forEach((output, at) => {
    const name = `output ${at} `;
    const put = (what: string, changed: TxOutput) =>
      all.push([name + what, { ...tx, outputs: tx.outputs.with(at, changed) }]);
    put('one sat less', { ...output, value: sats(output.value - 1n) });
    // More change is a smaller fee, and hurts nobody.
    const isChange =
      isBuy && at === plan.outputs.length - 1 && output.value > LEAST_CHANGE && plan.outputs.length > 3;
    if (!isChange) put('one sat more', { ...output, value: sats(output.value + 1n) });
    put('to a stranger', { ...output, script: toStranger });
    put('to the pool', {
      ...output,
      script: output.script.length === 25 && at === 2 ? toStranger : POOL.script,
    });
    all.push([`${name}left out`, { ...tx, outputs: tx.outputs.toSpliced(at, 1) }]);
    all.push([`${name}twice`, { ...tx, outputs: tx.outputs.toSpliced(at, 0, output) }]);
    if (output.script.length < 1_000) return;
    put('one unit less', {
      ...output,
      script: withHolder(output.script, at === 0 ? USER.hash : POOL.holder, 22_999n),
    });
    put('held by a stranger', { ...output, script: withHolder(output.script, STRANGER.hash, 23_000n) });
    put('parked', { ...output, script: withHolder(output.script, USER.holder, 23_000n) });
    put('of another name', { ...output, script: output.script.with(output.script.length - 170, 0x58) });
  });
  return all;
}

describe.each(CASES)('%s', (_, make) => {
  const swap = make();

  it('is the agreed one', () => {
    expect(verdict(swap, bodyOfPlan(swap.plan))).toBe('accepted');
  });

  it.each(bent(swap))('is refused with %s', (_name, tx) => {
    expect(verdict(swap, tx)).not.toBe('accepted');
  });

  const other: readonly (readonly [string, Partial<AgreedSwap>])[] = [
    ['another price', { sats: sats(swap.agreed.sats + 1n) }],
    ['another amount', { units: swap.agreed.units - 1n }],
    ['another user', { userKey: STRANGER.key }],
    ['another pool', { poolHash: STRANGER.hash }],
    ['another code', { token: { ...swap.agreed.token, codehash: '00'.repeat(20) } }],
    ['another genesis', { token: { ...swap.agreed.token, genesis: '00'.repeat(20) } }],
    ['other sats on tokens', { tokenSats: sats(swap.agreed.tokenSats - 1n) }],
    ['fewer coins', { userCoins: swap.agreed.userCoins.slice(1) }],
    ['coins the other way round', { userCoins: swap.agreed.userCoins.toReversed() }],
    ['a coin more', { userCoins: [...swap.agreed.userCoins, `${'55'.repeat(32)}:0` as Outpoint] }],
    ['no coin', { userCoins: [] }],
    ['the other side', { side: swap.agreed.side === 'buy' ? 'sell' : 'buy' }],
  ];
  it.each(other)('is refused where %s was agreed', (_name, changed) => {
    expect(verdict(swap, bodyOfPlan(swap.plan), changed)).not.toBe('accepted');
  });

  it('is refused without the transactions behind it, with false ones, and with one too many', () => {
    const tx = bodyOfPlan(swap.plan);
    const raw = writeMvcTransaction(tx);
    const previous = swap.chain.previousOf(tx);
    const tell = (given: readonly Uint8Array[]): string => codeOf(() => verifySwap(raw, given, swap.agreed));
    previous.forEach((one, at) => {
      expect(tell(previous.toSpliced(at, 1))).toBe('coin-unknown');
      // The first byte of the first output's value.
      expect(tell(previous.with(at, one.with(47, (one[47] ?? 0) ^ 1)))).toBe('coin-unknown');
      expect(tell(previous.with(at, one.subarray(1)))).toBe('bad-request');
    });
    const many = Array.from({ length: tx.inputs.length }, () => only(previous));
    expect(tell([...many, only(previous)])).toBe('bad-request');
    expect(codeOf(() => verifySwap(raw.subarray(1), previous, swap.agreed))).toBe('bad-request');
    const far = { ...tx, inputs: tx.inputs.map((input) => ({ ...input, vout: 9 })) };
    expect(verdict(swap, far)).toBe('coin-unknown');
  });
});

describe('a sweep', () => {
  it('is named: the coin of the user that nobody asked for', () => {
    const buy = aBuy();
    const parked = only(tokenCoins(buy.chain, [{ holder: USER.holder, units: 77n }]));
    const tx = bodyOfPlan(buy.plan);
    const swept = { ...tx, inputs: tx.inputs.toSpliced(4, 0, inputOf(parked)) };
    const act = () => verifySwap(writeMvcTransaction(swept), buy.chain.previousOf(swept), buy.agreed);
    expect(codeOf(act)).toBe('effects-differ');
    expect(act).toThrow(`${parked.outpoint} is yours`);
  });

  it.each([
    ['his key', oddScript(USER.key)],
    ['the hash of his key', oddScript(USER.hash)],
    ['the hash of his script', oddScript(USER.holder)],
  ])('through the pool: no coin of it has %s in its script', (_, script) => {
    const buy = aBuy();
    const [lane, space, ...rest] = buy.plan.inputs;
    if (lane === undefined || space === undefined) throw new Error('two');
    const odd = only(buy.chain.fund([{ value: space.coin.value, script }]));
    const tx = bodyOfPlan({ ...buy.plan, inputs: [lane, { ...space, coin: odd }, ...rest] });
    expect(() => verifySwap(writeMvcTransaction(tx), buy.chain.previousOf(tx), buy.agreed)).toThrow(
      'is yours',
    );
  });

  it.each([
    ['short', hash160],
    ['long', sha256],
  ])('of tokens released by a token that is sold: the %s hash of its script is a mark too', (_, hash) => {
    const sell = aSell();
    const [mine] = sell.request.userTokens;
    const odd = only(
      sell.chain.fund([{ value: sell.poolSpace.value, script: oddScript(hash(mine?.script ?? EMPTY)) }]),
    );
    const inputs = sell.plan.inputs.map((one) => (one.role === 'pool-space' ? { ...one, coin: odd } : one));
    const tx = bodyOfPlan({ ...sell.plan, inputs });
    expect(() => verifySwap(writeMvcTransaction(tx), sell.chain.previousOf(tx), sell.agreed)).toThrow(
      'is yours',
    );
  });
});

describe('coins that nobody can have', () => {
  it('more than all sats there can be', () => {
    const buy = aBuy();
    const chain = new Chain();
    const most = 2_100_000_000_000_000n;
    const space = only(chain.fund([paid(POOL, most)]));
    const tokens = only(tokenCoins(chain, [{ holder: POOL.holder, units: 1_000_000n }]));
    const userCoins = chain.fund([paid(USER, most)]);
    const check = only(chain.fund([{ value: sats(1n), script: checkScript(only(buy.plan.checks)) }]));
    const inputs = [tokens, space, ...userCoins, check].map(inputOf);
    const tx = { ...bodyOfPlan(buy.plan), inputs };
    const agreed = { ...buy.agreed, userCoins: userCoins.map(({ outpoint }) => outpoint) };
    expect(verdict({ chain, agreed, plan: buy.plan }, tx)).toBe('bad-request');
  });

  it('more of a token than eight bytes hold', () => {
    const sell = aSell();
    const userTokens = tokenCoins(sell.chain, [
      { holder: USER.hash, units: 0xffff_ffff_ffff_ffffn },
      { holder: USER.hash, units: 1n },
    ]);
    expect(codeOf(() => checkOfSell({ ...sell.request, userTokens }))).toBe('not-a-lot');
  });

  it('outputs of more than the inputs bring', () => {
    const buy = aBuy();
    const tx = bodyOfPlan(buy.plan);
    const outputs = tx.outputs.map((output, at) =>
      at === 3 ? { ...output, value: sats(90_000_000n) } : output,
    );
    expect(verdict(buy, { ...tx, outputs })).toBe('outputs-exceed-inputs');
  });
});

it('outputs of more than all there is are refused, though everything else is as agreed', () => {
  const buy = aBuy();
  const tx = bodyOfPlan(buy.plan);
  const last = tx.outputs.length - 1;
  const outputs = tx.outputs.map((output, at) =>
    at === last ? { ...output, value: sats(2_100_000_000_000_000n) } : output,
  );
  expect(verdict(buy, { ...tx, outputs })).toBe('outputs-exceed-inputs');
});

it('a token of a code that nobody knows is traded by nobody', () => {
  const buy = aBuy();
  const script = concatBytes(Uint8Array.of(0x61), tokenOutput(POOL.holder, 1_000_000n).script);
  const found = readFtScript(script);
  if (found === undefined) throw new Error('a token of some code');
  const tokens = only(buy.chain.fund([{ value: sats(2_019n), script }]));
  const token = { codehash: found.codehash, genesis: found.genesis };
  expect(
    codeOf(() => checkOfBuy({ ...buy.request, token, lane: { ...buy.request.lane, tokens: [tokens] } })),
  ).toBe('not-a-lot');
});

describe('plans', () => {
  const buy = aBuy();
  const { lane, userCoins } = buy.request;
  const stranger = only(buy.chain.fund([paid(STRANGER, 900_000n)]));
  const laneTokens = only(lane.tokens);
  const odd = { ...laneTokens, script: tokenScript({ genesisHash: '12'.repeat(20) }) };

  it.each([
    ['nothing bought', { units: 0n }, 'swap-too-small'],
    ['nothing paid', { sats: sats(0n) }, 'swap-too-small'],
    ['all of a lane', { units: 1_000_000n }, 'pool-too-small'],
    ['no coins', { userCoins: [] }, 'bad-request'],
    ["a stranger's coins", { userCoins: [stranger] }, 'not-yours'],
    ['a coin twice', { userCoins: [...userCoins, only(userCoins)] }, 'duplicate-input'],
    ["a stranger's lane", { lane: { ...lane, space: stranger } }, 'not-yours'],
    ['no token on the lane', { lane: { ...lane, tokens: [lane.space] } }, 'not-a-lot'],
    ['another token on the lane', { lane: { ...lane, tokens: [odd] } }, 'not-a-lot'],
    [
      'a token by key, not by script',
      { lane: { ...lane, tokens: [{ ...laneTokens, ...tokenOutput(POOL.hash, 1_000_000n) }] } },
      'not-yours',
    ],
    ['too few sats', { sats: sats(1_600_000n) }, 'insufficient-funds'],
  ] as const)('of %s are refused', (_, changes, code) => {
    expect(codeOf(() => planBuy({ ...buy.request, ...changes }, buy.check))).toBe(code);
  });

  it('of one unit less than the lane are made', () => {
    expect(checkOfBuy({ ...buy.request, units: 999_999n }).receivers[1]?.units).toBe(1n);
  });

  it('with the check of another swap, of the other kind, or with none for the miners are refused', () => {
    const less = checkScript(checkOfBuy({ ...buy.request, units: 22_999n }));
    expect(codeOf(() => planBuy(buy.request, { ...buy.check, script: less }))).toBe('script-not-allowed');
    const sell = aSell();
    expect(codeOf(() => planBuy(buy.request, { ...buy.check, script: sell.check.script }))).toBe(
      'script-not-allowed',
    );
    const poor = { ...sell.poolSpace, value: (sell.poolSpace.value - 17_000n) as Sats };
    expect(codeOf(() => planSell(sell.request, poor, sell.check))).toBe('outputs-exceed-inputs');
    expect(planSell(sell.request, { ...poor, value: (poor.value + 1n) as Sats }, sell.check).fee).toBe(1n);
    expect(codeOf(() => planSell(sell.request, stranger, sell.check))).toBe('not-yours');
  });

  it('of sales are refused without tokens, of too much, and of too many coins', () => {
    const sell = aSell();
    const of = (changes: object): string => codeOf(() => checkOfSell({ ...sell.request, ...changes }));
    expect(of({ userTokens: [] })).toBe('bad-request');
    expect(of({ units: 70_001n })).toBe('insufficient-funds');
    expect(of({ units: 0n })).toBe('swap-too-small');
    expect(of({ sats: sats(0n) })).toBe('swap-too-small');
    const many = (count: number) =>
      tokenCoins(
        sell.chain,
        Array.from({ length: count }, () => ({ holder: USER.hash, units: 4_000n })),
      );
    expect(of({ userTokens: many(20) })).toBe('accepted');
    expect(of({ userTokens: many(21) })).toBe('too-many-coins');
    expect(of({ userTokens: tokenCoins(sell.chain, [{ holder: USER.holder, units: 90_000n }]) })).toBe(
      'not-yours',
    );
  });

  it('of a sale name what the pool has to bring, at least one sat', () => {
    const sell = aSell();
    expect(poolSpaceOfSell(sell.request, 17_000n, 3_000n)).toBe(2_000_000n + 17_000n - 3_000n);
    expect(poolSpaceOfSell({ ...sell.request, sats: sats(1n) }, 10n, 3_000n)).toBe(1n);
  });

  it('rest on coins of version 10 wherever a contract reads their transaction', () => {
    const old = aBuy();
    const space = only(old.chain.fund([paid(POOL, 50_000_000n)], 1));
    const request = { ...old.request, lane: { ...old.request.lane, space } };
    const tx = bodyOfPlan(planBuy(request, old.check));
    expect(verdict(old, tx)).toBe('script-not-allowed');
    const wallets = aBuy();
    const coins = wallets.chain.fund([paid(USER, 900_000n), paid(USER, 700_000n)], 1);
    const fine = bodyOfPlan(planBuy({ ...wallets.request, userCoins: coins }, wallets.check));
    expect(verdict(wallets, fine, { userCoins: coins.map(({ outpoint }) => outpoint) })).toBe('accepted');
  });

  it('refill the wallet that was agreed', () => {
    const tx = bodyOfPlan(buy.plan);
    expect(verdict(buy, tx, { refill: paid(STRANGER, 9_000n) })).toBe('effects-differ');
    expect(verdict(buy, tx, { refill: paid(FEE_WALLET, 9_001n) })).toBe('effects-differ');
    expect(verdict(buy, tx, { refill: undefined })).not.toBe('accepted');
    const none = aBuy({ refill: undefined });
    expect(verdict(none, bodyOfPlan(none.plan), { refill: paid(FEE_WALLET, 9_000n) })).toBe('effects-differ');
  });
});

it('the smallest swap is 1,000 sat and never less than twice its network cost', () => {
  expect([0n, 500n, 501n, 24_000n].map(smallestMvcSwap)).toEqual([1_000n, 1_000n, 1_002n, 48_000n]);
});

it('a key is 33 bytes', () => {
  expect(() =>
    planBuy({ ...aBuy().request, userKey: concatBytes(person(1).key, Uint8Array.of(0)) }, aBuy().check),
  ).toThrow('invariant');
});
