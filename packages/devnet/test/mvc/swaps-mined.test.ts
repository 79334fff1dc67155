/** Both sides of a swap with a pool, of tokens that were really minted: built by our plans, filled by `contracts`, taken by the chain's mempool with their check, and mined; and what strangers and miners can do to them. */
import { buffer, checkScript, completePlan, mvc, plain } from '@rialto/contracts';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfBuy,
  checkOfSell,
  nameMvcTransaction,
  planBuy,
  planSell,
  poolSpaceOfSell,
  readFtScript,
  swapBytes,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { BuyRequest, MvcCoin, MvcPlan, MvcTransaction, SellRequest } from '@rialto/mvc';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PrivateMvcChain } from '../../src/mvc/private-chain.ts';
import {
  accepted,
  begun,
  coinsOf,
  funded,
  minted,
  only,
  openChain,
  payment,
  person,
  sats,
  signatureOf,
  txOf,
} from './private-world.ts';

const ISSUER = person(5);
const USER = person(1);
const POOL = person(2);
const STRANGER = person(4);
/** Pays for checks. */
const PAYER = person(3);
const CHECK_SATS = 3_000n;
const FEE = 20_000n;

let chain: PrivateMvcChain;
let poolTokens: MvcCoin;
/** Three more of the pool's. */
let morePoolTokens: readonly MvcCoin[];
let userTokens: MvcCoin;

const moved = (value: bigint, script: Uint8Array): MvcCoin => {
  const tx = payment(PAYER, funded(chain, PAYER, [value + 1_000n]), [{ value: sats(value), script }]);
  accepted(chain, tx);
  return only(coinsOf(tx));
};

beforeEach(() => {
  chain = openChain();
  const mint = (genesis: MvcCoin, holder: Uint8Array, units: bigint) =>
    minted(chain, ISSUER, {
      genesis,
      coins: [moved(900_000n, ISSUER.script)],
      holder,
      units,
      tokenSats: TOKEN_OUTPUT_SATS,
      mintable: sats(2_052n),
      change: { hash: ISSUER.hash, output: { value: sats(850_000n), script: ISSUER.script } },
    });
  const first = mint(begun(chain, ISSUER, 'TC'), POOL.holder, 1_000_000n);
  if (first.genesis === undefined) throw new Error('it may mint more');
  poolTokens = first.token;
  const users = mint(first.genesis, USER.hash, 50_000n);
  userTokens = users.token;
  let { genesis } = users;
  morePoolTokens = [10_000n, 9_000n, 8_000n].map((units) => {
    if (genesis === undefined) throw new Error('it may mint more');
    const more = mint(genesis, POOL.holder, units);
    genesis = more.genesis;
    return more.token;
  });
  chain.mine();
});

const tokenOf = ({ script }: { script: Uint8Array }) => {
  const read = readFtScript(script);
  if (read === undefined) throw new Error('a token');
  return { codehash: read.codehash, genesis: read.genesis };
};

interface Built {
  readonly check: MvcTransaction;
  readonly swap: MvcTransaction;
}

/** Signed by user and pool, with everything that the contracts ask for. */
function finished(plan: MvcPlan, check: MvcTransaction): Built {
  const body = bodyOfPlan(plan);
  const signatures = new Map(
    plan.inputs.flatMap(({ role, coin }, index) => {
      if (role === 'check' || role === 'pool-token') return [];
      const who = role === 'pool-space' ? POOL : USER;
      return [[index, signatureOf(who, body, index, coin)] as const];
    }),
  );
  const all = (txid: MvcTransaction['txid']) => (txid === check.txid ? check : txOf(chain)(txid));
  return { check, swap: nameMvcTransaction(completePlan({ plan, signatures, txOf: all })) };
}

function aBuy(tokens: readonly MvcCoin[] = [poolTokens]): Built & { readonly plan: MvcPlan } {
  const request: BuyRequest = {
    ...{ token: tokenOf(poolTokens), userKey: USER.key, poolHash: POOL.hash },
    lane: { tokens, space: moved(50_000_000n, POOL.script) },
    userCoins: [moved(900_000n, USER.script), moved(700_000n, USER.script)],
    sats: sats(1_200_000n),
    units: 23_000n,
    tokenSats: TOKEN_OUTPUT_SATS,
    refill: { value: sats(9_000n), script: PAYER.script },
    fee: sats(FEE),
  };
  const check = payment(PAYER, funded(chain, PAYER, [20_000n]), [
    { value: sats(CHECK_SATS), script: checkScript(checkOfBuy(request)) },
  ]);
  const plan = planBuy(request, only(coinsOf(check)));
  return { plan, ...finished(plan, check) };
}

