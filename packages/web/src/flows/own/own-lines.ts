/** What an act on one's own brings, as lines to show. */
import { bytesToHex, sats } from '@rialto/protocols';
import type { Amount, Sats } from '@rialto/protocols';
import { coinsMade } from '@rialto/psbt';
import type { AssetMove, Reading, Side } from '@rialto/psbt';
import { shownUnits } from '../review.ts';
import { msg } from '../../words.ts';

export type OwnLine =
  | { readonly kind: 'sats'; readonly value: Sats }
  | { readonly kind: 'token'; readonly units: Amount; readonly tick: string }
  /** A message. */
  | { readonly kind: 'thing'; readonly words: string };

/** A coin of one's own that comes of it. */
export interface CoinMade {
  readonly place: string;
  readonly value: Sats;
  readonly carries: readonly OwnLine[];
}

/** @param fee shown apart */
export function sideLines({ sats: net, tokens, inscriptions, pins }: Side, fee: bigint): readonly OwnLine[] {
  const money = net - fee;
  return [
    ...(money > 0n ? [{ kind: 'sats' as const, value: sats(money) }] : []),
    ...tokens.map(({ amount, decimals, tick }) => token(amount, decimals, tick)),
    ...inscriptions.map(() => thing(msg('an inscription'))),
    ...pins.map(() => thing(msg('a PIN'))),
  ];
}

const thing = (words: string): OwnLine => ({ kind: 'thing', words });
const token = (units: bigint, decimals: number, tick: string): OwnLine => ({
  kind: 'token',
  units: shownUnits(units, decimals) as Amount,
  tick,
});

/** What one's own outputs carry; those a later transaction of the same act spends are left out. */
export function coinsOfOwner(
  bytes: Reading,
  owner: Uint8Array,
  later: Reading | undefined,
): readonly CoinMade[] {
  const carried = coinsMade(bytes, owner);
  const mine = bytesToHex(owner);
  const spent: readonly string[] = later?.coins.map((coin) => coin.outpoint) ?? [];
  return bytes.tx.outputs.flatMap(({ value, script }, vout) => {
    const place = `${bytes.tx.txid}:${vout}`;
    if (bytesToHex(script) !== mine || spent.includes(place)) return [];
    return [{ place, value, carries: (carried[vout] ?? []).map(lineOf) }];
  });
}

const BRC20_DECIMALS = 18;

function lineOf(move: AssetMove): OwnLine {
  switch (move.kind) {
    case 'inscription':
      return move.transfer === undefined
        ? thing(msg('an inscription'))
        : token(move.transfer.amount, BRC20_DECIMALS, move.transfer.tick);
    case 'pin':
      return thing(msg('a PIN'));
    case 'rune':
    case 'mrc20':
      return token(move.amount, move.decimals, move.tick);
  }
}
