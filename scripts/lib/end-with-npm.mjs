/** Started by npm, a run ends when npm is gone, however that ended: nobody waits for its answer any more. */
import { readFileSync } from 'node:fs';

const EVERY_MS = 500;

/** Undefined where the system has no such file: then only our own parent is looked at. */
function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** The process's name, in brackets, may hold anything; its state and its parent follow. */
const parentOf = (pid) =>
  read(pid, 'stat')
    ?.replace(/^.*\) \S /s, '')
    .split(' ')[0];

const parent = process.ppid;
const isShell = read(parent, 'cmdline')?.startsWith('sh\0-c\0') === true;
const npm = isShell ? parentOf(parent) : undefined;

if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => {
    if (process.ppid !== parent || (isShell && parentOf(parent) !== npm))
      process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS).unref();
