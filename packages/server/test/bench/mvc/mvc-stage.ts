/** The stage of bench mvc: the real programs, a pool of four lanes, and people enough for a whole block of swaps. */
import { ApiRefusal, callApi, openWorld, seedKey } from '@rialto/devnet';
import { openMvcTrader, untilFollowed } from '@rialto/devnet/mvc';
import type { MvcTrader } from '@rialto/devnet/mvc';
import { hexToBytes, isFlaw, sats } from '@rialto/protocols';
import { readMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { setTimeout as sleep } from 'node:timers/promises';
import { setMvcStage } from '../../mvc-swaps/mvc-stage.ts';
import type { MvcWorld } from '../../mvc-swaps/mvc-stage.ts';

export interface MvcSize {
  /** Verifications of one swap. */
  readonly verifies: number;
  readonly quotes: { readonly clients: number; readonly seconds: number };
  /** Of one client, one after the other. */
  readonly submits: number;
  /** On one pool, in one block. */
  readonly swaps: number;
  readonly clients: number;
  readonly index: { readonly blocks: number; readonly transactions: number };
}

export interface MvcStage extends MvcWorld {
  readonly size: MvcSize;
  readonly traders: readonly MvcTrader[];
}

/** Swaps of one address that may wait at once (mvc §7). */
const MOST_WAITING = 3;
/** What a swap of the block takes, all costs in it; one for each, and one to spare. */
const COIN = sats(1_000_000n);
/** Nobody's check waits for another's. */
const PAYER_COINS = 40;

export async function openMvcStage(bundles: string, size: MvcSize): Promise<MvcStage> {
  const world = await openWorld({
    ...{ bundles, mvc: true, serverSettings: { BENCH: '1' } },
    // A bench swaps more in a minute than a signer takes on in an hour.
    signerSettings: { MVC_HOUR_PPM: '1000000' },
  });
  const at = await setMvcStage(world);
  const { chain } = at.mvc;
  const traders = Array.from({ length: Math.ceil(size.swaps / MOST_WAITING) }, (_, number) =>
    openMvcTrader(world.origin, seedKey('bench', `mvc swapper ${number}`)),
  );
  const [pool] = (await callApi(world.origin, 'mvcPools', { params: { venue: 'mvc' } })).pools;
  if (pool === undefined) throw new Error('the pool');
  const payer = await payerScript(at);
  chain.pay([
    ...traders.flatMap(({ script }) =>
      Array.from({ length: MOST_WAITING + 1 }, () => ({ value: COIN, script })),
    ),
    ...Array.from({ length: PAYER_COINS }, () => ({ value: COIN, script: payer })),
  ]);
  chain.mine();
  await untilFollowed(world.origin, chain.height);
  return { ...at, size, traders };
}

/** Of the wallet that pays for the checks of purchases: where the first purchase refills it. */
async function payerScript(at: MvcWorld): Promise<Uint8Array> {
  const scout = await at.funded('scout', 1);
  const { refill } = await scout.build({ pair: at.pair, side: 'buy', exact: 'in', amount: '1000000' });
  if (refill === null) throw new Error('a purchase gives back what its check cost');
  return hexToBytes(refill.script);
}

export function readRaw(raw: string | null): MvcTransaction {
  const tx = readMvcTransaction(hexToBytes(raw ?? ''));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

/** What comes again by itself: another was faster, or the index has not heard of the lanes that are free again. */
const COMES_AGAIN = ['price-changed', 'lanes-full', 'coin-spent', 'syncing', 'coin-unconfirmed'];

/** Longer than a swap ever waits for its turn among a handful of clients. */
const PATIENCE_MS = 60_000;

/** @param again told of every attempt that came to nothing */
export async function patiently<T>(act: () => Promise<T>, again: () => void = () => undefined): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;)
    try {
      return await act();
    } catch (error) {
      const comesAgain = error instanceof ApiRefusal && COMES_AGAIN.includes(error.refusal);
      if (!comesAgain || performance.now() > until) throw error;
      again();
      await sleep(50);
    }
}
