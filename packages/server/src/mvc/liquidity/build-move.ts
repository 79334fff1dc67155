/** Liquidity built for its provider: quote, checks made and signed, and the parking to sign. The move is built once the parking is signed; nothing is sent before both are. */
import type { AnswerOf, BodyOf, MvcMoveAct } from '@rialto/contract';
import type { IndexedMvcToken, MvcPoolFacts } from '@rialto/ground';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checksOfLiquidity,
  coreOf,
  hash160,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcPlan, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, splitOutpoint, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { requireOpen } from '../reads/find-pool.ts';
import { standOf } from '../stand.ts';
import type { PoolStand } from '../stand.ts';
import type { KeptBook, KeptInput, KeptQuote } from '../store/act-schema.ts';
import { keepAct } from '../store/acts.ts';
import { previousOf, requireFewWaiting } from '../swaps/build.ts';
import { withFreshCheck } from '../swaps/fresh-check.ts';
import { bareText, coinAt, readOurs, transactionsOf } from '../swaps/plan-act.ts';
import type { Known } from '../swaps/plan-act.ts';
import { spaceFor, tokensFor } from '../swaps/user-coins.ts';
import { SIGN_MS } from '../terms.ts';
import { futureMove, parkRequest, planOfPark, pointsOfMove } from './plan-move.ts';
import { costsOfMove, feesOf, leftForMove, needsOf, quoteMove } from './quote-move.ts';
import type { MoveAsked, MoveCosts, MoveQuote, ParkedCoins } from './quote-move.ts';

type MoveQuoteText = AnswerOf<'mvcPreviewMove'>;

/** What it would be with one coin of each of his, for whoever has not said who he is. */
export function previewMove(context: MvcContext, stand: PoolStand, asked: MoveAsked): MoveQuoteText {
  const parked: ParkedCoins = { coins: 1, sats: TOKEN_OUTPUT_SATS, rest: true, paying: 1 };
  const costs = costsOfMove(stand, parked, context.settings.feeRate);
  return told(quoteMove(stand, asked), costs, parked);
}

function told(quote: MoveQuote, costs: MoveCosts, parked: ParkedCoins): MoveQuoteText {
  const needs = needsOf(quote, costs, parked);
  return {
    sats: quote.sats.toString(),
    units: quote.units.toString(),
    shares: quote.shares.toString(),
    networkFee: feesOf(costs).toString(),
    tokenSats: costs.tokenSats.toString(),
    needs: (needs > 0n ? needs : 0n).toString(),
  };
}

/** @throws Refusal as `requireOpen`, `quoteMove`, `tokensFor`, `spaceFor` and the signer; price-changed, limit-reached */
export async function buildMove(
  context: MvcContext,
  body: BodyOf<'mvcBuildMove'>,
): Promise<AnswerOf<'mvcBuildMove'>> {
  const pool = await requireOpen(context, body.pair);
  const userKey = hexToBytes(body.publicKey);
  await requireFewWaiting(context, userKey);
  const stand = await standOf(context, pool);
  const { kind, of } = body;
  const quote = quoteMove(stand, { kind, of, amount: BigInt(body.amount) });
  const gets = kind === 'add' ? quote.shares : quote.sats;
  if (gets < BigInt(body.limit)) throw new Refusal('price-changed');
  const { act: usual, costs, parked } = await actOf(context, stand, { quote, userKey });
  const known = await transactionsOf(context, pointsOfMove(usual));
  const { act, check } = await withFreshCheck(context, async (checkSats) => {
    const made = { ...usual, checkSats: checkSats.toString() };
    const checks = checksOfLiquidity(parkRequest(made, pool, known), futureMove(made, pool, known));
    const scripts = await Promise.all(checks.map((one) => context.contracts.checkScript(one)));
    const asked = { pool: pool.number, act: made, checkScripts: scripts.map(bytesToHex) };
    return { act: made, check: readOurs(await context.custody.check(asked)) };
  });
  const plan = planOfPark({ act, pool, known, check }, leftForMove(quote, costs));
  const expiresAt = new Date(context.now() + SIGN_MS);
  const words = told(quote, costs, parked);
  const row = await keepAct(context.store.db, {
    ...{ id: context.newId(), pool: pool.number, side: kind, userKey: body.publicKey },
    ...{ user: bytesToHex(hash160(userKey)), status: 'built', act, expiresAt },
    quote: keptOf(words),
    ...accountOf(act, { check, known }),
    ...{ core: null, checkCore: check.core, checkRaw: bytesToHex(writeMvcTransaction(check)) },
  });
  context.at('mvc-built');
  return {
    buildId: row.id,
    quote: words,
    park: {
      raw: bytesToHex(writeMvcTransaction(bodyOfPlan(plan))),
      previous: previousOf(plan, known),
      check: bareText(check),
    },
    ...{ userTokens: act.userTokens, userCoins: act.userCoins, tokenSats: act.tokenSats },
    expiresAt: expiresAt.getTime(),
  };
}

