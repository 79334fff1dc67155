/** Closed epochs as files: the very texts whose SHA-256 are published, so that whoever saves one can check it with `sha256sum`. */
import { API_ROOT, CALLS } from '@rialto/contract';
import type { ParamsOf } from '@rialto/contract';
import { rowsText, tradesText } from '@rialto/market';
import { rowsOf } from '../../store/rewards/epoch-store.ts';
import { tradesIn } from '../../store/rewards/trade-facts.ts';
import { WEIGHTS } from '../limits/weights.ts';
import { failure, sendAnswer } from '../reply.ts';
import { requestedOf } from '../route.ts';
import type { RouteContext } from '../route.ts';
import { epochAsked } from './epoch-asked.ts';
import type { RewardParts } from './reward-parts.ts';

type FileName = 'rewardRowsFile' | 'rewardTradesFile';
type Of = ParamsOf<FileName>;

export function registerEpochFiles(context: RouteContext, { rewards }: Pick<RewardParts, 'rewards'>): void {
  const { db } = rewards.store;
  file(context, 'rewardRowsFile', async (of) => {
    const { campaign, epoch, bounds } = await epochAsked(db, of);
    return rowsText(campaign.id, { bounds, rows: await rowsOf(db, epoch) });
  });
  file(context, 'rewardTradesFile', async (of) => {
    const { campaign, bounds } = await epochAsked(db, of);
    return tradesText(await tradesIn(db, { pairs: campaign.pairs, ...bounds }, rewards.operator));
  });
}

function file({ app }: Pick<RouteContext, 'app'>, name: FileName, read: (of: Of) => Promise<string>): void {
  const { path } = CALLS[name];
  const [last = ''] = path.split('/').slice(-1);
  const rateLimit = { weight: WEIGHTS[name] ?? 1 };
  app.get(`${API_ROOT}${path}`, { config: { rateLimit } }, async (request, reply) => {
    try {
      const { params } = requestedOf(name, request);
      const text = await read(params);
      return await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${params.campaign}-${params.number}-${last}"`)
        .send(text);
    } catch (error) {
      return sendAnswer(reply, failure(error, reply));
    }
  });
}
