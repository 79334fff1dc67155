/** Pools beside the one of the stage, each of a rune of its own: etched, opened and swapped with. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal, etchAll, runeNamed } from '@rialto/devnet';
import { build, submit } from '../../pools/pool-calls.ts';
import type { PoolPlace } from '../../pools/pool-calls.ts';
import type { PoolsStage } from './pools-stage.ts';

const UNITS = 2_000_000n;
const SATS = 2_000_000n;
const COIN = 2_200_000n;
const WAIT_MS = 120_000;

const letter = (at: number): string => String.fromCharCode(65 + (at % 26));
const named = (at: number): string => `BENCH•POOLED•NUMBER•${letter(at / 26)}${letter(at)}`;

/** The signer has etched shares for so many and one more. */
export async function openMore({ world }: Pick<PoolsStage, 'world'>, count: number): Promise<void> {
  const who = world.trader('opener', 'p2tr').at('runes');
  const coins = Array.from({ length: 2 * count }, () => ({ address: who.address, sats: COIN }));
  await world.chain.fundMany(coins);
  const names = Array.from({ length: count }, (_, at) => named(at));
  const rune = { symbol: '❖', divisibility: 0, premine: UNITS, share: 0n, minters: 0 };
  await etchAll(
    world.chain,
    who,
    names.map((name) => ({ ...rune, name })),
  );
  await world.mine();
  await who.login();
  for (const name of names) {
    const found = await runeNamed(world.origin, name);
    if (found === undefined) throw new Error(`${name} is etched`);
    const place: PoolPlace = { world, kind: 'runes', rune: found.runeid };
    const token1Amount = (SATS - 1_000n * BigInt(names.indexOf(name))).toString();
    const opening = { token1Amount, token2Amount: UNITS.toString() };
    await patiently(world, async () => submit(place, who, await build(place, who, 'buildInit', opening)));
    await world.mine();
    await submit(place, who, await build(place, who, 'build1x', { sourceAmount: '20000' }));
    await world.mine();
  }
}

/** Shares have to be some blocks deep, and coins confirmed. */
async function patiently(world: PoolsStage['world'], act: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + WAIT_MS;
  for (;;)
    try {
      await act();
      return;
    } catch (error) {
      if (!(error instanceof ApiRefusal) || Date.now() > until) throw error;
      await sleep(200);
      await world.mine();
    }
}
