/** Coins of an address as the page sees them, and what keeps each from paying. */
import { assetToWire } from '@rialto/contract';
import type { AddressCoin, BtcCoin } from '@rialto/contract';
import type { OwnCoin, Tip } from '@rialto/ground';
import { splitOutpoint } from '@rialto/protocols';

/** Below this many satoshis a coin is not worth spending. */
const SMALL = 1_000n;

/** Orders and bids by the outpoint they keep. */
export type Locks = ReadonlyMap<string, string>;

function lockOf(coin: OwnCoin, locks: Locks): Pick<BtcCoin, 'lockedBy'> {
  // A lot is never a clean coin, and the funding of a bid spends nothing else.
  if (locks.has(coin.outpoint)) return { lockedBy: coin.assets.length > 0 ? 'order' : 'bid' };
  if (coin.height === undefined) return { lockedBy: 'unconfirmed' };
  if (coin.assets.length > 0) return { lockedBy: 'asset' };
  return coin.value < SMALL ? { lockedBy: 'small' } : {};
}

export function btcCoin(coin: OwnCoin, locks: Locks): BtcCoin {
  const { txid, vout } = splitOutpoint(coin.outpoint);
  return {
    txId: txid,
    vout,
    outputIndex: vout,
    satoshis: coin.value.toString(),
    confirmed: coin.height !== undefined,
    ...(coin.height === undefined ? {} : { height: coin.height }),
    addressType: 2,
    inscriptions: coin.assets.map(assetToWire),
    ...lockOf(coin, locks),
  };
}

export function addressCoin(coin: OwnCoin, locks: Locks, tip: Tip): AddressCoin {
  const { txid, vout } = splitOutpoint(coin.outpoint);
  const { height } = coin;
  const orderId = locks.get(coin.outpoint);
  return {
    txId: txid,
    vout,
    satoshis: coin.value.toString(),
    confirmations: height === undefined ? 0 : tip.height - height + 1,
    ...(height === undefined ? {} : { height }),
    assets: coin.assets.map(assetToWire),
    ...(coin.immature && orderId === undefined ? { lockedBy: 'immature' as const } : lockOf(coin, locks)),
    ...(orderId === undefined ? {} : { orderId }),
  };
}
