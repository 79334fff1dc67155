/** What the acts of the model are made of: coins spent by hand, and which refusals are answers. */
import { ApiRefusal } from '@rialto/devnet';
import type { FundedCoin, OwnLot, Trader, World } from '@rialto/devnet';
import { coinFromWire } from '@rialto/contract';
import type { PreparedTake } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { splitOutpoint } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import type { Act, Seen } from '../rules/rules.ts';
import type { Model } from '../rules/state.ts';
import { MONEY } from '../model-seat.ts';
import type { Seat } from '../model-seat.ts';

export const net = 'regtest';
export const RATE = 3;
/** Enough to replace any transaction of theirs. */
export const HIGH_FEE = 40_000n;
export const LOW_FEE = 2_000n;
export const RBF = 0xfffffffd;

export interface TableParts {
  readonly world: World;
  readonly seat: Seat;
  readonly book: MarketName;
  readonly lots: readonly OwnLot[];
  restart(): Promise<void>;
}

/** How the acts of some kinds are done. */
export type Doing<Kinds extends Act> = {
  [Name in Kinds['act']]: (act: Named<Kinds, Name>, model: Model) => Promise<Seen>;
};
type Named<Kind, Name> = Kind extends { readonly act: infer Of } ? (Name extends Of ? Kind : never) : never;

/** Refusals that say that there is nothing to be had; every other one is told as an error. */
const NO: readonly string[] = [
  'order-closed',
  'order-taken',
  'cancel-too-early',
  'order-exists',
  'price-raised',
  'coin-spent',
  'lot-used',
  'live-coin-kept',
  'not-a-lot',
  'take-expired',
  'price-changed',
  'no-pad',
  'node-refused',
  'signer-refused',
  'event-not-allowed',
  'opens-too-little',
  'sales-paused',
  'bid-expired',
  'lock-ending',
  'lock-not-free',
  'fill-waiting',
  'fee-too-low',
  'coin-unconfirmed',
];

/** False for a refusal that is an answer. */
export function asLost(error: unknown): false {
  if (error instanceof ApiRefusal && NO.includes(error.refusal)) return false;
  throw error;
}

export function fail(what: string): never {
  throw new Error(`there is not: ${what}`);
}

/** The dearest is the buyer's own money. */
export const dearestLast = (take: PreparedTake): Coin[] =>
  take.coins.map(coinFromWire).toSorted((a, b) => (a.value < b.value ? -1 : 1));

export const newTransaction = (): Transaction =>
  new Transaction({ version: 2, allowUnknownInputs: true, allowUnknownOutputs: true });

export function moneyOf(coins: FundedCoin[]): FundedCoin {
  return coins.pop() ?? fail('money left');
}

type Spendable = FundedCoin | { readonly outpoint: OwnLot['coin']['outpoint']; readonly value: bigint };

export function spend(tx: Transaction, coin: Spendable, who: Trader): void {
  const { txid, vout } = 'outpoint' in coin ? splitOutpoint(coin.outpoint) : coin;
  const key = who.script[0] === 0x51 ? { tapInternalKey: who.publicKey.subarray(1) } : {};
  const witnessUtxo = { script: who.script, amount: coin.value };
  tx.addInput({ txid, index: vout, sequence: RBF, witnessUtxo, ...key });
}

export function signed(tx: Transaction, who: Trader): Transaction {
  tx.sign(who.key);
  tx.finalize();
  return tx;
}

/** Sends it to the node, past the exchange. */
export async function accepted({ chain }: World, tx: Transaction): Promise<Seen> {
  try {
    await chain.node.rpc('sendrawtransaction', [tx.hex]);
    return { won: true };
  } catch (error) {
    if (error instanceof Error && /conflict|missingorspent|replacement/i.test(error.message))
      return { won: false };
    throw error;
  }
}

/** The seller's own coin takes a lot away, whoever is buying it. */
export function lotElsewhere({ world, seat, lots }: TableParts, at: number, fee: bigint): Promise<Seen> {
  const { coin } = lots[at] ?? fail('two lots');
  const { seller } = seat;
  const tx = newTransaction();
  spend(tx, coin, seller);
  spend(tx, moneyOf(seat.change.seller), seller);
  tx.addOutput({ script: seller.script, amount: coin.value });
  tx.addOutput({ script: seller.script, amount: MONEY - fee });
  return accepted(world, signed(tx, seller));
}
