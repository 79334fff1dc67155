/** Swaps on MVC: reads, quotes, builds and tasks. No session is asked for: what an address does there is public, and moves nothing without its key (mvc §9). */
import { API_ROOT } from '@rialto/contract';
import type { ParamsOf } from '@rialto/contract';
import { readMvcAddress } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../../mvc/context.ts';
import { buildMove, previewMove } from '../../mvc/liquidity/build-move.ts';
import { parkMove, submitMove } from '../../mvc/liquidity/finish-move.ts';
import { buildTakeBack, submitTakeBack } from '../../mvc/liquidity/take-back.ts';
import type { SwapAsked, SwapQuote } from '../../mvc/quotes/quote.ts';
import { readKept } from '../../read-kept.ts';
import { accountOf } from '../../mvc/reads/account.ts';
import { findPool, openStandOf } from '../../mvc/reads/find-pool.ts';
import type { MvcList } from '../../mvc/reads/find-pool.ts';
import { addressHistory, poolHistory } from '../../mvc/reads/history.ts';
import { allPairs, pairOfRoute, poolList, swapInfo, tokenOf } from '../../mvc/reads/pool-list.ts';
import { requireBuyable } from '../../mvc/reads/require-buyable.ts';
import { candlesOfPool } from '../../mvc/reads/swaps-done.ts';
import { findTask } from '../../mvc/reads/task.ts';
import { transactionView } from '../../mvc/reads/transaction-view.ts';
import { standOf } from '../../mvc/stand.ts';
import { buildSwap, toldQuote } from '../../mvc/swaps/build.ts';
import { quoteForAnybody } from '../../mvc/swaps/draw-up.ts';
import { submitSwap } from '../../mvc/swaps/submit.ts';
import { buildSecond } from '../../mvc/tokens/build-second.ts';
import { previewTokens } from '../../mvc/tokens/preview-tokens.ts';
import { submitBoth } from '../../mvc/tokens/submit-both.ts';
import { failure, sendAnswer } from '../reply.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { klinesFrom } from './kline-calls.ts';

export function registerMvc(context: RouteContext, service: Service): void {
  /** @throws Refusal mvc-closed where the operator has no node of MVC */
  const mvc = (): MvcContext => {
    if (service.mvc === undefined) throw new Refusal('mvc-closed');
    return service.mvc;
  };
  declinePayments(context);
  const asking = { mvc, quote: quoteOf(mvc) };
  registerReads(context, service, asking);
  registerPools(context, mvc);
  registerActs(context, asking);
}

/** Calls of mvcswap that take, or name an address for, a payment nobody has sent: here a swap is one transaction that its user signs. */
const NOT_TAKEN = [
  ...['reqswapargs', 'addliq', 'removeliq', 'token1totoken2', 'token2totoken1'],
  ...['reqcreateswap', 'createswap'],
];

function declinePayments({ app }: RouteContext): void {
  for (const path of ['mvc', 'ticket'].flatMap((venue) => NOT_TAKEN.map((name) => `/${venue}/${name}`)))
    app.post(`${API_ROOT}${path}`, (_request, reply) =>
      sendAnswer(reply, failure(new Refusal('no-such-call', 'use preview, build and submit'), reply)),
    );
}

type Mvc = () => MvcContext;
type Quote = (pair: string, asked: SwapAsked) => Promise<SwapQuote>;

interface Asking {
  readonly mvc: Mvc;
  readonly quote: Quote;
}

/** What is asked for of the list that the path names. */
function listOf({ venue }: ParamsOf<'mvcPools'>, asked: MvcList = 'all'): MvcList {
  if (venue === 'mvc') return asked;
  if (asked === 'mrc20') throw new Refusal('bad-request', 'list: tickets alone are here');
  return 'ticket';
}

