/** One client hands in signed swaps one after the other: from the request until check and swap are with the node. */
import { ratioTo } from '../baseline.ts';
import type { Baseline } from '../baseline.ts';
import { quantile, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { patiently } from './mvc-stage.ts';
import type { MvcStage } from './mvc-stage.ts';

const GOAL_MS = 400;
/** The server judges it once, and the node that it is sent to once more; beside that it is filled in, and the signer plans it again. */
const GOAL_RATIO = 5;
const EACH = 3;

export async function measureSubmit(stage: MvcStage, bare: Baseline): Promise<Figure[]> {
  const { pair, size } = stage;
  const who = await stage.funded('submitter', 6);
  const took: number[] = [];
  for (let at = 0; at < size.submits; at += 1) {
    const isBuy = at % (2 * EACH) < EACH;
    const asked = isBuy
      ? ({ pair, side: 'buy', exact: 'in', amount: '1000000' } as const)
      : ({ pair, side: 'sell', exact: 'in', amount: '30000000000' } as const);
    const signed = await patiently(async () => who.sign(await who.build(asked), asked));
    took.push(await timed(() => who.submit(signed)));
    await stage.mine();
  }
  const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
  const note = `${took.length} swaps, one client`;
  const slowest: Figure = {
    ...{ name: 'mvc.submit.p99', value: p99, unit: 'ms' },
    ...{ goal: `<= ${GOAL_MS} ms, ${note}`, ok: p99 <= GOAL_MS },
  };
  return [
    { name: 'mvc.submit.p50', value: p50, unit: 'ms', goal: note, ok: true },
    slowest,
    ratioTo(slowest, bare, GOAL_RATIO),
  ];
}
