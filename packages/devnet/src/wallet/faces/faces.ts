/** The three faces by name. */
import type { Face, MakeFace } from './face.ts';
import { makeMetalet } from './metalet.ts';
import { makeOkx } from './okx.ts';
import { makeUnisat } from './unisat.ts';

export const MAKERS: Readonly<Record<Face, MakeFace>> = {
  unisat: makeUnisat,
  okx: makeOkx,
  metalet: makeMetalet,
};
