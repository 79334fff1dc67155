/** The client of the signer process, by its protocol in `contract`, with a time-out on every call. It holds no keys. */
import { connect } from 'node:net';
import { MAX_SIGNER_LINE, SIGNER_ANSWERS, SIGNER_REFUSALS_TOLD, SignerReply } from '@rialto/contract';
import type {
  AdmitRequest,
  CancelRequest,
  CosignRequest,
  FillRequest,
  KnownPool,
  MoveRequest,
  PoolSignRequest,
  SignedPoolAct,
  SignerAnswer,
  SignerRequest,
  SignerStatus,
} from '@rialto/contract';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { z } from 'zod';
import { rememberPadTerms } from './pad-terms.ts';
import type { PadTerms } from './pad-terms.ts';

const CALL_MS = 8_000;

/** Told without their detail: one is about the operator's disk, the other names a transaction of somebody else's that may not be sent yet. */
const DETAIL_KEPT: ReadonlySet<string> = new Set(['trading-stopped', 'fill-waiting']);

export interface Custody {
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
  /** The pools whose keys it has. */
  pools(): Promise<readonly KnownPool[]>;
  /** The exchange's signatures on the coins of a pool, and the signed way home of each lane that is made. The same act twice gets the same answer. */
  poolSign(sign: PoolSignRequest): Promise<SignerAnswer<'poolSign'>>;
  /** Acts of users that it has signed and that no block has settled. */
  poolPending(): Promise<readonly Txid[]>;
  /** One of them, whole; undefined where it knows none. */
  poolSigned(txid: Txid): Promise<SignedPoolAct | undefined>;
  /** The ways home of the lanes that an act made, as text. */
  poolExits(txid: Txid): Promise<readonly string[]>;
}

function send(socketPath: string, request: SignerRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let text = '';
    const fail = (why: string): void => {
      socket.destroy();
      reject(new Refusal('signer-down', why));
    };
    socket.setTimeout(CALL_MS, () => {
      fail('no answer in time');
    });
    socket.on('error', () => {
      fail('cannot be reached');
    });
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.length > MAX_SIGNER_LINE) fail('too long an answer');
      if (!text.endsWith('\n')) return;
      socket.end();
      try {
        resolve(JSON.parse(text));
      } catch {
        fail('an answer that cannot be read');
      }
    });
    socket.on('close', () => {
      reject(new Refusal('signer-down', 'closed the connection'));
    });
  });
}

/** Opens the client; each call is its own connection, so a restarted signer is found again at once. */
export function openCustody(socketPath: string): Custody {
  const call = async <T>(answer: z.ZodType<T>, request: SignerRequest): Promise<T> => {
    const reply = SignerReply.parse(await send(socketPath, request));
    if (reply.ok) return answer.parse(reply.data);
    const told = SIGNER_REFUSALS_TOLD.find((code) => code === reply.code);
    if (told !== undefined) throw new Refusal(told, DETAIL_KEPT.has(told) ? undefined : reply.detail);
    throw new Refusal(
      'signer-refused',
      reply.detail === undefined ? reply.code : `${reply.code}: ${reply.detail}`,
    );
  };
  const { lease, release, cosign, admit, fill, cancel, sell, move, pools, poolSign } = SIGNER_ANSWERS;
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
    pools: async () => (await call(pools, { op: 'pools' })).pools,
    poolSign: (sign) => call(poolSign, { op: 'poolSign', sign }),
    poolPending: async () => (await call(SIGNER_ANSWERS.poolPending, { op: 'poolPending' })).txids,
    poolExits: async (txid) => (await call(SIGNER_ANSWERS.poolExits, { op: 'poolExits', txid })).exits,
    poolSigned: async (txid) =>
      (await call(SIGNER_ANSWERS.poolSigned, { op: 'poolSigned', txid })).act ?? undefined,
  };
}
