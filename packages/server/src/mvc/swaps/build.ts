/** A swap built for its user: its check is made and signed, and all he needs to make it again himself goes with it. */
import type { AnswerOf, BodyOf, MvcHeldSale, MvcSwapAct } from '@rialto/contract';
import {
  LEAST_CHANGE,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfBuy,
  checkOfSell,
  coreOf,
  hash160,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcPlan, MvcTransaction, TokenCheck } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { coinId } from '../quotes/lanes.ts';
import { allCosts, networkFee } from '../quotes/quote.ts';
import type { SwapQuote } from '../quotes/quote.ts';
import { requireOpen } from '../reads/find-pool.ts';
import { requireBuyable } from '../reads/require-buyable.ts';
import { standOf } from '../stand.ts';
import type { PoolStand } from '../stand.ts';
import type { KeptBook, KeptInput, KeptQuote, KeptSale } from '../store/act-schema.ts';
import { keepAct, signedOf } from '../store/acts.ts';
import { MOST_WAITING, SIGN_MS } from '../terms.ts';
import { drawUp } from './draw-up.ts';
import { withFreshCheck } from './fresh-check.ts';
import type { DrawnUp } from './draw-up.ts';
import {
  bareText,
  buyRequest,
  knownWith,
  planOf,
  pointsOf,
  readOurs,
  refillAs,
  sellRequest,
} from './plan-act.ts';
import type { Known } from './plan-act.ts';
import { payerCoin } from './user-coins.ts';

type Built = AnswerOf<'mvcBuild'>;

/**
 * @throws Refusal as `requireOpen`, `requireBuyable`, `drawUp` and the signer; price-changed (less than the limit is got, or more is paid), limit-reached
 *   (too many of his swaps wait)
 */
export async function buildSwap(context: MvcContext, body: BodyOf<'mvcBuild'>): Promise<Built> {
  const { side, exact } = body;
  const pool = await requireOpen(context, body.pair);
  if (side === 'buy') await requireBuyable(context, pool);
  const userKey = hexToBytes(body.publicKey);
  await requireFewWaiting(context, userKey);
  const stand = await standOf(context, pool);
  const drawn = await drawUp(context, stand, { side, exact, amount: BigInt(body.amount), userKey });
  requireWithin(drawn.quote, BigInt(body.limit));
  return builtOf(context, drawn, { stand, publicKey: body.publicKey });
}

interface BuildFor {
  readonly stand: PoolStand;
  readonly publicKey: string;
  /** A sale that nobody has sent, whose SPACE it spends. */
  readonly after?: {
    readonly tx: MvcTransaction;
    readonly held: MvcHeldSale;
    readonly kept: KeptSale;
  };
}

