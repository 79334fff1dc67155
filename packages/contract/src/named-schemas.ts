/** Every schema that has a name here, by that name: the document of the API calls them the same. */
import { z } from 'zod';
import * as accounts from './accounts.ts';
import * as address from './address.ts';
import * as bids from './orders/bids.ts';
import * as effects from './wire/effects.ts';
import * as live from './orders/live-bids.ts';
import * as liveAnswer from './wire/live-answer.ts';
import * as feed from './feed.ts';
import * as figures from './figures.ts';
import * as mrc20 from './mrc20.ts';
import * as crossCheck from './crosscheck.ts';
import * as orders from './orders/orders.ts';
import * as open from './public.ts';
import * as own from './own.ts';
import * as poolBuilds from './pools/builds.ts';
import * as pools from './pools/pools.ts';
import * as poolPreviews from './pools/previews.ts';
import * as poolWords from './pools/words.ts';
import * as locks from './orders/protected.ts';
import * as claims from './rewards/claims.ts';
import * as rewards from './rewards/reads.ts';
import * as rewardWords from './rewards/words.ts';
import * as runes from './runes.ts';
import * as shell from './shell.ts';
import * as ticket from './wire/ticket.ts';
import * as transaction from './transaction.ts';
import * as wire from './wire/wire.ts';

// Each call's envelope is written out with its data in it.
const { CodeEnvelope: _envelope, ...words } = wire;
// What it is part of has it written out.
const { PoolTokens: _tokens, ...wordsOfPools } = poolWords;
const { Counted: _count, ...wordsOfOrders } = orders;
const MODULES: readonly object[] = [
  words,
  effects,
  ticket,
  accounts,
  address,
  figures,
  mrc20,
  crossCheck,
  wordsOfOrders,
  feed,
  bids,
  locks,
  liveAnswer,
  live,
  open,
  own,
  wordsOfPools,
  pools,
  poolPreviews,
  poolBuilds,
  rewardWords,
  rewards,
  claims,
  runes,
  shell,
  transaction,
];

/** In the order of the modules: a schema with two names is called by the first. */
export const NAMED_SCHEMAS: readonly (readonly [string, z.ZodType])[] = MODULES.flatMap((module) =>
  Object.entries(module).filter(
    (entry): entry is [string, z.ZodType] =>
      entry[1] instanceof z.ZodType && !(entry[1] instanceof z.ZodOptional),
  ),
);
