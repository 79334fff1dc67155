/** The demo's process: starts everything, says where to go, and ends all of it on Ctrl-C or when a part cannot be saved. */
import { findBitcoind } from './chain/bitcoind.ts';
import { openDemo } from './demo/demo.ts';
import { readOptions, USAGE } from './demo/options.ts';

const PARENT_MS = 1_000;

const say = (line: string): void => {
  process.stdout.write(`  ${line}\n`);
};

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (args.includes('--provide')) {
    await findBitcoind(say);
    return;
  }
  const settings = readOptions(args, import.meta.url);
  let leaving: Promise<void> | undefined;
  const leave = (code: number, why: string): void => {
    leaving ??= (async () => {
      process.stdout.write(`\n${why}\n`);
      await demo.stop();
      // What was just coming up is ended by the start itself.
      await started.catch(() => undefined);
      process.exit(code);
    })();
  };
  const demo = openDemo(settings, say, (reason) => {
    leave(1, `Everything is stopped, because ${reason}.`);
  });
  const interrupted = (): void => {
    leave(0, 'Stopping …');
  };
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  watchParent(() => {
    leave(0, 'Stopping, because the program that started this has ended …');
  });
  const started = demo.start();
  try {
    const origin = await started;
    if (leaving === undefined) process.stdout.write(welcome(origin, settings.blockSeconds));
  } catch (error) {
    if (leaving === undefined) throw error;
  }
}

/** When a package script starts us, there is a shell in between, and it does not pass signals on. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] === undefined) return;
  setInterval(() => {
    if (process.ppid !== parent) gone();
  }, PARENT_MS).unref();
}

function welcome(origin: string, blockSeconds: number): string {
  const blocks = blockSeconds === 0 ? 'when you press "Mine now"' : `every ${blockSeconds} seconds`;
  return [
    '',
    `  Rialto runs at ${origin}`,
    '',
    '  1  Open it, press "Connect Wallet" and choose the demo wallet; its pop-ups show what you sign.',
    '  2  Get test coins (the "Demo wallet" button in the corner), then buy one of the asks.',
    `  3  A block is mined ${blocks}; "Mine now" in the demo wallet does not wait.`,
    '  4  Swaps on MVC and the bridge are there too, with Metalet: the demo wallet can be it.',
    '',
    '  Ctrl-C stops all of it; the next start goes on where you left.',
    '',
    '',
  ].join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
