/** A world with MVC whose server and signer can be killed at named steps, with doors before its signer and its node that can fail. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi } from '@rialto/devnet';
import { openGate, openKiller } from '../../kills/kill-parts.ts';
import type { Killer, SignerGate } from '../../kills/kill-parts.ts';
import { testWorld, until } from '../../world.ts';
import { setMvcStage } from '../mvc-stage.ts';
import type { MvcWorld } from '../mvc-stage.ts';
import { openNodeGate } from './node-gate.ts';
import type { NodeGate } from './node-gate.ts';

export interface FaultStage extends MvcWorld {
  readonly killer: Killer;
  readonly gate: SignerGate;
  readonly node: NodeGate;
  /** Names the step at which the server stands still. */
  readonly holdFile: string;
  stop(): Promise<void>;
}

export async function openFaultStage(): Promise<FaultStage> {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-mvc-faults-'));
  const holdFile = join(folder, 'hold');
  writeFileSync(holdFile, '');
  const gate = await openGate(join(folder, 'gate.sock'));
  const node = await openNodeGate();
  const world = await testWorld({
    mvc: true,
    serverSettings: { SIGNER_SOCKET: gate.path, FAULT_HOLD_FILE: holdFile, MVC_RPC_URL: node.url },
  });
  gate.to(world.exchange.signerSocket);
  node.to(world.mvc?.url ?? '');
  const params = { venue: 'mvc' } as const;
  await until(async () => Boolean(await callApi(world.origin, 'mvcPools', { params })), 'the index follows');
  const at = await setMvcStage(world);
  const killer = openKiller(world);
  return {
    ...at,
    ...{ killer, gate, node, holdFile },
    stop: async () => {
      node.open();
      await killer.stop();
      await Promise.all([gate.stop(), node.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
