/** A deposit as our own nodes have it: where it is, how deep, how much it is, and what its transaction carries. */
import { depthFor } from '@rialto/market';
import type { BridgeAsset, BridgeDirection } from '@rialto/market';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeParts, BridgeTips } from '../parts.ts';
import { readBtcDeposit } from './read-btc.ts';
import { readMvcDeposit } from './read-mvc.ts';

export interface Deposit {
  /** `btc:txid:vout`, or `mvc:core:vout`. */
  readonly name: string;
  /** Of its chain: `txid:vout`, or `core:vout`. */
  readonly coin: string;
  readonly direction: BridgeDirection;
  readonly point: Outpoint;
  /** Origin units. */
  readonly amount: bigint;
  readonly height: number;
  /** Blocks deep; 1 in the newest. */
  readonly depth: number;
  /** What its transaction carries. */
  readonly order: string | undefined;
  /** The one script of all its inputs; undefined where there are several. Asked for where nothing else says where it goes back to. */
  readonly sender: () => Promise<Uint8Array | undefined>;
}

export interface AskedDeposit {
  /** `DepositName`. */
  readonly deposit: string;
  readonly at: Outpoint;
}

/**
 * A deposit of the asset that no block has spent and that is as deep as its tier asks for.
 * @throws Refusal bridge-deposit-unknown (not on a script of the asset’s, or nothing of it), bridge-deposit-waits, bridge-exit-made (spent),
 *   syncing
 */
export async function readDeposit(
  parts: BridgeParts,
  asset: BridgeAsset,
  asked: AskedDeposit,
  tips: BridgeTips,
): Promise<Deposit> {
  const read = asked.deposit.startsWith('btc:') ? readBtcDeposit : readMvcDeposit;
  const deposit = await read(parts, asset, asked, tips);
  if (deposit.amount <= 0n) throw new Refusal('bridge-deposit-unknown', 'nothing of the asset is on it');
  const needed = depthFor(asset, deposit.direction, deposit.amount);
  if (deposit.depth < needed)
    throw new Refusal('bridge-deposit-waits', `${deposit.depth} of ${needed} blocks`);
  return deposit;
}
