/** Whether a transaction is the purchase that was agreed: for the page, for a bot, for the server, and for whoever looks at it later. */
import { BRC20_DECIMALS, MOST_LOT_DECIMALS, equalBytes, invariant, lotOf } from '@rialto/protocols';
import type { Coin, Sats, TxOutput } from '@rialto/protocols';
import { partyOf } from '../effects/effects.ts';
import { checkLoss } from './check-parts.ts';
import type { AssetMove } from '../effects/moves.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import type { Reading } from './reading.ts';
import type { TakePlan } from '../trade/take-layout.ts';

/** A lot as it was offered. */
interface ExpectedLot {
  readonly outpoint: string;
  /** The token. */
  readonly asset: string;
  /** With 18 digits after the point, whatever the token's own decimals: as an order book counts. */
  readonly units: bigint;
  /** Empty where the coin itself is the lot. */
  readonly inscriptionId: string;
  readonly price: Sats;
  readonly payScript: Uint8Array;
}

export interface TakeExpectation {
  readonly buyerScript: Uint8Array;
  readonly lots: readonly ExpectedLot[];
  readonly serviceFee: { readonly script: Uint8Array; readonly value: Sats } | undefined;
  /** What may be taken for the service, in sat. */
  readonly maxServiceFee: bigint;
}

/** An amount of the ledger as an order book counts. */
const bookUnits = (units: bigint, decimals: number): bigint =>
  units * 10n ** BigInt(BRC20_DECIMALS - decimals);

/**
 * A take brings exactly the chosen lots, pays each seller the price at the lot's own index, pays the service and a foreign pad back,
 * and nobody else; it spends the buyer's clean coins alone, and nothing is lost. Neither its network fee nor its signatures are checked here.
 * @returns nothing when all is as agreed
 */
export function checkTake(read: Reading, expected: TakeExpectation): readonly Mismatch[] {
  const found = expected.lots.map((lot) => read.coins.findIndex((coin) => coin.outpoint === lot.outpoint));
  const most = expected.maxServiceFee;
  return [
    ...expected.lots.flatMap((lot, at) => checkLot(read, lot, found[at] ?? -1)),
    ...checkOutputs(read, expected, found),
    ...mismatchIf((expected.serviceFee?.value ?? 0n) > most, 'service-fee-too-high'),
    ...checkLoss(read),
    ...checkParties(read, expected, found),
  ];
}

/** The lot is there, is what the order said, and its seller gets the price at its own index. */
function checkLot({ coins, tx }: Reading, lot: ExpectedLot, index: number): readonly Mismatch[] {
  const coin = coins[index];
  if (coin === undefined) return [{ code: 'lot-missing' }];
  return [
    ...mismatchIf(!isLot(coin, lot), 'lot-differs'),
    ...(pays(tx.outputs[index], lot) ? [] : [{ code: 'seller-unpaid' as const, value: lot.price }]),
  ];
}

export function isLot(
  coin: Coin,
  { asset, units, inscriptionId }: Pick<ExpectedLot, 'asset' | 'units' | 'inscriptionId'>,
): boolean {
  const lot = lotOf(coin);
  if (lot === undefined || lot.asset !== asset || bookUnits(lot.amount, lot.decimals) !== units) return false;
  if (lot.kind !== 'brc20') return inscriptionId === '';
  return coin.assets.some((one) => one.kind === 'inscription' && one.id === inscriptionId);
}

const pays = (output: TxOutput | undefined, { price, payScript }: ExpectedLot): boolean =>
  output !== undefined && equalBytes(output.script, payScript) && output.value === price;

