/** Effects in the words of one party: what I give, what I get, what else moves. Plain data; the screen chooses the words. */
import { bytesToHex, sats } from '@rialto/protocols';
import type { Amount, AssetId, InscriptionId, Sats, ScriptHex } from '@rialto/protocols';
import { partyOf } from './effects.ts';
import type { AssetMove, Effects, Party } from './effects.ts';

/** A BRC-20 amount that changes hands. */
export interface TokenMove {
  readonly asset: AssetId;
  readonly tick: string;
  readonly amount: Amount;
}

export interface Side {
  /** Net satoshis in this direction; zero on the other side. */
  readonly sats: Sats;
  /** BRC-20 amounts, one line for each asset. */
  readonly tokens: readonly TokenMove[];
  /** Inscriptions that move no amount. */
  readonly inscriptions: readonly InscriptionId[];
}

export interface PartySummary {
  readonly script: ScriptHex;
  readonly gives: Side;
  readonly gets: Side;
}

export interface Described {
  readonly youGive: Side;
  readonly youGet: Side;
  readonly networkFee: Sats;
  readonly feeRateSatVb: number;
  /** What the service's script receives, when one was named and is paid. */
  readonly serviceFee?: Sats;
  /** Everybody else the transaction changes anything for. */
  readonly others: readonly PartySummary[];
  /** Inscriptions lost to the fee or burned; a screen must say so before anybody signs. */
  readonly lost: readonly AssetMove[];
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
    usesUp: tokensOf(mine.gives.filter((move) => mine.gets.some((back) => back.id === move.id))),
  };
}

function gain(party: Party): Sats {
  return party.satsOut > party.satsIn ? sats(party.satsOut - party.satsIn) : sats(0n);
}

function summaryOf(party: Party): PartySummary {
  const gives = party.gives.filter((move) => party.gets.every((back) => back.id !== move.id));
  const gets = party.gets.filter((move) => party.gives.every((sent) => sent.id !== move.id));
  const spends = party.satsIn > party.satsOut ? sats(party.satsIn - party.satsOut) : sats(0n);
  return { script: party.script, gives: sideOf(spends, gives), gets: sideOf(gain(party), gets) };
}

function sideOf(net: Sats, moves: readonly AssetMove[]): Side {
  const bare = moves.filter((move) => move.transfer === undefined);
  return { sats: net, tokens: tokensOf(moves), inscriptions: bare.map((move) => move.id) };
}

function tokensOf(moves: readonly AssetMove[]): TokenMove[] {
  const byAsset = new Map<AssetId, TokenMove>();
  for (const { transfer } of moves) {
    if (transfer === undefined) continue;
    const before = byAsset.get(transfer.asset)?.amount ?? 0n;
    const { asset, tick } = transfer;
    byAsset.set(asset, { asset, tick, amount: (before + transfer.amount) as Amount });
  }
  return [...byAsset.values()];
}

function isTouched({ gives, gets }: PartySummary): boolean {
  return [gives, gets].some(
    (side) => side.sats > 0n || side.tokens.length > 0 || side.inscriptions.length > 0,
  );
}
