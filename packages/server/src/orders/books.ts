/** Which token is traded in which of the three books: found by tick or deploy, and distinguished by the ID-Coin tag. */
import type { Ledger } from '@rialto/ground';
import { TOKEN_DECIMALS } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { splitAsset } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Mrc20Token } from '@rialto/protocols';

export interface BookToken {
  readonly asset: AssetId;
  /** As its deployer wrote it. */
  readonly tick: string;
  /** Of its smallest unit inside the exchange. */
  readonly decimals: number;
}

interface TokenParams {
  readonly tick: string;
  /** Decides when it is given. */
  readonly assetId?: string | undefined;
}

export interface Books {
  /** @throws Refusal('unknown-tick') when no token of this book is meant */
  token(book: MarketName, params: TokenParams): Promise<BookToken>;
  /** Most used first. */
  tokens(book: MarketName, limit: number): Promise<readonly BookToken[]>;
  /** The book a lot's token is traded in. */
  bookOf(asset: AssetId): Promise<MarketName | undefined>;
  /** Blocks were undone: what they deployed may be gone. */
  forget(): void;
}

/** There are as many tokens as anybody deploys, and ways to ask for them; beyond these they are looked up again. */
const MAX_REMEMBERED = 20_000;
/** Two books share one list of MRC-20 tokens. */
const MAX_LISTED = 500;

type Reading = Pick<Ledger, 'token' | 'tokens' | 'mrc20' | 'mrc20s' | 'mrc20TokensOf'>;

/** @param tagOf says which MRC-20 tokens are ID-Coins; a deploy never changes, so it is asked once for each */
export function openBooks(ledger: Reading, tagOf: (token: Mrc20Token) => '' | 'id-coins'): Books {
  const known = new Map<AssetId, MarketName>();
  const bookOfToken = (token: Mrc20Token): MarketName => {
    const before = known.get(token.asset);
    if (before !== undefined) return before;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const book = tagOf(token) === '' ? 'mrc20' : 'idcoin';
    known.set(token.asset, book);
    return book;
  };
  const mrc20Of = async (asset: AssetId): Promise<Mrc20Token | undefined> =>
    (await ledger.mrc20TokensOf([asset]))[0];
  const found = async (book: MarketName, { tick, assetId }: TokenParams): Promise<BookToken | undefined> => {
    if (book === 'brc20') {
      const token = await ledger.token(tick);
      return token === undefined || (assetId !== undefined && token.asset !== assetId)
        ? undefined
        : brc20(token);
    }
    const named = splitAsset(assetId ?? '');
    const token =
      assetId === undefined
        ? await ledger.mrc20(tick)
        : named?.protocol === 'mrc20'
          ? await mrc20Of(assetId as AssetId)
          : undefined;
    return token !== undefined && bookOfToken(token) === book ? mrc20(token) : undefined;
  };
  const named = rememberingTokens(found);
  return {
    token: (book, params) => named.get(book, params),
    tokens: async (book, limit) => {
      if (book === 'brc20') return (await ledger.tokens({ limit })).map(brc20);
      const tokens = await ledger.mrc20s({ limit: MAX_LISTED });
      return tokens
        .filter((token) => bookOfToken(token) === book)
        .slice(0, limit)
        .map(mrc20);
    },
    bookOf: async (asset) => {
      if (splitAsset(asset)?.protocol === 'brc20') return 'brc20';
      const before = known.get(asset);
      if (before !== undefined) return before;
      const token = await mrc20Of(asset);
      return token === undefined ? undefined : bookOfToken(token);
    },
    forget: () => {
      known.clear();
      named.forget();
    },
  };
}

type FindToken = (book: MarketName, params: TokenParams) => Promise<BookToken | undefined>;

/** Tokens by the way they were asked for. Throws Refusal('unknown-tick'). */
function rememberingTokens(find: FindToken) {
  let named = new Map<string, BookToken>();
  return {
    get: async (book: MarketName, params: TokenParams): Promise<BookToken> => {
      const name = JSON.stringify([book, params.tick, params.assetId]);
      const remembered = named;
      const before = remembered.get(name);
      if (before !== undefined) return before;
      const token = await find(book, params);
      if (token === undefined) throw new Refusal('unknown-tick', params.assetId ?? params.tick);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(name, token);
      return token;
    },
    /** What is being looked up at this moment is not remembered either. */
    forget: () => {
      named = new Map();
    },
  };
}

const brc20 = ({ asset, tick }: { asset: AssetId; tick: string }): BookToken => ({
  asset,
  tick,
  decimals: TOKEN_DECIMALS,
});
const mrc20 = ({ asset, display, decimals }: Mrc20Token): BookToken => ({ asset, tick: display, decimals });
