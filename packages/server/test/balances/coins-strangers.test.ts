/** Whose coins are read from the node where a scan is expensive: a private chain under the name of livenet. */
import { callApi, openTrader, seedKey } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import type { ScriptHex } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf } from '../../src/http/caller-of.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { mayScan } from '../../src/store/ledger/scan-store.ts';
import { refusalOf, testWorld } from '../world.ts';

const net = 'livenet';
const MAX = 2;
let world: World;
let store: Store;

const user = (name: string): Trader =>
  openTrader({ origin: world.origin, key: seedKey('strangers', name), kind: 'p2wpkh', network: net });
const coinsOf = (who: Trader, headers: Record<string, string> = {}) =>
  callApi(world.origin, 'btcCoins', { query: { net, address: who.address }, headers });

beforeAll(async () => {
  world = await testWorld({
    network: net,
    serverSettings: { SCANS_PER_DAY: String(MAX), PRETEND: '1' },
  });
  store = openStore(world.database.ownerUrl, () => undefined);
}, 120_000);

afterAll(async () => {
  await store.close();
  await world.stop();
});

describe('an address nobody has asked for', () => {
  it('is not followed for a stranger: a refusal with its own words, never a zero', async () => {
    const ann = user('ann');
    for (const name of ['btcCoins', 'addressCoins', 'runeBalances', 'mrc20Balances'] as const)
      expect(
        await refusalOf(callApi(world.origin, name, { query: { net, address: ann.address } })),
        name,
      ).toBe('not-followed');
    await expect(coinsOf(ann)).rejects.toThrow('This address is not tracked yet.');
    // What the ledger knows of every script is told to anybody.
    const list = await callApi(world.origin, 'runeBalanceList', { query: { net, address: ann.address } });
    expect(list.list).toEqual([]);
  });

  it('is read when its owner logs in, a few a day; who comes later is logged in and told the limit', async () => {
    const [ann, bob, cat] = [user('ann'), user('bob'), user('cat')];
    await ann.login();
    expect(await coinsOf(ann)).toEqual([]);
    await bob.login();
    // Read once, it is told to anybody.
    expect(await coinsOf(bob)).toEqual([]);
    await cat.login();
    expect(await refusalOf(coinsOf(cat))).toBe('not-followed');
    expect(await refusalOf(coinsOf(cat, cat.headers()))).toBe('limit-reached');
    // Headers of another address give no right to it.
    expect(await refusalOf(coinsOf(cat, ann.headers()))).toBe('not-followed');
    await store.pool.query("update scan_request set requested_at = now() - interval '25 hours'");
    expect(await coinsOf(cat, cat.headers())).toEqual([]);
  });
});

describe('the count', () => {
  it('cannot be slipped past by asking at once; what was asked costs nothing again', async () => {
    const asks = Array.from({ length: 12 }, (_, at) => ({
      caller: 'somebody',
      script: bytesToHex(new Uint8Array([at])) as ScriptHex,
    }));
    const answers = await Promise.all(asks.map((ask) => mayScan(store, ask, 3)));
    expect(answers.filter(Boolean)).toHaveLength(3);
    const again = await Promise.all(asks.map((ask) => mayScan(store, ask, 3)));
    expect(again).toEqual(answers);
    expect(await mayScan(store, { caller: 'another', script: '00' as ScriptHex }, 3)).toBe(true);
  });

  it('is by address of the network, by /64 in IPv6, and keeps none of them', () => {
    const secret = new Uint8Array(32).fill(1);
    const of = (ip: string): string => callerOf(ip, secret);
    expect(of('::ffff:10.0.0.1')).toBe(of('10.0.0.1'));
    expect(of('10.0.0.2')).not.toBe(of('10.0.0.1'));
    expect(of('2001:db8::1')).toBe(of('2001:0DB8:0:0:ffff::2'));
    expect(of('2001:db8:0:1::1')).not.toBe(of('2001:db8::1'));
    expect(callerOf('10.0.0.1', new Uint8Array(32).fill(2))).not.toBe(of('10.0.0.1'));
    expect(of('10.0.0.1')).toMatch(/^[0-9a-f]{32}$/);
  });
});
