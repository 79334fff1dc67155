/** What the calls of rewards read from. */
import type { Books } from '../../orders/books.ts';
import type { RewardContext } from '../../rewards/context.ts';
import type { StandingOf } from '../../rewards/standing.ts';
import type { Service } from '../service.ts';

export interface RewardParts {
  readonly rewards: RewardContext;
  readonly books: Books;
  readonly service: Pick<Service, 'config'>;
  /** One for all, as it takes a while. */
  readonly standingOf: StandingOf;
}
