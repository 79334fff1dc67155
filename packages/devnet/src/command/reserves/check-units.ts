/** What no node knows of a token, by an index that the caller names: `ord` for runes, OPI for BRC-20, another exchange of this kind for MRC-20. */
import type { BridgeReserve } from '@rialto/contract';
import { NoAnswer } from '@rialto/ground';
import type { Opi, Ord, Tip, openCoinIndex } from '@rialto/ground';
import { foldTick, mrc20Asset } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { ListedAsset } from './available-of.ts';
import type { Report } from './report.ts';

export interface OwnIndexes {
  readonly ord: Ord | undefined;
  readonly opi: Opi | undefined;
  readonly exchange: ReturnType<typeof openCoinIndex> | undefined;
}

interface Asked {
  readonly listed: ListedAsset;
  /** Bitcoin’s block that the answer is of. */
  readonly tip: Tip;
  readonly seen: Set<string>;
  readonly report: Report;
}

type Coin = Pick<BridgeReserve['coins'][number], 'outpoint' | 'units'>;
type Of = Pick<BridgeReserve, 'lockedScript' | 'available'>;

/** @returns units on the coins, or of BRC-20 on the script, as that index says; undefined where none is named or it says nothing */
export async function unitsBy(
  indexes: OwnIndexes,
  reserve: Of,
  coins: readonly Coin[],
  asked: Asked,
): Promise<bigint | undefined> {
  const { network } = asked.listed;
  try {
    if (network === 'RUNES' && indexes.ord !== undefined) return await runesBy(indexes.ord, coins, asked);
    if (network === 'MRC20' && indexes.exchange !== undefined)
      return await mrc20By(indexes.exchange, coins, asked);
    if (network === 'BRC20' && indexes.opi !== undefined)
      return await brc20By(indexes.opi, reserve, coins, asked);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    asked.report.differs(`your index of ${network ?? 'it'} ${error.message}`);
  }
  return undefined;
}

const AT_ONCE = 8;

async function runesBy(ord: Ord, coins: readonly Coin[], { listed, tip, report }: Asked): Promise<bigint> {
  const name = await ord.nameOf(listed.originTokenId ?? '');
  if (name === undefined) throw new NoAnswer(`has no rune ${listed.originTokenId ?? ''}`);
  const units: bigint[] = [];
  for (let from = 0; from < coins.length; from += AT_ONCE) {
    const said = await Promise.all(
      coins.slice(from, from + AT_ONCE).map(({ outpoint }) => ord.output(outpoint)),
    );
    units.push(...said.map(({ runes }) => runes.get(name) ?? 0n));
  }
  if (!(await ord.isAt(tip))) throw new NoAnswer(`is not at block ${tip.height}`);
  return summed(coins, units, 'your ord', report);
}

async function mrc20By(
  index: NonNullable<OwnIndexes['exchange']>,
  coins: readonly Coin[],
  { listed, tip, report }: Asked,
): Promise<bigint> {
  const asset = mrc20Asset(listed.originTokenId ?? '');
  const said = await index.unitsOn(coins.map(({ outpoint }) => outpoint as Outpoint));
  const at = await index.tip();
  if (at.hash !== tip.hash) throw new NoAnswer(`is not at block ${tip.height}`);
  const units = coins.map(({ outpoint }) => said.get(outpoint as Outpoint)?.get(asset) ?? 0n);
  return summed(coins, units, 'your exchange', report);
}

/** More than is said is no danger: it may count what came in by a module that this exchange does not follow. */
async function brc20By(
  opi: Opi,
  { lockedScript, available }: Of,
  coins: readonly Coin[],
  { listed, tip, seen, report }: Asked,
): Promise<bigint> {
  const tick = foldTick(listed.originName ?? '');
  const balance = `${lockedScript} ${tick}`;
  if (seen.has(balance)) report.differs(`its balance of ${tick} is that of another asset, listed twice`);
  seen.add(balance);
  const theirs = await opi.balanceAfter(tip.height, { script: lockedScript, tick });
  const beside = BigInt(available ?? '0');
  const all = beside + coins.reduce((sum, { units }) => sum + BigInt(units), 0n);
  if (theirs.available < beside)
    report.differs(`it has ${theirs.available} units available by your OPI and not ${beside}`);
  if (theirs.overall < all) {
    report.differs(`it has ${theirs.overall} units by your OPI and not ${all}`);
    return theirs.overall;
  }
  report.holds(`the locked script has ${all} units by your OPI, ${beside} of them available`);
  return all;
}

function summed(coins: readonly Coin[], units: readonly bigint[], who: string, report: Report): bigint {
  let wrong = 0;
  for (const [at, { outpoint, units: said }] of coins.entries()) {
    const found = units[at] ?? 0n;
    if (found.toString() === said) continue;
    wrong += 1;
    report.differs(`${outpoint}: it holds ${found} units by ${who} and not ${said}`);
  }
  const sum = units.reduce((all, one) => all + one, 0n);
  if (wrong === 0) report.holds(`they carry ${sum} units by ${who}`);
  return sum;
}
