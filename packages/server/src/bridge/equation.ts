/** After every block: what is locked covers what people hold and what is owed. A break stops the asset; one that a reorganisation alone made lifts by itself (bridge §8). */
import { setAsset } from '../store/bridge/asset-store.ts';
import type { KnownAsset } from '../store/bridge/asset-store.ts';
import { booksOf } from '../store/bridge/books-store.ts';
import type { Books } from '../store/bridge/books-store.ts';
import type { BridgeContext } from './context.ts';

export const differenceOf = ({ locked, wrapped, owed }: Books): bigint => locked - wrapped - owed;

/** @param open assets of which nobody knows yet what is owed */
export async function checkReserves(
  context: BridgeContext,
  assets: readonly KnownAsset[],
  open: ReadonlySet<string>,
): Promise<void> {
  for (const known of assets) {
    if (open.has(known.asset.id)) continue;
    const books = await readBooks(context, known);
    if (books !== undefined) await checkOne(context, known, books);
  }
}

export const readBooks = (
  { store }: Pick<BridgeContext, 'store'>,
  known: KnownAsset,
): Promise<Books | undefined> =>
  store.transact((tx) => booksOf(tx, known), { isolationLevel: 'repeatable read', accessMode: 'read only' });

async function checkOne({ store, warn }: BridgeContext, known: KnownAsset, books: Books): Promise<void> {
  const { asset, row } = known;
  const difference = differenceOf(books);
  const [btc, mvc] = [books.btc.height, books.mvc.height];
  if (difference < 0n) {
    // Without what a reorganisation took away it would hold: then nothing but that broke it.
    const isUndone = difference + books.undone >= 0n;
    const liftsItself = isUndone && (!row.broken || row.liftsItself);
    if (!row.broken)
      warn('the reserves of the bridge do not add up', {
        ...{ asset: asset.id, difference: difference.toString(), btc, mvc, undone: isUndone },
      });
    await setAsset(store.db, asset.id, { broken: true, liftsItself, brokenBtc: btc, brokenMvc: mvc });
  } else if (row.broken && row.liftsItself && hasHeldAgain(known, btc, mvc))
    await setAsset(store.db, asset.id, { broken: false, liftsItself: false });
}

/** For as many blocks of both chains as the largest deposit has to be deep. */
function hasHeldAgain({ asset, row }: KnownAsset, btc: number, mvc: number): boolean {
  const tier = asset.tiers.at(-1);
  return (
    tier !== undefined && btc - (row.brokenBtc ?? btc) >= tier.btc && mvc - (row.brokenMvc ?? mvc) >= tier.mvc
  );
}
