/** The stage of the bench of the bridge: sats and BRC-20 bridged on both private chains, and somebody who pays in. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brc20Ticked, openWorld, seedKey } from '@rialto/devnet';
import type { World } from '@rialto/devnet';
import {
  brc20Asset,
  bridgeAdder,
  btcAsset,
  coinsFor,
  openBridge,
  openBridgeUser,
  personOf,
  untilFollowed,
} from '@rialto/devnet/mvc';
import type { BridgeUser, PrivateMvc } from '@rialto/devnet/mvc';
import type { BridgeOrderView } from '@rialto/contract';
import { sats } from '@rialto/protocols';

export interface BridgeBench {
  readonly world: World;
  readonly mvc: PrivateMvc;
  readonly user: BridgeUser;
  /** Both indexes have the tips. */
  followed(): Promise<void>;
  /** Milliseconds until the order is in this state; looked at every ten. */
  until(orderId: string, state: BridgeOrderView['state']): Promise<number>;
}

/** One block for what pays out at once, two for what is only to be seen in one. */
const DEPTHS = [
  { btc: 1, mvc: 1 },
  { btc: 2, mvc: 2 },
] as const;
/** All that is minted of it, in whole tokens. */
const [TICK, LOT] = ['pepe', '10000'];
const STEP_MS = 10;
const WAIT_MS = 60_000;
const COIN = 2_000_000n;
const SPACE = sats(50_000_000n);

/** @param payments how many the user makes in all */
export async function openBridgeBench(bundles: string, payments: number): Promise<BridgeBench> {
  const world = await openWorld({
    ...{ bundles, mvc: true, serverSettings: { BENCH: '1' } },
    signerSettings: { SIGNATURES_PER_HOUR: '100000', POOL_STOCK: '0' },
  });
  const { mvc, chain, origin, exchange } = world;
  if (mvc === undefined) throw new Error('a world with MVC');
  const followed = async (): Promise<void> => {
    await exchange.ready();
    await untilFollowed(origin, mvc.chain.height);
  };
  const operator = personOf(seedKey('world', 'bridge operator'));
  const ground = {
    ...{ chain, mvc: mvc.chain, signerSocket: exchange.signerSocket, operator, ready: followed },
    signerDirectory: join(world.directory, 'exchange', 'signer'),
    addAsset: bridgeAdder(bundles, exchange),
  };
  await openBridge(ground, { ...btcAsset(DEPTHS), hourCap: '100000000000', exposure: '100000000000' });
  const user = openBridgeUser({ origin, chain, mvc: mvc.chain }, seedKey('world', 'bridge bench'));
  await world.token(TICK, [{ who: user.btc, amount: LOT }]);
  const token = await brc20Ticked(origin, TICK);
  if (token === undefined) throw new Error('a token');
  const named = { brc20: token.assetId.slice('brc20:'.length), tick: TICK };
  await openBridge(ground, brc20Asset(named, DEPTHS));
  await chain.fundMany(
    Array.from({ length: payments + 1 }, () => ({ address: user.btc.address, sats: COIN })),
  );
  coinsFor(mvc.chain, operator, [{ value: SPACE, script: user.mvc.script }]);
  await chain.mine(1);
  await followed();
  const until: BridgeBench['until'] = async (orderId, state) => {
    const began = performance.now();
    for (;;) {
      if ((await user.look(orderId)).state === state) return performance.now() - began;
      if (performance.now() - began > WAIT_MS) throw new Error(`${orderId} is not ${state}`);
      await sleep(STEP_MS);
    }
  };
  return { world, mvc, user, followed, until };
}
