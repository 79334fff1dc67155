/** The stage of bench pools: a pool with its lanes, parted by the keeper as they fill, and traders enough for a whole block of swaps. */
import { callApi, coinsOf, heldOn, runeNamed } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { AssetId } from '@rialto/protocols';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, net, submit } from '../../pools/pool-calls.ts';
import type { Built, PoolPlace } from '../../pools/pool-calls.ts';

export interface PoolsSize {
  readonly lanes: number;
  /** Swaps that wait on one lane. */
  readonly depth: number;
  /** That build, sign and hand in at once. */
  readonly clients: number;
  readonly quotes: { readonly clients: number; readonly seconds: number };
  /** Whose state is made again. */
  readonly pools: number;
  /** So many of them are opened by acts on the chain. */
  readonly real: number;
}

export interface PoolsStage extends PoolPlace {
  readonly world: World;
  readonly size: PoolsSize;
  readonly provider: Trader;
  readonly traders: readonly Trader[];
  /** Pays more than the others in one swap. */
  readonly payer: Trader;
  readonly opening: Built & { readonly txid: string };
}

const NAME = 'BENCH•RIVER•STONES';
/** Five sat a unit. */
const RESERVES = { sats: 100_000_000n, units: 20_000_000n } as const;
/** Swaps of one address that may wait at once (pools §5). */
const MOST_WAITING = 3;
const LOT = '200';
const COIN = 150_000n;
const COINS_EACH = 8;
const PAYER_COIN = 1_500_000n;
const WAIT_MS = 120_000;
/** While lanes are made: they are full at once. */
export const SMALL_DEPTH = '2';

/** @returns with a pool of one lane */
export async function setPoolsStage(world: World, size: PoolsSize): Promise<PoolsStage> {
  const named = (name: string, kind: 'p2tr' | 'p2wpkh'): Trader => world.trader(name, kind).at('runes');
  const provider = named('provider', 'p2tr');
  const payer = named('payer', 'p2tr');
  const count = Math.max(size.clients, Math.ceil((size.lanes * size.depth) / MOST_WAITING));
  const traders = Array.from({ length: count }, (_, at) =>
    named(`swapper ${at}`, at % 3 === 2 ? 'p2wpkh' : 'p2tr'),
  );
  await world.tokenIn('runes', NAME, [
    { who: provider, amount: '200000' },
    ...[...traders, payer].map((who) => ({ who, amount: who === payer ? '6000' : LOT })),
  ]);
  const coins = [
    ...Array.from({ length: 2 }, () => ({ address: provider.address, sats: RESERVES.sats + PAYER_COIN })),
    { address: payer.address, sats: PAYER_COIN },
    ...traders.flatMap(({ address }) => Array.from({ length: COINS_EACH }, () => ({ address, sats: COIN }))),
  ];
  await world.chain.fundMany(coins);
  await world.stockPads();
  for (const who of [provider, payer, ...traders]) await who.login();
  const rune = await runeNamed(world.origin, NAME);
  if (rune === undefined) throw new Error('the rune is etched');
  const stage = { world, kind: 'runes' as const, size, provider, payer, traders, rune: rune.runeid };
  return { ...stage, opening: await opened(stage, rune.assetId as AssetId) };
}

async function opened(
  stage: Omit<PoolsStage, 'opening'>,
  asset: AssetId,
): Promise<Built & { readonly txid: string }> {
  const { world, provider } = stage;
  // Of the whole coin that was made for it: its size is compared.
  const whole = (await coinsOf(world.origin, provider)).find(
    (coin) => heldOn(coin, asset) === RESERVES.units,
  );
  if (whole === undefined) throw new Error('the provider has a coin of exactly so much');
  const asked = {
    token1Amount: RESERVES.sats.toString(),
    token2Amount: RESERVES.units.toString(),
    runeUtxos: [{ runePosition: whole.outpoint.replace(':', 'i') }],
  };
  const until = Date.now() + WAIT_MS;
  for (;;)
    try {
      const built = await build(stage, provider, 'buildInit', asked);
      return { ...built, ...(await submit(stage, provider, built)) };
    } catch (error) {
      // The signer etches shares when it looks after its stock; then they need their blocks.
      if (Date.now() > until) throw error;
      await sleep(200);
      await world.mine();
    }
}

const lanesOf = async ({ world, rune }: PoolPlace) =>
  (
    await callApi(world.origin, 'poolLanes', {
      params: { kind: 'runes', pair: `btc-${rune}` },
      query: { net },
    })
  ).lanes;

/** A pool with fewer swaps is quiet, and the keeper puts its lanes together again. */
const BUSY = 5;

/** Full lanes are parted by the keeper, until there are as many as there may be. */
export async function makeLanes(stage: PoolsStage): Promise<void> {
  const { world, size, traders } = stage;
  let next = 0;
  const swap = async (): Promise<void> => {
    const who = traders[next % traders.length];
    if (who === undefined) throw new Error('the stage has traders');
    next += 1;
    await submit(stage, who, await build(stage, who, 'build1x', { sourceAmount: '12000' }));
  };
  await world.mine();
  while (next < BUSY) {
    await swap();
    await world.mine();
  }
  for (;;) {
    const count = (await lanesOf(stage)).length;
    if (count >= size.lanes) return;
    for (let at = 0; at < count * Number(SMALL_DEPTH); at += 1) await swap();
    await parted(stage, count);
    await world.mine();
  }
}

/** Until the keeper's act is signed: beside each lane that blocks have and its newest coin there is a half of one more. */
async function parted({ world, rune }: PoolsStage, lanes: number): Promise<void> {
  const until = Date.now() + WAIT_MS;
  const query = { params: { kind: 'runes', pair: `btc-${rune}` }, query: { net } } as const;
  while ((await callApi(world.origin, 'poolExit', query)).exits.length <= 2 * lanes) {
    if (Date.now() > until) throw new Error('the keeper parts no lane');
    await sleep(100);
  }
}
