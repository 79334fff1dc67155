/** The act on something of one's own that is wanted; any screen may ask for it, the frame shows its dialog. */
import type { Order, OwnOffer, WaitingAct, WireCoin, WireTicket } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import type { Amount } from '@rialto/protocols';
import { createStore, useStore } from '../../store.ts';

/** An unconfirmed transaction is replaced at a higher fee, helped by a child, or cancelled. */
export interface WaitingRequest {
  readonly kind: 'waiting';
  readonly act: WaitingAct;
  readonly txId: string;
  /** What it is, in words. */
  readonly title: string;
  readonly offer: OwnOffer;
  /** Whether it is a purchase. */
  readonly purchase?: boolean;
  /** What it pays now, where that is known. */
  readonly pays?: { readonly networkFee: bigint; readonly vsize: number };
}

/** A coin is split, each thing on a coin of its own. */
interface SplitCoinRequest {
  readonly kind: 'split-coin';
  readonly coin: WireCoin;
  readonly offer?: OwnOffer;
}

/** A lot of an MRC-20 token is made into lots of given sizes; the rest stays on one coin. */
export interface SplitLotRequest {
  readonly kind: 'split-lot';
  readonly outpoint: string;
  readonly assetId: string;
  readonly tick: string;
  readonly decimals: number;
  /** What is on the lot, in the token's smallest units. */
  readonly held: Amount;
  /** As typed, in whole tokens; may be changed. */
  readonly sizes: readonly string[];
}

/** Coins with the same rune become one coin. */
export interface GatherRequest {
  readonly kind: 'gather';
  readonly assetId: string;
  readonly tick: string;
  /** How many coins hold what is wanted. */
  readonly coins: number;
  /** What is wanted, in whole tokens. */
  readonly amount: string;
}

/** The coin of an order that was withdrawn softly is spent to its owner: a copy of the signature is then worthless. */
export interface LeftoverRequest {
  readonly kind: 'leftover';
  readonly order: Order;
}

/** A lot that lies in a lock moves into a new one and is offered again, at any price. */
export interface RenewRequest {
  readonly kind: 'renew';
  readonly lock: {
    readonly orderId: string;
    readonly book: MarketName;
    readonly tick: string;
    readonly decimals: number;
    readonly outpoint: string;
    readonly ticket: WireTicket;
    /** Its taker pays no service fee. */
    readonly free: boolean;
  };
  /** As typed, in sat for all of it; may be changed. */
  readonly price: string;
}

export type OwnRequest =
  WaitingRequest | SplitCoinRequest | SplitLotRequest | GatherRequest | LeftoverRequest | RenewRequest;

const requested = createStore<OwnRequest | undefined>(undefined);

export const requestOwn = (request: OwnRequest): void => requested.set(request);
/** An act about a waiting transaction was chosen. Coins are split and gathered, transactions are not. */
export function requestOnWaiting(
  about: Pick<WaitingRequest, 'txId' | 'title' | 'pays' | 'purchase'>,
  offer: OwnOffer,
): void {
  const { act } = offer;
  if (act !== 'split' && act !== 'gather') requestOwn({ kind: 'waiting', act, offer, ...about });
}
export const dropRequest = (): void => requested.set(undefined);
export const useOwnRequest = (): OwnRequest | undefined => useStore(requested);
