/** A world with a private MVC chain, one token and its pool, and people with SPACE. */
import type { WorldOptions } from '@rialto/devnet';
import { testWorld } from '../world.ts';
import { setMvcStage } from './mvc-stage.ts';
import type { MvcWorld } from './mvc-stage.ts';

export type { MvcWorld } from './mvc-stage.ts';

/** @param pools how many, each with a token of its own */
export const mvcWorld = async (options: Partial<WorldOptions> = {}, pools = 1): Promise<MvcWorld> =>
  setMvcStage(await testWorld({ mvc: true, ...options }), pools);
