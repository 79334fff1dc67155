/** Liquidity given, taken out, and parked tokens taken back: built by our plans, filled by `contracts`, taken by the chain and mined; and nothing of it can be changed. */
import { checkScript, completePlan } from '@rialto/contracts';
import {
  CHECK_AT,
  PARKED_AT,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfPark,
  checkOfTakeBack,
  checksOfMove,
  nameMvcTransaction,
  planMove,
  planPark,
  planTakeBack,
  readFtScript,
  verifyMove,
  verifyPark,
  writeMvcTransaction,
} from '@rialto/mvc';
import type {
  AgreedMove,
  AgreedPark,
  MoveRequest,
  MvcCoin,
  MvcPlan,
  MvcTransaction,
  TokenCheck,
} from '@rialto/mvc';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginToken, coinsFor, tokenKeyOf } from '../../src/mvc-market/issuer.ts';
import { coinsOf, payment, personOf, signatureOf } from '../../src/mvc/person.ts';
import type { MvcPerson } from '../../src/mvc/person.ts';
import type { PrivateMvcChain } from '../../src/mvc/private-chain.ts';
import { openChain, sats, txOf } from './private-world.ts';

const personNumbered = (seed: number): MvcPerson => personOf(new Uint8Array(32).fill(seed));
const [USER, POOL, PAYER, ISSUER] = [1, 2, 3, 5].map(personNumbered) as [
  MvcPerson,
  MvcPerson,
  MvcPerson,
  MvcPerson,
];
const SHARES = 9_000_000_000_000_000n;
const words = (symbol: string) => ({ name: symbol, symbol, decimals: 0 });

let chain: PrivateMvcChain;
let tokens: { readonly users: MvcCoin; readonly pools: MvcCoin };
let shares: MvcCoin;
let space: MvcCoin;
let userCoin: MvcCoin;

beforeEach(() => {
  chain = openChain();
  const token = beginToken(chain, ISSUER, words('TC'), 2);
  tokens = {
    users: token.mint({ holder: USER.hash, units: 50_000n }),
    pools: token.mint({ holder: POOL.holder, units: 1_000_000n }, true),
  };
  shares = beginToken(chain, ISSUER, words('LP'), 1).mint({ holder: POOL.holder, units: SHARES }, true);
  [space, userCoin] = coinsFor(chain, PAYER, [
    { value: sats(50_000_000n), script: POOL.script },
    { value: sats(9_000_000n), script: USER.script },
  ]) as [MvcCoin, MvcCoin];
  chain.mine();
});

/** One transaction with the coins of these checks, and what is left of the coin that pays. */
function checksFrom(who: MvcPerson, coin: MvcCoin, checks: readonly TokenCheck[]): MvcTransaction {
  const made = checks.map((check) => ({ value: sats(1_000n), script: checkScript(check) }));
  const left = coin.value - 1_000n * BigInt(checks.length) - 40_000n;
  return payment(who, [coin], [...made, { value: sats(left), script: who.script }]);
}

const at = (tx: MvcTransaction, vout: number): MvcCoin => {
  const coin = coinsOf(tx)[vout];
  if (coin === undefined) throw new Error('an output');
  return coin;
};

/** Everything filled in. @param signed what is signed, where that is another transaction */
function finished(plan: MvcPlan, known: readonly MvcTransaction[], signed = plan): MvcTransaction {
  const body = bodyOfPlan(signed);
  const signatures = new Map(
    plan.inputs.flatMap(({ role, coin }, index) => {
      const who =
        role === 'pool-space' ? POOL : role === 'user-space' || role === 'user-token' ? USER : undefined;
      return who === undefined ? [] : [[index, signatureOf(who, body, index, coin)] as const];
    }),
  );
  const all = (txid: MvcTransaction['txid']) => known.find((tx) => tx.txid === txid) ?? txOf(chain)(txid);
  return nameMvcTransaction(completePlan({ plan, signatures, txOf: all }));
}

