/** What an operator bridges and on which terms: one file for server and signer. Amounts are base units of the origin; no price has a part in it (bridge §3). */
import {
  BRC20_DECIMALS,
  DUST_FLOOR,
  brc20Asset,
  encodeUtf8,
  invariant,
  knownRuneId,
  mrc20Asset,
  runeAsset,
} from '@rialto/protocols';
import type { AssetId, InscriptionId } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { LOT_DEPTH } from '../lot-depth.ts';

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

interface BridgeFee {
  /** Of the amount that comes in, in millionths. */
  readonly ppm: bigint;
  readonly constant: bigint;
  /** What the network's part is, whatever it costs at the moment: a bound, taken from the amount. */
  readonly network: bigint;
}

interface BridgeTier {
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

/** Bounds of the contract's number type: the safe side of 2^53 (mvc §2). */
const MOST_WRAPPED = 2n ** 53n - 1n;
const MOST_DECIMALS = 38;
const NAME_BYTES = 40;
const SYMBOL_BYTES = 10;
const MOST_TIERS = 10;
const PPM = 1_000_000n;
const MOST_DEPTH = 1_000;
/** Of a hundred coins with so many signatures each the transaction is still taken by nodes, and made in time. */
export const MOST_BRIDGE_SIGNERS = 8;

/**
 * Holds an asset's file against the rules of bridge §3.
 * @throws Refusal bridge-asset-impossible, with everything that is wrong in it
 */
export function requireBridgeable(asset: BridgeAsset): void {
  const wrong = wrongsOf(asset);
  if (wrong.length > 0) throw new Refusal('bridge-asset-impossible', wrong.join('; '));
}

function wrongsOf(asset: BridgeAsset): string[] {
  const { decimals, trim, token, minimum, maximum, fees, tiers, origin } = asset;
  const isTrim = trim >= 0 && trim <= decimals;
  const rules: [boolean, string][] = [
    [decimals >= 0 && decimals <= MOST_DECIMALS, `decimals: 0 to ${MOST_DECIMALS}`],
    [isTrim, 'trim: at most its decimals'],
    [origin.network !== 'BTC' || decimals === 8, 'decimals: 8 for BTC'],
    [
      origin.network !== 'BRC20' || decimals === BRC20_DECIMALS,
      `decimals: ${BRC20_DECIMALS} for BRC-20, and no token that has fewer is bridged`,
    ],
    [token.supply > 0n && token.supply <= MOST_WRAPPED, `token.supply: 1 to ${MOST_WRAPPED}`],
    [bytesOf(token.name) >= 1 && bytesOf(token.name) <= NAME_BYTES, `token.name: 1 to ${NAME_BYTES} bytes`],
    [
      bytesOf(token.symbol) >= 1 && bytesOf(token.symbol) <= SYMBOL_BYTES,
      `token.symbol: 1 to ${SYMBOL_BYTES} bytes`,
    ],
    [minimum >= 1n && minimum <= maximum, 'minimum: 1 to the maximum'],
    [asset.hourCap >= maximum, 'hourCap: the maximum at least, else the largest order is never paid'],
    [asset.dayCap >= asset.hourCap, 'dayCap: the hourCap at least'],
    [asset.exposure >= 0n, 'exposure: 0 at least'],
    [asset.mostPayoutFee >= 1n, 'mostPayoutFee: 1 sat at least'],
    [areSigners(asset.signers), `signers.lockedKeys: 2 to ${MOST_BRIDGE_SIGNERS}, all different`],
    [areTiers(tiers), 'tiers: growing upTo and depths, the last without upTo'],
    ...(['mint', 'redeem'] as const).flatMap((direction): [boolean, string][] => {
      const { ppm, constant, network } = fees[direction];
      const isFee = ppm >= 0n && ppm < PPM && constant >= 0n && network >= 0n;
      const least = isFee && isTrim ? bridgeQuote(asset, direction, minimum).out : 0n;
      // A payout of sats is a coin.
      const floor = direction === 'redeem' && origin.network === 'BTC' ? DUST_FLOOR : 1n;
      return [
        [isFee, `fees.${direction}: ppm under ${PPM}, nothing negative`],
        [least >= floor, `fees.${direction}: the minimum leaves ${least}, ${floor} at least`],
        [
          // What a refund of sats leaves locked is a coin, or nothing.
          direction === 'redeem' || origin.network !== 'BTC' || network === 0n || network >= DUST_FLOOR,
          `fees.mint.network: 0, or ${DUST_FLOOR} sat at least`,
        ],
      ];
    }),
  ];
  return rules.flatMap(([holds, rule]) => (holds ? [] : [rule]));
}

const bytesOf = (text: string): number => encodeUtf8(text)?.length ?? 0;

function areSigners(signers: BridgeSigners | undefined): boolean {
  if (signers === undefined) return true;
  const { lockedKeys } = signers;
  const areSome = lockedKeys.length >= 2 && lockedKeys.length <= MOST_BRIDGE_SIGNERS;
  return areSome && new Set(lockedKeys).size === lockedKeys.length;
}

function areTiers(tiers: readonly BridgeTier[]): boolean {
  if (tiers.length === 0 || tiers.length > MOST_TIERS) return false;
  return tiers.every(({ upTo, btc, mvc }, at) => {
    const before = tiers[at - 1];
    const isLast = at === tiers.length - 1;
    const areDepths = [btc, mvc].every(
      (depth) => Number.isInteger(depth) && depth >= 1 && depth <= MOST_DEPTH,
    );
    const grows =
      before === undefined ||
      (btc >= before.btc &&
        mvc >= before.mvc &&
        before.upTo !== undefined &&
        (upTo === undefined || upTo > before.upTo));
    return areDepths && grows && (isLast ? upTo === undefined : upTo !== undefined && upTo > 0n);
  });
}

/** What the tier of an amount asks for. @param amount origin units @returns blocks, on either chain */
export function tierOf({ tiers }: Pick<BridgeAsset, 'tiers'>, amount: bigint): BridgeTier {
  const tier = tiers.find(({ upTo }) => upTo === undefined || amount <= upTo);
  invariant(tier !== undefined, 'the last tier has no end');
  return tier;
}

/** How deep a deposit has to be on the chain it came in on. */
export function depthFor(
  asset: Pick<BridgeAsset, 'tiers'>,
  direction: BridgeDirection,
  amount: bigint,
): number {
  const { btc, mvc } = tierOf(asset, amount);
  return direction === 'mint' ? btc : mvc;
}

/**
 * How deep the lot has to be that an amount of BRC-20 leaves with: as deep as any lot, and as the amount’s tier on Bitcoin, for a reorganisation
 * may put a stranger’s transfer before it, and then it moves nothing (decision 0049). @returns blocks
 */
export const lotDepth = (asset: Pick<BridgeAsset, 'tiers'>, amount: bigint): number =>
  Math.max(LOT_DEPTH.minConfirmations, tierOf(asset, amount).btc);

/** From here on what a block of MVC has is old: no reorganisation is thought of that takes it back. */
export const OLD_ON_MVC = 144;

/** How deep a block has to be that gave a coin of an exit to another transaction, for that exit to be dead (bridge §5). @returns blocks */
export function deadDepth(
  asset: Pick<BridgeAsset, 'tiers'>,
  amount: bigint,
  chain: keyof Omit<BridgeTier, 'upTo'>,
): number {
  const needed = tierOf(asset, amount)[chain];
  return chain === 'mvc' ? Math.max(needed, OLD_ON_MVC) : needed;
}

/** Origin units of one wrapped unit. */
export const unitOf = ({ trim }: Pick<BridgeAsset, 'trim'>): bigint => 10n ** BigInt(trim);

export interface BridgeQuote {
  /** All in origin units. */
  readonly amount: bigint;
  readonly service: bigint;
  readonly network: bigint;
  /** What goes out, in origin units; 0 where fees take all. For a mint a whole number of wrapped units. */
  readonly out: bigint;
}

/**
 * What an amount brings: fees rounded up, what goes out rounded down to wrapped units.
 * @param amount origin units, for either direction
 * Source: bridge §3.
 */
export function bridgeQuote(
  asset: Pick<BridgeAsset, 'fees' | 'trim'>,
  direction: BridgeDirection,
  amount: bigint,
): BridgeQuote {
  const { ppm, constant, network } = asset.fees[direction];
  const service = (amount * ppm + PPM - 1n) / PPM + constant;
  const unit = unitOf(asset);
  const left = amount - service - network;
  const whole = direction === 'mint' ? left - (((left % unit) + unit) % unit) : left;
  return { amount, service, network, out: whole > 0n ? whole : 0n };
}

/**
 * An amount that may be ordered.
 * @param amount origin units
 * @throws Refusal bridge-digits-lost, bridge-under-minimum, bridge-over-maximum
 */
export function requireBridgeAmount(
  asset: Pick<BridgeAsset, 'trim' | 'minimum' | 'maximum'>,
  amount: bigint,
): void {
  const unit = unitOf(asset);
  if (amount % unit !== 0n) throw new Refusal('bridge-digits-lost', `${amount % unit} of ${amount}`);
  if (amount < asset.minimum) throw new Refusal('bridge-under-minimum', asset.minimum.toString());
  if (amount > asset.maximum) throw new Refusal('bridge-over-maximum', asset.maximum.toString());
}

/** Blocks after which an id whose terms nobody has shown is taken for none: until then its deposit could be paid out still. */
export const UNCLAIMED = 1_000;

/** So many parts of the minimum are the least that is refunded: less would cost the bridge more than whoever sends it. */
const REFUND_PARTS = 10n;

/**
 * What a refund gives back, in origin units; 0 where it is too little to be refunded, or the network's part takes all. MRC-20 goes back
 * whole: without a message of its own all of it goes to one output (metaid §5), and the message would be a second transaction.
 */
export function refundOf(
  asset: Pick<BridgeAsset, 'fees' | 'trim' | 'minimum' | 'origin'>,
  direction: BridgeDirection,
  amount: bigint,
): bigint {
  if (amount * REFUND_PARTS < asset.minimum) return 0n;
  if (direction === 'mint' && asset.origin.network === 'MRC20') return amount;
  const left = amount - asset.fees[direction].network;
  const unit = unitOf(asset);
  const whole = direction === 'redeem' ? left - (((left % unit) + unit) % unit) : left;
  const least = direction === 'mint' && asset.origin.network === 'BTC' ? DUST_FLOOR : 1n;
  return whole >= least ? whole : 0n;
}
