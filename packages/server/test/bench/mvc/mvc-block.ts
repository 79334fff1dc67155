/** As many swaps on one pool as a block shall have, by several clients at once, and the one block that has them all. */
import type { MvcTrader } from '@rialto/devnet/mvc';
import { quantile, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { booksOf, factsOf, trueFigures } from '../../mvc-swaps/mvc-figures.ts';
import { patiently } from './mvc-stage.ts';
import type { MvcStage } from './mvc-stage.ts';

/** In one block on one pool of four lanes. */
const GOAL_SWAPS = 500;
const LANES = 4;

interface Swapped {
  readonly cores: string[];
  readonly took: number[];
  again: number;
}

export async function measureMvcBlock(stage: MvcStage): Promise<Figure[]> {
  const { mvc, size } = stage;
  const swapped: Swapped = { cores: [], took: [], again: 0 };
  const waiting = stage.traders.flatMap((who, at) => [who, who, who].map((one, turn) => ({ one, turn, at })));
  const busy = new Set<MvcTrader>();
  const shift = () => {
    const next = waiting.findIndex(({ one }) => !busy.has(one));
    return next === -1 ? undefined : waiting.splice(next, 1)[0];
  };
  const client = async (): Promise<void> => {
    for (let next = shift(); next !== undefined && swapped.cores.length < size.swaps; next = shift()) {
      busy.add(next.one);
      await swap(stage, next.one, swapped);
      busy.delete(next.one);
    }
  };
  const whole = await timed(() => Promise.all(Array.from({ length: size.clients }, client)));
  await stage.mine();
  const block = mvc.chain.block(mvc.chain.height)?.block.transactions ?? [];
  const mined = new Set<string>(block.map(({ core }) => core));
  const count = swapped.cores.filter((core) => mined.has(core)).length;
  await requireWhole(stage);
  const goal = Math.min(GOAL_SWAPS, size.swaps);
  const told = `${size.clients} clients that sign at once`;
  return [
    {
      ...{ name: 'mvc.block.swaps', value: count, unit: 'swaps' },
      ...{ goal: `>= ${goal} on one pool of ${LANES} lanes, in one block`, ok: count >= goal },
    },
    { name: 'mvc.block.took', value: whole / 1_000, unit: 's', goal: told, ok: true },
    {
      ...{ name: 'mvc.block.again', value: swapped.again / Math.max(1, count), unit: 'per swap' },
      ...{ goal: 'another was faster on the lane, or all were taken: asked again', ok: true },
    },
    {
      ...{ name: 'mvc.block.swap.p50', value: quantile(swapped.took, 0.5), unit: 'ms' },
      ...{ goal: `from the build to the sending, ${told}`, ok: true },
    },
  ];
}

async function swap({ pair }: MvcStage, who: MvcTrader, swapped: Swapped): Promise<void> {
  const asked = { pair, side: 'buy', exact: 'in', amount: '60000' } as const;
  const act = async (): Promise<string | null> => {
    const began = performance.now();
    const { core } = await who.swap(asked);
    swapped.took.push(performance.now() - began);
    return core;
  };
  const core = await patiently(act, () => {
    swapped.again += 1;
  });
  if (core !== null) swapped.cores.push(core);
}

/** Our books of the pool are what the chain has. */
async function requireWhole(stage: MvcStage): Promise<void> {
  const { height: _, ...books } = await booksOf(stage);
  const truth = trueFigures(stage, await factsOf(stage));
  const isSame = books.r1 === truth.r1 && books.r2 === truth.r2 && books.shares === truth.shares;
  if (!isSame) throw new Error('the books of the pool are not what the chain has');
}
