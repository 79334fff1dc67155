/** Splitting a mixed coin: what is on it is separated, each asset on a coin of its own, all of them the owner's. */
import { bytesToHex, equalBytes, invariant, isClean, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Edict, InscribedAsset, PinAsset, Sats, ScriptHex, TxOutput } from '@rialto/protocols';
import { moveOf, summed } from '../effects/moves.ts';
import type { HoldingMove } from '../effects/moves.ts';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkCarried, checkPayer, payBeside, small } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { spending } from '../inscribe/reveal.ts';
import { holdingsGiven, runeOf } from '../effects/rune-flow.ts';
import { runestoneOutput } from '../tokens/runestone-output.ts';
import { DUST_FLOOR } from '../tx/size.ts';

export interface SplitRequest {
  readonly payer: Payer;
  readonly coin: Coin;
  readonly feeRateSatVb: number;
}

/** What cannot be parted: an inscription, or all PINs together, because they move with the coin's first sat. */
interface Seat {
  readonly from: bigint;
  readonly to: bigint;
  readonly assets: readonly (InscribedAsset | PinAsset)[];
}

/** One output cut out of the coin. */
interface Piece {
  readonly start: bigint;
  readonly value: Sats;
  readonly seat: Seat | undefined;
}

interface Layout {
  /** A clean coin in front whose output takes the MRC-20, which go to output 0 wherever they come from. */
  readonly front: Coin | undefined;
  readonly pieces: readonly Piece[];
  readonly runes: readonly HoldingMove[];
  /** Output of the first rune; the others follow. */
  readonly runesAt: number;
  readonly tokens: readonly HoldingMove[];
}

/**
 * Plans the split. In: a clean coin where MRC-20 must be parted from what is on sats, the mixed coin, coins that pay. Out: the
 * MRC-20, each inscription, the PINs, each rune, the message, change. Several MRC-20 tokens stay together; a transfer parts them.
 * @throws Refusal wrong-address-type, not-yours, coin-unconfirmed, bad-request (nothing to part), lot-mixed (a BRC-20 transfer would be
 *   used up, or things sit too close to be parted), too-large (too many runes for a message), and as `selectCoins`
 * Source: inscriptions §3, §9; metaid §2, §5; runes §4.
 */
export function planSplit(request: SplitRequest): Planned {
  const { payer, coin, feeRateSatVb } = request;
  checkPayer(payer);
  checkCarried(coin, payer, (asset) => asset.kind !== 'inscription' || asset.transfer === undefined);
  const layout = layoutOf(request);
  const { front } = layout;
  const cut = outputsOf(request, layout);
  const message = messageOf(layout, cut.length);
  const outputs = message === undefined ? cut : [...cut, message];
  const carried = front === undefined ? [coin] : [front, coin];
  const free = payer.coins.filter((one) => carried.every((taken) => taken.outpoint !== one.outpoint));
  const { payments, change } = payBeside({ ...payer, coins: free }, { carried, outputs, feeRateSatVb });
  const draft = ownDraft([...carried, ...payments], [...outputs, ...change]);
  const messages = message === undefined ? [] : [{ output: cut.length, script: message.script }];
  return planTransaction(draft, { key: payer.key, intent: intentOfSplit(payer, layout, draft), messages });
}

function layoutOf({ payer, coin }: SplitRequest): Layout {
  const seats = seatsOf(coin);
  const held = summed(holdingsGiven([coin]));
  const runes = held.filter((move) => move.kind === 'rune');
  const tokens = held.filter((move) => move.kind === 'mrc20');
  const parts = seats.length + runes.length + (tokens.length > 0 ? 1 : 0);
  if (parts < 2) throw new Refusal('bad-request', 'nothing to part');
  const front = seats.length > 0 && tokens.length > 0 ? frontCoin(payer, coin) : undefined;
  const pieces = piecesOf(coin, seats);
  // A coin with runes alone gives its own sats to the first of them.
  const runesAt = seats.length + tokens.length === 0 ? 0 : pieces.length + (front === undefined ? 0 : 1);
  return { front, pieces, runes, runesAt, tokens };
}

