/** Whose coins and checks are spent: the pool’s that it made itself, real ones of the user’s, and checks that we made for this very swap. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MvcSwapAct } from '@rialto/contract';
import { buyExactIn, reachOf, sellExactIn } from '@rialto/market';
import { TOKEN_OUTPUT_SATS, nameMvcTransaction, withHolder, writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin } from '@rialto/mvc';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { readMvcAct } from '../../src/mvc/act.ts';
import { accepted, begun, coinsOf, first, mint, moved, payment } from './people.ts';
import { begin, buyOf, codeOf, LP, reach } from './stage.ts';
import type { Begun } from './stage.ts';
import {
  POOL_SPACE,
  POOL_UNITS,
  STRANGER,
  USER,
  checkOf,
  drawn,
  neededCheck,
  openedPool,
  sellAct,
  swapRequest,
  swapped,
  told,
} from './world.ts';

describe('strangers’ coins', () => {
  it('on the pool’s scripts are never counted and never spent', async () => {
    const one = await begin();
    const { world, pool, tokens, space } = one;
    const { chain } = world;
    const gift = first(moved(chain, pool.key.script, [POOL_SPACE]));
    const units = mint(chain, pool.genesis, { holder: pool.key.holder, units: POOL_UNITS }).coin;
    chain.mine();
    expect((await world.parts.view(pool.number)).confirmed).toMatchObject({ r1: POOL_SPACE, r2: POOL_UNITS });
    const good = buyOf(one, 1_000_000n);
    if (good.side !== 'buy') throw new Error('a purchase');
    expect(await codeOf(one, { ...good, poolSpace: gift.outpoint })).toBe('lane-unknown');
    expect(await codeOf(one, { ...good, poolTokens: [units.outpoint] })).toBe('lane-unknown');
    // Nor does a gift make a price: what it would buy with both is refused.
    const both = buyExactIn(reachOf({ r1: POOL_SPACE, r2: 2n * POOL_UNITS, shares: 1n }, []), 1_000_000n, LP);
    expect(await codeOf(one, { ...good, units: both.toString() })).toBe('price-changed');
    expect(await codeOf(one, good)).toBe('signed');
    expect([tokens, space].every(({ outpoint: point }) => chain.coin(point) !== undefined)).toBe(true);
  });

  it('of another pool of ours are not this one’s', async () => {
    const one = await begin();
    const other = await openedPool(one.world, 1, one.pool.genesis);
    const good = buyOf(one, 1_000_000n);
    if (good.side !== 'buy') throw new Error('a purchase');
    const [space, tokens] = other.first;
    if (space === undefined || tokens === undefined) throw new Error('a lane');
    // On other scripts: the plan itself refuses them.
    expect(
      await checkOfOther(one, { ...good, poolSpace: space.outpoint, poolTokens: [tokens.outpoint] }),
    ).toBe('not-yours');
  });

  it('pay for nothing while they wait, and not when they are spent', async () => {
    const one = await begin();
    const { chain } = one.world;
    const good = buyOf(one, 1_000_000n);
    const [waiting] = moved(chain, USER.script, [1_400_000n]);
    if (waiting === undefined) throw new Error('a coin');
    expect(await codeOf(one, { ...good, userCoins: [waiting.outpoint] } as MvcSwapAct)).toBe(
      'coin-unconfirmed',
    );
    chain.mine();
    accepted(chain, payment(USER, [waiting], [{ value: sats(1_000n), script: USER.script }]));
    expect(await codeOf(one, { ...good, userCoins: [waiting.outpoint] } as MvcSwapAct)).toBe('coin-spent');
  });
});

async function checkOfOther({ world, pool }: Begun, act: MvcSwapAct): Promise<string> {
  const checkScripts = ['00'];
  const answer = await world.ask({ op: 'mvcCheck', check: { pool: pool.number, act, checkScripts } });
  return answer.ok ? 'signed' : answer.code;
}

describe('a sale', () => {
  /** What the user has from the start. */
  const tokensOf = ({ world }: Begun): MvcCoin =>
    first(
      world.chain.coins(
        (script) => script.length > 2_000 && bytesToHex(script).includes(bytesToHex(USER.hash)),
      ),
    );
  const sellOf = (one: Begun, tokens: MvcCoin, value: bigint): MvcSwapAct =>
    sellAct(one.world, one.space.outpoint, { units: 20_000_000n, sats: value, tokens: [tokens.outpoint] });

  it('of what only looks like the token is refused, and so is one of another token', async () => {
    const one = await begin();
    const { chain } = one.world;
    const real = tokensOf(one);
    const fake = payment(STRANGER, moved(chain, STRANGER.script, [10_000n]), [
      { value: TOKEN_OUTPUT_SATS, script: withHolder(real.script, USER.hash, 50_000_000n) },
    ]);
    accepted(chain, fake);
    const other = mint(chain, begun(chain, 'OT'), { holder: USER.hash, units: 50_000_000n });
    chain.mine();
    expect(await codeOf(one, sellOf(one, first(coinsOf(fake)), 100_000n))).toBe('not-a-lot');
    const act = { ...sellOf(one, other.coin, 100_000n), token: other.token };
    expect(await codeOf(one, act)).toBe('lots-differ');
    expect(await codeOf(one, sellOf(one, real, 100_000n))).toBe('signed');
  });

  it('at the very edge of the rule is signed with its check waiting, and with its check mined; a satoshi more is not', async () => {
    const one = await begin();
    const tokens = tokensOf(one);
    const edge = sellExactIn(reach, 20_000_000n, LP / 2n) - 26_000n - 2_019n;
    expect(await codeOf(one, sellOf(one, tokens, edge + 1n))).toBe('price-changed');
    const act = sellOf(one, tokens, edge);
    const { check } = await told(checkOf(one.world, 1, act));
    const good = await drawn(one.world, 1, { act, rawCheck: String(check) });
    const file = join(one.world.directory, 'mvc-journal.jsonl');
    const before = readFileSync(file, 'utf8');
    expect(await one.world.ask(swapRequest(1, good))).toMatchObject({ ok: true });
    writeFileSync(file, before);
    one.world.restart();
    accepted(one.world.chain, good.check);
    one.world.chain.mine();
    expect(await one.world.ask(swapRequest(1, good))).toMatchObject({ ok: true });
  });
});

