/** One asset: what the exchange says and signed, coin by coin at the caller's own nodes, and the sums made anew. */
import type { BridgeReserve, BridgeReserves } from '@rialto/contract';
import type { Chain, MvcChain } from '@rialto/ground';
import { bridgeStatement } from '@rialto/market';
import { checkLocked } from './check-locked.ts';
import { checkTokens } from './check-tokens.ts';
import { listedOnce } from './listed-once.ts';
import { compare } from './report.ts';
import type { Report } from './report.ts';
import { isSignedByLocked } from './signed-by.ts';

export interface OwnNodes {
  readonly btc: Pick<Chain, 'settledAt' | 'blockHash'> | undefined;
  readonly mvc: MvcChain | undefined;
}

interface Answer extends Pick<BridgeReserves, 'btc' | 'mvc'> {
  readonly net: string;
}

interface Run {
  /** Of BTC itself, where a node knows what a coin holds. */
  readonly isSats: boolean;
  /** Coins that this asset and those before it list. */
  readonly seen: Set<string>;
  readonly report: Report;
}

export async function checkReserve(
  nodes: OwnNodes,
  answer: Answer,
  listed: BridgeReserve,
  { isSats, seen, report }: Run,
): Promise<void> {
  checkSignature(answer, listed, report);
  const reserve = listedOnce(listed, seen, report);
  const locked = await checkLocked(nodes.btc, reserve, { isSats, report });
  const tokens = await checkTokens(nodes.mvc, reserve, report);
  const unit = 10n ** BigInt(reserve.trimDecimals);
  // What a coin holds of a rune no node knows.
  const isSeen = nodes.btc !== undefined && isSats;
  compare(report, 'locked', { said: reserve.locked, found: locked, isSeen });
  if (tokens !== undefined)
    compare(report, 'wrapped, in origin units', {
      ...{ said: reserve.wrapped, found: (BigInt(reserve.supply) - tokens) * unit, isSeen: true },
    });
  const owed = BigInt(reserve.owed);
  const most = depositsOf(reserve, { isSats, unit });
  if (owed > most) report.differs(`${owed} units are owed, and deposits hold ${most}`);
  else
    report.open(`that ${owed} units are owed, of ${most} on deposits: what has left is the operator’s word`);
  const difference = locked - BigInt(reserve.wrapped) - owed;
  compare(report, 'locked − wrapped − owed', {
    ...{ said: reserve.difference, found: difference, isSeen: isSeen && tokens !== undefined },
  });
  if (difference < 0n) report.differs(`${-difference} units are missing`);
  for (const stray of reserve.strays) report.open(`${stray}: a stray, nobody can tell whose it is`);
}

/** The words of the answer itself, signed by the keys that hold the coins. */
function checkSignature({ net, btc, mvc }: Answer, reserve: BridgeReserve, report: Report): void {
  const { statement, signature, signers } = reserve;
  if (signature === '') {
    report.differs('the signer of the exchange does not answer: no signature');
    return;
  }
  if (statement !== bridgeStatement(net, { btc, mvc }, reserve))
    report.differs('what was signed is not what is listed');
  const several = signers.length > 1;
  if (isSignedByLocked(reserve))
    report.holds(several ? `signed by all ${signers.length} locked keys` : 'signed by the locked key');
  else report.differs(several ? 'a signature is no locked key’s' : 'the signature is not the locked key’s');
}

/** In origin units: what is not settled yet, on either chain. */
function depositsOf(
  { coins, tokens }: BridgeReserve,
  { isSats, unit }: { readonly isSats: boolean; readonly unit: bigint },
): bigint {
  const isDeposit = ({ settled, height }: { settled: boolean; height: number | null }): boolean =>
    !settled && height !== null;
  const mints = coins
    .filter(isDeposit)
    .reduce((sum, { value, units }) => sum + BigInt(isSats ? value : units), 0n);
  const redeems = tokens.filter(isDeposit).reduce((sum, { units }) => sum + BigInt(units), 0n);
  return mints + redeems * unit;
}
