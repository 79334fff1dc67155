/** The demo's private MVC chain, kept in the data directory. Its clock stands in the past while its market is filled. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPrivateMvc } from '../mvc/open-private.ts';
import type { PrivateMvc } from '../mvc/open-private.ts';
import { PAST_SECONDS } from '../past/days.ts';
import { machineTime } from '../past/past.ts';

export interface DemoMvc extends PrivateMvc {
  readonly listFile: string;
  /** Sets the moment of the blocks to come, in seconds since 1970; the machine's own for undefined. */
  at(seconds: number | undefined): void;
}

export async function openDemoMvc(dataDir: string, isSeeded: boolean): Promise<DemoMvc> {
  let moment: number | undefined = isSeeded ? undefined : machineTime() - PAST_SECONDS;
  const listFile = join(dataDir, 'mvc-tokens.json');
  if (!existsSync(listFile)) writeFileSync(listFile, '[]');
  const mvc = await openPrivateMvc(join(dataDir, 'mvc.chain'), () => moment ?? machineTime());
  const at: DemoMvc['at'] = (seconds) => {
    moment = seconds;
  };
  return { ...mvc, listFile, at };
}