function aSell(): Built & { readonly plan: MvcPlan } {
  const request: SellRequest = {
    ...{ token: tokenOf(userTokens), userKey: USER.key, poolHash: POOL.hash },
    userTokens: [userTokens],
    units: 30_000n,
    sats: sats(2_000_000n),
    tokenSats: TOKEN_OUTPUT_SATS,
  };
  const space = poolSpaceOfSell(request, FEE, CHECK_SATS);
  const check = payment(
    POOL,
    [moved(3_000_000n, POOL.script)],
    [
      { value: sats(CHECK_SATS), script: checkScript(checkOfSell(request)) },
      { value: space, script: POOL.script },
      { value: sats(2_990_000n - space - CHECK_SATS), script: POOL.script },
    ],
  );
  const [checkCoin, poolSpace] = coinsOf(check);
  if (checkCoin === undefined || poolSpace === undefined) throw new Error('two coins');
  const plan = planSell(request, poolSpace, checkCoin);
  return { plan, ...finished(plan, check) };
}

const CASES = [
  ['a purchase', () => aBuy()],
  ['a purchase out of two coins', () => aBuy([poolTokens, ...morePoolTokens.slice(0, 1)])],
  ['a purchase out of four coins', () => aBuy(morePoolTokens.concat(poolTokens))],
  ['a sale', aSell],
] as const;

describe.each(CASES)('%s', (_, make) => {
  it('is taken together with its check, and mined; it is no longer than was said, and not much shorter', () => {
    const { check, swap, plan } = make();
    const others = plan.inputs.filter(({ role }) => role === 'user-space' || role === 'pool-space').length;
    const said = swapBytes(plan.checks, others);
    expect(writeMvcTransaction(swap).length).toBeLessThanOrEqual(said);
    expect(writeMvcTransaction(swap).length).toBeGreaterThan(0.85 * said);
    accepted(chain, check, swap);
    expect(chain.mine().transactions).toContainEqual(swap);
  });

  it('is refused without its check', () => {
    const { swap } = make();
    expect(chain.send([writeMvcTransaction(swap)])).toEqual([
      { txid: swap.txid, result: 'refused', reason: 'missing-inputs' },
    ]);
  });

  it('is refused with any output changed after the signatures, by a node and by a miner', () => {
    const { check, swap } = make();
    accepted(chain, check);
    const changed = swap.outputs.flatMap((output, at) => [
      swap.outputs.with(at, { ...output, value: sats(output.value - 1n) }),
      swap.outputs.with(at, { ...output, script: STRANGER.script }),
    ]);
    expect(changed.length).toBeGreaterThan(5);
    for (const outputs of changed) {
      const forged = nameMvcTransaction({ ...swap, outputs });
      expect(only(chain.send([writeMvcTransaction(forged)])).reason).toMatch(/flag-failed/);
    }
    chain.mine();
    const forged = nameMvcTransaction({ ...swap, outputs: only(changed) });
    expect(() => chain.mine({ first: [writeMvcTransaction(forged)] })).toThrow('flag-failed');
  });
});

/** Of an unlocking the contract reads neither sender's key nor sender's signature: the parts 22 and 23 of the scriptSig. */
const UNREAD = 22;

/** The same transaction with other bytes where nobody reads them: anybody can make it, without a key. */
function twinOf(swap: MvcTransaction): MvcTransaction {
  const [token, ...others] = swap.inputs;
  if (token === undefined) throw new Error('the pool’s token');
  const script = new mvc.Script(buffer(token.scriptSig));
  script.chunks[UNREAD] = { opcodenum: 3, len: 3, buf: buffer(Uint8Array.of(7, 7, 7)) };
  return nameMvcTransaction({
    ...swap,
    inputs: [{ ...token, scriptSig: plain(script.toBuffer()) }, ...others],
  });
}

describe('a twin of a purchase', () => {
  it('is valid, has another id and the same core, and what builds on the first is gone once it is mined', () => {
    const { check, swap } = aBuy();
    accepted(chain, check, swap);
    const change = coinsOf(swap).at(-1);
    if (change === undefined) throw new Error('change');
    const child = payment(USER, [change], [{ value: sats(1_000n), script: USER.script }]);
    accepted(chain, child);
    const twin = twinOf(swap);
    expect(twin.txid).not.toBe(swap.txid);
    expect(twin.core).toBe(swap.core);
    chain.mine({ only: ({ txid }) => txid !== swap.txid && txid !== child.txid });
    chain.mine({ first: [writeMvcTransaction(twin)] });
    expect(chain.transaction(twin.txid)?.height).toBe(chain.height);
    expect(chain.transaction(swap.txid)).toBeUndefined();
    expect(chain.transaction(child.txid)).toBeUndefined();
  });
});
