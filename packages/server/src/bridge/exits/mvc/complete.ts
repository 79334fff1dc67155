/** Both transactions of an exit on MVC as they go out: planned again, with what the signer has signed, and what the contracts ask for. */
import type { BridgeGiveRequest } from '@rialto/contract';
import { TOKEN_OUTPUT_SATS, keyHashOf, planBridgeTransferOver } from '@rialto/mvc';
import type { BridgeTransferRequest, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { hexToBytes, invariant } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { coinAt, readOurs, transactionsOf } from '../../../mvc/swaps/plan-act.ts';
import { wholeSwap } from '../../../mvc/swaps/whole-swap.ts';
import { unitOf } from '@rialto/market';
import type { BridgeContext } from '../../context.ts';
import type { Exit } from '../exit-of.ts';

const points = (of: readonly string[]): Outpoint[] => of.map((point) => point as Outpoint);

/** @param tokens where they are now */
export async function requestOf(
  context: BridgeContext,
  { known, receiver, out, id }: Pick<Exit, 'known' | 'receiver' | 'out' | 'id'>,
  tokens: readonly Outpoint[],
  restCoins: 1 | 2,
): Promise<Omit<BridgeTransferRequest, 'feeCoins'>> {
  const { asset, keys } = known;
  const transactions = await transactionsOf(context.mvc, tokens);
  const holder = keyHashOf(hexToBytes(receiver));
  invariant(holder !== undefined, 'a receiver on MVC is the hash of a key');
  return {
    token: { codehash: asset.token.codehash, genesis: asset.token.genesis },
    ...{ stock: hexToBytes(keys.stockHash), inlet: hexToBytes(keys.inletHash) },
    fees: hexToBytes(keys.feeHash),
    tokens: tokens.map((point) => coinAt(transactions, point)),
    ...{ receiver: holder, units: out / unitOf(asset), restCoins, id, tokenSats: TOKEN_OUTPUT_SATS },
  };
}

type Signed = Pick<Awaited<ReturnType<BridgeContext['custody']['give']>>, 'check' | 'signed'>;

/** Both transactions as they go out, from what the signer has signed. */
export async function completed(
  context: BridgeContext,
  exit: Exit,
  give: BridgeGiveRequest,
  { check: checkRaw, signed }: Signed,
): Promise<{ readonly check: MvcTransaction; readonly transfer: MvcTransaction }> {
  const { mvc } = context;
  const check = readOurs(hexToBytes(checkRaw));
  const request = await requestOf(context, exit, points(give.tokens), give.restCoins);
  const plan = planBridgeTransferOver(request, check, BigInt(give.fee));
  const signatures = new Map(
    signed.map(({ index, signature, publicKey }): [number, MvcSignature] => [
      index,
      { signature: hexToBytes(signature), publicKey: hexToBytes(publicKey) },
    ]),
  );
  const transactions = await transactionsOf(mvc, points(give.tokens));
  const transfer = await wholeSwap(mvc, { plan, check, known: transactions }, signatures);
  return { check, transfer };
}