it('a check that we never made is not admitted, however good its swap', async () => {
  const one = await begin();
  const act = buyOf(one, 1_000_000n);
  const { check } = await told(checkOf(one.world, 1, act));
  const good = await drawn(one.world, 1, { act, rawCheck: String(check) });
  const other = {
    ...good.check,
    outputs: good.check.outputs.map((output, at) =>
      at === 1 ? { ...output, value: sats(output.value - 1n) } : output,
    ),
  };
  const asked = swapRequest(1, { ...good, check: other });
  expect(await one.world.ask(asked)).toEqual({ ok: false, code: 'not-admitted' });
  expect(bytesToHex(writeMvcTransaction(good.check))).toBe(check);
  expect(await one.world.ask(swapRequest(1, good))).toMatchObject({ ok: true });
});

/** What a node has is no check of ours, however it is built. */
it('a check that was built as ours are, but never asked for, is not admitted', async () => {
  const one = await begin();
  const act = buyOf(one, 1_000_000n);
  const { parts } = one.world;
  const read = await readMvcAct(parts.source.coins, parts.poolKey(1), act);
  const unsigned = nameMvcTransaction(read.checkBody(hexToBytes(await neededCheck(one.world, 1, act))));
  const rawCheck = bytesToHex(writeMvcTransaction(unsigned));
  expect(await one.world.ask(swapRequest(1, await drawn(one.world, 1, { act, rawCheck })))).toEqual({
    ok: false,
    code: 'not-admitted',
  });
});

it('a check that cost the wallet more than its swap gives back is not admitted', async () => {
  const one = await begin();
  const act = buyOf(one, 1_000_000n, { checkFee: '60000', fee: '20000' });
  const { check } = await told(checkOf(one.world, 1, act));
  const cheaper = await drawn(one.world, 1, { act: { ...act, checkFee: '6000' }, rawCheck: String(check) });
  expect(await one.world.ask(swapRequest(1, cheaper))).toEqual({ ok: false, code: 'not-admitted' });
});

it('a swap whose check can be in no block any more is refused: another spent the wallet’s coin', async () => {
  const one = await begin({}, 2);
  const [space, second, tokens, rest] = one.pool.first;
  if (space === undefined || second === undefined || tokens === undefined || rest === undefined)
    throw new Error('two lanes');
  const act = buyOf({ ...one, space, tokens }, 1_000_000n);
  const { check } = await told(checkOf(one.world, 1, act));
  const late = await drawn(one.world, 1, { act, rawCheck: String(check) });
  await swapped(one.world, 1, buyOf({ ...one, space: second, tokens: rest }, 500_000n, { units: '9000000' }));
  one.world.chain.mine();
  expect(await one.world.ask(swapRequest(1, late))).toEqual({ ok: false, code: 'coin-spent' });
});
