/** Every coin of the bridge's, what people hold and what is owed, at named blocks, with the locked key's name to it (bridge §8). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf, BridgeReserve } from '@rialto/contract';
import { bridgeScripts, bridgeStatement } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { readKept } from '../../read-kept.ts';
import { allAssets } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { ownAmong } from '../../store/bridge/deposit-store.ts';
import { refusedIn } from '../../store/bridge/due-store.ts';
import { booksOf } from '../../store/bridge/books-store.ts';
import type { Books } from '../../store/bridge/books-store.ts';
import { tokenCoins } from '../../store/bridge/mvc-coin-store.ts';
import { lockedCoins, settledAmong } from '../../store/bridge/reserve-store.ts';
import type { ReserveCoin } from '../../store/bridge/reserve-coin.ts';
import type { BridgeContext } from '../context.ts';
import { differenceOf } from '../equation.ts';
import { isStray } from './is-stray.ts';

/** One answer for all who ask within so many ms: each asks the signer. */
const KEEP_MS = 3_000;

/** A block comes to the signer, to the index and to what is settled by it a moment apart: the reserves are read anew and asked for, for so long. */
const [UNTIL_MS, AGAIN_MS] = [3_000, 500];
const SOON: ReadonlySet<RefusalCode> = new Set(['syncing', 'effects-differ', 'bridge-units-unchecked']);

type Reserves = AnswerOf<'bridgeReserves'>;

/** @returns what tells them, @throws Refusal bridge-closed, syncing */
export function openReserves(context: BridgeContext): () => Promise<Reserves> {
  const kept = readKept(
    () => readSigned(context),
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

/** As the signer signs them, or without its name where it does not in time. */
async function readSigned(context: BridgeContext): Promise<Reserves> {
  const until = context.now() + UNTIL_MS;
  for (;;) {
    const { told, isSoon } = await readReserves(context);
    if (!isSoon || context.now() >= until) return told;
    await sleep(AGAIN_MS);
  }
}

interface Told {
  readonly told: Reserves;
  /** The signer may sign the next. */
  readonly isSoon: boolean;
}

async function readReserves(context: BridgeContext): Promise<Told> {
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
        // Lots of BRC-20 are ours, whoever made them.
        const lockedView = (coin: ReserveCoin) =>
          books.available === null ? view(coin) : { ...view(coin), settled: true };
        const heights = { btc: books.btc.height, mvc: books.mvc.height };
        const refused = await refusedIn(tx, asset.id);
        const strays = refused.filter((row) => isStray(known, row, { own: scripts, heights }));
        all.push({
          // What has anything else on it counts for nothing.
          ...{
            known,
            books,
            coins: (await lockedCoins(tx, known)).filter(({ pure }) => pure).map(lockedView),
          },
          tokens: (await tokenCoins(tx, [keys.stockHash, keys.inletHash], asset.token)).map(view),
          strays: strays.map(({ deposit }) => deposit.name),
        });
      }
      return all;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const reserves: BridgeReserve[] = [];
  let isSoon = false;
  for (const one of read) {
    const { view, refusal } = await viewOf(context, one);
    reserves.push(view);
    isSoon ||= refusal !== undefined && SOON.has(refusal);
  }
  const [first] = read;
  if (first === undefined) throw new Refusal('bridge-closed');
  return { told: { reserves, btc: first.books.btc, mvc: first.books.mvc }, isSoon };
}

async function viewOf(
  context: BridgeContext,
  { known, books, coins, tokens, strays }: Read,
): Promise<{ readonly view: BridgeReserve; readonly refusal: RefusalCode | undefined }> {
  const { asset, keys, paused } = known;
  const difference = differenceOf(books);
  const figures = {
    ...{ locked: books.locked.toString(), wrapped: books.wrapped.toString(), owed: books.owed.toString() },
    ...{ supply: asset.token.supply.toString(), available: books.available?.toString() ?? null },
    ...{ coins, tokens },
  };
  const statement = bridgeStatement(context.network, books, { asset: asset.id, ...figures });
  // One that is known not to answer keeps nobody waiting.
  const { signature, refusal } = known.row.signerAway
    ? UNSIGNED
    : await signatureOf(context, asset.id, statement);
  const view = {
    ...{ asset: asset.id, symbol: asset.symbol, decimals: asset.decimals, trimDecimals: asset.trim },
    ...{ ...figures, difference: difference.toString(), holds: difference >= 0n, paused },
    ...{ codehash: asset.token.codehash, genesis: asset.token.genesis },
    ...{ lockedScript: keys.lockedScript, stockHash: keys.stockHash, inletHash: keys.inletHash },
    ...{ strays: [...strays], signers: keys.signers ?? [], statement, signature },
  };
  return { view, refusal };
}

interface Signature {
  /** Empty where it is refused. */
  readonly signature: string;
  readonly refusal: RefusalCode | undefined;
}

const UNSIGNED: Signature = { signature: '', refusal: 'signer-down' };

async function signatureOf({ custody }: BridgeContext, asset: string, statement: string): Promise<Signature> {
  try {
    return { signature: await custody.state(asset, statement), refusal: undefined };
  } catch (error) {
    return { signature: '', refusal: error instanceof Refusal ? error.code : undefined };
  }
}
