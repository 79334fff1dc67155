/** Whole, valid bids out of names alone, signed as wallets sign them: funding, promises, exits. Each test bends one thing. */
import { SignerRequest, ticketToWire } from '@rialto/contract';
import type { AdmitRequest } from '@rialto/contract';
import { amount, bytesToHex, mrc20Asset, pinId, sats } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import {
  acceptExit,
  acceptFunding,
  acceptPromise,
  buildExit,
  buildFunding,
  buildPromise,
  lockCoin,
  lockOf,
  planFunding,
} from '@rialto/psbt';
import type { FundingPlan, KeyKind, Lock, Ticket } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { coin, point, user } from './people.ts';
import type { User } from './people.ts';

/** Of the exchange's half of every lock. */
export const lockKey = (): User => user('locks', 'p2wpkh');

/** Which key of a taproot account a wallet signs leaves with. */
type SigningKey = 'output' | 'internal';

interface Rung {
  readonly price?: bigint;
  readonly units?: bigint;
}

interface Terms {
  readonly kind?: KeyKind;
  readonly signingKey?: SigningKey;
  readonly name?: string;
  /** Somebody with a key of one's own, and with the coins. */
  readonly bidder?: User;
  readonly rungs?: readonly Rung[];
  readonly money?: readonly Coin[];
  readonly asset?: AssetId;
  readonly expiry?: number;
  readonly exitAfter?: number;
  readonly rate?: number;
  readonly exchange?: Uint8Array;
}

export interface Bid {
  readonly bidder: User;
  /** What signs its locks. */
  readonly secret: Uint8Array;
  readonly locks: readonly Lock[];
  readonly plan: FundingPlan;
  readonly raw: Uint8Array;
  readonly promises: readonly Uint8Array[];
  readonly exits: readonly Uint8Array[];
}

export const MAN = mrc20Asset(pinId(point('deploy MAN').slice(0, 64) as never, 0));

/** A bid for MAN, one rung of 50,000 sat for 100 where nothing else is said. */
export function bid(terms: Terms = {}): Bid {
  const { kind = 'p2tr', signingKey = 'output', name = 'bidder', rungs = [{}], rate = 2 } = terms;
  const bidder = terms.bidder ?? user(name, kind);
  const money = terms.money ?? [coin(`money of ${name}`, bidder, 900_000n)];
  const locks = rungs.map(({ price = 50_000n, units = 100n }, at) =>
    lockOf({
      kind: 'bid',
      asset: terms.asset ?? MAN,
      amount: amount(units),
      price: sats(price),
      script: bidder.script,
      key: keyInLock(bidder, signingKey),
      exchange: [terms.exchange ?? lockKey().key],
      expiry: terms.expiry ?? 2216,
      exitAfter: terms.exitAfter ?? 144,
      index: at + 1,
    }),
  );
  const plan = planFunding({
    bidderScript: bidder.script,
    bidderKey: bidder.key,
    coins: money,
    locks,
    feeRateSatVb: rate,
  });
  const taproot = bidder.kind === 'p2tr' && signingKey === 'output';
  const secret = taproot ? taprootTweakPrivKey(bidder.secret) : bidder.secret;
  const coins = locks.map((_, at) => lockCoin(plan, at + 1));
  const made = { bidder, secret, locks, plan };
  return {
    ...made,
    raw: acceptFunding(plan, signed(buildFunding(plan), bidder.secret)).raw,
    promises: locks.map((lock, at) =>
      acceptPromise(lock, coinOf(coins, at), signed(buildPromise(lock, coinOf(coins, at)), secret)),
    ),
    exits: locks.map(
      (lock, at) =>
        acceptExit(lock, coinOf(coins, at), signed(buildExit(lock, coinOf(coins, at)), secret)).raw,
    ),
  };
}

function keyInLock({ key, script, kind }: User, signingKey: SigningKey): Uint8Array {
  if (kind === 'p2wpkh') return key;
  return signingKey === 'output' ? script.subarray(2) : key.slice(1);
}

function coinOf(coins: readonly Coin[], at: number): Coin {
  const found = coins[at];
  if (found === undefined) throw new Error('no such rung');
  return found;
}

interface ToBeSigned {
  readonly psbt: Uint8Array;
  readonly toSign: readonly { readonly index: number; readonly sighash: number }[];
}

/** The PSBT as a wallet gives it back. */
export function signed({ psbt, toSign }: ToBeSigned, secret: Uint8Array): Uint8Array {
  const tx = Transaction.fromPSBT(psbt, { allowUnknownInputs: true, allowUnknownOutputs: true });
  for (const { index, sighash } of toSign) tx.signIdx(secret, index, [sighash]);
  return tx.toPSBT(0);
}

/** The lock of a rung, from 0, as its funding makes it: in this block, or held. */
export function lockedCoin({ plan }: Bid, at = 0, height?: number): Coin {
  const held = lockCoin(plan, at + 1);
  return height === undefined ? held : { ...held, height };
}

/** A ticket with something changed. */
export const bentTicket = ({ ticket }: Lock, change: Partial<Ticket>): Ticket => ({ ...ticket, ...change });

/** As the socket would let it through. */
export function admitOf(given: Bid, change: Partial<AdmitRequest> = {}): AdmitRequest {
  const read = SignerRequest.parse({
    op: 'admit',
    bid: {
      bidId: 'b1d0',
      tickets: given.locks.map(({ ticket }) => ticketToWire(ticket)),
      fundingRaw: bytesToHex(given.raw),
      promises: given.promises.map(bytesToHex),
      exits: given.exits.map(bytesToHex),
      ...change,
    },
  });
  if (read.op !== 'admit') throw new Error('another request');
  return read.bid;
}
