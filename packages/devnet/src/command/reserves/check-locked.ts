/** Every locked coin at the caller's own Bitcoin node. What a coin carries of a token no node knows, nor the balance of BRC-20. */
import type { BridgeReserve } from '@rialto/contract';
import type { Chain, Tip } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { availableOf } from './available-of.ts';
import type { ListedAsset } from './available-of.ts';
import { unitsBy } from './check-units.ts';
import type { OwnIndexes } from './check-units.ts';
import type { Report } from './report.ts';

type OwnChain = Pick<Chain, 'settledAt'> | undefined;

interface Own {
  readonly btc: OwnChain;
  readonly indexes: OwnIndexes;
}

interface Asked {
  readonly listed: ListedAsset;
  readonly tip: Tip;
  /** Coins, and balances, that this asset and those before it list. */
  readonly seen: Set<string>;
  readonly report: Report;
}

interface Locked {
  /** In origin units: of sats as the node says of the coins that are there, of all else as an index of the caller's, else as the exchange does. */
  readonly units: bigint;
  /** The caller's own node or index had a part in it. */
  readonly isSeen: boolean;
}

export async function checkLocked(
  { btc: chain, indexes }: Own,
  reserve: BridgeReserve,
  asked: Asked,
): Promise<Locked> {
  const { listed, report } = asked;
  const inBlocks = reserve.coins.filter(({ height }) => height !== null);
  const isSats = listed.network === 'BTC';
  const said = inBlocks.reduce((sum, { value, units }) => sum + BigInt(isSats ? value : units), 0n);
  const sats = await satsThere(chain, { ...reserve, coins: inBlocks }, asked);
  if (isSats) return { units: sats ?? said, isSeen: sats !== undefined };
  const units = await unitsBy(indexes, reserve, inBlocks, asked);
  // Whose script a coin lies on its node knows alone.
  if (units !== undefined) return { units, isSeen: listed.network === 'BRC20' || sats !== undefined };
  if (listed.network === 'BRC20')
    return { units: said + availableOf(reserve, { ...asked, inLots: said }), isSeen: false };
  if (sats !== undefined)
    report.open(`that they carry ${said} units of ${reserve.symbol}: that takes an index of its protocol`);
  return { units: said, isSeen: false };
}

/** @returns undefined without a node */
async function satsThere(
  chain: OwnChain,
  { coins, lockedScript }: Pick<BridgeReserve, 'coins' | 'lockedScript'>,
  { listed, report }: Asked,
): Promise<bigint | undefined> {
  const what = listed.network === 'BRC20' ? 'coins of transfer inscriptions' : 'locked coins';
  if (chain === undefined) {
    report.open(`${coins.length} ${what}: no Bitcoin node is named (--btc-node)`);
    return undefined;
  }
  const found = (await chain.settledAt(coins.map(({ outpoint }) => outpoint as Outpoint))).coins;
  let sats = 0n;
  let wrong = 0;
  for (const { outpoint, value } of coins) {
    const coin = found.get(outpoint as Outpoint);
    const why = whyNot(coin && { ...coin, script: bytesToHex(coin.script) }, { value, lockedScript });
    if (why !== undefined) {
      wrong += 1;
      report.differs(`${outpoint}: ${why}`);
    } else sats += BigInt(value);
  }
  if (wrong === 0)
    report.holds(`${coins.length} ${what} are unspent, on the locked script, ${sats} sat in all`);
  return sats;
}

function whyNot(
  coin: { readonly value: bigint; readonly script: string } | undefined,
  said: { readonly value: string; readonly lockedScript: string },
): string | undefined {
  if (coin === undefined) return 'no block has it, or one has spent it';
  if (coin.script !== said.lockedScript) return 'it lies on another script';
  if (coin.value.toString() !== said.value) return `it holds ${coin.value} sat and not ${said.value}`;
  return undefined;
}
