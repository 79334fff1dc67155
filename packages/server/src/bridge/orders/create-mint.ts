/** The order of a mint with the payment that its payer signs: planned by our template, kept so that only it can come back. */
import { coinFromWire, coinToWire } from '@rialto/contract';
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { MOST_PAYING, loadCoins, loadPayingCoins } from '@rialto/ground';
import { bytesToHex, hexToBytes, knownRuneId } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
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
import { runeIdOf } from '../follow/read-btc.ts';
import { requireUnpaid } from './paid-before.ts';
import { amountOf, readOrder } from './terms.ts';
import type { Shown } from './terms.ts';

/** Coins with the rune that are looked at, and that one payment spends at most. */
const [MOST_LOOKED, MOST_SPENT] = [100, 20];

/** @throws Refusal as `readOrder` and the template; bridge-paid-before, wrong-address-type, not-yours, fee-*, not-followed, syncing */
export async function createMint(
  context: BridgeContext,
  { terms: wire, publicKey, address, feeRate }: BodyOf<'bridgeMintBtc'>,
  network: 'BTC' | 'RUNES',
): Promise<AnswerOf<'bridgeMintBtc'>> {
  const shown = await readOrder(context, wire, { direction: 'mint', network });
  const script = addressToScript(address, context.network);
  if (!publicKeyOwns(publicKey, script)) throw new Refusal('not-yours', 'the key is not the address’s');
  await requireFeeRate(context, feeRate, true);
  const except = [...(await lockedOutpoints(context.store.db, address)).keys()];
  const query = { first: 'largest', least: SMALLEST_PAYING_COIN, except, most: MOST_PAYING } as const;
  const paying = await loadPayingCoins(context, script, query);
  const coins = network === 'BTC' ? [] : await runeCoins(context, shown, { script, except });
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

/** The fullest that hold the amount, none of them with anything but runes, or locked in an order. */
async function runeCoins(
  context: BridgeContext,
  shown: Shown,
  { script, except }: { readonly script: Uint8Array; readonly except: readonly string[] },
): Promise<Coin[]> {
  const { origin } = shown.known.asset;
  if (origin.network !== 'RUNES') return [];
  const points = await context.ledger.fullestOutpointsOfRune(script, knownRuneId(origin.rune), MOST_LOOKED);
  const { coins } = await loadCoins(
    context,
    points.filter((point) => !except.includes(point)),
  );
  const asset = runeIdOf(origin.rune);
  const taken: Coin[] = [];
  let sum = 0n;
  for (const coin of coins.values()) {
    if (sum >= amountOf(shown) || taken.length === MOST_SPENT) break;
    if (coin.height === undefined || coin.assets.some(({ kind }) => kind !== 'rune')) continue;
    taken.push(coin);
    sum += unitsOn(coin, asset);
  }
  if (sum < amountOf(shown)) throw new Refusal('insufficient-funds', `${amountOf(shown) - sum} units more`);
  return taken;
}

const unitsOn = ({ assets }: Coin, asset: AssetId): bigint =>
  assets.reduce((sum, one) => (one.kind === 'rune' && one.asset === asset ? sum + one.amount : sum), 0n);

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
    ...{ payer, pays: origin.network === 'BTC' ? 'sats' : runeIdOf(origin.rune), id },
    ...{ coins: plan.coins.map(coinFromWire), amount: BigInt(plan.amount) },
    ...{ bridge: hexToBytes(known.keys.lockedScript), feeRateSatVb: plan.feeRate },
  });
}
