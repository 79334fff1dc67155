/**
 * What an exit on MVC does, said of its transactions as they stand and not of the plan: the receiver gets so many units, all the rest of the
 * tokens goes to the stock, all SPACE but the miners' and what lies under tokens comes back to the fees, and the message is the id.
 */
import { unitOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { TOKEN_OUTPUT_SATS, bridgeIdInMvc, coinOf, isMvcMessage, keyHashOf, sameToken } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, equalBytes, hexToBytes, outpoint } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { FoundCoin } from '../../mvc/coins.ts';
import { feeOf } from '../../mvc/effects.ts';
import { tokenOnScript } from '../../mvc/genuine.ts';
import type { BridgeKeys } from '../keys.ts';
import type { Due } from './due.ts';

interface Given {
  readonly check: MvcTransaction;
  readonly transfer: MvcTransaction;
  readonly tokens: readonly FoundCoin[];
  /** What pays: the check spends it, and the transfer what that leaves. */
  readonly space: readonly FoundCoin[];
  /** What the miners are to get for each. */
  readonly fees: { readonly check: bigint; readonly transfer: bigint };
}

/** @throws Refusal effects-differ */
export function requireGiven(
  { asset, keys, due }: { readonly asset: BridgeAsset; readonly keys: BridgeKeys; readonly due: Due },
  { check, transfer, tokens, space, fees }: Given,
): void {
  requireCheck(keys, { check, space, fees });
  const spent = [...tokens.map(({ coin }) => coin), coinOf(check, 1), coinOf(check, 0)];
  const held = sumTo(asset, spent, undefined);
  const receiver = keyHashOf(hexToBytes(due.receiver)) ?? new Uint8Array(0);
  const toReceiver = sumTo(asset, transfer.outputs, receiver);
  const toStock = sumTo(asset, transfer.outputs, keys.stock.hash);
  const isWhole =
    toReceiver === due.out / unitOf(asset) &&
    toReceiver + toStock === held &&
    sumTo(asset, transfer.outputs, undefined) === held &&
    transfer.outputs.every((output) => isOfExit(asset, keys, output)) &&
    bridgeIdInMvc(transfer) === due.id &&
    spendsJust(transfer, spent) &&
    feeOf(spent, transfer.outputs) === fees.transfer;
  if (!isWhole) throw new Refusal('effects-differ', 'not what is due');
}

/** Its coin, and what is left of the SPACE to the fees. */
function requireCheck(
  keys: BridgeKeys,
  { check, space, fees }: Pick<Given, 'check' | 'space' | 'fees'>,
): void {
  const paying = space.map(({ coin }) => coin);
  const [, left, more] = check.outputs;
  const isWhole =
    left !== undefined &&
    isOfFees(keys, left) &&
    more === undefined &&
    spendsJust(check, paying) &&
    feeOf(paying, check.outputs) === fees.check;
  if (!isWhole) throw new Refusal('effects-differ', 'not its check');
}

/** In this order, and nothing else. */
function spendsJust({ inputs }: Pick<MvcTransaction, 'inputs'>, coins: readonly MvcCoin[]): boolean {
  const points = inputs.map(({ txid, vout }) => outpoint(txid, vout));
  return points.join() === coins.map((coin) => coin.outpoint).join();
}

/** Its token, which is counted, on as little as a token lies on; data without sats; or what comes back to the fees. */
function isOfExit(asset: BridgeAsset, keys: BridgeKeys, output: TxOutput): boolean {
  const token = tokenOnScript(output);
  if (token !== undefined) return sameToken(token, asset.token) && output.value === TOKEN_OUTPUT_SATS;
  return isMvcMessage(output.script) ? output.value === 0n : isOfFees(keys, output);
}

const isOfFees = ({ fees }: BridgeKeys, { script }: TxOutput): boolean => equalBytes(script, fees.mvc.p2pkh);

/** Of everybody where nobody is named. */
const sumTo = (asset: BridgeAsset, outputs: readonly TxOutput[], holder: Uint8Array | undefined): bigint =>
  outputs.reduce((sum, output) => sum + unitsOf(asset, output, holder), 0n);

function unitsOf(asset: BridgeAsset, output: TxOutput, holder: Uint8Array | undefined): bigint {
  const token = tokenOnScript(output);
  if (token === undefined || !sameToken(token, asset.token)) return 0n;
  return holder === undefined || token.holder === bytesToHex(holder) ? token.amount : 0n;
}
