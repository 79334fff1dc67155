import { describe, expect, test } from 'vitest';
import { encodeUtf8, needsShovels, pinId, shovelsUsed } from '../../src/index.ts';
import type { Shovel, Txid } from '../../src/index.ts';

function shovel(n: number, more: Partial<Omit<Shovel, 'body'>> & { body?: string } = {}): Shovel {
  const { body = '', ...rest } = more;
  const base = {
    id: pinId('ab'.repeat(32) as Txid, n),
    path: '/info/name',
    pop: '7'.repeat(170),
    creator: 'me',
  };
  return { ...base, ...rest, body: encodeUtf8(body) ?? new Uint8Array(0) };
}

const NONE = { creator: '', lvl: '', path: '', count: '1' };

/** Output numbers of the shovels used. */
function used(check: Partial<typeof NONE>, ...shovels: Shovel[]): number[] | undefined {
  return shovelsUsed({ ...NONE, ...check }, shovels)?.map((id) => Number.parseInt(id.slice(65), 10));
}

test('a count of nothing asks for nothing', () => {
  expect(['', '0', '1'].map((count) => needsShovels({ ...NONE, count }))).toEqual([false, false, true]);
});

describe('shovels', () => {
  test('without a condition any PIN counts, and no more than needed are used', () => {
    expect(used({ count: '2' }, shovel(0), shovel(1), shovel(2))).toEqual([0, 1]);
    expect(used({ count: '2' }, shovel(0))).toBeUndefined();
    expect(used({})).toBeUndefined();
  });

  test('level: leading zeros of the proof', () => {
    const pop = '000'.padEnd(170, '7');
    expect(used({ lvl: '3' }, shovel(0), shovel(1, { pop }))).toEqual([1]);
    expect(used({ lvl: '4' }, shovel(1, { pop }))).toBeUndefined();
  });

  test('different PINs may meet different conditions', () => {
    const shovels = [shovel(0, { creator: 'x' }), shovel(1, { path: '/file' })];
    expect(used({ creator: 'x', path: '/file' }, ...shovels)).toEqual([0, 1]);
    expect(used({ creator: 'x', path: '/nft' }, ...shovels)).toBeUndefined();
  });

  test.each([
    ['/info', '/info/name', '', true],
    ['/info/*', '/info/name', '', true],
    ['/info/*', '/infox', '', true],
    ['/info/name', '/info', '', false],
    ["/follow['m1']", '/anything', 'm1', true],
    ["/follow['m1']", '/follow', 'm2', false],
    ["/other['m1']", '/other', 'm1', false],
    ["/protocols/a['k'='v']", '/protocols/a', '{"k":"v"}', true],
    ["/protocols/a['k'='v']", '/protocols/a/b', '{"k":"v"}', false],
    ["/protocols/a['k'='v']", '/protocols/a', '{"k":"vv"}', false],
    ["/protocols/a['k'='v']", '/protocols/a', '{"K":"v"}', false],
    ["/protocols/a['k'#='v']", '/protocols/a', '{"k":"a v b"}', true],
    ["/protocols/a['k'#='v']", '/protocols/a', '{"k":"w"}', false],
    ["/protocols/a['k'='v']", '/protocols/a', 'no json', false],
    ["/protocols/a['k'#='1']", '/protocols/a', '{"k":1}', true],
    ["/protocols/a['k'='1']", '/protocols/a', '{"k":1}', false],
    ["/protocols/a['x['k'='v']y']", '/protocols/a', '{"k":"v"}', true],
    ["/follow['k'\u00a0='v']", '/anything', "k'\u00a0='v", true],
    ["/info['\n']", "/info['\n']/name", '', true],
  ])('path %s against %s %s', (path, own, body, fits) => {
    expect(used({ path }, shovel(0, { path: own, body }))).toEqual(fits ? [0] : undefined);
  });
});
