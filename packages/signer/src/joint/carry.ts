/** What goes between signers through whoever serves them: how far one is, what it stands for, the lines that another lacks. */
import { MOST_JOINT_LINES } from '@rialto/contract';
import type { JointLine, JointPromised, SignerAnswer } from '@rialto/contract';
import { hexToBytes, txidOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { OwnVote } from '../journal/joint-recall.ts';
import { exitRate } from '../pools/pool-exits.ts';
import { jointKeyOf } from './identity.ts';
import { requireGroup, seenNow } from './joint-parts.ts';
import type { JointParts } from './joint-parts.ts';
import { parsedText, repeated, takeLine } from './lines.ts';

/** @param unsigned a transaction that was asked for before */
export async function viewOf(
  parts: JointParts,
  { poolNumber, unsigned }: { readonly poolNumber: number; readonly unsigned: string | null },
): Promise<SignerAnswer<'jointView'>> {
  const { master } = requireGroup(parts);
  const { joint } = parts.journal.recall;
  const { height, hash } = await parts.poolWorld.ledger.tip();
  const rate = await exitRate(parts.poolWorld);
  const next = joint.next(poolNumber);
  const said = (own: OwnVote | undefined): JointPromised | null =>
    own === undefined || isOver(parts, own) ? null : promised(parts, own);
  const named = unsigned === null ? undefined : joint.voteFor(poolNumber, txidOf(hexToBytes(unsigned)));
  return {
    identity: jointKeyOf(master, poolNumber).identity,
    next,
    tip: { height, hash },
    exitRate: rate,
    open: next === 0 ? null : said(joint.vote(poolNumber, next)),
    promised: said(named),
  };
}

/** Its number was closed, or another line has it. */
export function isOver({ journal }: JointParts, { read, text }: OwnVote): boolean {
  const { joint } = journal.recall;
  const line = joint.line(read.pool, read.number);
  return joint.skip(read.pool, read.number) !== undefined || (line !== undefined && line.text !== text);
}

export function promised(parts: JointParts, own: OwnVote): JointPromised {
  const { master } = requireGroup(parts);
  const { key } = jointKeyOf(master, own.read.pool);
  return { ...repeated(parts, own), key, halves: own.halves.map((one) => [...one]) };
}

/** Lines from a number on, a few at once. */
export function linesFrom(
  { journal }: JointParts,
  { poolNumber, from }: { readonly poolNumber: number; readonly from: number },
): { lines: JointLine[] } {
  const { joint } = journal.recall;
  const lines: JointLine[] = [];
  for (let at = from; at < joint.next(poolNumber) && lines.length < MOST_JOINT_LINES; at += 1) {
    const line = joint.line(poolNumber, at);
    if (line !== undefined) lines.push({ text: line.text, signatures: line.signatures });
  }
  return { lines };
}

/** In the pool's turn. @throws Refusal as `takeLine`; bad-request for a line of another pool */
export async function takeLines(
  parts: JointParts,
  { poolNumber, lines }: { readonly poolNumber: number; readonly lines: readonly JointLine[] },
): Promise<{ next: number }> {
  requireGroup(parts);
  const seen = await seenNow(parts);
  for (const line of lines) {
    if (parsedText(line.text).pool !== poolNumber) throw new Refusal('bad-request', 'a line of another pool');
    takeLine(parts, line, seen);
  }
  return { next: parts.journal.recall.joint.next(poolNumber) };
}
