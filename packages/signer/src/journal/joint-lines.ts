/** The lines of the journal about pools of k of n: what we stand for, what k signers stand for, and which halves have left. */
import { JointLine } from '@rialto/contract';
import { z } from 'zod';

const SEEN = {
  at: z.iso.datetime(),
  /** Where our tip was. */
  height: z.number(),
  hash: z.string(),
};

/** We stand for this text, and for no other act of its number. With our half of an act, which has not left yet. */
const JointVoteLine = z.object({
  ...SEEN,
  kind: z.literal('joint-vote'),
  text: z.string(),
  /** By our identity. */
  signature: z.string(),
  /** On the ways home: of each lane, of each transaction. */
  halves: z.array(z.array(z.string())),
  /** On the act: of each coin of the pool. */
  signatures: z.array(z.string()),
});

/** A text that k signers stand for. */
const JointLineLine = z.object({ ...SEEN, kind: z.literal('joint-line'), ...JointLine.shape });

/** Our half of an act has left; its ways home are signed. */
const JointHalfLine = z.object({
  ...SEEN,
  kind: z.literal('joint-half'),
  pool: z.int().min(0),
  number: z.int().min(1),
  exits: z.array(z.string()),
});

export const JOINT_LINES = [JointVoteLine, JointLineLine, JointHalfLine] as const;

export type JointVoteLine = z.infer<typeof JointVoteLine>;
export type JointLineLine = z.infer<typeof JointLineLine>;
export type JointHalfLine = z.infer<typeof JointHalfLine>;
