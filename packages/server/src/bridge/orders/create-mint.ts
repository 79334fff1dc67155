/** The order of a mint with the payment that its payer signs: planned by our template, kept so that only it can come back. */
import { coinFromWire, coinToWire } from '@rialto/contract';
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { MOST_PAYING, loadPayingCoins } from '@rialto/ground';
import { originAsset } from '@rialto/market';
import type { BridgeNetwork } from '@rialto/market';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  SMALLEST_PAYING_COIN,
  addressToScript,
  planBridgePayment,
  publicKeyOwns,
  scriptToAddress,
} from '@rialto/psbt';
import type { Planned } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireFeeRate } from '../../caller.ts';
import { keepOrder } from '../../store/bridge/order-store.ts';
import { lockedOutpoints } from '../../store/orders/ask-store.ts';
import type { KeptPayment } from '../../store/schema/index.ts';
import type { BridgeContext } from '../context.ts';
import { requireUnpaid } from './paid-before.ts';
import { tokenCoins } from './paying-coins.ts';
import { amountOf, readOrder } from './terms.ts';
import type { Shown } from './terms.ts';

/** @throws Refusal as `readOrder` and the template; bridge-paid-before, wrong-address-type, not-yours, fee-*, not-followed, syncing */
export async function createMint(
  context: BridgeContext,
  { terms: wire, publicKey, address, feeRate }: BodyOf<'bridgeMintBtc'>,
  network: BridgeNetwork,
): Promise<AnswerOf<'bridgeMintBtc'>> {
  const shown = await readOrder(context, wire, { direction: 'mint', network });
  const script = addressToScript(address, context.network);
  if (!publicKeyOwns(publicKey, script)) throw new Refusal('not-yours', 'the key is not the address’s');
  await requireFeeRate(context, feeRate, true);
  const except = [...(await lockedOutpoints(context.store.db, address)).keys()];
  const query = { first: 'largest', least: SMALLEST_PAYING_COIN, except, most: MOST_PAYING } as const;
  const paying = await loadPayingCoins(context, script, query);
  const coins = await tokenCoins(context, shown, { script, except });
  const { plan, planned } = planOf(shown, { publicKey, script, coins, paying, feeRate });
  await context.mvc.turns(`bridge order ${shown.id}`, async () => {
    await requireUnpaid(context, shown.id);
    await keepOrder(context.store.db, shown.id, shown.terms, plan);
  });
  context.at('bridge-ordered');
  const spent = planned.draft.inputs.map(({ coin }) => coin);
  return {
    orderId: shown.id,
    bridgeAddress: scriptToAddress(hexToBytes(shown.known.keys.lockedScript), context.network) ?? '',
    out: shown.quote.out.toString(),
    rawPsbt: bytesToHex(planned.psbt),
    toSignInputs: planned.toSign.map((entry) => ({ ...entry })),
    coins: spent.map(coinToWire),
    minerFee: planned.fee.toString(),
  };
}

interface Parts {
  readonly publicKey: string;
  readonly script: Uint8Array;
  readonly coins: readonly Coin[];
  readonly paying: readonly Coin[];
  readonly feeRate: number;
}

/** With those coins alone that it spends: so it is built the same once more. */
function planOf(shown: Shown, parts: Parts): { readonly plan: KeptPayment; readonly planned: Planned } {
  const kept = (paying: readonly Coin[]): KeptPayment => ({
    ...{ publicKey: parts.publicKey, script: bytesToHex(parts.script), feeRate: parts.feeRate },
    ...{ amount: amountOf(shown).toString(), coins: parts.coins.map(coinToWire) },
    paying: paying.map(coinToWire),
  });
  const first = paymentOf(shown, kept(parts.paying));
  const spent = new Set<string>(first.draft.inputs.map(({ coin }) => coin.outpoint));
  const plan = kept(parts.paying.filter(({ outpoint }) => spent.has(outpoint)));
  return { plan, planned: paymentOf(shown, plan) };
}

/** From the kept plan: always the same bytes. */
export function paymentOf({ known, id }: Pick<Shown, 'known' | 'id'>, plan: KeptPayment): Planned {
  const { origin } = known.asset;
  const payer = {
    script: hexToBytes(plan.script),
    key: hexToBytes(plan.publicKey),
    coins: plan.paying.map(coinFromWire),
  };
  return planBridgePayment({
    ...{ payer, pays: originAsset(origin), id },
    ...{ coins: plan.coins.map(coinFromWire), amount: BigInt(plan.amount) },
    ...{ bridge: hexToBytes(known.keys.lockedScript), feeRateSatVb: plan.feeRate },
  });
}
