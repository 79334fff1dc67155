/** A world of the bridge whose server can be stopped at a named step, killed there, and brought back. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorldOptions } from '@rialto/devnet';
import { openKiller } from '../kills/kill-parts.ts';
import { until } from '../world.ts';
import { bridgeWorld } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

export interface BridgeKills {
  readonly here: BridgeWorld;
  /** It stands still at the step that this brings it to, is killed there, and comes back; fails where it never comes to it. */
  killAt(step: string, act: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

export async function openBridgeKills(options: Partial<WorldOptions> = {}): Promise<BridgeKills> {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-bridge-kills-'));
  const hold = join(folder, 'hold');
  writeFileSync(hold, '');
  const here = await bridgeWorld({ ...options, serverSettings: { FAULT_HOLD_FILE: hold } });
  const killer = openKiller(here.world);
  return {
    here,
    killAt: async (step, act) => {
      writeFileSync(hold, step);
      // Whoever asks a server that is killed gets no answer.
      const acting = act().catch(() => undefined);
      await until(() => killer.frozen(), `the server comes to ${step}`, 30_000);
      writeFileSync(hold, '');
      await killer.kill('server');
      await killer.revive('server');
      await here.world.exchange.ready();
      await acting;
    },
    stop: async () => {
      await killer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
