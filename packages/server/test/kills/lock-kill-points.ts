/** One act on a lock or a pool, and one of the four programs killed at one of its steps: the money is in exactly one place, and what was answered stands. */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal } from '@rialto/devnet';
import { expect } from 'vitest';
import { brokenInvariants } from '../invariants/invariants.ts';
import { until as untilWithin } from '../world.ts';
import type { Victim } from './kill-parts.ts';
import { isPromised } from './act.ts';
import type { Act, ActStep, KillStage, Signed } from './act.ts';

const TIMEOUT_MS = 30_000;
/** A signer gives another signature for a lock once the first has been in no mempool for two blocks. */
const ABSENT_BLOCKS = 2;

const until = (holds: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  untilWithin(holds, what, TIMEOUT_MS);

export async function killAt<Stage extends KillStage>(
  stage: Stage,
  act: Act<Stage>,
  { step, victim }: { readonly step: ActStep; readonly victim: Victim },
): Promise<void> {
  const { world } = stage;
  const target = await act.target(stage);
  const signed = await act.sign(stage, target);
  // What the node has on its disk a power cut cannot take from it; what comes now, it can.
  await world.chain.node.rpc('gettxoutsetinfo', ['none']);
  const answer = await killedAt(stage, signed, { step, victim });
  await world.exchange.ready();
  const isAnswered = answer !== undefined && signed.gaveUp?.(answer) !== true;
  // Nobody repeats it: what was written is done all the same.
  if (isPromised(step) || isAnswered) await until(() => signed.happens(), 'it happens by itself');
  const again = await repeated(signed);
  if (isAnswered) expect(again, 'the same request has the same answer').toEqual(answer);
  const isDone = again !== undefined && signed.gaveUp?.(again) !== true;
  await ended(stage, isDone ? signed : await anew(stage, act, target));
}

async function killedAt(
  stage: KillStage,
  signed: Signed,
  { step, victim }: { readonly step: ActStep; readonly victim: Victim },
): Promise<object | undefined> {
  const { world, killer } = stage;
  if (step.then === undefined) return killedHeld(stage, signed, { step, victim });
  const answer = await signed.send();
  await until(() => signed.happens(), 'it is seen');
  if (step.then === 'read') await world.mine();
  if (step.then === 'mined') {
    killer.freeze();
    await until(() => killer.frozen(), 'the server stands still');
    await world.chain.mine(1);
  }
  await killer.kill(victim);
  if (step.then === 'mined' && victim !== 'server') killer.thaw();
  await killer.revive(victim);
  return answer;
}

/** The request stands still at its step while one of the four dies; then the others go on without it. */
async function killedHeld(
  { killer, gate, holdFile }: KillStage,
  signed: Signed,
  { step: { hold = '', op }, victim }: { readonly step: ActStep; readonly victim: Victim },
): Promise<object | undefined> {
  if (op === undefined) writeFileSync(holdFile, hold);
  else gate.hold(op);
  const going = signed.send().catch(() => undefined);
  await until(
    () => (op === undefined ? killer.frozen() : gate.holding()),
    `held at ${op === undefined ? hold : `the signer’s ${op}`}`,
  );
  writeFileSync(holdFile, '');
  await killer.kill(victim);
  if (op !== undefined) gate.open(victim === 'signer');
  else if (victim !== 'server') killer.thaw();
  const answer = await Promise.race([going, sleep(TIMEOUT_MS).then(() => undefined)]);
  await killer.revive(victim);
  return answer;
}

/** Sent until it is answered. @returns undefined when it is refused for good */
async function repeated(signed: Signed): Promise<object | undefined> {
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

/** What came to nothing is done once more; what was signed for it stands in its way for two blocks at most. */
async function anew<Stage extends KillStage>(stage: Stage, act: Act<Stage>, target: string): Promise<Signed> {
  await stage.world.mine(ABSENT_BLOCKS);
  const signed = await act.sign(stage, target);
  const answer = await repeated(signed);
  expect(answer, 'it can be done again').toBeDefined();
  expect(signed.gaveUp?.(answer ?? {}) ?? false, 'and is not given up').toBe(false);
  return signed;
}

async function ended(stage: KillStage, signed: Signed): Promise<void> {
  const { world } = stage;
  await until(() => signed.happens(), 'it happens');
  const { all, is } = await signed.places();
  const isThere = async (): Promise<boolean> =>
    (await Promise.all((all[is] ?? []).map((point) => stage.unspent(point)))).every(Boolean);
  // A node that died forgot what waited: it is sent again within seconds.
  await until(isThere, 'the node has it');
  if (!(await signed.over())) await world.mine();
  await until(() => signed.over(), 'it is over');
  const where = await signed.places();
  for (const [name, points] of Object.entries(where.all))
    for (const point of points)
      expect({ name, point, there: await stage.unspent(point) }).toEqual({
        name,
        point,
        there: name === where.is,
      });
  expect(await brokenInvariants(world)).toEqual([]);
}
