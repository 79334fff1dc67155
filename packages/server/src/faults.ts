/** Fault tests on the private chain: ends or holds this process at a named step of a take. Elsewhere its settings are refused. */
import { readFileSync } from 'node:fs';

interface FaultSettings {
  /** The step at which the process ends as in a power cut. */
  readonly FAULT_STOP_AT?: string | undefined;
  /** A file that names the step at which the process is stopped (SIGSTOP) until a test continues it. */
  readonly FAULT_HOLD_FILE?: string | undefined;
}

export function faultsAt({ FAULT_STOP_AT, FAULT_HOLD_FILE }: FaultSettings): (step: string) => void {
  return (step) => {
    if (FAULT_STOP_AT === step) process.kill(process.pid, 'SIGKILL');
    if (FAULT_HOLD_FILE !== undefined && readFileSync(FAULT_HOLD_FILE, 'utf8') === step)
      process.kill(process.pid, 'SIGSTOP');
  };
}
