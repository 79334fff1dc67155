/** Repeated tasks: one at a time, errors are logged and survived. */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './error-text.ts';

export { messageOf };

export type Warn = (message: string, detail: Readonly<Record<string, unknown>>) => void;

export function every(ms: number, act: () => Promise<void>, warn: Warn): NodeJS.Timeout {
  let running = false;
  return setInterval(() => {
    if (running) return;
    running = true;
    act()
      .catch((error: unknown) => {
        warn('a repeated act failed', { error: messageOf(error) });
      })
      .finally(() => {
        running = false;
      });
  }, ms);
}

/** Tries an act again until it once succeeds: for what other processes may not be ready for yet. */
export function untilDone(ms: number, act: () => Promise<void>, warn: Warn): { stop(): void } {
  let stopped = false;
  let told = '';
  const attempt = async (): Promise<void> => {
    while (!stopped)
      try {
        await act();
        return;
      } catch (error) {
        const message = messageOf(error);
        if (message !== told) warn('not ready yet, trying again', { error: message });
        told = message;
        await sleep(ms);
      }
  };
  void attempt();
  return {
    stop: () => {
      stopped = true;
    },
  };
}
