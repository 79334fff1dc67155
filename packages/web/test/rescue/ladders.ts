/** Rescue files with real signatures, of bidders of every kind. */
import { signLadder, signProtected } from '@rialto/devnet';
import type { AssetId, Txid } from '@rialto/protocols';
import { hexToBytes } from '@rialto/protocols';
import { writeRescueFile } from '@rialto/psbt';
import type { RescueBid, RescueFile, RescueLock } from '@rialto/psbt';
import { ASSET, MRC20_ASSET, cleanCoin, id, user } from '../fake/people.ts';

export const ADDRESS_KINDS = ['p2wpkh', 'p2tr', 'p2tr, internal key'] as const;

interface Rung {
  readonly kind?: (typeof ADDRESS_KINDS)[number];
  readonly prices?: readonly bigint[];
  readonly asset?: AssetId;
  readonly seed?: number;
}

export interface Ladder {
  readonly funding: Uint8Array;
  readonly fundingTxid: string;
  readonly coin: string;
  readonly address: string;
  readonly locks: readonly RescueLock[];
}

/** 100 units a lock; of BRC-20 that is a hundred whole tokens. */
export function ladder({
  kind = 'p2tr',
  prices = [30_000n],
  asset = MRC20_ASSET,
  seed = 3,
}: Rung = {}): Ladder {
  const who = user(seed, kind === 'p2wpkh' ? 'p2wpkh' : 'p2tr');
  const coin = cleanCoin(who, seed, 900_000n);
  const bidder = {
    key: new Uint8Array(32).fill(seed),
    publicKey: hexToBytes(who.publicKey),
    script: who.script,
  };
  const units = asset === ASSET ? 100n * 10n ** 18n : 100n;
  const internal = kind === 'p2tr, internal key';
  const signed = signLadder(bidder, { coins: [coin], prices, asset, units, expiry: 5_000, internal });
  const { raw, txid } = signed.funding;
  return { funding: raw, fundingTxid: txid, coin: coin.outpoint, address: who.address, locks: signed.locks };
}

export function rescueText(
  ladders: readonly RescueBid[],
  network: RescueFile['network'] = 'regtest',
): string {
  const bids = ladders.map(({ funding, locks }) => ({ funding, locks }));
  return writeRescueFile({ version: 1, network, bids });
}

/** The lock of a seller's lot, with both its exits. */
export function protectedAsk({ seed = 6, asset = MRC20_ASSET } = {}): RescueLock {
  const who = user(seed, 'p2tr');
  const seller = {
    key: new Uint8Array(32).fill(seed),
    publicKey: hexToBytes(who.publicKey),
    script: who.script,
  };
  const wanted = { asset, units: 100n, price: 80_000n, expiry: 5_000 };
  return signProtected(seller, { ...wanted, txid: id(seed, 'f') as Txid });
}
