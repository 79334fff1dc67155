/** What the signer does again and again by itself. */
import { reasonOf, say } from './files/log.ts';

/** Repeats a task, never twice at once; an error is logged once until it changes. */
export function repeat(name: string, act: () => Promise<void>, everyMs: number): NodeJS.Timeout {
  let running = false;
  let complaint = '';
  return setInterval(() => {
    if (running) return;
    running = true;
    act()
      .then(() => {
        complaint = '';
      })
      .catch((error: unknown) => {
        const reason = `${name}: ${reasonOf(error)}`;
        if (reason !== complaint) say(reason);
        complaint = reason;
      })
      .finally(() => {
        running = false;
      });
  }, everyMs);
}
