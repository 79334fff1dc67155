/** How far the signers of a pool are, and the same lines for all of them. We only carry: each checks what it gets (pools §14). */
import type { JointLine, JointVote, SignerAnswer } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { answersOf } from './ask.ts';
import type { AskSigner } from './ask.ts';

/** One of the signers that answer. */
export interface Member {
  readonly ask: AskSigner;
  readonly view: SignerAnswer<'jointView'>;
}

interface Asked {
  readonly poolNumber: number;
  readonly unsigned: string | null;
}

/** @returns those that answer and have every line that one of them has; perhaps too few */
export async function levelled(
  all: readonly AskSigner[],
  asked: Asked,
  needed: number,
): Promise<readonly Member[]> {
  const seen = async (ask: AskSigner): Promise<Member> => ({ ask, view: await ask('jointView', asked) });
  const { given } = await answersOf(all.map(seen), needed);
  const [top] = given.toSorted((a, b) => b.view.next - a.view.next);
  if (top === undefined) return [];
  const behind = given.filter(({ view }) => view.next < top.view.next);
  if (behind.length === 0) return given;
  await Promise.all(behind.map((one) => orLeft(() => bring(top, one, asked.poolNumber))));
  const again = await answersOf(given.map(({ ask }) => ask).map(seen), needed);
  return again.given.filter(({ view }) => view.next >= top.view.next);
}

/** One that does not take them is left behind. */
async function orLeft(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function bring(from: Member, to: Member, poolNumber: number): Promise<void> {
  for (let at = to.view.next; at < from.view.next;) {
    const { lines } = await from.ask('jointLog', { poolNumber, from: at });
    if (lines.length === 0) return;
    await to.ask('jointLines', { poolNumber, lines });
    at += lines.length;
  }
}

export function lineOf(votes: readonly JointVote[]): JointLine {
  const [first] = votes;
  if (first === undefined) throw new Refusal('signature-missing', 'nobody stands for the line');
  return { text: first.text, signatures: votes.map(({ vote }) => vote) };
}

/** To all at once; whoever is away gets it with the next. */
export async function spread(all: readonly AskSigner[], poolNumber: number, line: JointLine): Promise<void> {
  await Promise.all(
    all.map((ask) =>
      orLeft(async () => {
        await ask('jointLines', { poolNumber, lines: [line] });
      }),
    ),
  );
}
