/** Locks of the demo wallet's accounts, for tests of what signs them. */
import { amount, mrc20Asset, outpoint, pinId, sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { lockOf, publicKeyOf } from '@rialto/psbt';
import type { Lock } from '@rialto/psbt';
import type { WalletAccount } from '../src/wallet/accounts.ts';

/** Which key of a taproot account stands in a lock. */
type SigningKey = 'output' | 'internal';
const FUNDING = 'ab'.repeat(32) as Txid;
const exchange = publicKeyOf(new Uint8Array(32).fill(9));

/** What `psbt` builds for a wallet. */
export interface Asked {
  readonly psbt: Uint8Array;
  readonly toSign: readonly { readonly index: number; readonly sighash: number }[];
}

export function lockFor({ kind, script, publicKey, internalKey }: WalletAccount, signs: SigningKey): Lock {
  const taproot = signs === 'output' ? script.subarray(2) : internalKey;
  return lockOf({
    kind: 'bid',
    asset: mrc20Asset(pinId('cd'.repeat(32) as Txid, 0)),
    amount: amount(100n),
    price: sats(50_000n),
    script,
    key: kind === 'p2tr' ? taproot : publicKey,
    exchange: [exchange],
    expiry: 1000,
    exitAfter: 144,
    index: 1,
  });
}

export const coinOf = ({ script }: Lock): Coin => ({
  ...{ outpoint: outpoint(FUNDING, 1), value: sats(50_000n) },
  ...{ script, assets: [] },
});
