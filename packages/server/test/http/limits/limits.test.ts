/** What costly calls cost a caller, and that those about one address come one after the other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLS } from '@rialto/contract';
import Fastify from 'fastify';
import fastifyRateLimit from '@fastify/rate-limit';
import { describe, expect, it } from 'vitest';
import { CallCounts } from '../../../src/http/limits/call-counts.ts';
import { openTurns, turnOf } from '../../../src/http/limits/turns.ts';
import { WEIGHTS, addressIn, needsTurn } from '../../../src/http/limits/weights.ts';

async function counted() {
  const app = Fastify();
  await app.register(fastifyRateLimit, { max: 20, timeWindow: 300, store: CallCounts });
  const costly = { rateLimit: { weight: 8 } };
  app.get('/light', () => 'light');
  app.get('/costly', { config: costly }, () => 'costly');
  const left = async (url: string, remoteAddress = '203.0.113.7'): Promise<number | string> => {
    const { statusCode, headers } = await app.inject({ url, remoteAddress });
    return statusCode === 200 ? Number(headers['x-ratelimit-remaining']) : statusCode;
  };
  return { app, left };
}

describe('a call', () => {
  it('takes its weight off the one count of its caller', async () => {
    const { app, left } = await counted();
    expect(await left('/light')).toBe(19);
    expect(await left('/costly')).toBe(11);
    expect(await left('/costly')).toBe(3);
    expect(await left('/costly')).toBe(429);
    expect(await left('/light')).toBe(429);
    expect(await left('/light', '203.0.113.8')).toBe(19);
    await sleep(320);
    expect(await left('/costly')).toBe(12);
    await app.close();
  });

  it('that reads much of an address has a weight and names the address', () => {
    const aboutAddress = Object.keys(CALLS).filter((name) =>
      /coins$|balances?$|balancelist$|^own|^prepare/i.test(name),
    );
    const light = new Set(['coins', 'balances', 'submitOwn']);
    const missing = aboutAddress.filter((name) => !light.has(name) && !(name in WEIGHTS));
    expect(missing).toEqual([]);
    const nothing = { params: undefined, query: undefined, body: undefined };
    expect(addressIn({ ...nothing, query: { address: 'a' } })).toBe('a');
    expect(addressIn({ ...nothing, body: { buyerAddress: 'b' } })).toBe('b');
    expect(addressIn({ ...nothing, params: { address: 'c' } })).toBe('c');
    expect(addressIn(nothing)).toBeUndefined();
  });

  it('that searches the ledger for anybody has a weight, and no turn', () => {
    expect([WEIGHTS.markets, needsTurn('markets')]).toEqual([3, false]);
  });

  it('that checks signatures has a weight, and no turn: many purchases of one buyer go at once', () => {
    expect(WEIGHTS.updateOrderV2).toBeGreaterThan(1);
    expect([needsTurn('updateOrderV2'), needsTurn('prepareTake'), needsTurn('order')]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

function closedGate(): { gate: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, open };
}

describe('turns', () => {
  const turn = (address: string, caller = 'x') => ({ address, caller });

  it('are taken one after the other about one address, beside those about another', async () => {
    const turns = openTurns();
    const log: string[] = [];
    const { gate, open } = closedGate();
    const first = turns.take(turn('a'), async () => {
      await gate;
      log.push('first');
    });
    const second = turns.take(turn('a', 'y'), () => Promise.resolve(log.push('second')));
    await turns.take(turn('b'), () => Promise.resolve(log.push('other')));
    expect(log).toEqual(['other']);
    open();
    await Promise.all([first, second]);
    expect(log).toEqual(['other', 'first', 'second']);
  });

  it('of an owner are not those of strangers, nor of who is logged in with another address', async () => {
    const turns = openTurns();
    const { gate, open } = closedGate();
    const strangers = Array.from({ length: 64 }, (_, at) =>
      turns.take(turnOf('a', `203.0.113.${at}`, at % 2 === 0 ? undefined : 'b'), () => gate),
    );
    await expect(turns.take(turnOf('a', '198.51.100.1', undefined), () => gate)).rejects.toThrow(
      'too-many-requests',
    );
    const own = turnOf('a', '198.51.100.1', 'a');
    expect(await turns.take(own, () => Promise.resolve('mine'))).toBe('mine');
    open();
    await Promise.all(strangers);
  });

  it('of one network of IPv6 are those of one caller', async () => {
    const turns = openTurns();
    const { gate, open } = closedGate();
    const ask = (ip: string) => turns.take(turnOf('a', ip, undefined), () => gate);
    const waiting = Array.from({ length: 16 }, (_, at) => ask(`2001:db8::${at}`));
    await expect(ask('2001:db8::ffff')).rejects.toThrow('too-many-requests');
    waiting.push(ask('2001:db8:0:1::1'));
    open();
    await Promise.all(waiting);
  });

  it('go on after one that failed', async () => {
    const turns = openTurns();
    const failed = turns.take(turn('a'), () => Promise.reject(new Error('no')));
    const next = turns.take(turn('a'), () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('are refused to a caller with sixteen of them, not to another; and to all with sixty-four', async () => {
    const turns = openTurns();
    const { gate, open } = closedGate();
    const waiting = Array.from({ length: 16 }, () => turns.take(turn('a'), () => gate));
    const refused = { code: 'too-many-requests' };
    await expect(turns.take(turn('a'), () => gate)).rejects.toMatchObject(refused);
    for (const caller of ['y', 'z', 'w'])
      waiting.push(...Array.from({ length: 16 }, () => turns.take(turn('a', caller), () => gate)));
    await expect(turns.take(turn('a', 'v'), () => gate)).rejects.toMatchObject(refused);
    open();
    await Promise.all(waiting);
    expect(await turns.take(turn('a'), () => Promise.resolve('again'))).toBe('again');
  });
});
