/** A child process that never outlives us, however we end: a small shell waits at a pipe of ours and ends the child when the pipe closes. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/**
 * $1 the child, $2 the signal that ends it. A line over the pipe lets it go. The child's group is ended where it leads one;
 * what is still there after ten seconds is not asked any more.
 */
const WATCH = `
read -r released && exit
send() { kill -s "$1" -- "-$child" || kill -s "$1" "$child"; }
child=$1
send "$2"
for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; send 0 || exit; done
send KILL
`;

/** Before anything else happens to it: what is between `spawn` and this call is not watched. */
export function endWithUs<T extends ChildProcess>(child: T, signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): T {
  // It did not start, and says so itself.
  if (child.pid === undefined) return child;
  // A session of its own: what ends us, or our whole group, does not end the one that cleans up.
  const watcher = spawn('sh', ['-c', WATCH, 'sh', String(child.pid), signal.slice('SIG'.length)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const release = (): void => {
    watcher.stdin.end('\n');
  };
  watcher.unref();
  // Ended by someone else, or no shell here: the child is then as any other.
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  child.once('exit', release);
  return child;
}
