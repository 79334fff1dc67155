/** A server behind a proxy that nobody told it of says so, once: all the world would share the limits of one caller. */
import { expect, it } from 'vitest';
import { testHttp } from './test-http.ts';

async function warnings(
  settings: Readonly<Record<string, string>>,
  requests: readonly { remoteAddress: string; forwarded?: string }[],
): Promise<number> {
  const lines: string[] = [];
  const app = await testHttp({ LOG_LEVEL: 'warn', ...settings }, { write: (line) => lines.push(line) });
  for (const { remoteAddress, forwarded } of requests)
    await app.inject({
      url: '/',
      remoteAddress,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });
  await app.close();
  return lines.filter((line) => line.includes('PROXY_HOPS')).length;
}

const proxied = { remoteAddress: '127.0.0.1', forwarded: '203.0.113.7' };

it('says so once, for a proxy on this machine or next to it', async () => {
  expect(await warnings({}, [proxied, proxied])).toBe(1);
  for (const remoteAddress of ['::1', '10.0.0.3', '172.20.0.2', '192.168.1.9', '::ffff:127.0.0.1', 'fd00::1'])
    expect(await warnings({}, [{ ...proxied, remoteAddress }]), remoteAddress).toBe(1);
});

it('is silent when it knows, without a proxy, and when a stranger writes the header', async () => {
  expect(await warnings({ PROXY_HOPS: '1' }, [proxied])).toBe(0);
  expect(await warnings({}, [{ remoteAddress: '127.0.0.1' }])).toBe(0);
  for (const remoteAddress of ['203.0.113.9', '172.32.0.1', '2001:db8::1'])
    expect(await warnings({}, [{ ...proxied, remoteAddress }]), remoteAddress).toBe(0);
});
