/** MRC-20 to one or many receivers, the payer among them where a lot is split to sizes; the rest stays on output 0, the payer's. */
import {
  TRANSFER_PATH,
  amount,
  bytesToHex,
  encodeMrc20Transfer,
  encodeUtf8,
  invariant,
  isReceipt,
  sats,
  splitAsset,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, ScriptHex } from '@rialto/protocols';
import type { Intent } from '../effects/intent.ts';
import { moveOf, summed } from '../effects/moves.ts';
import { checkCarried, checkDistinct, small, totalOf } from '../draft/payer.ts';
import { planReveal } from '../inscribe/reveal.ts';
import type { PinRequest, RevealPlan } from '../inscribe/reveal.ts';
import { holdingsGiven } from '../effects/rune-flow.ts';
import { checkSends } from './rune-transfer.ts';
import type { TokenSend } from './rune-transfer.ts';
import { DUST_FLOOR } from '../tx/size.ts';

export interface Mrc20TransferRequest extends PinRequest {
  /** Coins of the payer that carry MRC-20, of one token or several, and at most receipts besides. */
  readonly coins: readonly Coin[];
  readonly sends: readonly TokenSend[];
}

/** More receivers are served in several transactions. */
const MAX_SENDS = 100;

/**
 * Plans a transfer. Reveal out: the carried sats home with all tokens that are left and every receipt, 546 sat with the transfer PIN,
 * 546 sat for each send and nothing else on them. Should an index fail the transfer, everything comes home. Where some is left of
 * two tokens, both are on the first output, and odd (decision 0021): send the rest of one as well.
 * @throws Refusal not-yours, coin-unconfirmed, lot-mixed, duplicate-input, bad-request, script-not-allowed, insufficient-funds (more
 *   than the coins hold), too-small (the coins hold less than 546 sat), and as `planReveal`
 * Source: metaid §5, §8, §10.
 */
export function planMrc20Transfer(request: Mrc20TransferRequest): RevealPlan {
  const { payer, coins, sends } = request;
  checkDistinct(coins);
  for (const coin of coins) checkCarried(coin, payer, (asset) => asset.kind === 'mrc20' || isReceipt(asset));
  checkSends(coins, sends);
  if (sends.length > MAX_SENDS) throw new Refusal('bad-request', `more than ${MAX_SENDS} receivers`);
  const carried = totalOf(coins);
  if (carried < DUST_FLOOR) throw new Refusal('too-small', `${carried} sat carry the tokens`);
  return planReveal({
    ...request,
    words: { operation: 'hide', path: TRANSFER_PATH, contentType: 'application/json', body: bodyOf(request) },
    carried: coins,
    homes: [{ value: carried, script: payer.script }],
    others: sends.map((send) => small(send.script)),
    intend: (intent) => {
      intendTransfer(intent, request);
    },
  });
}

/** The first receiver's output. */
const FIRST_SEND = 2;

function bodyOf({ coins, sends }: Mrc20TransferRequest): Uint8Array {
  const held = holdingsGiven(coins);
  const text = encodeMrc20Transfer(
    sends.map((send, at) => {
      const label = held.find((move) => move.asset === send.asset);
      invariant(label !== undefined, 'what is sent is held');
      const { decimals } = label;
      return { id: pinOf(send.asset), amount: send.amount, decimals, vout: at + FIRST_SEND };
    }),
  );
  return textBytes(text);
}

/** The deploy PIN of a token. Throws invariant for another protocol's asset. */
function pinOf(asset: AssetId): string {
  const named = splitAsset(asset);
  invariant(named?.protocol === 'mrc20', `${asset} is an MRC-20 token`);
  return named.id;
}

export function textBytes(text: string): Uint8Array {
  const bytes = encodeUtf8(text);
  if (bytes === undefined) throw new Refusal('bad-request', 'text that is no UTF-8');
  return bytes;
}

function intendTransfer(intent: Intent, { payer, coins, sends }: Mrc20TransferRequest): void {
  const home = bytesToHex(payer.script) as ScriptHex;
  let before = 0n;
  for (const coin of coins) {
    for (const asset of coin.assets) {
      if (asset.kind === 'pin') intent.gets(home, moveOf(asset, { index: 0, offset: sats(before) }));
    }
    before += coin.value;
  }
  for (const held of summed(holdingsGiven(coins))) {
    let left: bigint = held.amount;
    sends.forEach((send, at) => {
      if (send.asset !== held.asset) return;
      left -= send.amount;
      const index = at + FIRST_SEND;
      intent.gets(bytesToHex(send.script) as ScriptHex, { ...held, amount: send.amount, index });
    });
    if (left > 0n) intent.gets(home, { ...held, amount: amount(left), index: 0 });
  }
}
