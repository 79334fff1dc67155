/** The client of the signer process, by its protocol in `contract`, with a time-out on every call. It holds no keys. */
import { SIGNER_ANSWERS } from '@rialto/contract';
import type {
  AdmitRequest,
  CancelRequest,
  CosignRequest,
  FillRequest,
  MoveRequest,
  PoolRestockRequest,
  SignedPoolAct,
  SignerStatus,
} from '@rialto/contract';
import type { Outpoint, Txid } from '@rialto/protocols';
import { askerOf } from './joint/ask.ts';
import { openJointPools } from './joint/joint-pools.ts';
import type { PoolCustody } from './joint/joint-pools.ts';
import { rememberPadTerms } from './pad-terms.ts';
import type { PadTerms } from './pad-terms.ts';
import { openDoor } from './signer-door.ts';

export interface Custody extends PoolCustody {
  status(): Promise<SignerStatus>;
  /** What a pad of the stock is; a minute old at most while it is asked for. */
  padTerms(): Promise<PadTerms>;
  /** A pad for this address for a while; undefined when none is free. One live pad per address. */
  leasePad(address: string): Promise<string | undefined>;
  releasePad(outpoint: string): Promise<void>;
  cosign(trade: CosignRequest): Promise<readonly string[]>;
  /** The signer takes on a bid: from now on it fills its locks. The same bid again is taken on again. */
  admit(bid: AdmitRequest): Promise<void>;
  /** The exchange's signature on the lock of a fill, in hex. */
  fill(fill: FillRequest): Promise<string>;
  /** The exchange's signatures on the lots of a purchase that lie in locks, in hex, in their order. */
  sell(trade: CosignRequest): Promise<readonly string[]>;
  /** The exchange's signature on the lock that a lot comes out of, in hex. */
  moveLot(move: MoveRequest): Promise<string>;
  /** The exchange's signatures on locks that go back to their owner, in hex, in the locks' order. */
  cancelLocks(cancel: CancelRequest): Promise<readonly string[]>;
  /** Acts of users on pools of one key that it has signed and that no block has settled. */
  poolPending(): Promise<readonly Txid[]>;
  /** One of them, whole; undefined where it knows none. */
  poolSigned(txid: Txid): Promise<SignedPoolAct | undefined>;
  /** Inscribes new lots of a BRC-20 pool, paid by the stock, and sends them. @returns where they will lie, in the order of the amounts */
  poolRestock(restock: PoolRestockRequest): Promise<readonly Outpoint[]>;
}

/**
 * Opens the client; each call is its own connection, so a restarted signer is found again at once.
 * @param others sockets of signers that sign pools beside it, and nothing else
 */
export function openCustody(socketPath: string, others: readonly string[] = []): Custody {
  const call = openDoor(socketPath);
  const { lease, release, cosign, admit, fill, cancel, sell, move } = SIGNER_ANSWERS;
  const status = (): Promise<SignerStatus> => call(SIGNER_ANSWERS.status, { op: 'status' });
  return {
    status,
    padTerms: rememberPadTerms(status, Date.now),
    leasePad: async (address) => (await call(lease, { op: 'lease', address })).outpoint ?? undefined,
    releasePad: async (outpoint) => {
      await call(release, { op: 'release', outpoint });
    },
    cosign: async (trade) => (await call(cosign, { op: 'cosign', trade })).witness,
    admit: async (bid) => {
      await call(admit, { op: 'admit', bid });
    },
    fill: async (request) => (await call(fill, { op: 'fill', fill: request })).signature,
    sell: async (trade) => (await call(sell, { op: 'sell', trade })).signatures,
    moveLot: async (request) => (await call(move, { op: 'move', move: request })).signature,
    cancelLocks: async (request) => (await call(cancel, { op: 'cancel', cancel: request })).signatures,
    ...openJointPools([call, ...others.map(openDoor)].map(askerOf)),
    poolPending: async () => (await call(SIGNER_ANSWERS.poolPending, { op: 'poolPending' })).txids,
    poolRestock: async (restock) =>
      (await call(SIGNER_ANSWERS.poolRestock, { op: 'poolRestock', restock })).lots,
    poolSigned: async (txid) =>
      (await call(SIGNER_ANSWERS.poolSigned, { op: 'poolSigned', txid })).act ?? undefined,
  };
}
