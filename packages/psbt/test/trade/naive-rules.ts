/** Why a take must be refused, said once more in few words, from the coins alone. Shares nothing with the templates. */
import type { Coin } from '@rialto/protocols';

const RECEIPTS: readonly string[] = ['/ft/mrc20/mint', '/ft/mrc20/transfer'];
const isPayable = (script: Uint8Array): boolean =>
  (script.length === 22 && script[0] === 0 && script[1] === 20) ||
  (script.length === 34 && script[0] === 0x51 && script[1] === 32);

/** The token a coin sells; undefined for a coin that is no lot. */
function tokenOf({ assets }: Coin): string | undefined {
  const [first, ...others] = assets;
  if (first?.kind === 'inscription') return others.length === 0 ? first.transfer?.asset : undefined;
  if (first?.kind === 'rune') return others.length === 0 ? first.asset : undefined;
  const tokens = assets.filter((asset) => asset.kind === 'mrc20');
  const receipts = assets.filter((asset) => asset.kind === 'pin' && RECEIPTS.includes(asset.path));
  return tokens.length === 1 && tokens.length + receipts.length === assets.length
    ? tokens[0]?.asset
    : undefined;
}

/** Everything that forbids to sell these coins in one take, by the words of the refusals. */
export function whyNotSold(lots: readonly Coin[]): Set<string> {
  const reasons = new Set<string>();
  for (const coin of lots) {
    if (!isPayable(coin.script)) reasons.add('script-not-allowed');
    if (coin.height === undefined) reasons.add('coin-unconfirmed');
    else if (tokenOf(coin) === undefined) reasons.add(coin.assets.length > 1 ? 'lot-mixed' : 'not-a-lot');
  }
  if (new Set(lots.map(tokenOf)).size > 1) reasons.add('lots-differ');
  return reasons;
}

interface RuneBalances {
  readonly lots: readonly Coin[];
  readonly prices: bigint;
  readonly service: bigint | undefined;
  readonly rate: number;
  /** The buyer's coins that are confirmed and carry nothing. */
  readonly clean: readonly Coin[];
  readonly platformPad: bigint | undefined;
}

/** What clean coins can do: 'yes' and 'no' are certain, 'close' is within the fee of a few virtual bytes. */
export function canPayAll(balances: RuneBalances): 'yes' | 'no' | 'close' | 'no-pad' {
  const { lots, prices, service = 0n, clean, platformPad } = balances;
  const bare = lots.every((coin) => coin.assets.every(({ kind }) => kind === 'mrc20' || kind === 'rune'));
  const bySize = clean.toSorted((a, b) => (a.value < b.value ? -1 : 1));
  const pad = bySize.find(({ value }) => value >= 546n && value <= 2000n);
  if (!bare && pad === undefined && platformPad === undefined) return 'no-pad';
  const brought = lots.reduce((sum, { value }) => sum + value, 0n);
  const lent = pad === undefined ? (platformPad ?? 0n) : 0n;
  const need = prices + service + (bare ? 546n - brought : lent);
  const money = bySize.filter((coin) => coin.value >= 1000n && (bare || coin !== pad)).toReversed();
  let [sum, sure, never] = [0n, false, true];
  for (const [at, coin] of money.slice(0, 5).entries()) {
    sum += coin.value;
    const inputs = lots.length + at + (bare ? 1 : 2);
    const feeAt = (frame: number, input: number, output: number): bigint =>
      BigInt(Math.ceil(balances.rate * (frame + input * inputs + output * (lots.length + 4))));
    if (sum - need >= feeAt(12, 69, 43)) sure = true;
    if (sum - need >= BigInt(Math.floor(balances.rate * (10 + 57 * inputs + 31 * (lots.length + 1)))))
      never = false;
  }
  return sure ? 'yes' : never ? 'no' : 'close';
}
