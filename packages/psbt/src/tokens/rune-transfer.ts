/** Runes to one or many receivers; what is left, of these runes and any others on the coins, comes home to output 0. */
import { amount, bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Amount, AssetId, Coin, Edict, ScriptHex, TxOutput } from '@rialto/protocols';
import { intentOf } from '../effects/intent.ts';
import { summed } from '../effects/moves.ts';
import { ownDraft } from '../draft/own-transaction.ts';
import {
  checkCarried,
  checkDistinct,
  checkPayer,
  checkReceiver,
  heldOf,
  payBeside,
  small,
  totalOf,
} from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { holdingsGiven, runeOf } from '../effects/rune-flow.ts';
import { runestoneOutput } from './runestone-output.ts';
import { DUST_FLOOR } from '../tx/size.ts';

export interface TokenSend {
  readonly asset: AssetId;
  /** In smallest units. */
  readonly amount: Amount;
  readonly script: Uint8Array;
}

export interface RuneTransferRequest {
  readonly payer: Payer;
  /** Coins of the payer that carry nothing but runes. */
  readonly coins: readonly Coin[];
  readonly sends: readonly TokenSend[];
  readonly feeRateSatVb: number;
  /** What the message says under tag 127, and moves nothing. */
  readonly nop?: bigint;
}

/**
 * Plans a transfer. Out: 546 sat or more home with all runes that are left, 546 sat for each send, the message, change.
 * @throws Refusal wrong-address-type, not-yours, coin-unconfirmed, lot-mixed, duplicate-input, script-not-allowed (receiver),
 *   bad-request (nothing or zero to send), insufficient-funds (more than the coins hold), too-large (more receivers than a
 *   message holds), and as `selectCoins`
 * Source: runes §4, §9, §11.
 */
export function planRuneTransfer(request: RuneTransferRequest): Planned {
  const { payer, coins, sends, feeRateSatVb, nop } = request;
  checkTransfer(request);
  const edicts = sends.map((send, at): Edict => ({
    id: runeOf(send.asset),
    amount: send.amount,
    output: at + 1,
  }));
  const carried = totalOf(coins);
  const stone = { edicts, pointer: 0, ...(nop === undefined ? {} : { nop }) };
  const message = runestoneOutput(stone, sends.length + 2);
  const outputs: TxOutput[] = [
    { value: carried > DUST_FLOOR ? carried : DUST_FLOOR, script: payer.script },
    ...sends.map((send) => small(send.script)),
    message,
  ];
  const { payments, change } = payBeside(payer, { carried: coins, outputs, feeRateSatVb });
  const draft = ownDraft([...coins, ...payments], [...outputs, ...change]);
  const intent = intentOfTransfer(request, draft);
  const messages = [{ output: sends.length + 1, script: message.script }];
  return planTransaction(draft, { key: payer.key, intent, messages });
}

function checkTransfer({ payer, coins, sends }: RuneTransferRequest): void {
  checkPayer(payer);
  checkDistinct(coins);
  for (const coin of coins) checkCarried(coin, payer, (asset) => asset.kind === 'rune');
  checkSends(coins, sends);
}

/** @throws Refusal bad-request, script-not-allowed, insufficient-funds */
export function checkSends(coins: readonly Coin[], sends: readonly TokenSend[]): void {
  if (sends.length === 0 || sends.some((send) => send.amount === 0n))
    throw new Refusal('bad-request', 'nothing to send');
  for (const send of sends) checkReceiver(send.script);
  for (const asset of new Set(sends.map((send) => send.asset))) {
    const requested = sends.reduce((sum, send) => sum + (send.asset === asset ? send.amount : 0n), 0n);
    const missing = requested - heldOf(coins, asset);
    if (missing > 0n) throw new Refusal('insufficient-funds', `missing ${missing} of ${asset}`);
  }
}

/** Each receiver gets what was asked, output 0 the rest of everything. */
function intentOfTransfer({ payer, coins, sends }: RuneTransferRequest, draft: ReturnType<typeof ownDraft>) {
  const intent = intentOf();
  draft.inputs.forEach(({ coin }, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  for (const held of summed(holdingsGiven(coins))) {
    let left: bigint = held.amount;
    sends.forEach((send, at) => {
      if (send.asset !== held.asset) return;
      left -= send.amount;
      intent.gets(bytesToHex(send.script) as ScriptHex, { ...held, amount: send.amount, index: at + 1 });
    });
    if (left > 0n)
      intent.gets(bytesToHex(payer.script) as ScriptHex, { ...held, amount: amount(left), index: 0 });
  }
  return intent.meaning();
}
