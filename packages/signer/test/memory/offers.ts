/** What sellers offer, signed as wallets sign it: the lot against one payment and nothing else. */
import { bytesToHex, splitOutpoint, sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { SEQUENCE, SIGHASH } from '@rialto/psbt';
import type { KeyKind, TakeLot } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import { coin, mrc20On, receiptOn, transferOn, user } from './people.ts';
import type { User } from './people.ts';

export interface Offer {
  readonly lot: TakeLot;
  /** In hex. */
  readonly witness: readonly string[];
}

interface Terms {
  readonly price?: bigint;
  readonly payScript?: Uint8Array;
  readonly sequence?: number;
  readonly sighash?: number;
}

/** A seller's signed ask for a coin, whatever it says. */
export function offerOf(seller: User, sold: Coin, terms: Terms = {}): Offer {
  const { price = 20_000n, payScript = seller.script, sequence = SEQUENCE } = terms;
  const { sighash = SIGHASH.SINGLE_ANYONECANPAY } = terms;
  const { txid, vout: index } = splitOutpoint(sold.outpoint);
  const tx = new Transaction({ version: 2, allowUnknownOutputs: true });
  tx.addInput({
    ...{ txid, index, sequence, sighashType: sighash },
    witnessUtxo: { script: sold.script, amount: sold.value },
    ...(seller.kind === 'p2tr' ? { tapInternalKey: seller.key.slice(1) } : {}),
  });
  tx.addOutput({ script: payScript, amount: price });
  tx.signIdx(seller.secret, 0, [sighash]);
  return { lot: { coin: sold, price: sats(price), payScript, sequence }, witness: witnessAt(tx, 0) };
}

/** The witness in hex that the signatures of a PSBT make. */
export function witnessAt(tx: Transaction, index: number): string[] {
  const { tapKeySig, partialSig } = tx.getInput(index);
  if (tapKeySig !== undefined) return [bytesToHex(tapKeySig)];
  const [signed] = partialSig ?? [];
  if (signed === undefined) throw new Error(`input ${index} is not signed`);
  const [key, signature] = signed;
  return [bytesToHex(signature), bytesToHex(key)];
}

interface Lot extends Terms {
  readonly kind?: KeyKind;
  readonly value?: bigint;
  readonly assets?: readonly CoinAsset[];
}

/** An offer of one coin of the seller of that name: of a BRC-20 transfer where nothing else is said. */
export function offer(name: string, { kind = 'p2tr', value = 546n, assets, ...terms }: Lot = {}): Offer {
  const seller = user(`seller ${name}`, kind);
  const sold = coin(`lot ${name}`, seller, value, assets ?? [transferOn(`transfer ${name}`)]);
  return offerOf(seller, sold, terms);
}

/** MRC-20 as a transfer leaves it: with its receipt beside it, whose sat has to come along. */
export const told = (name: string, tick = 'MAN'): CoinAsset[] => [
  mrc20On(tick, 100n),
  receiptOn(`receipt ${name}`, 7n),
];
/** MRC-20 alone on its coin. */
export const bare = (tick = 'MAN'): CoinAsset[] => [mrc20On(tick, 100n)];
