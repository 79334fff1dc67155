/** What the operator stops the bridge with, files in the signer's folder; and the one that the signer writes itself. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SignerAnswer } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { writePrivate } from '../../files/private-files.ts';

type BridgeStopped = SignerAnswer<'bridgeAssets'>['stopped'];

export interface StopFiles {
  /** All exits: `STOP-bridge`, or `STOP-bridge-mvc` after a reorganisation of MVC, until the operator removes it. */
  stopped(): BridgeStopped;
  /** `STOP-bridge-<asset>`. */
  isPaused(asset: string): boolean;
  /** Writes `STOP-bridge-mvc`. @param why for the operator to read */
  stopMvc(why: string): void;
}

/** @param stopped of the whole signer */
export function openStopFiles(directory: string, stopped: () => boolean): StopFiles {
  const at = (name: string): string => join(directory, name);
  const mvc = at('STOP-bridge-mvc');
  return {
    stopped: () => {
      if (stopped() || existsSync(at('STOP-bridge'))) return 'operator';
      return existsSync(mvc) ? 'mvc-reorganised' : 'no';
    },
    isPaused: (asset) => existsSync(at(`STOP-bridge-${asset}`)),
    stopMvc: (why) => {
      if (!existsSync(mvc)) writePrivate(mvc, `${why}\n`, true);
    },
  };
}

/** @throws Refusal bridge-paused */
export function requireOpen(stops: Pick<StopFiles, 'stopped' | 'isPaused'>, asset: string): void {
  const stopped = stops.stopped();
  if (stopped !== 'no') throw new Refusal('bridge-paused', stopped);
  if (stops.isPaused(asset)) throw new Refusal('bridge-paused', asset);
}
