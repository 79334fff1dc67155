/**
 * What an exit on MVC does, said of its transactions as they stand and not of the plan: the receiver gets so many units, all the rest of the
 * tokens goes to the stock, all SPACE but the miners' comes back to the fees, and the message is the id.
 */
import { unitOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { bridgeIdInMvc, isMvcMessage, keyHashOf, sameToken } from '@rialto/mvc';
import type { MvcPlan, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, equalBytes, hexToBytes } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { FoundCoin } from '../../mvc/coins.ts';
import { tokenOnScript } from '../../mvc/genuine.ts';
import type { BridgeKeys } from '../keys.ts';
import type { Due } from './due.ts';

interface Given {
  readonly check: MvcTransaction;
  readonly plan: MvcPlan;
  readonly transfer: MvcTransaction;
  readonly tokens: readonly FoundCoin[];
  /** What the miners are to get for the transfer. */
  readonly fee: bigint;
}

/** @throws Refusal effects-differ */
export function requireGiven(
  { asset, keys, due }: { readonly asset: BridgeAsset; readonly keys: BridgeKeys; readonly due: Due },
  { check, plan, transfer, tokens, fee }: Given,
): void {
  const held = tokens.reduce((sum, { coin }) => sum + unitsOf(asset, coin, undefined), 0n);
  const receiver = keyHashOf(hexToBytes(due.receiver));
  const toReceiver = sumTo(asset, transfer, receiver);
  const toStock = sumTo(asset, transfer, keys.stock.hash);
  const units = due.out / unitOf(asset);
  const others = transfer.outputs.filter(
    (output) =>
      tokenOnScript(output) === undefined && !isMvcMessage(output.script) && !isOfFees(keys, output),
  );
  const [, left, more] = check.outputs;
  const isWhole =
    toReceiver === units &&
    toReceiver + toStock === held &&
    sumTo(asset, transfer, undefined) === held &&
    others.length === 0 &&
    bridgeIdInMvc(transfer) === due.id &&
    plan.fee === fee &&
    left !== undefined &&
    isOfFees(keys, left) &&
    more === undefined;
  if (!isWhole) throw new Refusal('effects-differ', 'not what is due');
}

const isOfFees = ({ fees }: BridgeKeys, { script }: TxOutput): boolean => equalBytes(script, fees.mvc.p2pkh);

/** Of everybody where nobody is named. */
const sumTo = (
  asset: BridgeAsset,
  { outputs }: Pick<MvcTransaction, 'outputs'>,
  holder: Uint8Array | undefined,
): bigint => outputs.reduce((sum, output) => sum + unitsOf(asset, output, holder), 0n);

function unitsOf(asset: BridgeAsset, output: TxOutput, holder: Uint8Array | undefined): bigint {
  const token = tokenOnScript(output);
  if (token === undefined || !sameToken(token, asset.token)) return 0n;
  return holder === undefined || token.holder === bytesToHex(holder) ? token.amount : 0n;
}
