/** Pools with lanes and holders, and their dissolutions, for the tests. */
import { knownRuneId, readTransaction, runeAsset, sats } from '@rialto/protocols';
import type { Amount, Coin, RuneId, Transaction } from '@rialto/protocols';
import type { Finished } from '../../src/index.ts';
import {
  buildDissolution,
  finishDissolution,
  planDissolution,
  signDissolution,
} from '../../src/pool/exit/dissolution.ts';
import type { DissolutionPlan } from '../../src/pool/exit/dissolution.ts';
import { dissolutionList } from '../../src/pool/exit/dissolution-list.ts';
import type { DissolutionList, ListRequest, ShareHolder } from '../../src/pool/exit/dissolution-list.ts';
import { point, user } from '../people.ts';
import type { User } from '../people.ts';
import { POOLS, SOLO } from './acts.ts';
import type { OwnedPool } from './acts.ts';

/** With its name, for `describe.each`. */
export const EACH_POOL = POOLS.map((of) => [of.name, of] as const);

export const RUNE = knownRuneId('840000:1');

export function laneOf(
  { pool }: OwnedPool,
  value: bigint,
  units: bigint,
  { name = 'lane', rune = RUNE }: { name?: string; rune?: RuneId } = {},
): Coin {
  const asset = { kind: 'rune' as const, asset: runeAsset(rune), name: 'RUNE', divisibility: 0 };
  return {
    outpoint: point(name),
    value: sats(value),
    script: pool.script,
    assets: [{ ...asset, amount: units as Amount }],
  };
}

/** So many people with these shares, one after the other. */
export function holders(
  shares: readonly bigint[],
  kindOf: (at: number) => User['kind'] = () => 'p2tr',
): ShareHolder[] {
  return shares.map((held, at) => ({ script: user(`holder ${at}`, kindOf(at)).script, shares: held }));
}

/** Holders of everything but the share coin and the burned 1,000. */
export function ledgerOf(all: readonly ShareHolder[]): ListRequest['shares'] {
  const held = all.reduce((sum, { shares }) => sum + shares, 0n);
  return { supply: held + 1_000n + 5_000_000n, onShareCoin: 5_000_000n, burned: 1_000n, holders: all };
}

export function listOf(
  { pool }: OwnedPool,
  lane: { readonly value: bigint; readonly units: bigint },
  all: readonly ShareHolder[],
  more: Partial<ListRequest> = {},
): DissolutionList {
  return dissolutionList({
    shares: ledgerOf(all),
    lane: { value: sats(lane.value), amount: lane.units as Amount },
    pool,
    rune: RUNE,
    feeRateSatVb: 5,
    ...more,
  });
}

export function planOf(
  all: readonly ShareHolder[],
  {
    of = SOLO,
    value = 100_000_000n,
    units = 75_000_000_000n,
    more = {},
  }: { of?: OwnedPool; value?: bigint; units?: bigint; more?: Partial<ListRequest> } = {},
): DissolutionPlan {
  const list = listOf(of, { value, units }, all, more);
  return planDissolution({ pool: of.pool, lane: laneOf(of, value, units), list, listHeight: 900_000 });
}

export function signed(plan: DissolutionPlan, { signers }: OwnedPool = SOLO): readonly Finished[] {
  const unsigned = buildDissolution(plan);
  const halves = signers.map(({ secret }) => signDissolution(plan, unsigned, secret));
  return finishDissolution(plan, halves);
}

export function read({ raw }: Pick<Finished, 'raw'>): Transaction {
  const tx = readTransaction(raw);
  if ('flaw' in tx) throw new Error(tx.flaw);
  return tx;
}
