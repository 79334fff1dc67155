/** What the demo bridges: each asset as its operator would write it, how somebody comes to hold some of it, and how much his orders move. */
import { brc20Ticked, mrc20Ticked, runeNamed, termsOf } from '../market/facts.ts';
import { inscribeAll } from '../market/inscriber.ts';
import { mintMrc20 } from '../market/mrc20-mints.ts';
import type { MintPlace } from '../market/mrc20-mints.ts';
import { runeMintJob } from '../market/rune-jobs.ts';
import type { Trader } from '../market/trader.ts';
import { mineJobs } from '../market/workshop.ts';
import { brc20Asset, btcAsset, mrc20Asset, runeAsset } from './asset-files.ts';
import type { BridgeAssetWords } from './asset-files.ts';

/** In origin units. */
interface SeedAmounts {
  /** What is minted first. */
  readonly mints: bigint;
  /** A part of it that comes back. */
  readonly redeems: bigint;
  /** What is paid twice. */
  readonly twice: bigint;
}

export interface SeedAsset {
  readonly id: string;
  readonly amounts: SeedAmounts;
  /** Undefined while its token is not there. */
  words(origin: string): Promise<BridgeAssetWords | undefined>;
  /** Gives somebody what his orders move, in blocks. */
  give(place: MintPlace, who: Trader): Promise<void>;
}

const BTC: SeedAsset = {
  id: 'btc',
  amounts: { mints: 600_000n, redeems: 150_000n, twice: 40_000n },
  words: () => Promise.resolve(btcAsset()),
  give: () => Promise.resolve(),
};

/** Everybody may mint it, so that whoever wants to try has some, as of all that follow; its wrapped token has one decimal fewer. */
const RUNE_NAME = 'OPEN•MEADOW•DAISY';
const RUNE_MINTS = 2;

const RUNE: SeedAsset = {
  id: 'rune',
  amounts: { mints: 90_000n, redeems: 30_000n, twice: 15_000n },
  words: async (origin) => {
    const rune = await runeNamed(origin, RUNE_NAME);
    if (rune === undefined) return undefined;
    const { assetId, spacedRune: symbol, divisibility: decimals } = rune;
    return runeAsset({ rune: assetId.slice('rune:'.length), symbol, decimals, trim: 1 });
  },
  give: async ({ chain, origin }, who) => {
    const rune = await runeNamed(origin, RUNE_NAME);
    if (rune === undefined) throw new Error('invariant: the rune is there');
    await mineJobs(
      chain,
      Array.from({ length: RUNE_MINTS }, () => runeMintJob(who, rune, who.script)),
    );
  },
};

const MRC20_TICK = 'FERN';
const MRC20_MINTS = 6;

const MRC20: SeedAsset = {
  id: 'mrc20',
  // Whole coins as they were minted.
  amounts: { mints: 300_000_000_000n, redeems: 150_000_000_000n, twice: 100_000_000_000n },
  words: async (origin) => {
    const token = await mrc20Ticked(origin, MRC20_TICK);
    if (token === undefined) return undefined;
    const { mrc20Id: mrc20, tick: symbol, decimals } = token;
    return mrc20Asset({ mrc20, symbol, decimals: Number(decimals) });
  },
  give: async (place, who) => {
    const found = await mrc20Ticked(place.origin, MRC20_TICK);
    if (found === undefined) throw new Error('invariant: MRC-20 is there');
    const request = { who, token: await termsOf(place.chain, found), destination: who.script };
    await mintMrc20(
      place,
      Array.from({ length: MRC20_MINTS }, () => request),
    );
  },
};

const BRC20_TICK = 'opal';
/** Whole ones: a lot for each payment. All of them are of the smallest tier, so that the lots that leave are what is waited for. */
const BRC20_LOTS = ['1000', '500', '500'];
const BRC20_MINT = '2000';
const WHOLE = 10n ** 18n;

const BRC20: SeedAsset = {
  id: 'brc20',
  amounts: { mints: 1_000n * WHOLE, redeems: 400n * WHOLE, twice: 500n * WHOLE },
  words: async (origin) => {
    const token = await brc20Ticked(origin, BRC20_TICK);
    if (token === undefined) return undefined;
    return brc20Asset({ brc20: token.assetId.slice('brc20:'.length), tick: token.ticker });
  },
  give: async ({ chain }, who) => {
    const of = { who, tick: BRC20_TICK };
    // All in one block, the mint first: the lots are made of it.
    await inscribeAll(chain, [
      { ...of, op: 'mint', amount: BRC20_MINT },
      ...BRC20_LOTS.map((amount) => ({ ...of, op: 'transfer' as const, amount })),
    ]);
  },
};

export const SEED_ASSETS: readonly SeedAsset[] = [BTC, RUNE, MRC20, BRC20];
