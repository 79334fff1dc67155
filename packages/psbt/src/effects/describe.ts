/** Effects in the words of one party: what I give, what I get, what else moves. Plain data; the screen chooses the words. */
import { BRC20_DECIMALS, amount, bytesToHex, sats } from '@rialto/protocols';
import type { Amount, AssetId, InscriptionId, PinId, Sats, ScriptHex } from '@rialto/protocols';
import { partyOf } from './effects.ts';
import type { Effects } from './effects.ts';
import { nameOf, summed } from './moves.ts';
import type { AssetMove, HoldingMove } from './moves.ts';
import type { Party } from './party-book.ts';
import type { DisputedPin } from './sat-flow.ts';

/** An amount that changes hands: BRC-20, rune or MRC-20. */
interface TokenMove {
  readonly asset: AssetId;
  readonly tick: string;
  readonly decimals: number;
  readonly amount: Amount;
}

export interface Side {
  /** Net satoshis in this direction; zero on the other side. */
  readonly sats: Sats;
  /** One line for each asset. */
  readonly tokens: readonly TokenMove[];
  /** Inscriptions that move no amount. */
  readonly inscriptions: readonly InscriptionId[];
  readonly pins: readonly PinId[];
}

interface PartySummary {
  readonly script: ScriptHex;
  readonly gives: Side;
  readonly gets: Side;
}

interface Described {
  readonly youGive: Side;
  readonly youGet: Side;
  readonly networkFee: Sats;
  readonly feeRateSatVb: number;
  /** What the service's script receives, when one was named and is paid. */
  readonly serviceFee?: Sats;
  /** Everybody else the transaction changes anything for. */
  readonly others: readonly PartySummary[];
  /** What is lost to the fee or burned; a screen must say so before anybody signs. */
  readonly lost: readonly AssetMove[];
  /** PINs of which nobody can say who gets them. */
  readonly disputed: readonly DisputedPin[];
  /** True when a BRC-20 transfer comes back to you: it is used up, its amount returns to your balance. */
  readonly usesUp: readonly TokenMove[];
}

/** Sums up effects for the owner of `myScript`. */
export function describeEffects(all: Effects, myScript: Uint8Array, serviceScript?: Uint8Array): Described {
  const mine = partyOf(all, myScript);
  const summary = summaryOf(mine);
  const service = serviceScript === undefined ? undefined : bytesToHex(serviceScript);
  const others = all.parties.filter((party) => party.script !== mine.script && party.script !== service);
  const serviceFee = serviceScript === undefined ? undefined : gain(partyOf(all, serviceScript));
  return {
    youGive: summary.gives,
    youGet: summary.gets,
    networkFee: all.fee,
    feeRateSatVb: all.feeRateSatVb,
    ...(serviceFee === undefined || serviceFee === 0n ? {} : { serviceFee }),
    others: others.map(summaryOf).filter(isTouched),
    lost: [...all.toFee, ...all.burned],
    disputed: all.disputed,
    usesUp: tokensOf(
      mine.gives.filter((move) => 'id' in move && mine.gets.some((back) => nameOf(back) === move.id)),
    ),
  };
}

function gain(party: Party): Sats {
  return party.satsOut > party.satsIn ? sats(party.satsOut - party.satsIn) : sats(0n);
}

function summaryOf(party: Party): PartySummary {
  const { gives, gets } = withoutReturns(party);
  const spends = party.satsIn > party.satsOut ? sats(party.satsIn - party.satsOut) : sats(0n);
  return { script: party.script, gives: sideOf(spends, gives), gets: sideOf(gain(party), gets) };
}

/** What really changes hands: nothing that comes back, and of amounts only the difference. */
function withoutReturns({ gives, gets }: Party): Record<'gives' | 'gets', AssetMove[]> {
  return { gives: less(gives, gets), gets: less(gets, gives) };
}

function less(moves: readonly AssetMove[], others: readonly AssetMove[]): AssetMove[] {
  const single = moves.filter((move) => 'id' in move && !others.some((back) => nameOf(back) === move.id));
  const back = new Map(summed(holdings(others)).map((move) => [move.asset, move.amount]));
  const rest = summed(holdings(moves)).flatMap((move) => {
    const left = move.amount - (back.get(move.asset) ?? 0n);
    return left > 0n ? [{ ...move, amount: amount(left) }] : [];
  });
  return [...single, ...rest];
}

function holdings(moves: readonly AssetMove[]): HoldingMove[] {
  return moves.flatMap((move) => (move.kind === 'rune' || move.kind === 'mrc20' ? [move] : []));
}

function sideOf(net: Sats, moves: readonly AssetMove[]): Side {
  return {
    sats: net,
    tokens: tokensOf(moves),
    inscriptions: moves.flatMap((move) =>
      move.kind === 'inscription' && move.transfer === undefined ? [move.id] : [],
    ),
    pins: moves.flatMap((move) => (move.kind === 'pin' ? [move.id] : [])),
  };
}

/** One line for each asset; a BRC-20 transfer counts as its amount. */
function tokensOf(moves: readonly AssetMove[]): TokenMove[] {
  const byAsset = new Map<AssetId, TokenMove>();
  for (const move of moves.map(tokenOf)) {
    if (move === undefined) continue;
    const before = byAsset.get(move.asset)?.amount ?? 0n;
    byAsset.set(move.asset, { ...move, amount: amount(before + move.amount) });
  }
  return [...byAsset.values()];
}

function tokenOf(move: AssetMove): TokenMove | undefined {
  switch (move.kind) {
    case 'inscription':
      return move.transfer && { ...move.transfer, decimals: BRC20_DECIMALS };
    case 'pin':
      return undefined;
    case 'rune':
    case 'mrc20': {
      const { asset, tick, decimals } = move;
      return { asset, tick, decimals, amount: move.amount };
    }
  }
}

function isTouched({ gives, gets }: PartySummary): boolean {
  return [gives, gets].some(
    (side) => side.sats > 0n || side.tokens.length + side.inscriptions.length + side.pins.length > 0,
  );
}
