/** BRC-20 lies on no coin: what is locked is a balance, which an index counts and no node knows. Whoever doubts it is told what to ask another index. */
import type { BridgeAssetView, BridgeReserve } from '@rialto/contract';
import { formatDecimal } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { hexToBytes, isHex } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { Report } from './report.ts';

/** What the exchange's list of assets says of one; of BRC-20 its name is the tick. */
export interface ListedAsset {
  /** Undefined where it is not on that list. */
  readonly network: BridgeAssetView['network'] | undefined;
  readonly originName: string | undefined;
  readonly originTokenId: string | undefined;
  readonly net: Network;
  /** Of the block of Bitcoin that the answer is of. */
  readonly height: number;
}

interface Asked {
  readonly listed: ListedAsset;
  /** Units in transfer inscriptions, as the exchange lists them. */
  readonly inLots: bigint;
  readonly report: Report;
}

/** The balance is in the answer where it is of BRC-20, and nowhere else. */
export function checkAvailable(
  { available }: Pick<BridgeReserve, 'available'>,
  { network }: ListedAsset,
  report: Report,
): void {
  if (network === 'BRC20' && available === null) report.differs('its balance is missing');
  if (network !== 'BRC20' && available !== null)
    report.differs(`a balance of ${available}: only BRC-20 has one, all else lies on coins`);
}

/** @returns what the exchange says is available beside its lots, in origin units */
export function availableOf(
  { available, decimals, lockedScript }: Pick<BridgeReserve, 'available' | 'decimals' | 'lockedScript'>,
  { listed: { net, originName: tick = '', height }, inLots, report }: Asked,
): bigint {
  const beside = BigInt(available ?? '0');
  const [free, lots] = [beside, inLots].map((units) => formatDecimal(units, decimals));
  const address = isHex(lockedScript) ? scriptToAddress(hexToBytes(lockedScript), net) : undefined;
  const said = `that ${address ?? lockedScript} has ${free} ${tick} available, and ${lots} in those inscriptions`;
  report.open(`${said}: no node counts BRC-20, ask an index for that address and tick at block ${height}`);
  return beside;
}