function seatsOf({ outpoint, assets }: Coin): Seat[] {
  const pins = assets.filter((asset) => asset.kind === 'pin');
  const inscriptions = assets
    .filter((asset) => asset.kind === 'inscription')
    .map((asset): Seat => ({ from: asset.offset, to: asset.offset, assets: [asset] }))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const last = pins.reduce((most, { offset }) => (offset > most ? offset : most), 0n);
  const seats = pins.length === 0 ? inscriptions : [{ from: 0n, to: last, assets: pins }, ...inscriptions];
  seats.forEach((seat, at) => {
    const next = seats[at + 1];
    if (next !== undefined && next.from <= seat.to)
      throw new Refusal('lot-mixed', `${outpoint}: things on one sat cannot be parted`);
  });
  return seats;
}

/** Cuts as early as the dust limit lets; the last piece takes the rest, and what it lacks from the coins behind it. */
function piecesOf({ outpoint, value }: Coin, seats: readonly Seat[]): Piece[] {
  const pieces: Piece[] = [];
  let start = 0n;
  seats.forEach((seat, at) => {
    const next = seats[at + 1];
    if (next === undefined) return;
    const least = start + DUST_FLOOR;
    const cut = seat.to + 1n > least ? seat.to + 1n : least;
    if (cut > next.from) throw new Refusal('lot-mixed', `${outpoint}: two things sit too close to be parted`);
    pieces.push({ start, value: sats(cut - start), seat });
    start = cut;
  });
  const rest = value - start;
  return [...pieces, { start, value: sats(rest > DUST_FLOOR ? rest : DUST_FLOOR), seat: seats.at(-1) }];
}

/** The smallest clean coin that may be an output. */
function frontCoin(payer: Payer, coin: Coin): Coin {
  const able = payer.coins
    .filter((one) => isClean(one) && one.value >= DUST_FLOOR && equalBytes(one.script, payer.script))
    .filter((one) => one.outpoint !== coin.outpoint)
    .toSorted((a, b) =>
      a.value === b.value ? (a.outpoint < b.outpoint ? -1 : 1) : a.value < b.value ? -1 : 1,
    );
  const [smallest] = able;
  if (smallest === undefined) throw new Refusal('insufficient-funds', 'one more clean coin is needed');
  return smallest;
}

function outputsOf({ payer: { script } }: SplitRequest, layout: Layout): TxOutput[] {
  const { front, pieces, runes, runesAt } = layout;
  const cut = [
    ...(front === undefined ? [] : [{ value: front.value, script }]),
    ...pieces.map(({ value }) => ({ value, script })),
  ];
  return [...cut, ...runes.slice(cut.length - runesAt).map(() => small(script))];
}

/** What parts the runes, behind `before` outputs; undefined where there are none. */
function messageOf({ runes, runesAt }: Layout, before: number): TxOutput | undefined {
  if (runes.length === 0) return undefined;
  const edicts = runes.map(({ asset, amount }, at): Edict => ({
    id: runeOf(asset),
    amount,
    output: runesAt + at,
  }));
  return runestoneOutput({ edicts }, before + 1);
}

function intentOfSplit({ script }: Payer, layout: Layout, draft: ReturnType<typeof ownDraft>) {
  const { front, pieces, runes, runesAt, tokens } = layout;
  const owner = bytesToHex(script) as ScriptHex;
  const intent = spending(draft);
  pieces.forEach(({ start, seat }, at) => {
    const index = at + (front === undefined ? 0 : 1);
    for (const asset of seat?.assets ?? []) {
      const offset = asset.kind === 'pin' ? 0n : asset.offset - start;
      invariant(offset >= 0n, 'a thing sits in its own piece');
      intent.gets(owner, moveOf(asset, { index, offset: sats(offset) }));
    }
  });
  runes.forEach((rune, at) => {
    intent.gets(owner, { ...rune, index: runesAt + at });
  });
  for (const token of tokens) intent.gets(owner, { ...token, index: 0 });
  return intent.meaning();
}
