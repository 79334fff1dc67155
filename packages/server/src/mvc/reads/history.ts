/** What was done: with a pool, and by an address, whoever asks; it is all on the chain. */
import type { AnswerOf } from '@rialto/contract';
import type { MvcMove, MvcPoolFacts } from '@rialto/ground';
import { mvcAddress } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { actsOfUser, quotesOf } from '../store/acts.ts';
import { findPool, pairOf } from './find-pool.ts';
import { liquidityIn, swapIn } from './swaps-done.ts';
import { reasonOf, wordOf } from './task.ts';

type List = AnswerOf<'mvcTransactions'>;
type Row = List['list'][number];

const MOST = 50;

/** What a token is called, by its genesis. */
type Words = ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }>;

async function wordsOf({ ledger }: MvcContext, pools: readonly MvcPoolFacts[]): Promise<Words> {
  const rows = await Promise.all(
    pools.map(async ({ number, token }) => {
      const coins = await ledger.poolCoins(number);
      const found = coins.find((coin) => coin.token?.genesis === token.genesis)?.token;
      return [token.genesis, { symbol: found?.symbol ?? '', decimals: found?.decimals ?? 0 }] as const;
    }),
  );
  return new Map(rows);
}

export async function poolHistory(context: MvcContext, pair: string): Promise<List> {
  const pool = await findPool(context, pair);
  const words = await wordsOf(context, [pool]);
  const moves = await context.ledger.poolMoves({ pool: pool.number, most: MOST });
  const agreed = await agreedIn(context, moves);
  return {
    list: moves.flatMap((move) => moveRow(context, { move, pool, words, agreed }) ?? []),
    at: await atOf(context),
  };
}

/** What the chain knows of an address, and what of its swaps never got into a block. */
export async function addressHistory(
  context: MvcContext,
  { address, keyHash }: { readonly address: string; readonly keyHash: string },
): Promise<List> {
  const pools = await context.ledger.pools();
  const words = await wordsOf(context, pools);
  const moves = await context.ledger.poolMoves({ user: keyHash, most: MOST });
  const agreed = await agreedIn(context, moves);
  const done = moves.flatMap((move) => {
    const pool = pools.find(({ number }) => number === move.pool);
    const row = pool === undefined ? undefined : moveRow(context, { move, pool, words, agreed });
    return row === undefined ? [] : [row];
  });
  const cores = new Set(done.map(({ core }) => core));
  const acts = await actsOfUser(context.store.db, keyHash, MOST);
  const others = acts.flatMap((act): Row[] => {
    const pool = pools.find(({ number }) => number === act.pool);
    if (pool === undefined || act.core === null || cores.has(act.core)) return [];
    const word = wordOf(act);
    return [
      {
        core: act.core,
        txid: act.txid ?? act.core,
        ...pairWords(pool, words),
        type: act.side,
        sats: act.quote.sats,
        units: act.quote.units,
        address,
        status: word === 'failed' ? 'failed' : 'pending',
        height: null,
        failedReason: reasonOf(act),
        time: act.createdAt.getTime(),
      },
    ];
  });
  const list = [...others, ...done].toSorted((a, b) => b.time - a.time).slice(0, MOST);
  return { list, at: await atOf(context) };
}

const pairWords = (pool: MvcPoolFacts, words: Words) => ({
  pair: pairOf(pool),
  ...(words.get(pool.token.genesis) ?? { symbol: '', decimals: 0 }),
});

/** Of liquidity: the chain shows the checks' cost in it, which came out of the pool before. */
type Agreed = Awaited<ReturnType<typeof quotesOf>>;

const agreedIn = ({ store }: MvcContext, moves: readonly MvcMove[]): Promise<Agreed> =>
  quotesOf(
    store.db,
    moves.flatMap((move) => (liquidityIn(move) === undefined ? [] : [move.core])),
  );

interface MoveOf {
  readonly move: MvcMove;
  readonly pool: MvcPoolFacts;
  readonly words: Words;
  readonly agreed: Agreed;
}

/** The transaction that makes a check is part of its swap. */
function moveRow({ now, settings }: MvcContext, { move, pool, words, agreed }: MoveOf): Row | undefined {
  const { core, txid, height, time, user } = move;
  const done = swapIn(move) ?? liquidityIn(move);
  if (done === undefined) return undefined;
  const { sats, units } = agreed.get(core) ?? done;
  return {
    core,
    txid,
    ...pairWords(pool, words),
    type: done.side,
    sats: sats.toString(),
    units: units.toString(),
    address: user === undefined ? '' : mvcAddress(hexToBytes(user), settings.network),
    status: height === undefined ? 'pending' : 'completed',
    height: height ?? null,
    failedReason: '',
    time: time === undefined ? now() : time * 1000,
  };
}

async function atOf({ ledger }: MvcContext): Promise<List['at']> {
  const tip = await ledger.tip();
  if (tip === undefined) throw new Refusal('syncing', 'the index of MVC');
  return { height: tip.height, hash: tip.hash };
}
