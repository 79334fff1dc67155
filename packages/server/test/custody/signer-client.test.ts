/** What the server passes on of the signer's refusals: a socket at which a test answers, as the protocol says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SIGNER_REFUSALS_TOLD } from '@rialto/contract';
import type { SignerReply } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { openCustody } from '../../src/custody/signer-client.ts';

const directory = mkdtempSync(join(tmpdir(), 'rialto-custody-'));
const path = join(directory, 'signer.sock');
let reply: SignerReply;

const signer = createServer((socket) => {
  socket.on('data', () => socket.end(`${JSON.stringify(reply)}\n`));
});

beforeAll(async () => {
  signer.listen(path);
  await once(signer, 'listening');
});

afterAll(async () => {
  signer.close();
  await once(signer, 'close');
  rmSync(directory, { recursive: true, force: true });
});

async function refused(code: string, detail?: string): Promise<Pick<Refusal, 'code' | 'detail'>> {
  reply = { ok: false, code, ...(detail === undefined ? {} : { detail }) };
  const error: unknown = await openCustody(path)
    .cancelLocks({} as never)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw error;
  return { code: error.code, detail: error.detail };
}

it('tells which limit it was', async () => {
  for (const detail of ['locks this hour', 'locks filled this hour', 'locks in all', 'signatures this hour'])
    expect(await refused('limit-reached', detail)).toEqual({ code: 'limit-reached', detail });
  expect(await refused('limit-reached')).toEqual({ code: 'limit-reached', detail: undefined });
});

it('tells the detail of whatever is told, but neither of the disk nor of another’s transaction', async () => {
  const kept = ['trading-stopped', 'fill-waiting'];
  for (const code of SIGNER_REFUSALS_TOLD)
    expect(await refused(code, 'more')).toEqual({ code, detail: kept.includes(code) ? undefined : 'more' });
});

it('an answer of another kind is none', async () => {
  reply = { ok: true, data: { not: 'an answer' } } as unknown as SignerReply;
  await expect(openCustody(path).cancelLocks({} as never)).rejects.toMatchObject({ code: 'signer-down' });
  reply = { neither: true } as unknown as SignerReply;
  await expect(openCustody(path).cancelLocks({} as never)).rejects.toMatchObject({ code: 'signer-down' });
});

it('tells every other refusal as the signer’s, with its code and its detail', async () => {
  expect(await refused('effects-differ')).toEqual({ code: 'signer-refused', detail: 'effects-differ' });
  expect(await refused('effects-differ', 'more')).toEqual({
    code: 'signer-refused',
    detail: 'effects-differ: more',
  });
});

it(
  'one that says a little now and then, and never all of it, does not answer',
  { timeout: 20_000 },
  async () => {
    const slow = join(directory, 'slow.sock');
    const dripping = createServer((socket) => {
      const drip = setInterval(() => socket.write(' '), 500);
      socket.on('close', () => clearInterval(drip));
      socket.on('error', () => clearInterval(drip));
    });
    dripping.listen(slow);
    await once(dripping, 'listening');
    const asked = performance.now();
    await expect(openCustody(slow).cancelLocks({} as never)).rejects.toMatchObject({ code: 'signer-down' });
    expect(performance.now() - asked).toBeLessThan(12_000);
    dripping.close();
    await once(dripping, 'close');
  },
);