function registerReads(context: RouteContext, { config }: Service, { mvc, quote }: Asking): void {
  const addressOf = (address: string) => {
    const keyHash = readMvcAddress(address, config.NETWORK);
    return { address, keyHash };
  };
  route(context, 'mvcAllPairs', ({ params, query }) => allPairs(mvc(), listOf(params, query.list)));
  route(context, 'mvcSwapInfo', ({ query }) => swapInfo(mvc(), query.symbol));
  route(context, 'mvcRoute', async ({ query: { tokenIn, tokenOut, amount } }) => {
    const { pair, side } = pairOfRoute(tokenIn, tokenOut);
    const isOut = amount.startsWith('-');
    const asked = {
      side,
      exact: isOut ? 'out' : 'in',
      amount: BigInt(isOut ? amount.slice(1) : amount),
    } as const;
    const { sats, units } = await quote(pair, asked);
    const [amountIn, amountOut] = side === 'buy' ? [sats, units] : [units, sats];
    return { path: 'v1' as const, amountIn: amountIn.toString(), amountOut: amountOut.toString() };
  });
  route(context, 'mvcAccount', ({ query }) => accountOf(mvc(), addressOf(query.address)));
  route(context, 'mvcTransactions', ({ query }) => {
    const { address, keyHash } = addressOf(query.address);
    return addressHistory(mvc(), { address, keyHash: bytesToHex(keyHash) });
  });
  route(context, 'mvcTransaction', ({ params }) => transactionView(mvc(), params.txid));
  route(context, 'mvcPools', async ({ params, query }) => ({
    network: config.NETWORK,
    ...(await poolList(mvc(), listOf(params, query.list))),
  }));
}

function registerPools(context: RouteContext, mvc: Mvc): void {
  route(context, 'mvcPoolTransactions', ({ params }) => poolHistory(mvc(), params.pair));
  route(context, 'mvcPoolKline', async ({ params, query }) => {
    const pool = await findPool(mvc(), params.pair);
    const stand = await standOf(mvc(), pool);
    const { decimals } = tokenOf(stand);
    const { interval, limit } = query;
    const candles = await candlesOfPool(mvc(), { pool: pool.number, decimals, interval });
    const { height, hash } = stand.tip;
    return { list: klinesFrom(candles, decimals, limit), at: { height, hash } };
  });
}

function registerActs(context: RouteContext, { mvc, quote }: Asking): void {
  route(context, 'mvcPreview', async ({ body: { pair, side, exact, amount } }) =>
    toldQuote(await quote(pair, { side, exact, amount: BigInt(amount) })),
  );
  route(context, 'mvcBuild', ({ body }) => buildSwap(mvc(), body));
  route(context, 'mvcSubmit', ({ body }) => submitSwap(mvc(), body));
  route(context, 'mvcPreviewTokens', ({ body }) => previewTokens(mvc(), body));
  route(context, 'mvcBuildSecond', ({ body }) => buildSecond(mvc(), body));
  route(context, 'mvcSubmitBoth', ({ body }) => submitBoth(mvc(), body));
  route(context, 'mvcPreviewMove', async ({ body: { pair, kind, of, amount } }) => {
    const stand = await openStandOf(mvc(), pair);
    return previewMove(mvc(), stand, { kind, of, amount: BigInt(amount) });
  });
  route(context, 'mvcBuildMove', ({ body }) => buildMove(mvc(), body));
  route(context, 'mvcParkMove', ({ body }) => parkMove(mvc(), body));
  route(context, 'mvcSubmitMove', ({ body }) => submitMove(mvc(), body));
  route(context, 'mvcBuildTakeBack', ({ body }) => buildTakeBack(mvc(), body));
  route(context, 'mvcSubmitTakeBack', ({ body }) => submitTakeBack(mvc(), body));
  route(context, 'mvcTask', ({ query }) => findTask(mvc(), query.buildId));
}

/** Quotes are asked for with every key that is typed: those of one pool share what is read of it. What is built is read anew. */
function quoteOf(mvc: Mvc): Quote {
  const now = () => mvc().now();
  const standing = readKept((pair) => openStandOf(mvc(), pair), now);
  const buyable = readKept(async (pair) => requireBuyable(mvc(), (await standing(pair)).pool), now);
  return async (pair, asked) => {
    if (asked.side === 'buy') await buyable(pair);
    return quoteForAnybody(mvc(), await standing(pair), asked);
  };
}
