/** A pool on the private MVC chain whose token and shares were really minted, and swaps with it as users and pool sign them. */
import { buffer, checkScript, completePlan, mvc, plain } from '@rialto/contracts';
import { mvcPeople } from '@rialto/devnet';
import type { MvcPerson, PrivateMvcChain } from '@rialto/devnet';
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
} from '@rialto/mvc';
import type { BuyRequest, MvcCoin, MvcPlan, MvcTransaction, SellRequest, TokenKey } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { addPool } from '../../src/mvc/store/pool-store.ts';
import type { IndexWorld } from './index-world.ts';

const { accepted, begun, coinsOf, funded, minted, only, payment, person, sats, signatureOf, txOf } =
  await mvcPeople();

export const USER = person(1);
export const POOL = person(2);
/** Pays for checks. */
export const PAYER = person(3);
export const STRANGER = person(4);
export const ISSUER = person(5);

export const SPACE = 50_000_000n;
export const UNITS = 1_000_000n;
export const SHARES = 9_000_000_000_000_000n;
/** What the user is given first. */
export const USER_UNITS = 50_000n;
const CHECK_SATS = 3_000n;
const FEE = 20_000n;

const tokenOf = ({ script }: { readonly script: Uint8Array }): TokenKey => {
  const read = readFtScript(script);
  if (read === undefined) throw new Error('a token');
  return { codehash: read.codehash, genesis: read.genesis };
};

/** A coin that has moved once: a contract can look back to it. */
export function moved(chain: PrivateMvcChain, value: bigint, script: Uint8Array): MvcCoin {
  const tx = payment(PAYER, funded(chain, PAYER, [value + 1_000n]), [{ value: sats(value), script }]);
  accepted(chain, tx);
  return only(coinsOf(tx));
}

/** @param genesis an unused one of a token that shall be minted once more, or none for a new token */
export function mint(
  chain: PrivateMvcChain,
  symbol: string | MvcCoin,
  to: { readonly holder: Uint8Array; readonly units: bigint },
) {
  return minted(chain, ISSUER, {
    genesis: typeof symbol === 'string' ? begun(chain, ISSUER, symbol) : symbol,
    coins: [moved(chain, 900_000n, ISSUER.script)],
    ...to,
    tokenSats: TOKEN_OUTPUT_SATS,
    mintable: sats(2_052n),
    change: { hash: ISSUER.hash, output: { value: sats(850_000n), script: ISSUER.script } },
  });
}

/** The pool's coins before anybody traded, and a token coin of the user. Nothing is mined after the last. */
export class PoolOnChain {
  readonly chain: PrivateMvcChain;
  readonly token: TokenKey;
  readonly share: TokenKey;
  readonly firstCoins: readonly Outpoint[];
  /** The block by which the user has his first coin of the token, and the pool nothing. */
  readonly bornAt: number;
  readonly shareCoin: MvcCoin;
  /** What buys and sells next. */
  tokens: MvcCoin;
  space: MvcCoin;
  userTokens: MvcCoin;

  constructor(chain: PrivateMvcChain) {
    this.chain = chain;
    const first = mint(chain, 'TC', { holder: USER.hash, units: USER_UNITS });
    if (first.genesis === undefined) throw new Error('it may mint more');
    this.userTokens = first.token;
    chain.mine();
    this.bornAt = chain.height;
    this.tokens = mint(chain, first.genesis, { holder: POOL.holder, units: UNITS }).token;
    this.shareCoin = mint(chain, 'LP', { holder: POOL.holder, units: SHARES }).token;
    this.space = moved(chain, SPACE, POOL.script);
    this.token = tokenOf(this.tokens);
    this.share = tokenOf(this.shareCoin);
    this.firstCoins = [this.tokens, this.space, this.shareCoin].map(({ outpoint }) => outpoint);
  }

  open({ store }: Pick<IndexWorld, 'store'>, number = 1): Promise<readonly Outpoint[]> {
    const { token, share, firstCoins } = this;
    return store.transact((tx) =>
      addPool(tx, {
        ...{ number, keyHash: bytesToHex(POOL.hash), token, share, firstCoins },
        ...{ shareSupply: SHARES, firstShares: 7_071_067n, list: 'mrc20', mintable: true },
        openedAtHeight: this.chain.height,
      }),
    );
  }