/** Its check is made and signed, and it is kept. @throws Refusal as the signer; mvc-closed, coin-unknown, node-down */
export async function builtOf(
  context: MvcContext,
  drawn: DrawnUp,
  { stand, publicKey, after }: BuildFor,
): Promise<Built> {
  const { pool } = stand;
  const { side } = drawn.quote;
  const { payer } = await context.custody.pools();
  const parties = { poolHash: hexToBytes(pool.keyHash), payer: hexToBytes(payer) };
  const { act, known, check } = await withFreshCheck(context, async (checkSats) => {
    const made = await actOf(context, drawn, {
      pool: stand,
      userKey: publicKey,
      payer: parties.payer,
      checkSats,
    });
    const coins = await knownWith(context, pointsOf(made), after === undefined ? [] : [after.tx]);
    const needed =
      made.side === 'buy'
        ? checkOfBuy(buyRequest(made, coins, parties))
        : checkOfSell(sellRequest(made, coins, parties.poolHash));
    const signed = await signedCheck(context, pool.number, { act: made, needed, after: after?.held });
    return { act: made, known: coins, check: readOurs(signed) };
  });
  const plan = planOf(act, known, check, parties);
  const expiresAt = new Date(context.now() + SIGN_MS);
  const quote: KeptQuote = { ...toldQuote(drawn.quote), shares: '0', needs: '0' };
  const row = await keepAct(context.store.db, {
    id: context.newId(),
    pool: pool.number,
    side,
    userKey: publicKey,
    user: bytesToHex(hash160(hexToBytes(publicKey))),
    status: 'built',
    act,
    quote,
    ...accountOf(act, { plan, check, known }),
    checkRaw: bytesToHex(writeMvcTransaction(check)),
    afterSale: after?.kept ?? null,
    expiresAt,
  });
  context.at('mvc-built');
  const refill = act.side === 'buy' ? refillAs(act, parties.payer) : undefined;
  return {
    buildId: row.id,
    quote: toldQuote(drawn.quote),
    raw: bytesToHex(writeMvcTransaction(bodyOfPlan(plan))),
    // Of a sale that nobody has sent its scriptSigs are nobody's yet.
    previous: previousOf(plan, known, after?.tx.txid),
    check: bareText(check),
    userCoins: drawn.userCoins.map(({ outpoint }) => outpoint),
    tokenSats: act.tokenSats,
    // Change too small for a wallet goes to the miners.
    mostCosts: (act.side === 'buy' ? allCosts(drawn.quote.costs) + LEAST_CHANGE : 0n).toString(),
    refill:
      refill === undefined ? null : { value: refill.value.toString(), script: bytesToHex(refill.script) },
    expiresAt: expiresAt.getTime(),
  };
}

/** @param more how many are to be signed now. @throws Refusal limit-reached */
export async function requireFewWaiting(
  { store, ledger }: MvcContext,
  userKey: Uint8Array,
  more = 1,
): Promise<void> {
  const signed = await signedOf(store.db, bytesToHex(hash160(userKey)));
  const where = await ledger.byCore(signed);
  const waiting = signed.filter((core) => where.get(core)?.height === undefined);
  if (waiting.length + more > MOST_WAITING)
    throw new Refusal('limit-reached', `${MOST_WAITING} of yours wait for a block`);
}

/** @throws Refusal price-changed */
function requireWithin({ side, exact, sats, units }: SwapQuote, limit: bigint): void {
  const [pays, gets] = side === 'buy' ? [sats, units] : [units, sats];
  if (exact === 'in' ? gets < limit : pays > limit) throw new Refusal('price-changed');
}

interface SoughtCheck {
  readonly act: MvcSwapAct;
  readonly needed: TokenCheck;
  readonly after: MvcHeldSale | undefined;
}

async function signedCheck(
  context: MvcContext,
  pool: number,
  { act, needed, after }: SoughtCheck,
): Promise<Uint8Array> {
  const checkScript = bytesToHex(await context.contracts.checkScript(needed));
  return context.custody.check({ pool, act, checkScripts: [checkScript], after });
}

interface ForWhom {
  readonly pool: PoolStand;
  readonly userKey: string;
  readonly payer: Uint8Array;
  readonly checkSats: bigint;
}

async function actOf(
  context: MvcContext,
  { quote, userCoins }: DrawnUp,
  { pool, userKey, payer, checkSats }: ForWhom,
): Promise<MvcSwapAct> {
  const { network } = quote.costs;
  const terms = {
    token: pool.pool.token,
    userKey,
    sats: quote.sats.toString(),
    units: quote.units.toString(),
    tokenSats: TOKEN_OUTPUT_SATS.toString(),
    fee: network.swap.toString(),
    checkSats: checkSats.toString(),
    checkFee: network.check.toString(),
    poolSpace: quote.lane.space.outpoint,
  };
  const points = userCoins.map(({ outpoint }) => outpoint);
  if (quote.side === 'sell') return { side: 'sell', ...terms, userTokens: points };
  const poolTokens = quote.lane.tokens.map(({ outpoint }) => outpoint);
  const cost = checkSats + network.check;
  const checkCoin = await payerCoin(context, { payer, cost, pending: pool.pending, lane: quote.lane });
  return { side: 'buy', ...terms, poolTokens, userCoins: points, checkCoin };
}

