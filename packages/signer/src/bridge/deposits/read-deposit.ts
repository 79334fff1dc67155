/** A deposit looked up at our own nodes, and held against the depth of its tier. */
import { depthFor } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { BridgeParts } from '../parts.ts';
import type { AskedDeposit, Deposit, Now } from './deposit.ts';
import { readBtcDeposit } from './read-btc.ts';
import { readMvcDeposit } from './read-mvc.ts';

/**
 * A deposit of the asset that no block has spent (but for one that is owed again) and that is as deep as its tier asks for.
 * @throws Refusal bridge-deposit-unknown (not on a script of the asset’s, or nothing of it), bridge-deposit-waits, bridge-exit-made (spent),
 *   syncing
 */
export async function readDeposit(
  parts: BridgeParts,
  asset: BridgeAsset,
  asked: AskedDeposit,
  now: Now,
): Promise<Deposit> {
  const read = asked.deposit.startsWith('btc:') ? readBtcDeposit : readMvcDeposit;
  const deposit = await read(parts, asset, asked, now);
  if (deposit.amount <= 0n) throw new Refusal('bridge-deposit-unknown', 'nothing of the asset is on it');
  const needed = depthFor(asset, deposit.direction, deposit.amount);
  if (deposit.depth < needed)
    throw new Refusal('bridge-deposit-waits', `${deposit.depth} of ${needed} blocks`);
  return deposit;
}
