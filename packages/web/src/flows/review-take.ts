/** The review of a purchase. Every output must be one the person asked for, else it does not go on (threats §F7). */
import { formatRate, rateE18, serviceFee } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, lotOf, sats, sumSats } from '@rialto/protocols';
import type { Amount, Coin, Network, Sats, TxOutput } from '@rialto/protocols';
import type { AssetMove } from '@rialto/psbt';
import type { PreparedTake } from '@rialto/contract';
import { feeProblems, lossProblems, named, readBytes, scriptOf, signingProblems } from './read-bytes.ts';
import type { Bytes } from './read-bytes.ts';
import { shownUnits } from './review.ts';
import type { ChosenAsk, Review, ReviewLine } from './review.ts';
import { t } from '../words.ts';

export interface TakeIntent {
  readonly network: Network;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  readonly asks: readonly ChosenAsk[];
  readonly buyerAddress: string;
  readonly publicKey: string;
  readonly feeRateSatVb: number;
  /** The person agreed to a rate far above Fast. */
  readonly highFee: boolean;
}

export function reviewTake(prepared: PreparedTake, intent: TakeIntent): Review {
  const bytes = readBytes(prepared.psbtRaw, prepared.coins);
  const me = scriptOf(intent.buyerAddress, intent.network);
  const spent = sumSats(intent.asks.map((ask) => ask.total));
  const check = new TakeCheck(bytes, intent, me);
  const problems = [
    ...intent.asks.flatMap((ask) => check.ask(ask)),
    ...check.outputs(prepared),
    ...check.fees(prepared),
    ...check.mine(),
    ...signingProblems(bytes, prepared.toSignInputs, me),
  ];
  const { fee, vsize, feeRateSatVb } = bytes.does;
  const service = sats(BigInt(prepared.fees.serviceFee));
  const lines = linesOf(bytes, { me, spent, fees: fee + service, tick: intent.tick });
  return { ...lines, networkFee: fee, vsize, feeRateSatVb, serviceFee: service, problems };
}

class TakeCheck {
  readonly #bytes: Bytes;
  readonly #intent: TakeIntent;
  readonly #me: string;
  /** Outputs that are accounted for. */
  readonly #known = new Set<number>();
  /** Inputs that are lots the person chose. */
  readonly #lots = new Set<number>();

  constructor(bytes: Bytes, intent: TakeIntent, me: string) {
    this.#bytes = bytes;
    this.#intent = intent;
    this.#me = me;
  }

