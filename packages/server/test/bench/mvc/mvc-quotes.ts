/** Many clients ask what a swap on MVC would bring, each at its own time. */
import { baselineOf, ratioTo } from '../baseline.ts';
import { quantile } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { load } from '../pools/pools-quotes.ts';
import type { Ask } from '../pools/pools-quotes.ts';
import type { MvcStage } from './mvc-stage.ts';

const GOAL_MS = 10;
/** So many times the answer of a constant of equal size to as many clients. */
const GOAL_RATIO = 5;
const WARM_SECONDS = 1;
const ANSWER_BYTES = 300;

export async function measureMvcQuotes({ world, pair, size }: MvcStage): Promise<Figure[]> {
  const { quotes } = size;
  const ask: Ask = (at) =>
    fetch(`${world.origin}/api/mvc/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ pair, exact: 'in', side: at % 2 === 0 ? 'buy' : 'sell' },
        amount: String((at % 2 === 0 ? 2_000_000 : 80_000_000_000) + at),
      }),
    });
  const constant: Ask = () => fetch(`${world.origin}/api/bench/constant?bytes=${ANSWER_BYTES}`);
  await load({ ...quotes, seconds: WARM_SECONDS }, ask);
  const took = await load(quotes, ask);
  await load({ ...quotes, seconds: WARM_SECONDS }, constant);
  const bare = baselineOf('a bare route', await load(quotes, constant));
  const p99 = quantile(took, 0.99);
  const note = `${quotes.clients} clients, ${Math.round(took.length / quotes.seconds)} a second`;
  const slowest: Figure = {
    ...{ name: 'mvc.quote.p99', value: p99, unit: 'ms' },
    ...{ goal: `<= ${GOAL_MS} ms, ${note}`, ok: p99 <= GOAL_MS },
  };
  return [
    { name: 'mvc.quote.p50', value: quantile(took, 0.5), unit: 'ms', goal: note, ok: true },
    slowest,
    ratioTo(slowest, bare, GOAL_RATIO),
  ];
}
