/** What a world with a private MVC chain is filled with: one token with its pool of four lanes, and people with SPACE. */
import { seedKey } from '@rialto/devnet';
import type { World } from '@rialto/devnet';
import { MVC_SEED, openMvcTrader, seedMvc, untilFollowed } from '@rialto/devnet/mvc';
import type { MvcTrader, PrivateMvc } from '@rialto/devnet/mvc';
import { sats } from '@rialto/protocols';

export interface MvcWorld {
  readonly world: World;
  readonly mvc: PrivateMvc;
  /** Of its first pool, and of all. */
  readonly pair: string;
  readonly pairs: readonly string[];
  /** Has SPACE in coins of a tenth of one. */
  funded(name: string, coins?: number): Promise<MvcTrader>;
  mine(): Promise<void>;
}

const COIN = 10_000_000n;

/** @param pools how many, each with a token of its own */
export async function setMvcStage(world: World, pools = 1): Promise<MvcWorld> {
  const { mvc, origin, exchange } = world;
  if (mvc === undefined) throw new Error('a world with MVC');
  const { chain, listFile } = mvc;
  const pairs = await seedMvc(
    {
      ...{ chain, origin, listFile, signerSocket: exchange.signerSocket },
      ...{ secret: 'world', at: () => undefined, progress: () => undefined },
    },
    { tokens: MVC_SEED.slice(0, pools), days: 0 },
  );
  const [pair = ''] = pairs;
  const mine = async (): Promise<void> => {
    chain.mine();
    await untilFollowed(origin, chain.height);
  };
  return {
    ...{ world, mvc, pair, pairs, mine },
    funded: async (name, coins = 4) => {
      const trader = openMvcTrader(origin, seedKey('world', name));
      chain.pay(Array.from({ length: coins }, () => ({ value: sats(COIN), script: trader.script })));
      await mine();
      return trader;
    },
  };
}
