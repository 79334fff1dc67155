/** Acts that are done again and again: one at a time, errors told and survived. */

export type Warn = (message: string, detail: Readonly<Record<string, unknown>>) => void;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
