/** What pays for an exit on Bitcoin: clean coins of the fee wallet that blocks have. Refunds leave half of them to payouts (bridge §5). */
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeContext } from '../context.ts';
import type { Before, Exit } from './exit-of.ts';

const MOST_COINS = 20;

interface Paying {
  readonly named: ReadonlySet<string>;
  readonly before: Before | undefined;
  /** What so many of them have to hold. */
  readonly needOf: (feeCoins: number) => bigint;
}

export interface FeeCoin {
  readonly outpoint: Outpoint;
  readonly value: bigint;
}

const sumOf = (coins: readonly FeeCoin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n);

/** Those of a build before come first. @throws Refusal insufficient-funds, syncing */
export async function feeCoinsFor(
  context: BridgeContext,
  { known, kind }: Pick<Exit, 'known' | 'kind'>,
  { named, before, needOf }: Paying,
): Promise<readonly FeeCoin[]> {
  const clean = await cleanCoins(context, known.keys.feeScript);
  const spending = await context.chain.spendingOf(clean.map(({ outpoint }) => outpoint));
  const again = clean.filter(({ outpoint }) => before?.fees.includes(outpoint) === true);
  const free = clean
    .filter((coin) => !again.includes(coin) && !named.has(coin.outpoint) && !spending.has(coin.outpoint))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1));
  // Anybody can have small payments sent back; each takes a coin of the wallet until a block comes.
  const kept = kind === 'refund' ? Math.floor(clean.filter(({ value }) => value >= needOf(1)).length / 2) : 0;
  const usable = free.slice(0, Math.max(0, free.length - kept));
  const isLast = ({ value }: FeeCoin): boolean => sumOf(again) + value >= needOf(again.length + 1);
  const smallest = kind === 'refund' ? usable.find(isLast) : undefined;
  const taken: FeeCoin[] = [];
  for (const coin of [...again, ...(smallest === undefined ? usable.toReversed() : [smallest])]) {
    if (taken.length === MOST_COINS) break;
    taken.push(coin);
    if (sumOf(taken) >= needOf(taken.length)) return taken;
  }
  const rest = kept === 0 ? '' : `, and ${kept} coins for payouts`;
  throw new Refusal('insufficient-funds', `the fee wallet of the bridge has ${sumOf(taken)} sat free${rest}`);
}

/** In blocks, with nothing on them; those too that an exit spends which no block has. */
async function cleanCoins({ ledger }: BridgeContext, feeScript: string): Promise<readonly FeeCoin[]> {
  const listed = await ledger.coinsOf(hexToBytes(feeScript));
  if (listed === undefined) throw new Refusal('syncing', 'the fee wallet of the bridge is being read');
  const mined = listed.filter(({ height, coinbase }) => height !== undefined && !coinbase);
  const { assets } = await ledger.assetsOn(mined.map(({ outpoint }) => outpoint));
  return mined.filter(({ outpoint }) => !assets.has(outpoint));
}
