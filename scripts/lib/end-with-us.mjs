/**
 * A child process that never outlives us, however we end. The same as packages/postgres/src/end-with-us.ts: the tools
 * run before anything is installed or built, so they cannot import it.
 */
import { spawn } from 'node:child_process';

/** $1 the child. A line over our pipe lets it go; when the pipe closes instead, the child and its group are ended. */
const WATCH = `
read -r released && exit
send() { kill -s "$1" -- "-$child" || kill -s "$1" "$child"; }
child=$1
send TERM
for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; send 0 || exit; done
send KILL
`;

/** @template {import('node:child_process').ChildProcess} T @param {T} child @returns {T} */
export function endWithUs(child) {
  if (child.pid === undefined) return child;
  // A session of its own: what ends us, or our whole group, does not end the one that cleans up.
  const watcher = spawn('sh', ['-c', WATCH, 'sh', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  child.once('exit', () => watcher.stdin.end('\n'));
  return child;
}
