/** A seller's signed PSBT, checked by our own node and index: what it sells, for how much, and that the signature is good. */
import { setImmediate } from 'node:timers/promises';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { hasPlainMessage, hexToBytes, splitOutpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Lot, Outpoint, Transaction } from '@rialto/protocols';
import {
  acceptAsk,
  addressToScript,
  askOutpoint,
  preverifyAsk,
  readPsbt,
  rememberingVerifier,
} from '@rialto/psbt';
import type { ReadPsbt, SignedAsk, Verifier } from '@rialto/psbt';
import { checkLot } from './lot.ts';
import type { OrderContext } from './context.ts';

/** A PSBT that was read; nothing of it is believed yet. */
export interface ReadAsk {
  readonly read: ReadPsbt;
  readonly point: Outpoint;
  readonly owner: Uint8Array;
  /** Remembers the arithmetic, so that checking again costs little. */
  readonly verifier: Verifier;
}

export interface VerifiedAsk {
  readonly ask: SignedAsk;
  readonly coin: Coin;
  readonly lot: Lot;
  /** The tip at which the coin was read. */
  readonly tip: Tip;
}

/** Throws Refusal as `readPsbt` and `askOutpoint`; 'wrong-address-type'. */
export function readAsk(context: OrderContext, signed: { address: string; psbtRaw: string }): ReadAsk {
  const owner = addressToScript(signed.address, context.settings.network);
  const read = readPsbt(hexToBytes(signed.psbtRaw));
  return { read, point: askOutpoint(read), owner, verifier: rememberingVerifier(context.verifier) };
}

/** Throws Refusal as `acceptAsk` and `checkLot`; 'coin-spent', 'lot-message-odd', 'syncing'. */
export async function verifyAsk(
  context: OrderContext,
  { read, point, owner, verifier }: ReadAsk,
): Promise<VerifiedAsk> {
  // The arithmetic of the signature is done while node and index are asked for the coin.
  const project = async (): Promise<void> => {
    await setImmediate();
    preverifyAsk(read, owner, verifier);
  };
  const { txid } = splitOutpoint(point);
  const asked = [
    loadCoins(context, [point]),
    context.chain.transaction(txid),
    context.ledger.oddMrc20Among([point]),
    project(),
  ] as const;
  const [{ coins, tip }, maker, odd] = await Promise.all(asked);
  const coin = coins.get(point);
  if (coin === undefined) throw new Refusal('coin-spent');
  const ask = acceptAsk(read, { lot: coin, owner, verifier });
  const lot = checkLot(coin, ask.price, { ...context.settings, tipHeight: tip.height });
  requirePlainMessage(coin, maker, odd.has(point));
  return { ask, coin, lot, tip };
}

/** What the index makes of the messages is not enough: they must read the same to everybody (decision 0021). */
export function requirePlainMessage(
  { outpoint, assets }: Coin,
  maker: Transaction | undefined,
  isOdd: boolean,
): void {
  // The node has just undone the block that holds it, and our index follows.
  if (maker === undefined) throw new Refusal('syncing', outpoint);
  if (isOdd || !assets.every((asset) => hasPlainMessage(maker, asset)))
    throw new Refusal('lot-message-odd', outpoint);
}
