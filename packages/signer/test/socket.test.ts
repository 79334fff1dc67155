import { existsSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { MAX_SIGNER_LINE } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { reasonOf, redact } from '../src/files/log.ts';
import { serveSocket } from '../src/cosign/socket.ts';
import type { Handle } from '../src/cosign/socket.ts';
import { folder } from './folder.ts';

async function door(handle: Handle, more: { lineMs?: number; path?: string } = {}): Promise<string> {
  const path = more.path ?? join(folder(), 's.sock');
  const server: Server = await serveSocket({
    path,
    lineMs: more.lineMs ?? 2000,
    handle,
    onRefused: () => undefined,
  });
  onTestFinished(() => {
    server.close();
  });
  return path;
}

/** Writes the pieces and returns all that comes back until the other side closes. */
function talk(path: string, pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    socket.on('close', () => {
      resolve(text);
    });
    for (const piece of pieces) socket.write(piece);
  });
}

const echo: Handle = (request) => Promise.resolve(request);

describe('the signer’s socket', () => {
  it('is open to its owner and one group, and to nobody else', async () => {
    expect(statSync(await door(echo)).mode & 0o777).toBe(0o660);
  });

  it('answers one line, however it is cut, and reads no further', async () => {
    const handle = vi.fn(echo);
    const path = await door(handle);
    const bytes = Buffer.from('{"a":"é"}\n{"b":2}\n');
    expect(
      await talk(
        path,
        [...bytes].map((byte) => Buffer.of(byte)),
      ),
    ).toBe('{"ok":true,"data":{"a":"é"}}\n');
    expect(await talk(path, [bytes])).toBe('{"ok":true,"data":{"a":"é"}}\n');
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it('names a refusal, a bad request and our own bug apart, and tells nothing of the bug', async () => {
    const path = await door((request) => {
      const { kind } = z.object({ kind: z.string() }).parse(request);
      throw kind === 'no' ? new Refusal('not-yours', 'why') : new Error('secret');
    });
    expect(JSON.parse(await talk(path, ['{"kind":"no"}\n']))).toEqual({
      ok: false,
      code: 'not-yours',
      detail: 'why',
    });
    expect(JSON.parse(await talk(path, ['{"kind":"bug"}\n']))).toEqual({ ok: false, code: 'internal' });
    for (const bad of ['{}\n', 'nonsense\n', '\n', '\u0000\u00ff\n', '[[[[[[\n'])
      expect(JSON.parse(await talk(path, [bad]))).toEqual({ ok: false, code: 'bad-request' });
  });

  it('refuses a line that is too long before it ends', async () => {
    const handle = vi.fn(echo);
    const path = await door(handle);
    expect(await talk(path, ['x'.repeat(MAX_SIGNER_LINE + 1)])).toContain('too-large');
    expect(await talk(path, [`"${'x'.repeat(MAX_SIGNER_LINE - 2)}"\n`])).toContain('"ok":true');
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('hangs up on a line that does not end in time, even when it trickles', async () => {
    const path = await door(echo, { lineMs: 150 });
    const began = performance.now();
    const trickle = connect(path);
    const timer = setInterval(() => trickle.write('x'), 30);
    trickle.on('error', () => undefined);
    await new Promise((resolve) => trickle.on('close', resolve));
    clearInterval(timer);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('tells the act when the asker has hung up', async () => {
    let seen: Promise<boolean> | undefined;
    const path = await door((_request, gone) => {
      seen = new Promise((resolve) => setTimeout(() => resolve(gone()), 100));
      return seen;
    });
    const socket = connect(path);
    socket.write('{}\n', () => setTimeout(() => socket.destroy(), 30));
    await vi.waitFor(() => expect(seen).toBeDefined());
    expect(await seen).toBe(true);
  });

  it('takes the place of a dead signer, never of a living one or of another file', async () => {
    const path = join(folder(), 's.sock');
    const dead = createServer().listen(path);
    await new Promise((resolve) => dead.once('listening', resolve));
    await expect(door(echo, { path })).rejects.toThrow('another signer');
    dead.close();
    await vi.waitFor(() => expect(existsSync(path)).toBe(false));
    writeFileSync(path, 'a file');
    await expect(door(echo, { path })).rejects.toThrow('something else');
  });
});

describe('the log', () => {
  const canaries = ['c0ffee'.repeat(11), 'postgres://u:pw@h/db', 'http://user:cookie@127.0.0.1:1/'];

  it('says no key, signature, or address with a password', () => {
    for (const canary of canaries) {
      const texts = [
        redact(`it failed: ${canary}!`),
        reasonOf(new Error(canary)),
        reasonOf(new Refusal('node-down', canary)),
        reasonOf(z.object({ op: z.literal('x') }).safeParse({ op: canary }).error),
      ];
      for (const text of texts) expect(text).not.toContain(canary.slice(0, 20));
    }
    try {
      JSON.parse(`${canaries[0] ?? ''}{`);
    } catch (error) {
      expect(reasonOf(error)).toBe('the request is no JSON');
    }
  });
});