  /** The user buys; sent with its check, not mined. */
  buy(value: bigint, units: bigint): MvcTransaction {
    const { chain, token } = this;
    const request: BuyRequest = {
      ...{ token, userKey: USER.key, poolHash: POOL.hash },
      lane: { tokens: [this.tokens], space: this.space },
      userCoins: [moved(chain, value + 100_000n, USER.script)],
      ...{ sats: sats(value), units, tokenSats: TOKEN_OUTPUT_SATS },
      refill: { value: sats(9_000n), script: PAYER.script },
      fee: sats(FEE),
    };
    const check = payment(PAYER, funded(chain, PAYER, [20_000n]), [
      { value: sats(CHECK_SATS), script: checkScript(checkOfBuy(request)) },
    ]);
    const swap = this.#finish(planBuy(request, only(coinsOf(check))), check);
    const [, tokens, space] = coinsOf(swap);
    if (tokens === undefined || space === undefined) throw new Error('the pool’s coins');
    this.tokens = tokens;
    this.space = space;
    return swap;
  }

  /** The user sells; sent with its check, not mined. The pool's next SPACE is what its check left. */
  sell(units: bigint, value: bigint): { readonly check: MvcTransaction; readonly swap: MvcTransaction } {
    const request: SellRequest = {
      ...{ token: this.token, userKey: USER.key, poolHash: POOL.hash },
      userTokens: [this.userTokens],
      ...{ units, sats: sats(value), tokenSats: TOKEN_OUTPUT_SATS },
    };
    const exact = poolSpaceOfSell(request, FEE, CHECK_SATS);
    const rest = this.space.value - exact - CHECK_SATS - 10_000n;
    const check = payment(
      POOL,
      [this.space],
      [
        { value: sats(CHECK_SATS), script: checkScript(checkOfSell(request)) },
        { value: exact, script: POOL.script },
        { value: sats(rest), script: POOL.script },
      ],
    );
    const [checkCoin, poolSpace, left] = coinsOf(check);
    if (checkCoin === undefined || poolSpace === undefined || left === undefined) throw new Error('coins');
    const swap = this.#finish(planSell(request, poolSpace, checkCoin), check);
    const [tokens, change] = coinsOf(swap);
    if (tokens === undefined || change === undefined) throw new Error('coins');
    this.space = left;
    this.userTokens = change;
    return { check, swap };
  }

  #finish(plan: MvcPlan, check: MvcTransaction): MvcTransaction {
    const whose: Partial<Record<string, MvcPerson>> = {
      ...{ 'pool-space': POOL, 'user-space': USER, 'user-token': USER },
    };
    const body = bodyOfPlan(plan);
    const signatures = new Map(
      plan.inputs.flatMap(({ role, coin }, index) => {
        const who = whose[role];
        return who === undefined ? [] : [[index, signatureOf(who, body, index, coin)] as const];
      }),
    );
    const known = txOf(this.chain);
    const swap = nameMvcTransaction(
      completePlan({ plan, signatures, txOf: (txid) => (txid === check.txid ? check : known(txid)) }),
    );
    accepted(this.chain, check, swap);
    return swap;
  }
}

/** Of an unlocking the contract reads neither sender's key nor sender's signature: the parts 22 and 23 of the scriptSig. */
const UNREAD = 22;

/** The same purchase under another id, as anybody can make it. */
export function twinOf(swap: MvcTransaction): MvcTransaction {
  const [token, ...others] = swap.inputs;
  if (token === undefined) throw new Error('the pool’s token');
  const script = new mvc.Script(buffer(token.scriptSig));
  script.chunks[UNREAD] = { opcodenum: 3, len: 3, buf: buffer(Uint8Array.of(7, 7, 7)) };
  return nameMvcTransaction({
    ...swap,
    inputs: [{ ...token, scriptSig: plain(script.toBuffer()) }, ...others],
  });
}
