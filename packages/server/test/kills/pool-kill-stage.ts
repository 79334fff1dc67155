/** A world for kills around pools: one pool, somebody who swaps, somebody who provides. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trader } from '@rialto/devnet';
import { act, poolWorld } from '../pools/pooler.ts';
import type { PoolWorld } from '../pools/pooler.ts';
import type { KillStage } from './act.ts';
import { openGate, openKiller } from './kill-parts.ts';

export interface PoolKillStage extends KillStage, PoolWorld {
  readonly swapper: Trader;
  readonly provider: Trader;
  stop(): Promise<void>;
}

export async function openPoolKillStage(): Promise<PoolKillStage> {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-pool-kills-'));
  const holdFile = join(folder, 'hold');
  writeFileSync(holdFile, '');
  const gate = await openGate(join(folder, 'gate.sock'));
  const settings = { SIGNER_SOCKET: gate.path, FAULT_HOLD_FILE: holdFile };
  const place = await poolWorld(settings, {}, (opened) => {
    gate.to(opened.exchange.signerSocket);
  });
  const { world, first, others } = place;
  const [swapper] = others;
  if (swapper === undefined) throw new Error('somebody swaps');
  await act(place, first, 'buildInit', { token1Amount: '5000000', token2Amount: '10000000' });
  await world.mine();
  const killer = openKiller(world);
  return {
    ...place,
    ...{ killer, gate, holdFile, swapper, provider: first },
    unspent: async (point) => {
      const [txid = '', vout = '0'] = point.split(':');
      return (await world.chain.node.rpc('gettxout', [txid, Number(vout), true])) !== null;
    },
    stop: async () => {
      await gate.stop();
      await killer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
