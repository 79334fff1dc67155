/** What the bot looks at before it signs: the bytes themselves, by the checks of `psbt`. What the exchange says about them counts for nothing. */
import { coinFromWire } from '@rialto/contract';
import type { Order, PreparedCancel, PreparedTake } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal, takeServiceFee } from '@rialto/market';
import { hexToBytes, sats } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import {
  addressToScript,
  checkCancel,
  checkFee,
  checkSigning,
  checkTake,
  describeEffects,
  readSpend,
  unsignedOf,
} from '@rialto/psbt';
import type { Mismatch, Reading } from '@rialto/psbt';

/** What the owner of `script` agrees to: a fee rate, and the most that it may cost them, fees and all. */
interface Terms {
  readonly net: Network;
  readonly script: Uint8Array;
  readonly feeRateSatVb: number;
  readonly maxSats: bigint;
}

/** A take brings the lot of this order, pays its seller and the service, and costs no more than agreed. Throws when not. */
export function requireTake(prepared: PreparedTake, order: Order, terms: Terms): void {
  const { script: buyerScript, net } = terms;
  const price = sats(BigInt(order.amount));
  const service = sats(BigInt(prepared.fees.serviceFee));
  const read = readPrepared(prepared, [order.outpoint]);
  const mismatches = checkTake(read, {
    buyerScript,
    lots: [
      {
        outpoint: order.outpoint,
        asset: order.assetId,
        units: parseDecimal(order.coinAmount, TOKEN_DECIMALS) ?? 0n,
        inscriptionId: order.inscriptionId,
        price,
        payScript: addressToScript(order.sellerAddress, net),
      },
    ],
    serviceFee:
      service > 0n ? { script: addressToScript(prepared.fees.feeAddress, net), value: service } : undefined,
    maxServiceFee: takeServiceFee([{ price, free: order.freeState === 1 }]) ?? 0n,
  });
  insist(prepared, read, { terms, mismatches });
}

/** A cancel spends the lot to its owner, and the network is paid. Throws when not. */
export function requireCancel(
  prepared: PreparedCancel,
  { outpoint }: { outpoint: string },
  terms: Terms,
): void {
  const read = readPrepared(prepared);
  insist(prepared, read, { terms, mismatches: checkCancel(read, { owner: terms.script, outpoint }) });
}

const readPrepared = (
  { psbtRaw, coins }: PreparedTake | PreparedCancel,
  sold: readonly string[] = [],
): Reading => readSpend(unsignedOf(hexToBytes(psbtRaw)), coins.map(coinFromWire), [], sold);

function insist(
  prepared: PreparedTake | PreparedCancel,
  read: Reading,
  { terms, mismatches }: { terms: Terms; mismatches: readonly Mismatch[] },
): void {
  const bytes = { psbt: hexToBytes(prepared.psbtRaw), toSign: prepared.toSignInputs };
  const { feeRateSatVb, script: owner } = terms;
  const all = [
    ...mismatches,
    ...checkFee(read, { feeRateSatVb, owner }),
    ...checkSigning(bytes, read, owner),
  ];
  if (all.length > 0) throw new Error(`Not signed: ${all.map(({ code }) => code).join(', ')}.`);
  const costs = describeEffects(read.does, terms.script).youGive.sats;
  if (costs > terms.maxSats)
    throw new Error(`Not signed: it costs ${costs} sat, and ${terms.maxSats} is the most.`);
}
