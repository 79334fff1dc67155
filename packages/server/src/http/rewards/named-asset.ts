/** What is traded or paid, by the name people know it by. */
import type { AssetId } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Books } from '../../orders/books.ts';

interface NamedAsset {
  readonly assetId: string;
  readonly tick: string;
  readonly coinDecimalNum: number;
}

const SATS: NamedAsset = { assetId: 'sats', tick: 'BTC', coinDecimalNum: 8 };
/** The longest name there is. */
const TICK_LENGTH = 55;

const byId = (asset: AssetId): NamedAsset => ({
  ...{ assetId: asset, tick: asset.slice(0, TICK_LENGTH), coinDecimalNum: 0 },
});

/** What no book knows, as what no block has deployed yet, is called by its id. */
export async function namedAsset(books: Books, asset: 'sats' | AssetId): Promise<NamedAsset> {
  if (asset === 'sats') return SATS;
  const book = await books.bookOf(asset);
  if (book === undefined) return byId(asset);
  try {
    const { tick, decimals } = await books.held(book, { tick: '', assetId: asset });
    return { assetId: asset, tick, coinDecimalNum: decimals };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unknown-tick') return byId(asset);
    throw error;
  }
}
