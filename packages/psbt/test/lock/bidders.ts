/** Bidders of every kind with tickets, a held funding and its locks, and lots that fill them. */
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { amount, brc20Asset, inscriptionId, sats } from '@rialto/protocols';
import type { AssetId, Coin, Mrc20Asset, RuneAsset, Sats } from '@rialto/protocols';
import {
  acceptExit,
  acceptFill,
  acceptPromise,
  buildExit,
  buildFill,
  buildPromise,
  finishFill,
  lockCoin,
  lockOf,
  planFill,
  planFunding,
  signFill,
} from '../../src/index.ts';
import type { FillPlan, Finished, FundingPlan, KeyKind, Lock, LockedCoin, Ticket } from '../../src/index.ts';
import { coin, lot, mrc20On, pinOn, point, runeOn, txid, user, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

export const exchange = user('exchange of locks', 'p2wpkh');
export const service = user('service of fills', 'p2wpkh');

/** Three ways in which wallets stand in a lock. */
export const MANNERS = ['p2wpkh', 'p2tr', 'p2tr, internal key'] as const;
export type Manner = (typeof MANNERS)[number];

export interface Bidder {
  readonly manner: Manner;
  /** Owns the address. */
  readonly wallet: User;
  /** As it stands in tickets. */
  readonly key: Uint8Array;
  /** Signs locks: of P2TR the tweaked key where the output key stands in them. */
  readonly signer: User;
}

export function bidder(manner: Manner, name = 'bidder'): Bidder {
  const wallet = user(`${name}, ${manner}`, manner === 'p2wpkh' ? 'p2wpkh' : 'p2tr');
  if (manner === 'p2wpkh') return { manner, wallet, key: wallet.key, signer: wallet };
  if (manner === 'p2tr, internal key') return { manner, wallet, key: wallet.key.slice(1), signer: wallet };
  const signer = { ...wallet, secret: taprootTweakPrivKey(wallet.secret) };
  return { manner, wallet, key: wallet.script.slice(2), signer };
}

/** The token that `lot` and `mrc20On` of the people make. */
const ORDI = brc20Asset(inscriptionId(txid('deploy ordi'), 0));
const MAN: AssetId = mrc20On('MAN', 1n).asset;

export function ticketOf({ wallet, key }: Bidder, over: Partial<Ticket> = {}): Ticket {
  return {
    kind: 'bid',
    asset: MAN,
    amount: amount(100n),
    price: sats(20_000n),
    script: wallet.script,
    key,
    exchange: [exchange.key],
    expiry: 3000,
    exitAfter: 144,
    index: 1,
    ...over,
  };
}

export function ladder(who: Bidder, tickets: readonly Partial<Ticket>[]): Lock[] {
  return tickets.map((over, at) => lockOf(ticketOf(who, { index: at + 1, ...over })));
}

export function fundingOf(
  who: Bidder,
  locks: readonly Lock[],
  coins: readonly Coin[] = [coin('money of a bidder', who.wallet, 900_000n)],
  feeRateSatVb = 2,
): FundingPlan {
  const { script, key } = who.wallet;
  return planFunding({ bidderScript: script, bidderKey: key, coins, locks, feeRateSatVb });
}

/** The first lock of a ladder, held. */
export function lockedBy(who: Bidder, over: Partial<Ticket> = {}): LockedCoin {
  const locks = ladder(who, [over]);
  const [lock] = locks;
  if (lock === undefined) throw new Error('a lock');
  return { lock, coin: lockCoin(fundingOf(who, locks), 1) };
}

/** A lock of any value, as if somebody had funded it. */
export function bareLock(who: Bidder, price: Sats): LockedCoin {
  const lock = lockOf(ticketOf(who, { price }));
  return {
    lock,
    coin: { outpoint: point('bare funding', 1), value: price, script: lock.script, assets: [] },
  };
}

export function promiseOf(who: Bidder, { lock, coin: locked }: LockedCoin): Uint8Array {
  const built = buildPromise(lock, locked);
  return acceptPromise(lock, locked, walletSigns(built.psbt, who.signer, built.toSign));
}

export function exitOf(who: Bidder, { lock, coin: locked }: LockedCoin): Finished {
  const built = buildExit(lock, locked);
  return acceptExit(lock, locked, walletSigns(built.psbt, who.signer, built.toSign));
}

/** How a lot moves; an ID-Coin has the receipt of its mint beside it. */
export const FLOWS = ['mrc20', 'idcoin', 'rune', 'brc20'] as const;
export type Flow = (typeof FLOWS)[number];
/** Those whose tokens lie on a coin as a whole. */
export type CoinFlow = Exclude<Flow, 'brc20'>;

export const assetOf = (flow: Flow): AssetId => (flow === 'brc20' ? ORDI : tokensOn(flow, 1n).asset);

export const tokensOn = (flow: CoinFlow, units: bigint): Mrc20Asset | RuneAsset =>
  flow === 'rune' ? runeOn(900_001, units) : mrc20On('MAN', units);

export function lotFor(flow: Flow, seller: User, { units = 100n, value = 546n } = {}): Coin {
  if (flow === 'brc20') return lot('sold', seller, value, units);
  const beside = flow === 'idcoin' ? [pinOn('receipt', 0n, '/ft/mrc20/mint')] : [];
  return coin('sold', seller, value, [tokensOn(flow, units), ...beside]);
}

export interface Sale {
  readonly flow: Flow;
  readonly seller: User;
  readonly locked: LockedCoin;
  readonly free?: boolean;
  readonly lot?: Coin;
  /** Who gets the service fee. */
  readonly house?: User;
}

export function fillPlan({ flow, seller, locked, free = false, lot: sold, house = service }: Sale): FillPlan {
  return planFill({
    ...locked,
    lot: sold ?? lotFor(flow, seller),
    sellerScript: seller.script,
    sellerKey: seller.key,
    serviceFee: free ? undefined : { script: house.script, value: sats(2000n) },
    feeRateSatVb: 3,
  });
}

export interface Halves {
  readonly promise: Uint8Array;
  readonly exchange: Uint8Array;
  readonly seller: readonly Uint8Array[];
}

/** What bidder, seller and exchange sign. */
export function halvesOf(plan: FillPlan, who: Bidder, seller: User): Halves {
  const built = buildFill(plan);
  return {
    promise: promiseOf(who, plan),
    seller: acceptFill(plan, walletSigns(built.psbt, seller, built.toSign)),
    exchange: signFill(plan, built.unsigned, exchange.secret),
  };
}

export function filled(plan: FillPlan, who: Bidder, seller: User): Finished {
  return finishFill(plan, halvesOf(plan, who, seller));
}

export const sellerOf = (kind: KeyKind): User => user(`seller to bids, ${kind}`, kind);
