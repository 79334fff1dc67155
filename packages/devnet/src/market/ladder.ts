/** A ladder of locks as a bidder's wallet signs it: the held funding, and the exit of each lock. Without an exchange, for tests of what outlives it. */
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { amount, bytesToHex, hexToBytes, outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin, Txid } from '@rialto/protocols';
import {
  acceptExit,
  acceptExits,
  acceptFunding,
  buildExit,
  buildExits,
  buildFunding,
  coinOfTicket,
  lockCoin,
  lockOf,
  planFunding,
  publicKeyOf,
  scriptKind,
} from '@rialto/psbt';
import type { Finished, Lock, RescueLock } from '@rialto/psbt';
import { seedKey } from './seed/seed-key.ts';
import { signPsbt } from './trader.ts';

interface Bidder {
  readonly key: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly script: Uint8Array;
}

interface Ladder {
  readonly coins: readonly Coin[];
  /** Of each lock, in sat. */
  readonly prices: readonly bigint[];
  readonly asset: AssetId;
  readonly units: bigint;
  readonly expiry: number;
  readonly exitAfter?: number;
  /** The internal key of a P2TR address stands in its locks, as OKX has it. */
  readonly internal?: boolean;
}

interface SignedLadder {
  readonly funding: Finished;
  readonly locks: readonly RescueLock[];
}

/** Signs all of it. The exchange's half is a key nobody here uses. */
export function signLadder(bidder: Bidder, ladder: Ladder): SignedLadder {
  const { script, publicKey } = bidder;
  const { key, secret } = lockKey(bidder, ladder.internal === true);
  const locks = ladder.prices.map((price, at) =>
    lockOf({
      kind: 'bid',
      asset: ladder.asset,
      amount: amount(ladder.units),
      price: sats(price),
      script,
      key,
      exchange: [publicKeyOf(seedKey('ladder', 'exchange'))],
      expiry: ladder.expiry,
      exitAfter: ladder.exitAfter ?? 144,
      index: at + 1,
    }),
  );
  const { coins } = ladder;
  const plan = planFunding({ bidderScript: script, bidderKey: publicKey, coins, locks, feeRateSatVb: 2 });
  const built = buildFunding(plan);
  const funding = acceptFunding(plan, signed(built, bidder.key));
  return {
    funding,
    locks: locks.map((lock, at) => {
      const coin = lockCoin(plan, at + 1);
      const exit = acceptExit(lock, coin, signed(buildExit(lock, coin), secret));
      return { lock, coin, exit: exit.raw };
    }),
  };
}

/** The key that stands in the locks, and its secret. */
function lockKey(
  { key, publicKey, script }: Bidder,
  internal: boolean,
): { key: Uint8Array; secret: Uint8Array } {
  if (scriptKind(script) === 'p2wpkh') return { key: publicKey, secret: key };
  if (internal) return { key: publicKey.slice(1), secret: key };
  return { key: script.slice(2), secret: taprootTweakPrivKey(key) };
}

type Built = ReturnType<typeof buildExit>;

const signed = ({ psbt, toSign }: Built, key: Uint8Array): Uint8Array =>
  hexToBytes(signPsbt(bytesToHex(psbt), key, toSign));

interface Protected {
  /** Where the lock is: output 0 of a transaction. */
  readonly txid: Txid;
  readonly asset: AssetId;
  readonly units: bigint;
  /** What the seller asks for it. */
  readonly price: bigint;
  readonly expiry: number;
  readonly exitAfter?: number;
}

/** The lock of a protected ask with its two exits, as its seller's wallet signs them. */
export function signProtected(seller: Bidder, wanted: Protected): RescueLock {
  const lock = protectedLock(seller, wanted);
  const coin = coinOfTicket(lock, outpoint(wanted.txid, 0));
  const { secret } = lockKey(seller, false);
  const psbts = buildExits(lock, coin).map((built) => signed(built, secret));
  const [exit, dearExit] = acceptExits(lock, coin, psbts);
  if (exit === undefined || dearExit === undefined) throw new Error('invariant: a lot has two exits');
  return { lock, coin, exit: exit.raw, dearExit: dearExit.raw };
}

/** It can be paid before anything of it is signed. */
export function protectedLock(seller: Bidder, wanted: Omit<Protected, 'txid'>): Lock {
  return lockOf({
    kind: 'ask',
    asset: wanted.asset,
    amount: amount(wanted.units),
    price: sats(wanted.price),
    script: seller.script,
    key: lockKey(seller, false).key,
    exchange: [publicKeyOf(seedKey('ladder', 'exchange'))],
    expiry: wanted.expiry,
    exitAfter: wanted.exitAfter ?? 4_320,
    index: 0,
  });
}
