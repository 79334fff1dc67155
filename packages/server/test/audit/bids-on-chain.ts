/** Bidders, fundings, fills and exits on a real node, signed with real keys, and the lines a signer writes of them. */
import { Transaction as WalletTransaction } from '@scure/btc-signer';
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { PrivateChain } from '@rialto/devnet';
import { bytesToHex, isTxid, outpoint, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  acceptExit,
  acceptFill,
  acceptFunding,
  acceptPromise,
  buildExit,
  buildFill,
  buildFunding,
  buildPromise,
  finishFill,
  lockCoin,
  lockOf,
  planFill,
  planFunding,
  publicKeyOf,
  scriptOfKey,
  scriptToAddress,
  signFill,
} from '@rialto/psbt';
import type { LockedCoin, Ticket, ToSign } from '@rialto/psbt';

export interface Person {
  readonly secret: Uint8Array;
  readonly key: Uint8Array;
  readonly script: Uint8Array;
}

export function person(seed: number, kind: 'p2wpkh' | 'p2tr'): Person {
  const secret = new Uint8Array(32).fill(seed);
  const key = publicKeyOf(secret);
  return { secret, key, script: scriptOfKey(key, kind) };
}

const exchange = person(91, 'p2wpkh');

export function signedBy({ secret }: Person, psbt: Uint8Array, toSign: readonly ToSign[]): Uint8Array {
  const tx = WalletTransaction.fromPSBT(psbt);
  for (const { index, sighash } of toSign) tx.signIdx(secret, index, [sighash]);
  return tx.toPSBT(0);
}

export async function funded(chain: PrivateChain, who: Person, value: bigint): Promise<Coin> {
  const { txid, vout } = await chain.fund(scriptToAddress(who.script, 'regtest') ?? '', value);
  await chain.mine(1);
  if (!isTxid(txid)) throw new Error('no coin');
  return { outpoint: outpoint(txid, vout), value: sats(value), script: who.script, assets: [], height: 1 };
}

export interface Bid {
  readonly who: Person;
  readonly raw: Uint8Array;
  readonly locked: readonly LockedCoin[];
}

/** Of a ticket of which nothing else is said. */
export const EXPIRY = 5000;

/** A funding in a block with a lock for each ticket. */
export async function bidOf(
  chain: PrivateChain,
  who: Person,
  tickets: readonly (Pick<Ticket, 'asset' | 'amount'> & Partial<Pick<Ticket, 'expiry'>>)[],
): Promise<Bid> {
  const key = who.script.length === 22 ? who.key : who.key.slice(1);
  const common = {
    kind: 'bid' as const,
    price: sats(20_000n),
    script: who.script,
    key,
    exchange: [exchange.key],
    expiry: EXPIRY,
  };
  const locks = tickets.map((one, at) => lockOf({ ...common, ...one, exitAfter: 2, index: at + 1 }));
  const coins = [await funded(chain, who, 300_000n)];
  const plan = planFunding({ bidderScript: who.script, bidderKey: who.key, coins, locks, feeRateSatVb: 2 });
  const built = buildFunding(plan);
  const { raw } = acceptFunding(plan, signedBy(who, built.psbt, built.toSign));
  await chain.rpc('sendrawtransaction', [bytesToHex(raw)]);
  await chain.mine(1);
  return { who, raw, locked: locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) })) };
}

export function exitOf(who: Person, { lock, coin }: LockedCoin): Uint8Array {
  const built = buildExit(lock, coin);
  return acceptExit(lock, coin, signedBy(who, built.psbt, built.toSign)).raw;
}

export interface Filled {
  readonly raw: Uint8Array;
  /** What the signer writes down. */
  readonly line: object;
}

/** A fill with what is said to be on the lot: our key and the promise sign it, whether that is true or not. */
export function filled(who: Person, locked: LockedCoin, seller: Person, lot: Coin): Filled {
  const plan = planFill({
    ...locked,
    lot,
    sellerScript: seller.script,
    sellerKey: seller.key,
    serviceFee: undefined,
    feeRateSatVb: 2,
  });
  const built = buildFill(plan);
  const promise = buildPromise(locked.lock, locked.coin);
  const { raw, txid } = finishFill(plan, {
    promise: acceptPromise(locked.lock, locked.coin, signedBy(who, promise.psbt, promise.toSign)),
    seller: acceptFill(plan, signedBy(seller, built.psbt, built.toSign)),
    exchange: signFill(plan, built.unsigned, exchange.secret),
  });
  const line = {
    kind: 'fill',
    txid,
    unsigned: bytesToHex(built.unsigned),
    lock: locked.coin.outpoint,
    ticket: ticketToWire(locked.lock.ticket),
    coins: [locked.coin, lot].map(coinToWire),
    height: EXPIRY - 1,
  };
  return { raw, line };
}

export function admitLine({ raw, locked }: Bid): object {
  const tickets = locked.map(({ lock }) => ticketToWire(lock.ticket));
  return { kind: 'admit', unsigned: bytesToHex(raw), tickets };
}
