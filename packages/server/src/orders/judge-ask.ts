/** A seller's signed PSBT, judged by our own node and index: what it sells, for how much, and that the signature is good. */
import { setImmediate } from 'node:timers/promises';
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { Refusal, hexToBytes } from '@rialto/protocols';
import type { Coin, Lot, Outpoint } from '@rialto/protocols';
import {
  acceptAsk,
  addressToScript,
  askOutpoint,
  foreseeAsk,
  readPsbt,
  rememberingVerifier,
} from '@rialto/psbt';
import type { ReadPsbt, SignedAsk, Verifier } from '@rialto/psbt';
import { judgeLot } from './lot.ts';
import type { OrderContext } from './context.ts';

/** A PSBT that was read; nothing of it is believed yet. */
export interface ReadAsk {
  readonly read: ReadPsbt;
  readonly point: Outpoint;
  readonly owner: Uint8Array;
  /** Remembers the arithmetic, so that judging again costs little. */
  readonly verifier: Verifier;
}

export interface JudgedAsk {
  readonly ask: SignedAsk;
  readonly coin: Coin;
  readonly lot: Lot;
  /** The tip at which the coin was read. */
  readonly tip: Tip;
}

/** Throws Refusal as `readPsbt` and `askOutpoint`; 'wrong-address-type'. */
export function readAsk(room: OrderContext, signed: { address: string; psbtRaw: string }): ReadAsk {
  const owner = addressToScript(signed.address, room.settings.network);
  const read = readPsbt(hexToBytes(signed.psbtRaw));
  return { read, point: askOutpoint(read), owner, verifier: rememberingVerifier() };
}

/** Throws Refusal as `acceptAsk` and `judgeLot`; 'coin-spent', 'syncing'. */
export async function judgeAsk(
  room: OrderContext,
  { read, point, owner, verifier }: ReadAsk,
): Promise<JudgedAsk> {
  // The arithmetic of the signature is done while node and index are asked for the coin.
  const foresee = async (): Promise<void> => {
    await setImmediate();
    foreseeAsk(read, owner, verifier);
  };
  const [{ coins, tip }] = await Promise.all([loadCoins(room, [point]), foresee()]);
  const coin = coins.get(point);
  if (coin === undefined) throw new Refusal('coin-spent');
  const ask = acceptAsk(read, { lot: coin, owner, verifier });
  const lot = judgeLot(coin, ask.price, { ...room.settings, tipHeight: tip.height });
  return { ask, coin, lot, tip };
}
