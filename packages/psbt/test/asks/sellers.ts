/** Sellers of every kind whose lots lie in locks, and all that they, their buyers and the exchange sign. */
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { amount, lotOf, sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import {
  SIGHASH,
  acceptExits,
  acceptLotMove,
  acceptPromise,
  acceptTake,
  buildExits,
  buildLotMove,
  buildPromise,
  buildTake,
  exitSpend,
  finishLotMove,
  finishTake,
  lockOf,
  lockedLot,
  lockedLotWitness,
  planLotMove,
  signLockedLots,
  signLotMove,
  signPad,
} from '../../src/index.ts';
import type { Finished, Lock, LockedCoin, LotMovePlan, TakePlan, Ticket } from '../../src/index.ts';
import { digestOf } from '../../src/tx/spend.ts';
import { signEcdsa, signSchnorr } from '../../src/tx/sign.ts';
import { body } from '../tx/forge.ts';
import { operator } from '../trade/market.ts';
import { coin, mrc20On, pinOn, runeOn, user, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

export const exchange = user('exchange of protected asks', 'p2wpkh');

/** Three ways in which wallets stand in a lock. */
export const MANNERS = ['p2wpkh', 'p2tr', 'p2tr, internal key'] as const;

export interface Seller {
  readonly wallet: User;
  /** As it stands in tickets. */
  readonly key: Uint8Array;
  /** Signs locks: of P2TR the tweaked key where the output key stands in them. */
  readonly signer: User;
}

export function sellerOf(manner: (typeof MANNERS)[number], name = 'protected seller'): Seller {
  const wallet = user(`${name}, ${manner}`, manner === 'p2wpkh' ? 'p2wpkh' : 'p2tr');
  if (manner === 'p2wpkh') return { wallet, key: wallet.key, signer: wallet };
  if (manner === 'p2tr, internal key') return { wallet, key: wallet.key.slice(1), signer: wallet };
  return {
    wallet,
    key: wallet.script.slice(2),
    signer: { ...wallet, secret: taprootTweakPrivKey(wallet.secret) },
  };
}

/** What a lock may hold: tokens that lie on a coin as a whole. */
export const KINDS = ['mrc20', 'rune'] as const;
export type LotKind = (typeof KINDS)[number];

export const tokensOn = (kind: LotKind, units: bigint, other = false): CoinAsset =>
  kind === 'rune' ? runeOn(other ? 900_002 : 900_001, units) : mrc20On(other ? 'WOM' : 'MAN', units);

/** A lot with what else is on its coin: an ID-Coin has the receipt of its mint. */
export function lotOfSeller(
  { wallet }: Seller,
  {
    units = 100n,
    receipt = false,
    kind = 'mrc20',
  }: { units?: bigint; receipt?: boolean; kind?: LotKind } = {},
): Coin {
  const beside = receipt ? [pinOn('receipt of a mint', 0n, '/ft/mrc20/mint')] : [];
  return coin('lot to lock', wallet, 546n, [...beside, tokensOn(kind, units)]);
}

export function ticketFor({ wallet, key }: Seller, lot: Coin, over: Partial<Ticket> = {}): Ticket {
  const held = lotOf(lot);
  if (held === undefined) throw new Error('no lot');
  return {
    kind: 'ask',
    asset: held.asset,
    amount: amount(held.amount),
    price: sats(20_000n),
    script: wallet.script,
    key,
    exchange: [exchange.key],
    expiry: 9000,
    exitAfter: 4320,
    index: 0,
    ...over,
  };
}

export interface Ends {
  readonly lot: Coin;
  readonly from?: Lock;
  readonly to?: Lock;
  readonly coins?: readonly Coin[];
  readonly feeRateSatVb?: number;
}

export function movePlan({ wallet }: Seller, ends: Ends): LotMovePlan {
  const { lot, from, to, coins = [coin('money of a seller', wallet, 50_000n)], feeRateSatVb = 2 } = ends;
  return planLotMove({
    lot,
    from,
    to,
    ownerScript: wallet.script,
    ownerKey: wallet.key,
    coins,
    feeRateSatVb,
  });
}

/** The lot goes in by the wallet's key and out of a lock by the key that stands in that. */
function signsMove(seller: Seller, plan: LotMovePlan): Uint8Array {
  const { psbt, toSign } = buildLotMove(plan);
  const isLock = ({ index }: { index: number }): boolean => plan.from !== undefined && index === 0;
  const locks = walletSigns(psbt, seller.signer, toSign.filter(isLock));
  return walletSigns(
    locks,
    seller.wallet,
    toSign.filter((one) => !isLock(one)),
  );
}

export function moved(seller: Seller, plan: LotMovePlan): Finished {
  const half = acceptLotMove(plan, signsMove(seller, plan));
  const ours =
    plan.from === undefined ? undefined : signLotMove(plan, buildLotMove(plan).unsigned, exchange.secret);
  return finishLotMove(plan, half, ours);
}

export interface Protected {
  readonly seller: Seller;
  readonly locked: LockedCoin;
  /** The transaction that locks the lot. */
  readonly locking: Finished;
  readonly plan: LotMovePlan;
}

export function protectedAsk(
  seller: Seller,
  lot: Coin,
  over: Partial<Ticket> & Pick<Ends, 'coins'> = {},
): Protected {
  const { coins, ...ticket } = over;
  const lock = lockOf(ticketFor(seller, lot, ticket));
  const plan = movePlan(seller, { lot, to: lock, ...(coins === undefined ? {} : { coins }) });
  return { seller, plan, locking: moved(seller, plan), locked: { lock, coin: lockedLot(plan) } };
}

export const deep = ({ lock, coin: held }: LockedCoin): LockedCoin => ({
  lock,
  coin: { ...held, height: 100 },
});

export function promiseOf({ signer }: Seller, { lock, coin: held }: LockedCoin): Uint8Array {
  const built = buildPromise(lock, held);
  return acceptPromise(lock, held, walletSigns(built.psbt, signer, built.toSign));
}

export function signsExits({ signer }: Seller, { lock, coin: held }: LockedCoin): Uint8Array[] {
  return buildExits(lock, held).map(({ psbt, toSign }) => walletSigns(psbt, signer, toSign));
}

export function exitsOf(seller: Seller, locked: LockedCoin): readonly Finished[] {
  return acceptExits(locked.lock, locked.coin, signsExits(seller, locked));
}

/** What `planTake` wants of a locked lot. */
export function soldLot({ lock, coin: held }: LockedCoin): TakePlan['lots'][number] {
  const { price, script } = lock.ticket;
  return { coin: held, price, payScript: script, sequence: 0xfffffffd, lock };
}

/**
 * The take, signed by all.
 * @param witnesses of the lots in the plan's order; for a locked one its seller's promise
 */
export function taken(
  plan: TakePlan,
  buyer: User,
  witnesses: readonly (Uint8Array | readonly Uint8Array[])[],
): Finished {
  const built = buildTake(plan);
  const half = acceptTake(plan, walletSigns(built.psbt, buyer, built.toSign));
  const ours = [...signLockedLots(plan, built.unsigned, exchange.secret)];
  const sellers = plan.lots.map(({ lock }, at) => {
    const given = witnesses[at];
    if (given === undefined) throw new Error('every seller signed');
    if (!(given instanceof Uint8Array)) return given;
    const signature = ours.shift();
    if (lock === undefined || signature === undefined) throw new Error('a promise is for a lock');
    return lockedLotWitness(lock, { user: given, exchange: signature });
  });
  const pad = plan.pad.platform ? { padWitness: signPad(plan, built.unsigned, operator.secret) } : {};
  return finishTake(plan, { buyer: half, sellers, ...pad });
}

/** What a seller must not sign: the exit as a lock of sats has it. */
export function openExit(
  { signer }: Seller,
  { lock, coin: held }: LockedCoin,
  value: bigint,
): readonly Uint8Array[] {
  const kind = exitSpend(lock, [SIGHASH.SINGLE_ANYONECANPAY]);
  const tx = body([held], [{ value: sats(value), script: lock.ticket.script }], lock.ticket.exitAfter);
  const digest = digestOf(kind, { tx, prevouts: [held] }, 0, SIGHASH.SINGLE_ANYONECANPAY);
  if (digest === undefined) throw new Error('nothing to sign');
  const signature =
    kind.path.path === 'leaf'
      ? Uint8Array.from([...signSchnorr(digest, signer.secret), SIGHASH.SINGLE_ANYONECANPAY])
      : signEcdsa(digest, signer.secret, SIGHASH.SINGLE_ANYONECANPAY);
  return kind.path.path === 'leaf'
    ? [signature, kind.path.leaf, kind.path.controlBlock]
    : [
        signature,
        new Uint8Array(0),
        kind.path.path === 'witness-script' ? kind.path.witnessScript : new Uint8Array(0),
      ];
}
