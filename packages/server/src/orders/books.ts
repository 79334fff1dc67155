/** Which token is traded in which book: found by tick or deploy; ID-Coins and MRC-20 are distinguished by the ID-Coin tag. */
import type { Ledger } from '@rialto/ground';
import { TOKEN_DECIMALS, marketNamed } from '@rialto/market';
import type { MARKETS, MarketName } from '@rialto/market';
import { MOST_LOT_DECIMALS, isReservedName, runeAsset, splitAsset, writeSpacedName } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Mrc20Token, RuneRow } from '@rialto/protocols';

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
  /** One that may be without a market too, as the share of a pool is: it is held, not traded. */
  held(book: MarketName, params: TokenParams): Promise<BookToken>;
  /** Most used first. */
  tokens(book: MarketName, limit: number): Promise<readonly BookToken[]>;
  /** The book a lot's token is traded in. */
  bookOf(asset: AssetId): Promise<MarketName | undefined>;
  /** Blocks were undone: what they deployed may be gone. */
  forget(): void;
}

/** There are as many tokens as anybody deploys, and ways to ask for them; beyond these they are looked up again. */
const MAX_REMEMBERED = 20_000;
/** Two books share one list of MRC-20 tokens, and some runes are in none. */
const MAX_LISTED = 500;

type Reading = Pick<Ledger, 'token' | 'tokens' | 'mrc20' | 'mrc20s' | 'mrc20TokensOf' | 'rune' | 'runes'>;

/** @param tagOf says which MRC-20 tokens are ID-Coins; a deploy never changes, so it is asked once for each */
export function openBooks(ledger: Reading, tagOf: (token: Mrc20Token) => '' | 'id-coins'): Books {
  const known = new Map<AssetId, MarketName>();
  const remember = (asset: AssetId, book: MarketName): MarketName => {
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(asset, book);
    return book;
  };
  const bookOfToken = (token: Mrc20Token): MarketName =>
    known.get(token.asset) ?? remember(token.asset, tagOf(token) === '' ? 'mrc20' : 'idcoin');
  const finders = findersOf(ledger, bookOfToken);
  const finderOf = (book: MarketName): Finder => finders[marketNamed(book).lots];
  const named = rememberingTokens(async (book, params) => {
    const found = await finderOf(book).find(params);
    return found?.book === book ? found : undefined;
  });
  return {
    token: async (book, params) => {
      const { token, isShare } = await named.get(book, params);
      if (isShare === true) throw new Refusal('unknown-tick', params.assetId ?? params.tick);
      return token;
    },
    held: async (book, params) => (await named.get(book, params)).token,
    tokens: async (book, limit) => {
      const found = await finderOf(book).most(limit);
      return found.flatMap((one) => (one.book === book ? [one.token] : [])).slice(0, limit);
    },
    bookOf: async (asset) => {
      const protocol = splitAsset(asset)?.protocol;
      if (protocol === undefined || protocol === 'brc20') return protocol;
      const before = known.get(asset);
      if (before !== undefined) return before;
      const found = await finders[protocol].find({ tick: '', assetId: asset });
      return found === undefined || found.isShare === true ? undefined : remember(asset, found.book);
    },
    forget: () => {
      known.clear();
      named.forget();
    },
  };
}

interface Found {
  readonly book: MarketName;
  readonly token: BookToken;
  /** It has no market. */
  readonly isShare?: boolean;
}

/** How the tokens of one protocol are found. */
interface Finder {
  find(params: TokenParams): Promise<Found | undefined>;
  /** Most used first; at least so many, where there are. */
  most(limit: number): Promise<readonly Found[]>;
}

type Protocol = (typeof MARKETS)[number]['lots'];

function findersOf(
  ledger: Reading,
  bookOfToken: (token: Mrc20Token) => MarketName,
): Readonly<Record<Protocol, Finder>> {
  const ofMrc20 = (token: Mrc20Token): Found => ({ book: bookOfToken(token), token: mrc20(token) });
  const mrc20Of = async ({ tick, assetId }: TokenParams): Promise<Mrc20Token | undefined> => {
    if (assetId === undefined) return ledger.mrc20(tick);
    return splitAsset(assetId)?.protocol === 'mrc20'
      ? (await ledger.mrc20TokensOf([assetId as AssetId]))[0]
      : undefined;
  };
  const runeOf = async ({ tick, assetId }: TokenParams): Promise<RuneRow | undefined> => {
    if (assetId === undefined) return ledger.rune(tick);
    const named = splitAsset(assetId);
    return named?.protocol === 'rune' ? ledger.rune(named.id) : undefined;
  };
  return {
    brc20: {
      find: async ({ tick, assetId }) => {
        const token =
          tick === '' && assetId !== undefined
            ? (await ledger.tokens({ assets: [assetId as AssetId], limit: 1 }))[0]
            : await ledger.token(tick);
        return token === undefined || (assetId !== undefined && token.asset !== assetId)
          ? undefined
          : brc20(token);
      },
      most: async (limit) => (await ledger.tokens({ limit })).map(brc20),
    },
    mrc20: {
      find: async (params) => {
        const token = await mrc20Of(params);
        return token && ofMrc20(token);
      },
      most: async () => (await ledger.mrc20s({ limit: MAX_LISTED })).map(ofMrc20),
    },
    rune: {
      find: async (params) => {
        const rune = await runeOf(params);
        return rune !== undefined && isCounted(rune) ? runeToken(rune) : undefined;
      },
      most: async () => (await ledger.runes({ limit: MAX_LISTED })).filter(hasMarket).map(runeToken),
    },
  };
}

const isCounted = ({ divisibility }: RuneRow): boolean => divisibility <= MOST_LOT_DECIMALS;

/**
 * Whether a rune is traded here. The one place that decides it: lots are counted with as many digits as an amount of ours has, and a
 * rune without a name, as the share of a pool is, is no lot (a position is moved, not sold: decision 0031).
 */
export const hasMarket = (rune: RuneRow): boolean => isCounted(rune) && !isReservedName(rune.name);

type FindToken = (book: MarketName, params: TokenParams) => Promise<Found | undefined>;

/** Tokens by the way they were asked for. Throws Refusal('unknown-tick'). */
function rememberingTokens(find: FindToken) {
  let named = new Map<string, Found>();
  return {
    get: async (book: MarketName, params: TokenParams): Promise<Found> => {
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

const brc20 = ({ asset, tick }: { asset: AssetId; tick: string }): Found => ({
  book: 'brc20',
  token: { asset, tick, decimals: TOKEN_DECIMALS },
});
const mrc20 = ({ asset, display, decimals }: Mrc20Token): BookToken => ({ asset, tick: display, decimals });
const runeToken = (rune: RuneRow): Found => ({
  book: 'runes',
  token: { asset: runeAsset(rune.id), tick: writeSpacedName(rune), decimals: rune.divisibility },
  isShare: isReservedName(rune.name),
});
