/** What the journal says of pools of k of n: their numbered lines, what we stand for, and which of our halves have left. */
import { JointText } from '@rialto/contract';
import type { JointLine } from '@rialto/contract';
import { hexToBytes, txidOf } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import type { JointHalfLine, JointLineLine, JointVoteLine } from './joint-lines.ts';

type TextOf<Kind extends JointText['kind']> = Extract<JointText, { kind: Kind }>;
export type EtchText = TextOf<'etch'>;
export type ActText = TextOf<'act'>;

/** What we stand for. */
export interface OwnVote {
  readonly text: string;
  readonly read: JointText;
  readonly signature: string;
  readonly halves: readonly (readonly string[])[];
  readonly signatures: readonly string[];
  /** Where our tip was. */
  readonly height: number;
}

/** What k signers stand for. */
export interface FullLine extends JointLine {
  readonly read: JointText;
}

export interface JointRecall {
  /** Votes and halves: with the acts, everything that must not be forgotten. */
  readonly size: number;
  /** The number that no line has yet. */
  next(pool: number): number;
  line(pool: number, number: number): FullLine | undefined;
  /** For the act, or the etching, of this number. */
  vote(pool: number, number: number): OwnVote | undefined;
  /** For nothing having this number. */
  skip(pool: number, number: number): OwnVote | undefined;
  /** The last for this transaction. */
  voteFor(pool: number, txid: Txid): OwnVote | undefined;
  /** The signed ways home of an act that our half was given for. */
  given(pool: number, number: number): readonly string[] | undefined;
  /** The etching of a pool, with the keys of all its signers. */
  group(pool: number): EtchText | undefined;
}

interface GrowingJointRecall extends JointRecall {
  add(line: JointVoteLine | JointLineLine | JointHalfLine): void;
}

/** @throws when the text is none */
export function readText(text: string): JointText {
  return JointText.parse(JSON.parse(text));
}

const at = (pool: number, number: number): string => `${pool}/${number}`;

export function openJointRecall(): GrowingJointRecall {
  const lines = new Map<number, FullLine[]>();
  const votes = new Map<string, OwnVote>();
  const skips = new Map<string, OwnVote>();
  const byTxid = new Map<string, OwnVote>();
  const halves = new Map<string, readonly string[]>();
  let size = 0;
  const addVote = (line: JointVoteLine): void => {
    const read = readText(line.text);
    const vote = { ...line, read };
    const place = at(read.pool, read.number);
    if (read.kind === 'skip') skips.set(place, vote);
    else votes.set(place, vote);
    if (read.kind === 'act') byTxid.set(`${read.pool}/${txidOf(hexToBytes(read.request.unsigned))}`, vote);
  };
  const addLine = ({ text, signatures }: JointLineLine): void => {
    const read = readText(text);
    const all = lines.get(read.pool) ?? [];
    all[read.number] = { text, signatures, read };
    lines.set(read.pool, all);
  };
  return {
    add: (line) => {
      if (line.kind === 'joint-line') {
        addLine(line);
        return;
      }
      size += 1;
      if (line.kind === 'joint-vote') addVote(line);
      else halves.set(at(line.pool, line.number), line.exits);
    },
    get size() {
      return size;
    },
    next: (pool) => lines.get(pool)?.length ?? 0,
    line: (pool, number) => lines.get(pool)?.[number],
    vote: (pool, number) => votes.get(at(pool, number)),
    skip: (pool, number) => skips.get(at(pool, number)),
    voteFor: (pool, txid) => byTxid.get(`${pool}/${txid}`),
    given: (pool, number) => halves.get(at(pool, number)),
    group: (pool) => {
      const first = lines.get(pool)?.[0]?.read;
      return first?.kind === 'etch' ? first : undefined;
    },
  };
}