/** As the exchange does it: one transaction makes all three checks, parking and move follow, all are sent together. */
function moved(what: {
  readonly from: MvcCoin;
  readonly units: bigint;
  readonly given: MvcCoin;
  readonly gives: bigint;
  readonly d1: bigint;
}) {
  const park = {
    ...{ token: tokenKeyOf(what.from), userKey: USER.key, userTokens: [what.from], userCoins: [userCoin] },
    ...{ units: what.units, tokenSats: TOKEN_OUTPUT_SATS },
  };
  const parking = checkOfPark(park);
  // The checks of the move say nothing of outpoints: they are made before anything is parked.
  const stub = { ...what.from, script: parkedScript(what.from, what.units) };
  const request = (parked: MvcCoin, own: MvcCoin, rest: MvcCoin): MoveRequest => ({
    ...{ userKey: USER.key, poolHash: POOL.hash, units: what.gives, tokenSats: TOKEN_OUTPUT_SATS },
    parked: { token: tokenKeyOf(what.from), coin: parked },
    given: { token: tokenKeyOf(what.given), coin: what.given },
    userCoins: [own],
    poolSpace: rest,
    poolSats: sats(space.value + what.d1),
  });
  const needed = checksOfMove(request(stub, userCoin, space));
  const checks = checksFrom(POOL, space, [parking, ...needed]);
  const parked = finished(planPark(park, at(checks, CHECK_AT), { fee: 25_000n, left: 100_000n }), [checks]);
  const own = coinsOf(parked).at(-1);
  if (own === undefined) throw new Error('his coin');
  const asked = request(at(parked, PARKED_AT), own, at(checks, 3));
  const plan = planMove(asked, [at(checks, 1), at(checks, 2)], 60_000n);
  return { checks, parked, plan, asked, move: finished(plan, [checks, parked]) };
}

function parkedScript(coin: MvcCoin, units: bigint): Uint8Array {
  const park = checkOfPark({
    ...{ token: tokenKeyOf(coin), userKey: USER.key, userTokens: [coin], userCoins: [userCoin] },
    ...{ units, tokenSats: TOKEN_OUTPUT_SATS },
  });
  const plan = planPark(
    {
      token: park.token,
      userKey: USER.key,
      userTokens: [coin],
      userCoins: [userCoin],
      units,
      tokenSats: TOKEN_OUTPUT_SATS,
    },
    { ...coin, outpoint: space.outpoint, value: sats(1_000n), script: checkScript(park) },
    { fee: 25_000n, left: 1n },
  );
  return plan.outputs[PARKED_AT]?.script ?? new Uint8Array(0);
}

const sent = (...all: readonly MvcTransaction[]) =>
  chain.send(all.map(writeMvcTransaction)).map(({ result, reason }) => reason ?? result);
const ALL_TAKEN = ['accepted', 'accepted', 'accepted'];
const held = ({ outputs }: MvcTransaction) =>
  outputs.map(({ script, value }) => readFtScript(script)?.amount ?? value);

describe('liquidity', () => {
  it('is added: token and SPACE go in, shares come out', () => {
    const { checks, parked, move } = moved({
      ...{ from: tokens.users, units: 20_000n, given: shares, gives: 7_777n, d1: 1_000_000n },
    });
    expect(sent(checks, parked, move)).toEqual(ALL_TAKEN);
    expect(chain.mine().transactions.map(({ txid }) => txid)).toContain(move.txid);
    expect(held(move).slice(0, 4)).toEqual([20_000n, 7_777n, SHARES - 7_777n, 51_000_000n]);
  });

  it('is removed: shares go in, token and SPACE come out', () => {
    const added = moved({ from: tokens.users, units: 20_000n, given: shares, gives: 7_777n, d1: 1_000_000n });
    expect(sent(added.checks, added.parked, added.move)).toEqual(ALL_TAKEN);
    chain.mine();
    [space, userCoin] = [at(added.move, 3), at(added.move, 4)];
    const { checks, parked, move } = moved({
      ...{ from: at(added.move, 1), units: 7_000n, given: tokens.pools, gives: 18_000n, d1: -900_000n },
    });
    expect(sent(checks, parked, move)).toEqual(ALL_TAKEN);
    chain.mine();
    expect(held(move).slice(0, 4)).toEqual([7_000n, 18_000n, 982_000n, 50_100_000n]);
  });

  it.each([0, 1, 2, 3, 4])('cannot be changed by anybody: output %d', (index) => {
    const { checks, parked, plan } = moved({
      ...{ from: tokens.users, units: 20_000n, given: shares, gives: 7_777n, d1: 1_000_000n },
    });
    expect(sent(checks, parked)).toEqual(['accepted', 'accepted']);
    const outputs = plan.outputs.map((output, place) =>
      place === index ? { ...output, value: sats(output.value - 1n) } : output,
    );
    expect(sent(finished({ ...plan, outputs }, [checks, parked], plan))[0]).not.toBe('accepted');
    // All who sign agree: tokens still cannot be made of nothing.
    const inflated = plan.outputs.map((output, place) =>
      place === index && readFtScript(output.script) !== undefined
        ? { ...output, script: more(output.script) }
        : output,
    );
    if (index < 3)
      expect(sent(finished({ ...plan, outputs: inflated }, [checks, parked]))[0]).not.toBe('accepted');
  });

  it('asks for what it needs', () => {
    const { asked, checks } = moved({
      ...{ from: tokens.users, units: 20_000n, given: shares, gives: 7_777n, d1: 1_000_000n },
    });
    const two = [at(checks, 1), at(checks, 2)] as const;
    expect(() => planMove({ ...asked, units: 7_778n }, two, 60_000n)).toThrow('script-not-allowed');
    expect(() => planMove({ ...asked, userCoins: [] }, two, 60_000n)).toThrow('bad-request');
    expect(() => planMove({ ...asked, userCoins: [asked.poolSpace] }, two, 60_000n)).toThrow('not-yours');
    expect(() => planMove({ ...asked, units: SHARES }, two, 60_000n)).toThrow('pool-too-small');
    expect(() => planMove({ ...asked, given: asked.parked }, two, 60_000n)).toThrow('not-yours');
    expect(() => planMove(asked, two, 9_000_000n)).toThrow('insufficient-funds');
  });
});