interface Drawn {
  readonly plan: MvcPlan;
  readonly check: MvcTransaction;
  readonly known: Known;
}

/** What the swap is, what it spends, and what it does to the pool's books. */
function accountOf(act: MvcSwapAct, { plan, check, known }: Drawn) {
  const core = coreOf(bodyOfPlan(plan));
  const idOf = (point: Outpoint): string => {
    const { txid, vout } = splitOutpoint(point);
    const tx = txid === check.txid ? check : known.get(txid);
    invariant(tx !== undefined, 'every coin has its transaction');
    return coinId({ core: tx.core, outpoint: `${txid}:${vout}` as Outpoint });
  };
  const swapSpends = plan.inputs.map(({ coin }) => coin.outpoint);
  const checkSpends = [act.side === 'buy' ? act.checkCoin : act.poolSpace];
  const own = [...swapSpends.filter((point) => splitOutpoint(point).txid !== check.txid), ...checkSpends];
  const inputs = own.map((point): KeptInput => ({ outpoint: point, core: idOf(point).slice(0, 64) }));
  const made = (id: string, outputs: readonly unknown[]): string[] =>
    outputs.map((_, place) => `${id}:${place}`);
  const books = (act.side === 'buy' ? booksOfBuy : booksOfSell)(act, {
    check: { id: check.core, spends: checkSpends.map(idOf), makes: made(check.core, check.outputs) },
    swap: { id: core, spends: swapSpends.map(idOf), makes: made(core, plan.outputs) },
    paying: check.outputs[1]?.value ?? 0n,
  });
  return { core, checkCore: check.core, inputs, books };
}

interface Coins {
  readonly check: Omit<KeptBook, 'd1' | 'd2' | 'ds'>;
  readonly swap: Omit<KeptBook, 'd1' | 'd2' | 'ds'>;
  /** What the coin holds that pays a seller. */
  readonly paying: bigint;
}

/** The check of a purchase is none of the pool's business; but what pays for it may be what an earlier purchase paid back. */
const booksOfBuy = (act: MvcSwapAct, { check, swap }: Coins): KeptBook[] => [
  {
    id: swap.id,
    spends: [...swap.spends, ...check.spends],
    makes: [...swap.makes, ...check.makes],
    ...{ d1: act.sats, d2: `-${act.units}`, ds: '0' },
  },
];

const booksOfSell = (act: MvcSwapAct, { check, swap, paying }: Coins): KeptBook[] => [
  { ...check, d1: `-${BigInt(act.checkSats) + BigInt(act.checkFee)}`, d2: '0', ds: '0' },
  { ...swap, d1: `-${paying}`, d2: act.units, ds: '0' },
];

/** The figures of a swap as everybody is told them. */
export function toldQuote(quote: SwapQuote): AnswerOf<'mvcPreview'> {
  return {
    sats: quote.sats.toString(),
    units: quote.units.toString(),
    networkFee: networkFee(quote.costs).toString(),
    tokenSats: quote.costs.tokenSats.toString(),
    lpFee: quote.lpFee.toString(),
    impactPpm: quote.impactPpm.toString(),
    least: quote.least.toString(),
  };
}

/** The transactions of a plan's coins, of those that are not made with it. */
export function previousOf(plan: MvcPlan, known: Known, unsent?: Txid): string[] {
  const ids = new Set(plan.inputs.map(({ coin }) => splitOutpoint(coin.outpoint).txid));
  return [...ids].flatMap((txid) => {
    const tx = known.get(txid);
    return tx === undefined || txid === unsent ? [] : [bytesToHex(writeMvcTransaction(tx))];
  });
}
