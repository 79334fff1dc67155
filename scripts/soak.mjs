/**
 * `npm run soak [-- word …]`: the heavy runs. MUTATIONS (1,000,000) with PSBT_SEED, RANDOM_TAKES (100,000), MINED_TAKES (300), SOAK_ROUNDS
 * (300, which is more than 200 trades) with SOAK_SEED, MODEL_SEQUENCES (10,000) with MODEL_SEED, ORD_BLOCKS (500) with ORD_SEED,
 * MVC_TRANSACTIONS and MVC_FAKES (10,000 each), MVC_MUTANTS (2,000 of swaps, as many of liquidity), JSON_BODIES (1,000,000) with JSON_SEED,
 * POOL_SEQUENCES (1,000,000) with POOL_SEED, and of the bridge BRIDGE_SEQUENCES (10,000), BRIDGE_REPLAYS (2,000) and on real nodes BRIDGE_RUNS
 * (5) with BRIDGE_SEED change their size and repeat them. `ord` compares our ledgers with a real ord: ORD_BIN, or one that it builds once;
 * `json` our readers of JSON with small programs that it builds once, where `cargo` and `go` are; `bridge` is all of the bridge.
 */
import { install } from './lib/install.mjs';
import { isGreen, lastLine, runVitest } from './lib/vitest-run.mjs';
import { provisionOrd } from './provision-ord.mjs';

const TIMEOUT_MS = 4 * 3_600_000;

await install();
const filters = process.argv.slice(2);
const ord = await provisionOrd({ build: filters.includes('ord') });
if (ord.why) console.log(`No comparison with ord: ${ord.why}`);
const counts = await runVitest({
  name: 'soak',
  config: 'vitest.soak.config.ts',
  filters,
  timeoutMs: TIMEOUT_MS,
  env: {
    ORD_BIN: ord.path ?? '',
    MUTATIONS: process.env.MUTATIONS ?? '1000000',
    RANDOM_TAKES: process.env.RANDOM_TAKES ?? '100000',
    MINED_TAKES: process.env.MINED_TAKES ?? '300',
    MVC_TRANSACTIONS: process.env.MVC_TRANSACTIONS ?? '10000',
    MVC_FAKES: process.env.MVC_FAKES ?? '10000',
    MVC_MUTANTS: process.env.MVC_MUTANTS ?? '2000',
  },
});
console.log(lastLine(counts));
process.exitCode = isGreen(counts) ? 0 : 1;
