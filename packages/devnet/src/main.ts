/** The demo's process: starts everything, says where to go, and ends all of it on Ctrl-C or when a part cannot be saved. */
import { findBitcoind } from './chain/bitcoind.ts';
import { startDemo } from './demo/demo.ts';
import type { Demo } from './demo/demo.ts';
import { readOptions, USAGE } from './demo/options.ts';

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
  let demo: Demo | undefined;
  let leaving = false;
  const leave = (code: number, why: string): void => {
    if (leaving) return;
    leaving = true;
    process.stdout.write(`\n${why}\n`);
    const stopped = demo === undefined ? Promise.resolve() : demo.stop();
    void stopped.finally(() => process.exit(code));
  };
  let asked = false;
  const interrupted = (): void => {
    asked = true;
    // While it still starts, the start itself is undone below.
    if (demo !== undefined) leave(0, 'Stopping …');
  };
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  demo = await startDemo(settings, say, (reason) => {
    leave(1, `Everything is stopped, because ${reason}.`);
  });
  if (asked) leave(0, 'Stopping …');
  else process.stdout.write(welcome(demo.origin, settings.blockSeconds));
}

function welcome(origin: string, blockSeconds: number): string {
  const blocks = blockSeconds === 0 ? 'when you press "Mine now"' : `every ${blockSeconds} seconds`;
  return [
    '',
    `  Rialto runs at ${origin}`,
    '',
    '  1  Open it, press "Connect" and choose the demo wallet; its pop-ups show what you sign.',
    '  2  Get test coins (the "Demo wallet" button in the corner), then buy one of the asks.',
    `  3  A block is mined ${blocks}; "Mine now" in the demo wallet does not wait.`,
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
