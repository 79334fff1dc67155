/** Every coin of the bridge's, what people hold and what is owed, at named blocks, with the locked key's name to it (bridge §8). */
import type { AnswerOf, BridgeReserve } from '@rialto/contract';
import { bridgeScripts, bridgeStatement } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { readKept } from '../../read-kept.ts';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { ownAmong } from '../../store/bridge/deposit-store.ts';
import { refusedIn } from '../../store/bridge/due-store.ts';
import type { RefusedDeposit } from '../../store/bridge/due-store.ts';
import { booksOf } from '../../store/bridge/books-store.ts';
import type { Books } from '../../store/bridge/books-store.ts';
import { tokenCoins } from '../../store/bridge/mvc-coin-store.ts';
import { lockedCoins, settledAmong } from '../../store/bridge/reserve-store.ts';
import type { ReserveCoin } from '../../store/bridge/reserve-store.ts';
import type { BridgeContext } from '../context.ts';
import { differenceOf } from '../equation.ts';
import { goesBack, leftOf } from '../exits/exit-of.ts';
import { isUnclaimed } from '../follow/heights.ts';
import type { Heights } from '../follow/heights.ts';

/** One answer for all who ask within so many ms: each asks the signer. */
const KEEP_MS = 3_000;

type Reserves = AnswerOf<'bridgeReserves'>;

/** @returns what tells them, @throws Refusal bridge-closed, syncing */
export function openReserves(context: BridgeContext): () => Promise<Reserves> {
  const kept = readKept(
    () => readReserves(context),
    () => context.now(),
    KEEP_MS,
  );
  return () => kept('');
}

interface Read {
  readonly known: KnownAsset;
  readonly books: Books;
  readonly coins: BridgeReserve['coins'];
  readonly tokens: BridgeReserve['tokens'];
  readonly strays: readonly string[];
}

async function readReserves(context: BridgeContext): Promise<Reserves> {
  const assets = await allAssets(context.store.db);
  if (assets.length === 0) throw new Refusal('bridge-closed');
  const scripts = bridgeScripts(assets.map(({ keys }) => keys));
  const read = await context.store.transact(
    async (tx) => {
      const all: Read[] = [];
      for (const known of assets) {
        const books = await booksOf(tx, known);
        if (books === undefined) throw new Refusal('syncing', 'an index has no block yet');
        const { asset, keys } = known;
        const settled = await settledAmong(tx, asset.id);
        const own = await ownAmong(tx, asset.id);
        const view = ({ name, outpoint, value, units, height }: Omit<ReserveCoin, 'pure'>) => ({
          ...{ outpoint, value: value.toString(), units: units.toString(), height },
          settled: own.has(name) || settled.has(name),
        });
        const heights = { btc: books.btc.height, mvc: books.mvc.height };
        const refused = await refusedIn(tx, asset.id);
        const strays = refused.filter((row) => isStray(known, row, { own: scripts, heights }));
        all.push({
          // What has anything else on it counts for nothing.
          ...{ known, books, coins: (await lockedCoins(tx, known)).filter(({ pure }) => pure).map(view) },
          tokens: (await tokenCoins(tx, [keys.stockHash, keys.inletHash], asset.token)).map(view),
          strays: strays.map(({ deposit }) => deposit.name),
        });
      }
      return all;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const reserves: BridgeReserve[] = [];
  for (const one of read) reserves.push(await viewOf(context, one));
  const [first] = read;
  if (first === undefined) throw new Refusal('bridge-closed');
  return { reserves, btc: first.books.btc, mvc: first.books.mvc };
}

/** It never goes back by itself. One whose terms may be shown yet is none. */
export function isStray(
  known: KnownAsset,
  { deposit, refund }: RefusedDeposit,
  { own, heights }: { readonly own: ReadonlySet<string>; readonly heights: Heights },
): boolean {
  if (leftOf(known, deposit) === 0n) return true;
  const mayBeClaimed = refund === undefined && !isUnclaimed(deposit, heights);
  return !mayBeClaimed && goesBack(known, deposit, { refund, own }) === undefined;
}

async function viewOf(
  context: BridgeContext,
  { known, books, coins, tokens, strays }: Read,
): Promise<BridgeReserve> {
  const { asset, keys, paused } = known;
  const difference = differenceOf(books);
  const figures = {
    ...{ locked: books.locked.toString(), wrapped: books.wrapped.toString(), owed: books.owed.toString() },
    ...{ supply: asset.token.supply.toString(), coins, tokens },
  };
  const statement = bridgeStatement(context.network, books, { asset: asset.id, ...figures });
  const signature = await context.custody.state(asset.id, statement).catch(() => '');
  return {
    ...{ asset: asset.id, symbol: asset.symbol, decimals: asset.decimals, trimDecimals: asset.trim },
    ...{ ...figures, difference: difference.toString(), holds: difference >= 0n, paused },
    ...{ codehash: asset.token.codehash, genesis: asset.token.genesis },
    ...{ lockedScript: keys.lockedScript, stockHash: keys.stockHash, inletHash: keys.inletHash },
    ...{ strays: [...strays], statement, signature },
  };
}
