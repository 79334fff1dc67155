/** How an exit on Bitcoin is laid out: locked coins and fee coins in; receiver, locked change, message and fee change out (bridge §5). */
import { bytesToHex, pinId, sats, TRANSFER_PATH } from '@rialto/protocols';
import type { Sats, ScriptHex, TxOutput, Txid } from '@rialto/protocols';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import type { Parted } from './parted.ts';
import { MRC20_PAYOUT_AT } from './payout-parts.ts';
import type { BridgePayoutRequest } from './payout-request.ts';

/** All outputs, and which of them is the message. @throws Refusal as `runestoneOutput` */
export function payoutOutputs(
  { fees }: BridgePayoutRequest,
  { outputs, messageOf }: Parted,
  feeChange: Sats,
): { readonly outputs: readonly TxOutput[]; readonly message: number } {
  const message = messageOf(outputs.length + 2);
  return {
    outputs: [...outputs, message, { value: feeChange, script: fees.script }],
    message: outputs.length,
  };
}

/** What an exit has to do to everybody, said without looking at the transaction. */
export function intentOfPayout(
  { lockedCoins, feeCoins, envelope, fees }: BridgePayoutRequest,
  { gets }: Parted,
  { outputs, txid }: { readonly outputs: readonly TxOutput[]; readonly txid: Txid },
): Meaning {
  const intent = intentOf();
  const made = envelope === undefined ? [] : [envelope.coin];
  [...lockedCoins, ...made, ...feeCoins].forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes(outputs);
  for (const move of gets) {
    const script = outputs[move.index]?.script;
    if (script !== undefined) intent.gets(bytesToHex(script) as ScriptHex, move);
  }
  if (envelope !== undefined) {
    const index = MRC20_PAYOUT_AT.pin;
    const pin = {
      kind: 'pin',
      id: pinId(txid, index),
      path: TRANSFER_PATH,
      index,
      offset: sats(0n),
    } as const;
    intent.gets(bytesToHex(fees.script) as ScriptHex, pin);
  }
  return intent.meaning();
}
