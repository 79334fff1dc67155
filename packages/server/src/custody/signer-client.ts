/** The client of the signer process: one JSON line each way over a unix socket, a time-out on every call. It holds no keys. */
import { connect } from 'node:net';
import { Refusal } from '@rialto/protocols';
import { z } from 'zod';

const CALL_MS = 8_000;
const LARGEST_ANSWER = 1_000_000;

const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.string(), detail: z.string().optional() }),
]);
const Status = z.object({ padScript: z.string(), stock: z.int(), free: z.int(), stopped: z.boolean() });
const Lease = z.object({ outpoint: z.string().nullable() });
const Cosigned = z.object({ witness: z.array(z.string()) });

export type SignerStatus = z.infer<typeof Status>;

/** A trade as the signer judges it: it fetches every coin itself, so outpoints and terms are enough. */
export interface CosignAsk {
  readonly tradeId: string;
  readonly unsigned: string;
  readonly lots: readonly {
    readonly outpoint: string;
    readonly price: string;
    readonly payScript: string;
    readonly sequence: number;
    readonly witness: readonly string[];
  }[];
  readonly buyerScript: string;
  readonly buyerKey: string;
  readonly pad: string;
  readonly payments: readonly string[];
  readonly serviceFee: { readonly script: string; readonly value: string } | null;
  readonly feeRateSatVb: number;
  readonly change: string | null;
  readonly buyerWitnesses: readonly (readonly string[] | null)[];
}

export interface Custody {
  status(): Promise<SignerStatus>;
  /** A pad for this address for a while; undefined when none is free. One live pad per address. */
  leasePad(address: string): Promise<string | undefined>;
  releasePad(outpoint: string): Promise<void>;
  cosign(ask: CosignAsk): Promise<readonly string[]>;
}

function ask(socketPath: string, request: unknown): Promise<unknown> {
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
      if (text.length > LARGEST_ANSWER) fail('too long an answer');
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
  const call = async <T>(schema: z.ZodType<T>, request: Record<string, unknown>): Promise<T> => {
    const answer = Answer.parse(await ask(socketPath, request));
    if (answer.ok) return schema.parse(answer.data);
    if (answer.code === 'trading-stopped' || answer.code === 'limit-reached') throw new Refusal(answer.code);
    throw new Refusal(
      'signer-refused',
      answer.detail === undefined ? answer.code : `${answer.code}: ${answer.detail}`,
    );
  };
  return {
    status: () => call(Status, { op: 'status' }),
    leasePad: async (address) => (await call(Lease, { op: 'lease', address })).outpoint ?? undefined,
    releasePad: async (outpoint) => {
      await call(Lease, { op: 'release', outpoint });
    },
    cosign: async (trade) => (await call(Cosigned, { op: 'cosign', trade })).witness,
  };
}