/** Every other output is the buyer's, the one service fee, or a foreign pad that goes home. */
function checkOutputs(
  { tx, coins }: Reading,
  { buyerScript, lots, serviceFee }: TakeExpectation,
  found: readonly number[],
): readonly Mismatch[] {
  const pads = coins.filter((coin, at) => !found.includes(at) && !equalBytes(coin.script, buyerScript));
  const owed: TxOutput[] = pads.map(({ script, value }) => ({ script, value }));
  if (serviceFee !== undefined) owed.push(serviceFee);
  const strange = tx.outputs.filter((output, index) => {
    const lot = lots[found.indexOf(index)];
    if (equalBytes(output.script, buyerScript) || (lot !== undefined && pays(output, lot))) return false;
    const at = owed.findIndex((one) => equalBytes(one.script, output.script) && one.value === output.value);
    if (at >= 0) owed.splice(at, 1);
    return at < 0;
  });
  return [
    ...mismatchIf(
      pads.some((coin) => coin.assets.length > 0),
      'spends-foreign',
    ),
    ...strange.map(({ value, script }) => ({ code: 'pays-stranger' as const, value, script })),
    ...mismatchIf(owed.length > 0, 'owed-unpaid'),
  ];
}

/** The buyer gives money alone and gets the lots alone; nobody else gets anything but money. */
function checkParties(
  read: Reading,
  expected: TakeExpectation,
  found: readonly number[],
): readonly Mismatch[] {
  const { parties } = read.does;
  const buyer = partyOf(read.does, expected.buyerScript);
  const { requested, others } = brought(read, expected, found);
  return [
    ...mismatchIf(buyer.gives.length > 0, 'spends-carrying'),
    ...mismatchIf(!requested, 'lot-astray'),
    ...mismatchIf(others, 'brings-other'),
    ...mismatchIf(
      parties.some((party) => party.script !== buyer.script && party.gets.length > 0),
      'asset-astray',
    ),
  ];
}

/** Whether all that was chosen arrives, and whether anything else does. What merely says how a lot came to be counts for nothing. */
function brought(
  { does, coins }: Reading,
  { buyerScript, lots }: TakeExpectation,
  found: readonly number[],
): { requested: boolean; others: boolean } {
  const receipts = found.flatMap((at) =>
    (coins[at]?.assets ?? []).flatMap((asset) => (asset.kind === 'pin' ? [asset.id] : [])),
  );
  const { gets } = partyOf(does, buyerScript);
  const moves = gets.filter((move) => move.kind !== 'pin' || !receipts.includes(move.id));
  const ids = lots.flatMap(({ inscriptionId }) => (inscriptionId === '' ? [] : [inscriptionId]));
  if (ids.length > 0) {
    const arrives = (id: string): boolean =>
      moves.some((move) => move.kind === 'inscription' && move.id === id);
    return { requested: ids.every(arrives), others: moves.length !== lots.length };
  }
  const sum = lots.reduce((all, lot) => all + lot.units, 0n);
  const [holding, more] = moves;
  const isAll =
    (holding?.kind === 'mrc20' || holding?.kind === 'rune') &&
    holding.asset === lots[0]?.asset &&
    unitsIn(holding) === sum;
  return { requested: isAll, others: more !== undefined };
}

/** Tokens a move brings, as an order book counts; none of a rune with more digits than a lot may have. */
export function unitsIn(move: AssetMove): bigint {
  if (move.kind === 'inscription') return move.transfer?.amount ?? 0n;
  return move.kind === 'pin' || move.decimals > MOST_LOT_DECIMALS
    ? 0n
    : bookUnits(move.amount, move.decimals);
}

/**
 * What a plan agrees on, for a look at what became of it.
 * @throws invariant unless its lots are lots
 */
export function expectationOf({ lots, buyerScript, serviceFee }: TakePlan): TakeExpectation {
  return {
    buyerScript,
    serviceFee,
    maxServiceFee: serviceFee?.value ?? 0n,
    lots: lots.map(({ coin, price, payScript }) => {
      const lot = lotOf(coin);
      invariant(lot !== undefined, 'a planned lot is a lot');
      const transfer = coin.assets.find((one) => one.kind === 'inscription' && one.transfer !== undefined);
      return {
        outpoint: coin.outpoint,
        asset: lot.asset,
        units: bookUnits(lot.amount, lot.decimals),
        inscriptionId: transfer?.kind === 'inscription' && lot.kind === 'brc20' ? transfer.id : '',
        price,
        payScript,
      };
    }),
  };
}
