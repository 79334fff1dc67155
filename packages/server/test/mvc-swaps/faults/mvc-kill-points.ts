/** One act on a pool of MVC, and server or signer killed at one of its steps: it is whole or nothing, it is in a block once, and the books are the chain's. */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal } from '@rialto/devnet';
import { openPool } from '@rialto/ground';
import { expect } from 'vitest';
import type { SignerOp } from '../../kills/kill-parts.ts';
import { until as untilWithin } from '../../world.ts';
import { expectTruth } from '../mvc-truth.ts';
import { MVC_ACTS, gainOf, holdingsOf, patiently, taskOf } from './mvc-acts.ts';
import type { MvcAct, SignedAct, Task } from './mvc-acts.ts';
import type { FaultStage } from './fault-stage.ts';

interface MvcStep {
  readonly name: string;
  /** The server stands still there. */
  readonly hold?: string;
  /** The signer has written its journal; its answer is held back. */
  readonly op?: SignerOp;
  /** The node has its checks, and its parking, and not the act itself. */
  readonly cut?: true;
  /** Nothing stands still: it was answered, and the next block has it, which the server has not read or has. */
  readonly then?: 'answered' | 'mined' | 'read';
  /** While it is built: nobody has signed anything that is sent. */
  readonly isBuilding?: true;
  /** Of liquidity alone. */
  readonly isOfMoves?: true;
}

export const MVC_STEPS: readonly MvcStep[] = [
  { name: 'checks signed, the answer under way', op: 'mvcCheck', isBuilding: true },
  { name: 'built', hold: 'mvc-built', isBuilding: true },
  { name: 'parking kept', hold: 'mvc-parked', isBuilding: true, isOfMoves: true },
  { name: 'received', hold: 'mvc-received' },
  { name: 'signer’s journal written', op: 'mvcSwap' },
  { name: 'signer’s half returned', hold: 'mvc-co-signed' },
  { name: 'written down', hold: 'mvc-committed' },
  { name: 'checks with the node, and no more', cut: true },
  { name: 'sent', hold: 'mvc-sent' },
  { name: 'answered', then: 'answered' },
  { name: 'mined', then: 'mined' },
  { name: 'read', then: 'read' },
];
const MVC_VICTIMS = ['server', 'signer'] as const;
type MvcVictim = (typeof MVC_VICTIMS)[number];

interface MvcPoint {
  readonly act: MvcAct;
  readonly step: MvcStep;
  readonly victim: MvcVictim;
}

export const MVC_POINTS: readonly MvcPoint[] = MVC_STEPS.flatMap((step) =>
  MVC_ACTS.filter(({ isMove }) => isMove || step.isOfMoves !== true).flatMap((act) =>
    MVC_VICTIMS.map((victim) => ({ act, step, victim })),
  ),
);

/** From here on it happens whatever dies. */
const isPromised = ({ hold, cut, then }: MvcStep): boolean =>
  cut === true || then !== undefined || ['mvc-committed', 'mvc-sent'].includes(hold ?? '');