/** One unit more. */
function more(script: Uint8Array): Uint8Array {
  const changed = script.slice();
  // The amount stands behind the holder.
  const from = script.length - 170 + 81;
  changed[from] = (changed[from] ?? 0) + 1;
  return changed;
}

describe('a page that is asked to sign', () => {
  const lies = (made: ReturnType<typeof moved>) => {
    const { checks, parked, plan, asked } = made;
    const txs = [checks, parked, txOf(chain)(tokens.pools.outpoint.slice(0, 64) as MvcTransaction['txid'])];
    const all = [...txs, txOf(chain)(shares.outpoint.slice(0, 64) as MvcTransaction['txid'])];
    const needed = all.filter(({ txid }) => plan.inputs.some(({ coin }) => coin.outpoint.startsWith(txid)));
    const agreed: AgreedMove = {
      ...{ userKey: USER.key, poolHash: POOL.hash, parkCore: parked.core, tokenSats: TOKEN_OUTPUT_SATS },
      ...{ parked: asked.parked.token, given: asked.given.token, parkedUnits: 20_000n, units: 7_777n },
      ...{ sats: 1_000_000n, mostCosts: 120_000n },
    };
    return { previous: needed.map(writeMvcTransaction), agreed, body: bodyOfPlan(plan) };
  };

  it('makes parking and move again, and finds them as agreed', () => {
    const made = moved({ from: tokens.users, units: 20_000n, given: shares, gives: 7_777n, d1: 1_000_000n });
    const { previous, agreed, body } = lies(made);
    expect(verifyMove(writeMvcTransaction(body), previous, agreed)).toMatchObject({ toSign: [2] });
    const before = [tokens.users, userCoin].map(({ outpoint }) =>
      writeMvcTransaction(txOf(chain)(outpoint.slice(0, 64) as MvcTransaction['txid'])),
    );
    const park: AgreedPark = {
      ...{ token: tokenKeyOf(tokens.users), userKey: USER.key, units: 20_000n, tokenSats: TOKEN_OUTPUT_SATS },
      ...{
        userTokens: [tokens.users.outpoint],
        userCoins: [userCoin.outpoint],
        mostFee: 30_000n,
        left: 100_000n,
      },
    };
    const raw = writeMvcTransaction(made.parked);
    const all = [...before, writeMvcTransaction(made.checks)];
    expect(verifyPark(raw, all, park)).toMatchObject({ core: made.parked.core, toSign: [0, 1] });
    for (const lie of [
      { units: 20_001n },
      { mostFee: 24_999n },
      { left: 9_000_000n },
      { userTokens: [] },
      { userCoins: [tokens.users.outpoint] },
      { userKey: POOL.key },
    ])
      expect(() => verifyPark(raw, all, { ...park, ...lie }), JSON.stringify(Object.keys(lie))).toThrow();
  });

  it('refuses every other', () => {
    const made = moved({ from: tokens.users, units: 20_000n, given: shares, gives: 7_777n, d1: 1_000_000n });
    const { previous, agreed, body } = lies(made);
    for (const lie of [
      { units: 7_776n },
      { parkedUnits: 20_001n },
      { sats: 999_000n, mostCosts: 100_000n },
      { parkCore: made.checks.core },
      { given: agreed.parked },
      { poolHash: PAYER.hash },
      { userKey: POOL.key },
      { tokenSats: sats(2_018n) },
    ])
      expect(
        () => verifyMove(writeMvcTransaction(body), previous, { ...agreed, ...lie }),
        JSON.stringify(Object.keys(lie)),
      ).toThrow();
    body.outputs.forEach((output, index) => {
      // The pool's SPACE is the signer's to see to: what it loses there is no cost of the user's.
      if (index === 3) return;
      const outputs = body.outputs.map((one, at) =>
        at === index
          ? { ...one, value: sats(output.value - 60_001n > 0n ? output.value - 60_001n : 1n) }
          : one,
      );
      expect(
        () => verifyMove(writeMvcTransaction({ ...body, outputs }), previous, agreed),
        `output ${index}`,
      ).toThrow();
    });
    const swapped = [body.outputs[2], body.outputs[1], body.outputs[0], ...body.outputs.slice(3)].flatMap(
      (one) => one ?? [],
    );
    expect(() => verifyMove(writeMvcTransaction({ ...body, outputs: swapped }), previous, agreed)).toThrow();
  });
});