  /** The lot is there, is what the book said, comes to the buyer, and its seller gets the price at its own index. */
  ask(ask: ChosenAsk): string[] {
    const { coins, tx } = this.#bytes;
    const index = coins.findIndex((coin) => coin.outpoint === ask.outpoint);
    const coin = coins[index];
    if (coin === undefined) return [t('A lot you chose is not in the transaction.')];
    this.#lots.add(index);
    const problems: string[] = [];
    if (!this.#isLot(coin, ask)) problems.push(t('A lot does not carry the amount the book said.'));
    const output = tx.outputs[index];
    if (!this.#pays(output, ask)) {
      problems.push(
        t('A seller would not get the {total} sat of the book.', { total: ask.total.toString() }),
      );
    } else this.#known.add(index);
    return problems;
  }

  #isLot(coin: Coin, ask: ChosenAsk): boolean {
    const lot = lotOf(coin);
    if (lot === undefined || lot.asset !== this.#intent.assetId) return false;
    if (shownUnits(lot.amount, lot.decimals) !== ask.units) return false;
    if (lot.kind === 'mrc20') return ask.inscriptionId === '';
    return coin.assets.some((asset) => asset.kind === 'inscription' && asset.id === ask.inscriptionId);
  }

  #pays(output: TxOutput | undefined, ask: ChosenAsk): boolean {
    if (output === undefined) return false;
    const seller = scriptOf(ask.sellerAddress, this.#intent.network);
    return bytesToHex(output.script) === seller && output.value === ask.total;
  }

  /** Every other output is the buyer's, the one service fee, or a foreign pad going home. */
  outputs(prepared: PreparedTake): string[] {
    const { tx, coins } = this.#bytes;
    const { network } = this.#intent;
    const pads = coins.filter(
      (coin, index) => !this.#lots.has(index) && bytesToHex(coin.script) !== this.#me,
    );
    const owed = pads.map((coin) => ({ script: bytesToHex(coin.script), value: 0n + coin.value }));
    const fee = BigInt(prepared.fees.serviceFee);
    if (fee > 0n) owed.push({ script: scriptOf(prepared.fees.feeAddress, network), value: fee });
    const problems = pads.flatMap((coin) =>
      coin.assets.length === 0 ? [] : [t('It spends a coin of somebody else that you did not choose.')],
    );
    tx.outputs.forEach((output, index) => {
      const script = bytesToHex(output.script);
      if (this.#known.has(index) || script === this.#me) return;
      const at = owed.findIndex((one) => one.script === script && one.value === output.value);
      if (at >= 0) owed.splice(at, 1);
      else
        problems.push(
          t('It pays {value} sat to {name}, which nobody asked for.', {
            value: output.value.toString(),
            name: named(output.script, network),
          }),
        );
    });
    if (owed.length > 0) problems.push(t('The service fee or the pad is not paid as announced.'));
    return problems;
  }

  fees(prepared: PreparedTake): string[] {
    const { does } = this.#bytes;
    const problems = feeProblems(does, this.#intent.feeRateSatVb);
    if (does.fee !== BigInt(prepared.fees.networkFee))
      problems.push(t('The network fee is not the one announced.'));
    const owing = this.#intent.asks.filter((ask) => !ask.free);
    const owed = owing.length === 0 ? 0n : serviceFee(sumSats(owing.map((ask) => ask.total)));
    if (BigInt(prepared.fees.serviceFee) > owed) {
      problems.push(t('The service fee is higher than the one you were shown.'));
    }
    return problems;
  }

  /** The buyer pays with clean coins and nothing goes lost. */
  mine(): string[] {
    const { does } = this.#bytes;
    const mine = does.parties.find((party) => party.script === this.#me);
    const problems = lossProblems(this.#bytes);
    if (mine !== undefined && mine.gives.length > 0)
      problems.push(t('It would spend a coin of yours that carries something.'));
    const { wanted, others } = this.#brought(mine?.gets ?? []);
    if (!wanted) problems.push(t('A lot you chose would not come to you.'));
    if (others) problems.push(t('It would bring you something you did not choose.'));
    return problems;
  }

  /** Whether all that was chosen arrives, and whether anything else does. What merely says how a lot came to be counts for nothing. */
  #brought(gets: readonly AssetMove[]): { wanted: boolean; others: boolean } {
    const { asks, assetId } = this.#intent;
    const receipts = new Set(this.#receipts());
    const moves = gets.filter((move) => move.kind !== 'pin' || !receipts.has(move.id));
    const ids = asks.flatMap(({ inscriptionId }) => (inscriptionId === '' ? [] : [inscriptionId]));
    if (ids.length > 0) {
      const arrives = (id: string): boolean =>
        moves.some((move) => move.kind === 'inscription' && move.id === id);
      return { wanted: ids.every(arrives), others: moves.length !== asks.length };
    }
    const sum = asks.reduce((all, ask) => all + ask.units, 0n);
    const [holding, more] = moves;
    const isAll = holding?.kind === 'mrc20' && holding.asset === assetId && unitsIn(holding) === sum;
    return { wanted: isAll, others: more !== undefined };
  }

  #receipts(): string[] {
    const { coins } = this.#bytes;
    return coins.flatMap((coin, index) =>
      this.#lots.has(index) ? coin.assets.flatMap((asset) => (asset.kind === 'pin' ? [asset.id] : [])) : [],
    );
  }
}

/** Tokens a move brings, with 18 digits. */
function unitsIn(move: AssetMove): bigint {
  if (move.kind === 'inscription') return move.transfer?.amount ?? 0n;
  return move.kind === 'mrc20' ? shownUnits(move.amount, move.decimals) : 0n;
}

interface Sums {
  readonly me: string;
  readonly spent: Sats;
  readonly fees: bigint;
  readonly tick: string;
}

function linesOf(bytes: Bytes, sums: Sums): Pick<Review, 'give' | 'get' | 'alsoMoves' | 'cost'> {
  const mine = bytes.does.parties.find((party) => party.script === sums.me);
  const units = (mine?.gets ?? []).reduce((sum, move) => sum + unitsIn(move), 0n) as Amount;
  const paid = (mine?.satsIn ?? 0n) - (mine?.satsOut ?? 0n);
  const give: ReviewLine[] = [{ kind: 'sats', value: sums.spent, note: t('to the sellers') }];
  // The sats of the lots' coins come with them; what is left then is the price and the fees.
  const carried = sums.spent + sums.fees - paid;
  const note = carried > 0n ? t('and the {value} sat they sit on', { value: carried.toString() }) : '';
  const get: ReviewLine[] = [{ kind: 'token', units, tick: sums.tick, note }];
  // The first output is the coin of the tokens: its sats are the buyer's, but no money to pay with.
  const inAll = sats(paid + (bytes.tx.outputs[0]?.value ?? 0n));
  const stays = inAll - sums.spent - sums.fees;
  return { give, get, alsoMoves: [], cost: { inAll, stays, each: formatRate(rateE18(inAll, units)) } };
}