const TIMEOUT_MS = 40_000;
const until = (holds: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  untilWithin(holds, what, TIMEOUT_MS);

let count = 0;

export async function killMvcAt(stage: FaultStage, { act, step, victim }: MvcPoint): Promise<void> {
  count += 1;
  const who = await act.who(stage, `victim ${count}`);
  const before = await holdingsOf(stage, who);
  const done = await (step.isBuilding === true
    ? whileBuilding(stage, { act, step, victim }, () => act.sign(stage, who))
    : whileSending(stage, { act, step, victim }, () => act.sign(stage, who)));
  await isMinedOnce(stage, done);
  const gain = gainOf(done);
  await until(async () => {
    const { units, shares } = await holdingsOf(stage, who);
    return units === before.units + gain.units && shares === before.shares + gain.shares;
  }, 'its user has what was agreed, once');
  await expectTruth(stage);
  expect(await endedThoughSigned(stage)).toEqual([]);
}

/** Nothing that counts was signed: it is built anew. */
async function whileBuilding(
  stage: FaultStage,
  { step, victim }: MvcPoint,
  sign: () => Promise<SignedAct>,
): Promise<Task> {
  const begun = await killedHeld(stage, { step, victim }, sign);
  const signed = begun ?? (await patiently(sign));
  return (await repeated(signed)) ?? patiently(async () => (await sign()).send());
}

async function whileSending(
  stage: FaultStage,
  { step, victim }: MvcPoint,
  sign: () => Promise<SignedAct>,
): Promise<Task> {
  const signed = await patiently(sign);
  const answer = await killedWhile(stage, signed, { step, victim });
  const happens = async (): Promise<boolean> =>
    ['signed', 'completed'].includes((await taskOf(stage, signed.buildId)).status);
  // Nobody repeats it: what was written is done all the same.
  if (isPromised(step) || answer !== undefined) await until(happens, 'it happens by itself');
  const again = await repeated(signed);
  if (answer !== undefined) expect(again?.core, 'the same request has the same answer').toBe(answer.core);
  if (isPromised(step)) expect(again, 'what was promised is answered').toBeDefined();
  return again ?? patiently(async () => (await sign()).send());
}

interface Killing {
  readonly step: MvcStep;
  readonly victim: MvcVictim;
}

async function killedWhile(
  stage: FaultStage,
  signed: SignedAct,
  { step, victim }: Killing,
): Promise<Task | undefined> {
  const { killer, mvc } = stage;
  if (step.cut === true) return killedCut(stage, signed, victim);
  if (step.then === undefined) return killedHeld(stage, { step, victim }, () => signed.send());
  const answer = await signed.send();
  if (step.then === 'read') await stage.mine();
  if (step.then === 'mined') {
    killer.freeze();
    await until(() => killer.frozen(), 'the server stands still');
    mvc.chain.mine();
  }
  await killer.kill(victim);
  if (step.then === 'mined' && victim !== 'server') killer.thaw();
  await killer.revive(victim);
  return answer;
}

/** It stands still at its step while one of both dies; then the other goes on without it. */
async function killedHeld<T>(
  { killer, gate, holdFile }: FaultStage,
  { step: { hold = '', op }, victim }: Killing,
  act: () => Promise<T>,
): Promise<T | undefined> {
  if (op === undefined) writeFileSync(holdFile, hold);
  else gate.hold(op);
  const going = act().catch(() => undefined);
  await until(() => (op === undefined ? killer.frozen() : gate.holding()), `held at ${op ?? hold}`);
  writeFileSync(holdFile, '');
  await killer.kill(victim);
  if (op !== undefined) gate.open(victim === 'signer');
  else if (victim !== 'server') killer.thaw();
  const answer = await Promise.race([going, sleep(TIMEOUT_MS).then(() => undefined)]);
  await killer.revive(victim);
  return answer;
}

/** The node has what comes before the act, and answers nobody; then one of both dies. */
async function killedCut(
  { killer, node, mvc }: FaultStage,
  signed: SignedAct,
  victim: MvcVictim,
): Promise<Task | undefined> {
  const before = mvc.chain.waiting().length;
  node.cut(1);
  const going = signed.send().catch(() => undefined);
  await until(() => node.met() > 0, 'the node has the checks');
  expect(mvc.chain.waiting(), 'the checks alone').toHaveLength(before + 1);
  await killer.kill(victim);
  node.open();
  const answer = await Promise.race([going, sleep(TIMEOUT_MS).then(() => undefined)]);
  await killer.revive(victim);
  return answer;
}

/** Sent until it is answered. @returns undefined when it is refused for good */
async function repeated(signed: SignedAct): Promise<Task | undefined> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;)
    try {
      return await signed.send();
    } catch (error) {
      const isFinal = error instanceof ApiRefusal && error.status !== 503;
      if (isFinal) return undefined;
      if (Date.now() > end) throw error;
      await sleep(100);
    }
}

async function isMinedOnce(stage: FaultStage, { buildId, core }: Task): Promise<void> {
  const { chain } = stage.mvc;
  const status = async (): Promise<Task['status']> => (await taskOf(stage, buildId)).status;
  const waits = (): boolean => chain.waiting().some((tx) => tx.core === core);
  await until(async () => waits() || (await status()) === 'completed', 'the node has it');
  if (waits()) await stage.mine();
  await until(async () => (await status()) === 'completed', 'it is in a block');
  const blocks = Array.from(
    { length: chain.height + 1 },
    (_, height) => chain.block(height)?.block.transactions ?? [],
  );
  expect(blocks.flat().filter((tx) => tx.core === core)).toHaveLength(1);
  expect(chain.waiting()).toEqual([]);
}

/** What was signed and has come to nothing all the same. */
async function endedThoughSigned({ world }: FaultStage): Promise<readonly unknown[]> {
  const pool = openPool({ url: world.database.ownerUrl, most: 1, onError: () => undefined });
  try {
    const { rows } = await pool.query<{ id: string }>(
      `select id, status, reason from mvc.act where status = 'void' or (status = 'failed' and swap_raw is not null)`,
    );
    return rows;
  } finally {
    await pool.end();
  }
}
