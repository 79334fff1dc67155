/** Requests what the pads are from the signer's socket. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SIGNER_ANSWERS, SignerReply } from '@rialto/contract';
import type { SignerRequest } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';

const CALL_MS = 3_000;
const START_MS = 30_000;
const PAUSE_MS = 80;

function askOnce(socketPath: string, request: SignerRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let text = '';
    socket.setTimeout(CALL_MS, () => socket.destroy(new Error('the signer does not answer')));
    socket.on('error', reject);
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    socket.on('close', () => {
      resolve(text);
    });
  });
}

export interface SignerPads {
  readonly address: string;
  /** Of each, in sat. */
  readonly value: string;
}

function padsIn(answer: string): SignerPads | undefined {
  if (answer === '') return undefined;
  const reply = SignerReply.parse(JSON.parse(answer));
  if (!reply.ok) return undefined;
  const { padScript, padValue } = SIGNER_ANSWERS.status.parse(reply.data);
  const address = scriptToAddress(hexToBytes(padScript), 'regtest');
  return address === undefined ? undefined : { address, value: padValue };
}

/** One question to a signer that is up. Throws its refusal. */
export async function askSigner<T>(
  socketPath: string,
  answer: { parse(value: unknown): T },
  request: SignerRequest,
): Promise<T> {
  const reply = SignerReply.parse(JSON.parse(await askOnce(socketPath, request)));
  if (!reply.ok) throw new Error(`the signer refuses ${request.op}: ${reply.code} ${reply.detail ?? ''}`);
  return answer.parse(reply.data);
}

/** The signer's pads; waits while the signer starts. */
export async function padsOf(socketPath: string): Promise<SignerPads> {
  const until = Date.now() + START_MS;
  for (;;) {
    const pads = padsIn(await askOnce(socketPath, { op: 'status' }).catch(() => ''));
    if (pads !== undefined) return pads;
    if (Date.now() > until) throw new Error('the signer does not answer');
    await sleep(PAUSE_MS);
  }
}

/** Where they are; waits as `padsOf`. */
export const padAddress = async (socketPath: string): Promise<string> => (await padsOf(socketPath)).address;