describe('parked tokens', () => {
  const parkedAlone = () => {
    const { checks, parked } = moved({
      ...{ from: tokens.users, units: 20_000n, given: shares, gives: 7_777n, d1: 1_000_000n },
    });
    expect(sent(checks, parked)).toEqual(['accepted', 'accepted']);
    chain.mine();
    const own = coinsOf(parked).at(-1);
    if (own === undefined) throw new Error('his coin');
    return { parked: at(parked, PARKED_AT), own };
  };

  it('go back to their owner with nobody’s help', () => {
    const { parked, own } = parkedAlone();
    const [pays, releases] = coinsOf(payed(own, [2_000_000n, 1_000_000n])) as [MvcCoin, MvcCoin];
    const request = {
      ...{ token: tokenKeyOf(parked), userKey: USER.key, parked: [parked], userCoins: [releases] },
      tokenSats: TOKEN_OUTPUT_SATS,
    };
    const checks = checksFrom(USER, pays, [checkOfTakeBack(request)]);
    const back = finished(planTakeBack(request, at(checks, CHECK_AT), 40_000n), [checks]);
    expect(sent(checks, back)).toEqual(['accepted', 'accepted']);
    chain.mine();
    expect(readFtScript(at(back, 0).script)).toMatchObject({ amount: 20_000n });
  });

  it('do not go without a coin of their owner', () => {
    const { parked, own } = parkedAlone();
    const request = {
      ...{ token: tokenKeyOf(parked), userKey: USER.key, parked: [parked], userCoins: [own] },
      tokenSats: TOKEN_OUTPUT_SATS,
    };
    const [pays, strange] = coinsFor(chain, PAYER, [
      { value: sats(500_000n), script: PAYER.script },
      { value: sats(500_000n), script: PAYER.script },
    ]) as [MvcCoin, MvcCoin];
    const checks = checksFrom(PAYER, pays, [checkOfTakeBack(request)]);
    expect(() => planTakeBack({ ...request, userCoins: [strange] }, at(checks, CHECK_AT), 40_000n)).toThrow(
      'not-yours',
    );
    const plan = planTakeBack(request, at(checks, CHECK_AT), 40_000n);
    const stolen = {
      ...plan,
      inputs: plan.inputs.map((one) => (one.coin === own ? { ...one, coin: strange } : one)),
    };
    const outputs = plan.outputs.map((output, place) =>
      place === 1 ? { ...output, value: sats(400_000n) } : output,
    );
    const body = bodyOfPlan({ ...stolen, outputs });
    const signatures = new Map([[1, signatureOf(PAYER, body, 1, strange)]]);
    const all = (txid: MvcTransaction['txid']) => (txid === checks.txid ? checks : txOf(chain)(txid));
    const theft = nameMvcTransaction(completePlan({ plan: { ...stolen, outputs }, signatures, txOf: all }));
    expect(sent(checks, theft)[1]).toMatch(/script/);
  });

  function payed(coin: MvcCoin, values: readonly bigint[]): MvcTransaction {
    const tx = payment(
      USER,
      [coin],
      values.map((value) => ({ value: sats(value), script: USER.script })),
    );
    expect(sent(tx)).toEqual(['accepted']);
    return tx;
  }
});
