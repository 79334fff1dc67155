/** One asset: what the exchange says and signed, coin by coin at the caller's own nodes, and the sums made anew. */
import type { BridgeReserve, BridgeReserves } from '@rialto/contract';
import type { Chain, MvcChain } from '@rialto/ground';
import { bridgeStatement } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { checkAvailable } from './available-of.ts';
import type { ListedAsset } from './available-of.ts';
import { checkLocked } from './check-locked.ts';
import { checkTokens } from './check-tokens.ts';
import type { OwnIndexes } from './check-units.ts';
import { listedOnce } from './listed-once.ts';
import { compare } from './report.ts';
import type { Report } from './report.ts';
import { isSignedByLocked } from './signed-by.ts';

export interface OwnNodes {
  readonly btc: Pick<Chain, 'settledAt' | 'blockHash'> | undefined;
  readonly mvc: MvcChain | undefined;
  readonly indexes: OwnIndexes;
}

interface Answer extends Pick<BridgeReserves, 'btc' | 'mvc'> {
  readonly net: Network;
}

interface Run extends Pick<ListedAsset, 'network' | 'originName' | 'originTokenId'> {
  /** Coins that this asset and those before it list. */
  readonly seen: Set<string>;
  readonly report: Report;
}

export async function checkReserve(
  nodes: OwnNodes,
  answer: Answer,
  told: BridgeReserve,
  { seen, report, ...of }: Run,
): Promise<void> {
  const listed: ListedAsset = { ...of, net: answer.net, height: answer.btc.height };
  checkSignature(answer, told, report);
  checkAvailable(told, listed, report);
  const reserve = listedOnce(told, seen, report);
  const { units: locked, isSeen } = await checkLocked(nodes, reserve, {
    listed,
    tip: answer.btc,
    seen,
    report,
  });
  const tokens = await checkTokens(nodes.mvc, reserve, report);
  const unit = 10n ** BigInt(reserve.trimDecimals);
  compare(report, 'locked', { said: reserve.locked, found: locked, isSeen });
  if (tokens !== undefined)
    compare(report, 'wrapped, in origin units', {
      ...{ said: reserve.wrapped, found: (BigInt(reserve.supply) - tokens) * unit, isSeen: true },
    });
  checkOwed(reserve, { listed, locked, report });
  const difference = locked - BigInt(reserve.wrapped) - BigInt(reserve.owed);
  compare(report, 'locked − wrapped − owed', {
    ...{ said: reserve.difference, found: difference, isSeen: isSeen && tokens !== undefined },
  });
  if (difference < 0n) report.differs(`${-difference} units are missing`);
  for (const stray of reserve.strays) report.open(`${stray}: a stray, nobody can tell whose it is`);
}

const UNANSWERED = 'the signer of the exchange does not answer';

/** The words of the answer itself, signed by the keys that hold the coins. */
function checkSignature({ net, btc, mvc }: Answer, reserve: BridgeReserve, report: Report): void {
  const { statement, signature, signers, paused } = reserve;
  if (paused === 'break') report.differs('the exchange says itself that it does not add up');
  if (signature === '') {
    const why = paused === 'break' ? 'the signer of the exchange does not sign it' : UNANSWERED;
    report.differs(`${why}: no signature`);
    return;
  }
  if (statement !== bridgeStatement(net, { btc, mvc }, reserve))
    report.differs('what was signed is not what is listed');
  const several = signers.length > 1;
  if (isSignedByLocked(reserve))
    report.holds(several ? `signed by all ${signers.length} locked keys` : 'signed by the locked key');
  else report.differs(several ? 'a signature is no locked key’s' : 'the signature is not the locked key’s');
}

interface Owing {
  readonly listed: ListedAsset;
  readonly locked: bigint;
  readonly report: Report;
}

/** No more is owed than deposits hold. What is paid in of BRC-20 lies on no coin: it is somewhere in what is locked. */
function checkOwed(reserve: BridgeReserve, { listed: { network }, locked, report }: Owing): void {
  const owed = BigInt(reserve.owed);
  const redeems = unsettled(reserve.tokens, 'units') * 10n ** BigInt(reserve.trimDecimals);
  const isLotted = network === 'BRC20';
  const mints = isLotted ? locked : unsettled(reserve.coins, network === 'BTC' ? 'value' : 'units');
  const most = mints + redeems;
  const on = isLotted ? 'in what is locked and on deposits of MVC' : 'on deposits';
  if (owed > most) report.differs(`${owed} units are owed, and deposits hold ${most}`);
  else report.open(`that ${owed} units are owed, of ${most} ${on}: what has left is the operator’s word`);
}

/** Of deposits in blocks, on either chain. */
const unsettled = (coins: BridgeReserve['coins'], of: 'value' | 'units'): bigint =>
  coins
    .filter(({ settled, height }) => !settled && height !== null)
    .reduce((sum, coin) => sum + BigInt(coin[of]), 0n);