interface ForWhom {
  readonly quote: MoveQuote;
  readonly userKey: Uint8Array;
}

/** His coins: enough of the parked kind, and SPACE for everything. */
async function actOf(context: MvcContext, stand: PoolStand, { quote, userKey }: ForWhom) {
  const { pool } = stand;
  const { feeRate } = context.settings;
  const keyHash = hash160(userKey);
  const [key, units] = quote.kind === 'add' ? [pool.token, quote.units] : [pool.share, quote.shares];
  const tokens = await tokensFor(context, { keyHash, key }, () => units);
  const parkedWith = (paying: number): ParkedCoins => ({ ...sumsOf(tokens, units), paying });
  const costsWith = (paying: number) => costsOfMove(stand, parkedWith(paying), feeRate);
  const coins = await spaceFor(context, keyHash, (count) =>
    needsOf(quote, costsWith(count), parkedWith(count)),
  );
  const costs = costsWith(coins.length);
  const act: MvcMoveAct = {
    ...{ side: quote.kind, token: pool.token, userKey: bytesToHex(userKey) },
    ...{ sats: quote.sats.toString(), units: quote.units.toString(), shares: quote.shares.toString() },
    tokenSats: TOKEN_OUTPUT_SATS.toString(),
    ...{ fee: costs.move.toString(), parkFee: costs.park.toString() },
    ...{ checkSats: CHECK_SATS.toString(), checkFee: costs.check.toString() },
    ...{ poolSpace: quote.space.outpoint, given: quote.given.outpoint },
    userTokens: tokens.map(({ outpoint }) => outpoint),
    userCoins: coins.map(({ outpoint }) => outpoint),
  };
  return { act, costs, parked: parkedWith(coins.length) };
}

function sumsOf(tokens: readonly IndexedMvcToken[], units: bigint): Omit<ParkedCoins, 'paying'> {
  const held = tokens.reduce((sum, { token }) => sum + token.amount, 0n);
  const sats = tokens.reduce((sum, { value }) => sum + value, 0n);
  return { coins: tokens.length, sats, rest: held > units };
}

const keptOf = (words: MoveQuoteText): KeptQuote => ({ ...words, lpFee: '0', impactPpm: '0', least: '0' });

interface Made {
  readonly check: MvcTransaction;
  readonly known: Known;
}

/** What the checks do to the pool's books, and all that parking, checks and move will spend. */
function accountOf(act: MvcMoveAct, { check, known }: Made) {
  const inputs = pointsOfMove(act).map((point): KeptInput => {
    const tx = known.get(splitOutpoint(point).txid);
    invariant(tx !== undefined, 'every coin has its transaction');
    return { outpoint: point, core: tx.core };
  });
  const idOf = (point: string): string => {
    const found = inputs.find(({ outpoint }) => outpoint === point);
    invariant(found !== undefined, 'the act spends it');
    return `${found.core}:${splitOutpoint(found.outpoint).vout}`;
  };
  const before = coinAt(known, act.poolSpace).value;
  const rest = check.outputs.at(-1)?.value ?? 0n;
  const books: KeptBook[] = [
    {
      ...{
        id: check.core,
        spends: [idOf(act.poolSpace)],
        makes: [`${check.core}:${check.outputs.length - 1}`],
      },
      ...{ d1: (rest - before).toString(), d2: '0', ds: '0' },
    },
  ];
  return { inputs, books };
}

interface OverParking {
  readonly act: MvcMoveAct;
  readonly pool: MvcPoolFacts;
  readonly known: Known;
  /** What no node has yet. */
  readonly made: readonly MvcTransaction[];
}

/** What the move does, once its parking is there. */
export function bookOfMove(
  plan: MvcPlan,
  { act, pool, known, made }: OverParking,
): { readonly core: string; readonly book: KeptBook } {
  const core = coreOf(bodyOfPlan(plan));
  const spends = plan.inputs.map(({ coin }) => {
    const { txid, vout } = splitOutpoint(coin.outpoint);
    const tx = made.find((one) => one.txid === txid) ?? known.get(txid);
    invariant(tx !== undefined, 'every coin has its transaction');
    return `${tx.core}:${vout}`;
  });
  const rest = plan.inputs.find(({ role }) => role === 'pool-space')?.coin.value ?? 0n;
  const after = futureMove(act, pool, known).poolSats;
  const sign = act.side === 'add' ? 1n : -1n;
  return {
    core,
    book: {
      ...{ id: core, spends, makes: plan.outputs.map((_, vout) => `${core}:${vout}`) },
      d1: (after - rest).toString(),
      d2: (sign * BigInt(act.units)).toString(),
      ds: (sign * BigInt(act.shares)).toString(),
    },
  };
}
