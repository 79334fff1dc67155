/** What an operator bridges and on which terms: one file for server and signer. Amounts are base units of the origin; no price has a part in it (bridge §3). */
import { brc20Asset, knownRuneId, mrc20Asset, runeAsset } from '@rialto/protocols';
import type { AssetId, InscriptionId } from '@rialto/protocols';

export type BridgeDirection = 'mint' | 'redeem';

/** What comes in on Bitcoin. */
export type BridgeOrigin =
  | { readonly network: 'BTC' }
  | { readonly network: 'RUNES'; /** Of the rune: block and place of its etching. */ readonly rune: string }
  | { readonly network: 'MRC20'; /** Of the token: the PIN of its deploy. */ readonly mrc20: string }
  | {
      readonly network: 'BRC20';
      /** Of the token: the inscription of its deploy. */
      readonly brc20: string;
      /** As transfers of it are inscribed; by the file, for an index could name that of another token. */
      readonly tick: string;
    };

export type BridgeNetwork = BridgeOrigin['network'];

/** As lists name it: `BTC`, a rune by its id, MRC-20 and BRC-20 by the deploy. */
export function originId(origin: BridgeOrigin): string {
  switch (origin.network) {
    case 'BTC':
      return 'BTC';
    case 'RUNES':
      return origin.rune;
    case 'MRC20':
      return origin.mrc20;
    case 'BRC20':
      return origin.brc20;
  }
}

/** What a coin of it holds: sats, or units of a token. @param id as `originId` has it */
export function bridgedAsset(network: BridgeNetwork, id: string): 'sats' | AssetId {
  switch (network) {
    case 'BTC':
      return 'sats';
    case 'RUNES':
      return runeAsset(knownRuneId(id));
    case 'MRC20':
      return mrc20Asset(id);
    case 'BRC20':
      return brc20Asset(id as InscriptionId);
  }
}

export const originAsset = (origin: BridgeOrigin): 'sats' | AssetId =>
  bridgedAsset(origin.network, originId(origin));

/** The token of BRC-20, which a script has a balance of, and lots; undefined for what lies on coins. */
export const lotToken = (origin: BridgeOrigin): AssetId | undefined =>
  origin.network === 'BRC20' ? brc20Asset(origin.brc20 as InscriptionId) : undefined;

interface BridgeFee {
  /** Of the amount that comes in, in millionths. */
  readonly ppm: bigint;
  readonly constant: bigint;
  /** What the network's part is, whatever it costs at the moment: a bound, taken from the amount. */
  readonly network: bigint;
}

export interface BridgeTier {
  /** The largest amount of this tier; undefined for the last one. */
  readonly upTo: bigint | undefined;
  /** Blocks a deposit has to be deep: on Bitcoin for a mint, on MVC for a redeem. */
  readonly btc: number;
  readonly mvc: number;
}

/** All keys that sign for what is locked, where there are several; the first signer alone has the keys of MVC and of the fees. */
export interface BridgeSigners {
  /** X-only, 32 bytes in hex each, in the order in which they sign: of the first one first. */
  readonly lockedKeys: readonly string[];
  /** Of the first: the x-only key of what pays fees on Bitcoin, and hashes of its keys on MVC, in hex. */
  readonly feeKey: string;
  readonly stockHash: string;
  readonly inletHash: string;
  readonly feeHash: string;
}

export interface BridgeAsset {
  /** Small letters, digits and dashes. */
  readonly id: string;
  readonly origin: BridgeOrigin;
  /** Of the origin, and what people call it. */
  readonly decimals: number;
  readonly symbol: string;
  /** Decimals that the wrapped token has fewer. */
  readonly trim: number;
  readonly token: {
    readonly codehash: string;
    readonly genesis: string;
    readonly name: string;
    readonly symbol: string;
    /** All there is and will be, in wrapped units. */
    readonly supply: bigint;
  };
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly fees: Readonly<Record<BridgeDirection, BridgeFee>>;
  readonly tiers: readonly BridgeTier[];
  /** Most that leaves in an hour, each way. */
  readonly hourCap: bigint;
  /** Most that leaves in a day, each way: what comes of a lie about what came in is this at most. */
  readonly dayCap: bigint;
  /** Most that is paid out for MVC deposits less than 144 blocks deep. */
  readonly exposure: bigint;
  /** Sat: a transaction on Bitcoin that costs more waits. */
  readonly mostPayoutFee: bigint;
  /** Absent where one signer has all keys. */
  readonly signers?: BridgeSigners | undefined;
}
