/** A pool on MVC begins with a key, and once with coins that are what they say: confirmed, real, its own, and all shares there will ever be. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_OUTPUT_SATS, withHolder } from '@rialto/mvc';
import type { MvcCoin } from '@rialto/mvc';
import { bytesToHex, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { handleMvc } from '../../src/mvc/requests.ts';
import { accepted, begun, coinsOf, first, mint, moved, payment } from './people.ts';
import { begin } from './stage.ts';
import { POOL_SPACE, POOL_UNITS, SHARES, STRANGER, openMvcWorld, told } from './world.ts';

it('without a node of MVC everything is closed', async () => {
  await expect(handleMvc(undefined, { op: 'mvcPools' }, () => false)).rejects.toMatchObject({
    code: 'mvc-closed',
  });
});

describe('a pool', () => {
  it('is listed with its key and, once it is opened, its coins; the payer too', async () => {
    const { world, pool } = await begin();
    const { payer, pools } = await told(world.ask({ op: 'mvcPools' }));
    expect(payer).toBe(bytesToHex(world.parts.payer.hash));
    expect(pools).toEqual([
      {
        ...{ pool: 1, keyHash: bytesToHex(pool.key.hash), token: world.token, share: world.share },
        ...{ coins: pool.first.map(({ outpoint }) => outpoint), stopped: false },
      },
    ]);
    const key = pool.key.hash;
    world.restart();
    expect(world.parts.poolKey(1).hash).toEqual(key);
    const { pool: second } = await told(world.ask({ op: 'mvcNewPool', make: { token: world.token } }));
    expect(second).toBe(2);
    expect(statSync(join(world.directory, 'mvc.key')).mode & 0o777).toBe(0o600);
  });

  it('is opened once: the same coins again are taken alike, others are refused', async () => {
    const { world, pool } = await begin();
    const coins = pool.first.map(({ outpoint }) => outpoint);
    const open = (of: readonly string[]) =>
      world.ask({ op: 'mvcOpen', open: { pool: 1, share: world.share, coins: of } });
    expect(await open(coins)).toEqual({ ok: true, data: { opened: true } });
    expect(await open(coins.toReversed())).toEqual({ ok: false, code: 'pool-exists' });
    expect(await world.ask({ op: 'mvcOpen', open: { pool: 9, share: world.share, coins } })).toEqual({
      ok: false,
      code: 'pool-unknown',
    });
  });

  it('opens with nothing but confirmed, genuine coins of its own, and the whole supply of its shares', async () => {
    const world = await openMvcWorld();
    const { chain, token } = world;
    await told(world.ask({ op: 'mvcNewPool', make: { token } }));
    const key = world.parts.poolKey(1);
    const space = first(moved(chain, key.script, [POOL_SPACE]));
    const tokens = mint(chain, world.tokenGenesis, { holder: key.holder, units: POOL_UNITS });
    if (tokens.genesis === undefined) throw new Error('more');
    const { coin: foreign, genesis: next } = mint(chain, tokens.genesis, {
      ...{ holder: STRANGER.hash, units: 5n },
    });
    if (next === undefined) throw new Error('more');
    const shares = mint(chain, begun(chain, 'LP'), { holder: key.holder, units: SHARES, isLast: true });
    const endless = mint(chain, begun(chain, 'LX'), { holder: key.holder, units: SHARES });
    if (endless.genesis === undefined) throw new Error('more');
    const later = mint(chain, endless.genesis, { holder: key.holder, units: SHARES, isLast: true });
    const few = mint(chain, begun(chain, 'LF'), { holder: key.holder, units: 1_000n, isLast: true });
    // Anybody can write such a script for a satoshi.
    const [fake] = coinsOf(
      (() => {
        const tx = payment(STRANGER, moved(chain, STRANGER.script, [10_000n]), [
          { value: TOKEN_OUTPUT_SATS, script: withHolder(tokens.coin.script, key.holder, POOL_UNITS) },
        ]);
        accepted(chain, tx);
        return tx;
      })(),
    );
    if (fake === undefined) throw new Error('a coin');
    const heavy = mint(chain, next, {
      ...{ holder: key.holder, units: POOL_UNITS, tokenSats: sats(2_020n) },
    }).coin;
    const old = payment(
      STRANGER,
      moved(chain, STRANGER.script, [POOL_SPACE + 1_000n]),
      [{ value: sats(POOL_SPACE), script: key.script }],
      1,
    );
    accepted(chain, old);
    chain.mine();
    const fresh = first(moved(chain, key.script, [POOL_SPACE]));
    const open = async (coins: readonly MvcCoin[], share = shares.token): Promise<string> => {
      const answer = await world.ask({
        op: 'mvcOpen',
        open: { pool: 1, share, coins: coins.map(({ outpoint }) => outpoint) },
      });
      return answer.ok ? 'opened' : answer.code;
    };
    expect(await open([fresh, tokens.coin, shares.coin])).toBe('coin-unconfirmed');
    expect(await open([space, fake, shares.coin])).toBe('not-a-lot');
    expect(await open([space, heavy, shares.coin])).toBe('amount-differs');
    expect(await open([first(coinsOf(old)), tokens.coin, shares.coin])).toBe('script-not-allowed');
    expect(await open([space, foreign, shares.coin])).toBe('not-yours');
    expect(await open([space, tokens.coin, tokens.coin])).toBe('bad-request');
    expect(await open([space, space, tokens.coin, shares.coin])).toBe('bad-request');
    expect(await open([space, tokens.coin, endless.coin], endless.token)).toBe('lots-differ');
    expect(await open([space, tokens.coin, later.coin], later.token)).toBe('lots-differ');
    expect(await open([space, tokens.coin, few.coin], few.token)).toBe('lots-differ');
    expect(await open([space, tokens.coin, shares.coin], token)).toBe('lots-differ');
    expect(await open([space, shares.coin, shares.coin])).toBe('bad-request');
    expect(await open([space, tokens.coin, shares.coin])).toBe('opened');
    expect(world.parts.journal.recall.pool(1)?.opened?.shares).toBe('223606797');
  });
});
