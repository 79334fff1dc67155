/** What the calls of rewards read from. */
import type { Books } from '../../orders/books.ts';
import type { RewardContext } from '../../rewards/context.ts';
import type { Service } from '../service.ts';

export interface RewardParts {
  readonly rewards: RewardContext;
  readonly books: Books;
  readonly service: Pick<Service, 'config'>;
}
