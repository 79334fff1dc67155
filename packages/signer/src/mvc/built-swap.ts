/** A swap with its check as the signer has built them: what both spend, what they do to the pool, and what the journal keeps of them. */
import type { MvcSwapAct } from '@rialto/contract';
import { bodyOfPlan, nameMvcTransaction, sameToken } from '@rialto/mvc';
import type { MvcPlan, MvcTransaction } from '@rialto/mvc';
import { outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { ReadAct } from './act.ts';
import type { MvcSignedLine } from './books/lines.ts';
import type { MvcPoolRecord } from './books/recall.ts';
import { foundIn } from './coins.ts';
import type { FoundCoin } from './coins.ts';
import { changeOf } from './effects.ts';
import type { Owner } from './effects.ts';
import type { MvcKey } from './keys.ts';

/** A swap with its check, built and looked through. */
export interface BuiltSwap {
  readonly act: MvcSwapAct;
  readonly pool: MvcPoolRecord;
  readonly key: MvcKey;
  readonly read: ReadAct;
  readonly check: MvcTransaction;
  readonly plan: MvcPlan;
  /** Nothing signed. */
  readonly swap: MvcTransaction;
  readonly ofCheck: ReturnType<typeof changeOf>;
  readonly ofSwap: ReturnType<typeof changeOf>;
}

type Built = Pick<BuiltSwap, 'act' | 'pool' | 'key' | 'read' | 'check'>;

/** @throws Refusal lots-differ (not what the pool trades), and as the plans */
export function builtSwap(built: Built): BuiltSwap {
  const { act, pool, key, read, check } = built;
  if (!sameToken(act.token, pool.token)) throw new Refusal('lots-differ', 'the pool trades another token');
  const plan = read.plan(check);
  const owner = ownerOf(pool, key);
  return {
    ...built,
    plan,
    swap: nameMvcTransaction(bodyOfPlan(plan)),
    ofCheck: changeOf(owner, [read.checkCoin.coin], check.outputs),
    ofSwap: changeOf(
      owner,
      plan.inputs.map(({ coin }) => coin),
      plan.outputs,
    ),
  };
}

/** @throws Refusal pool-unknown while nothing opened it */
export function ownerOf({ number, token, opened }: MvcPoolRecord, key: MvcKey): Owner {
  if (opened === undefined) throw new Refusal('pool-unknown', `${number}`);
  return { key, token, share: opened.share };
}

export type Common = Omit<MvcSignedLine, 'kind' | 'check' | 'half' | 'signed'>;

export function lineOf(built: BuiltSwap, of: 'check' | 'swap', now: number): Common {
  const { act, pool } = built;
  const [tx, { change, gives }]: [MvcTransaction, BuiltSwap['ofSwap']] =
    of === 'check' ? [built.check, built.ofCheck] : [built.swap, built.ofSwap];
  const spends = of === 'check' ? [built.read.checkCoin] : spentBySwap(built);
  return {
    at: new Date(now).toISOString(),
    core: tx.core,
    pool: pool.number,
    act,
    spends: spends.map(({ name, coin }) => ({ coin: name, point: coin.outpoint })),
    outputs: tx.outputs.length,
    gives: [...gives],
    d1: change.d1.toString(),
    d2: change.d2.toString(),
    ds: change.ds.toString(),
  };
}

/** The coins of a swap, those that its check makes among them. */
export function spentBySwap({ read, check, swap }: Pick<BuiltSwap, 'read' | 'check' | 'swap'>): FoundCoin[] {
  const points = new Set(swap.inputs.map(({ txid, vout }) => outpoint(txid, vout)));
  const ofCheck = check.outputs
    .map((_, vout) => foundIn(check, vout))
    .filter(({ coin }) => points.has(coin.outpoint));
  return [...read.poolCoins, ...read.userCoins, ...ofCheck];
}
