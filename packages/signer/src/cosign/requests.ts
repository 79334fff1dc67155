/** Which act answers which request of the protocol. */
import { SignerRequest } from '@rialto/contract';
import type { SignerAnswer } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { addressToScript } from '@rialto/psbt';
import { cosign } from './cosign.ts';
import type { CosignParts } from './cosign.ts';
import type { BridgeParts } from '../bridge/parts.ts';
import { handleBridge, isBridge } from '../bridge/requests.ts';
import { admit } from '../locks/admit.ts';
import { cancelLocks } from '../locks/cancel.ts';
import { fill } from '../locks/fill.ts';
import type { LockParts } from '../locks/fill.ts';
import { moveLot } from '../locks/move-lot.ts';
import { sell } from '../locks/sell.ts';
import { handleJoint, isJoint } from '../joint/requests.ts';
import type { JointParts } from '../joint/joint-parts.ts';
import type { MvcParts } from '../mvc/parts.ts';
import { handleMvc, isMvc } from '../mvc/requests.ts';
import { payFreeing, planFreeing } from '../pools/lots/free.ts';
import { restock } from '../pools/lots/restock.ts';
import type { LotStockParts } from '../pools/lots/stock-pays.ts';
import { listPools } from '../pools/list-pools.ts';
import { signPool } from '../pools/pool-sign.ts';
import { exitsMade, pendingActs, signedAct } from '../pools/unsettled.ts';
import type { RewardParts } from '../rewards/parts.ts';
import { handleRewards, isReward } from '../rewards/requests.ts';
import type { Handle } from './socket.ts';

/** `padValue`: of the pads it makes, in sat. */
export interface RequestParts extends CosignParts, LockParts, JointParts {
  readonly padValue: bigint;
  /** What the stock pays for. */
  readonly keeper: LotStockParts;
  /** Undefined where no node of MVC is named. */
  readonly mvc: MvcParts | undefined;
  readonly rewards: RewardParts;
  /** Undefined where no node of MVC is named. */
  readonly bridge: BridgeParts | undefined;
}

export function handleWith(parts: RequestParts, network: Network): Handle {
  return async (raw, gone) => {
    const request = SignerRequest.parse(raw);
    if (isJoint(request)) return handleJoint(parts, request, gone);
    if (isMvc(request)) return handleMvc(parts.mvc, request, gone);
    if (isReward(request)) return handleRewards(parts.rewards, request, gone);
    if (isBridge(request)) return handleBridge(parts.bridge, request, gone);
    if (isOfPools(request)) return handlePools(parts, request, gone);
    switch (request.op) {
      case 'status':
        return status(parts);
      case 'lease':
        return lease(parts, addressToScript(request.address, network), gone);
      case 'release':
        parts.pads.release(request.outpoint);
        return { outpoint: null };
      case 'cosign':
        return { witness: await cosign(parts, request.trade, gone) };
      case 'sell':
        return { signatures: await sell(parts, request.trade, gone) };
      default:
        return handleLocks(parts, request, gone);
    }
  };
}

type LockRequest = Extract<SignerRequest, { op: 'admit' | 'fill' | 'cancel' | 'move' }>;

/** Of bids and locks. */
async function handleLocks(parts: RequestParts, request: LockRequest, gone: () => boolean) {
  switch (request.op) {
    case 'admit':
      await admit(parts, request.bid, gone);
      return { admitted: true };
    case 'fill':
      return { signature: await fill(parts, request.fill, gone) };
    case 'cancel':
      return { signatures: await cancelLocks(parts, request.cancel, gone) };
    case 'move':
      return { signature: await moveLot(parts, request.move, gone) };
  }
}

type PoolRequest = Extract<
  SignerRequest,
  { op: 'pools' | `pool${'Sign' | 'Pending' | 'Signed' | 'Exits' | 'Restock' | 'Free' | 'Pay'}` }
>;

const isOfPools = (request: SignerRequest): request is PoolRequest => request.op.startsWith('pool');

/** Of pools of one key. */
function handlePools(parts: RequestParts, request: PoolRequest, gone: () => boolean) {
  switch (request.op) {
    case 'pools':
      return listPools(parts);
    case 'poolSign':
      return signPool(parts, request.sign, gone);
    case 'poolPending':
      return pendingActs(parts);
    case 'poolSigned':
      return signedAct(parts, request.txid);
    case 'poolRestock':
      return restock(parts.keeper, request.restock, gone);
    case 'poolFree':
      return planFreeing(parts.keeper, request.free);
    case 'poolPay':
      return payFreeing(parts.keeper, request.pay, gone);
    case 'poolExits':
      return { exits: [...exitsMade(parts, request.txid)] };
  }
}

async function status(parts: RequestParts): Promise<SignerAnswer<'status'>> {
  const now = parts.now();
  return {
    padScript: bytesToHex(parts.key.script),
    padValue: parts.padValue.toString(),
    ...(await parts.pads.count(now)),
    stopped: parts.stopped(),
    signatures: parts.journal.recall.usage(now).signatures,
    lockKey: bytesToHex(parts.lockKey.publicKey),
    mostInBid: parts.caps.bid.toString(),
  };
}

function lease(
  { pads, now, stopped, turns }: CosignParts,
  script: Uint8Array,
  gone: () => boolean,
): Promise<SignerAnswer<'lease'>> {
  return turns('lease', async () => {
    if (stopped()) throw new Refusal('trading-stopped');
    if (gone()) throw new Refusal('signer-refused', 'nobody waits for it any more');
    return { outpoint: (await pads.lease(script, now())) ?? null };
  });
}
