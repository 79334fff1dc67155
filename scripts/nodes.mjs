/**
 * `npm run nodes`: the product on the newer Nodes: amounts, transactions and signatures by themselves, and a market from the
 * listing to the block by the real server and signer, which run on the Node that runs the test. Ours has run everything else.
 */
import { install } from './lib/install.mjs';
import { isMain } from './lib/run.mjs';
import { failureLines, lastLine, runVitest, sum } from './lib/vitest-run.mjs';
import { fetchNodes, nodeOf, pinned } from './nodes/provision.mjs';

const TIMEOUT_MS = 5 * 60_000;
/** Some fifteen seconds for each Node; the first starts the real programs. */
const CHOSEN = [
  'packages/devnet/test/sale.test.ts',
  'packages/server/test/http/pages/pages.test.ts',
  'packages/protocols/test/json/plain.test.ts',
  'packages/protocols/test/transaction.test.ts',
  'packages/market/test/sweep.test.ts',
  'packages/psbt/test/tx/vectors.test.ts',
  'packages/psbt/test/tx/cross-check.test.ts',
];

const skipped = (say, version, why) => {
  say(`Node ${version} is skipped: ${why}`);
  return { passed: 0, failed: 0, skipped: 1, failures: [] };
};

async function tryOn(node, trouble, say) {
  if (trouble !== undefined) return skipped(say, node.version, trouble);
  const { program, missing } = await nodeOf(node);
  if (missing !== undefined) return skipped(say, node.version, missing);
  say(`on Node ${node.version} …`);
  const counts = await runVitest({
    name: `node-${node.major}`,
    config: 'vitest.config.ts',
    filters: CHOSEN,
    timeoutMs: TIMEOUT_MS,
    node: program,
  });
  return { ...counts, failures: counts.failures.map((failure) => `on Node ${node.version}: ${failure}`) };
}

/** @returns {Promise<{ passed: number, failed: number, skipped: number, failures: string[] }>} */
export async function onOtherNodes(say) {
  const [ours] = process.versions.node.split('.');
  const others = pinned().filter(({ major }) => major !== ours);
  if (others.length === 0) return skipped(say, 'of another version', 'the registry has none for this system');
  const trouble = await fetchNodes(say);
  const results = [];
  for (const node of others) results.push(await tryOn(node, trouble, say));
  return sum(results);
}

if (isMain(import.meta.url)) {
  try {
    await install();
    const counts = await onOtherNodes((line) => console.log(line));
    for (const line of failureLines(counts)) console.log(line);
    console.log(lastLine(counts));
    // Where none can be had there is nothing to find out, which is said.
    process.exitCode = counts.failed === 0 ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
