/** Requests the address of the pads from the signer's socket. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';

const CALL_MS = 3_000;
const START_MS = 30_000;
const PAUSE_MS = 80;

function askOnce(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let text = '';
    socket.setTimeout(CALL_MS, () => socket.destroy(new Error('the signer does not answer')));
    socket.on('error', reject);
    socket.on('connect', () => socket.write('{"op":"status"}\n'));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    socket.on('close', () => {
      resolve(text);
    });
  });
}

/** The address of the signer's pads; waits while the signer starts. */
export async function padAddress(socketPath: string): Promise<string> {
  const until = Date.now() + START_MS;
  for (;;) {
    const text = await askOnce(socketPath).catch(() => '');
    const script = /"padScript":"([0-9a-f]+)"/.exec(text)?.[1];
    const address = script === undefined ? undefined : scriptToAddress(hexToBytes(script), 'regtest');
    if (address !== undefined) return address;
    if (Date.now() > until) throw new Error('the signer does not answer');
    await sleep(PAUSE_MS);
  }
}
