/** A bidder that is a program: a ladder is prepared by the exchange, and its funding, promises and exits are signed as a wallet signs them. */
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import type { BidPsbt, BodyOf } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { scriptKind } from '@rialto/psbt';
import { signPsbt } from './trader.ts';
import type { Trader } from './trader.ts';

export type Ladder = Pick<BodyOf<'prepareBid'>, 'tick' | 'rungs' | 'feeRate' | 'expiryBlocks' | 'freeState'>;

/** Places standing bids. @returns the orders, in the order of the rungs */
export async function placeLadder(bidder: Trader, ladder: Ladder): Promise<readonly string[]> {
  const own = { net: 'regtest', address: bidder.address } as const;
  const publicKey = bytesToHex(bidder.publicKey);
  const { bidId, funding, promises, exits } = await bidder.post('prepareBid', {
    ...own,
    publicKey,
    ...ladder,
  });
  const { orderIds } = await bidder.post('pushBid', {
    ...own,
    bidId,
    fundingPsbt: bidder.sign(funding.psbtRaw, funding.toSignInputs),
    promisePsbts: promises.map((one) => signLock(bidder, one)),
    exitPsbts: exits.map((one) => signLock(bidder, one)),
  });
  return orderIds;
}

/** In a lock stands the key of the address: of P2TR the output key, which is the tweaked one. */
function signLock({ key, script }: Trader, { psbtRaw, toSignInputs }: BidPsbt): string {
  const secret = scriptKind(script) === 'p2tr' ? taprootTweakPrivKey(key) : key;
  return signPsbt(psbtRaw, secret, toSignInputs);
}
