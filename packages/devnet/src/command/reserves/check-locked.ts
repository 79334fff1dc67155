/** Every locked coin at the caller's own Bitcoin node. What a coin carries of a rune no node knows. */
import type { BridgeReserve } from '@rialto/contract';
import type { Chain } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { Report } from './report.ts';

/** @returns what the coins that are there hold, in origin units: of sats as the node says, of a rune as the exchange does */
export async function checkLocked(
  chain: Pick<Chain, 'settledAt'> | undefined,
  { coins, lockedScript, ...reserve }: BridgeReserve,
  { isSats, report }: { readonly isSats: boolean; readonly report: Report },
): Promise<bigint> {
  const inBlocks = coins.filter(({ height }) => height !== null);
  const said = inBlocks.reduce((sum, { value, units }) => sum + BigInt(isSats ? value : units), 0n);
  if (chain === undefined) {
    report.open(`${inBlocks.length} locked coins: no Bitcoin node is named (--btc-node)`);
    return said;
  }
  const points = inBlocks.map(({ outpoint }) => outpoint as Outpoint);
  const found = (await chain.settledAt(points)).coins;
  let sats = 0n;
  let wrong = 0;
  for (const { outpoint, value } of inBlocks) {
    const coin = found.get(outpoint as Outpoint);
    const why = whyNot(coin && { ...coin, script: bytesToHex(coin.script) }, { value, lockedScript });
    if (why !== undefined) {
      wrong += 1;
      report.differs(`${outpoint}: ${why}`);
    } else sats += BigInt(value);
  }
  if (wrong === 0)
    report.holds(`${inBlocks.length} locked coins are unspent, on the locked script, ${sats} sat in all`);
  if (isSats) return sats;
  report.open(`that they carry ${said} units of ${reserve.symbol}: that takes an index of its protocol`);
  return said;
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
