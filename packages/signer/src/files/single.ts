/** One signer for one directory: two of them would each know half of what was signed. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Holds the directory until this process ends, however it ends. The lock is a name in Linux's abstract socket space, which
 * leaves no file behind; elsewhere there is none, and the socket's own check has to do.
 * @throws when another process holds it
 */
export function holdAlone(directory: string): Promise<void> {
  if (process.platform !== 'linux') return Promise.resolve();
  const name = createHash('sha256').update(realpathSync(directory)).digest('hex');
  const lock = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    lock.once('error', () => {
      reject(new Error('another signer works in this directory'));
    });
    lock.listen(`\0rialto-signer-${name}`, () => {
      lock.unref();
      resolve();
    });
  });
}
