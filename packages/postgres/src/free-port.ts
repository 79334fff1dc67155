/** A port of this machine that nobody listens on. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that the system gives to connections going out: so nobody takes it before it is listened on, which may be a minute later. */
const LOWEST = 15_000;
const COUNT = 17_000;
const TRIES = 100;

/** @throws when none is found */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = LOWEST + randomInt(COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => {
      done(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        done(true);
      });
    });
  });
}
