/**
 * An act on a pool of k of n, signed: its number, k signers that stand for it, and their halves. What was begun and not finished is
 * finished first, or closed. The same act again gets the same halves.
 */
import { JointText } from '@rialto/contract';
import type { JointPromised, PoolSignRequest } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { answersOf, reasonOf } from './ask.ts';
import type { AskSigner } from './ask.ts';
import { levelled, lineOf, spread } from './level.ts';
import type { Member } from './level.ts';

/** What k signers signed of an act. */
export interface JointHalves {
  readonly halves: readonly { readonly key: string; readonly signatures: readonly string[] }[];
  /** The signed way home of each lane it makes. */
  readonly exits: readonly string[];
}

interface Group {
  readonly all: readonly AskSigner[];
  readonly needed: number;
}

/** Of an act: what every signer is asked alike. */
interface Terms {
  readonly number: number;
  readonly listHeight: number;
  readonly exitRate: number;
}

/** What an act of somebody else left open is settled before, so many times. */
const MOST_ROUNDS = 3;

/** @throws Refusal of the signers; signer-down when too few answer, lane-waits while an act before it is neither finished nor closed */
export async function signJointly({ all, needed }: Group, sign: PoolSignRequest): Promise<JointHalves> {
  const { poolNumber, unsigned } = sign;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const members = await levelled(all, { poolNumber, unsigned }, needed);
    if (members.length < needed) throw new Refusal('signer-down', 'too few signers answer');
    const own = members.flatMap(({ ask, view }) =>
      view.promised === null ? [] : [{ ask, promised: view.promised }],
    );
    const standing = sameText(own, needed);
    if (standing !== undefined) return halvesOf({ all, needed }, poolNumber, standing);
    const [open] = members.flatMap(({ view }) => view.open ?? []);
    if (open !== undefined && actIn(open).request.unsigned !== unsigned) {
      await settle({ all, needed }, members, open);
      continue;
    }
    const terms = open === undefined ? termsOf(members) : actIn(open);
    const promised = await stand(members, { sign, terms, needed, isTried: open === undefined });
    return halvesOf({ all, needed }, poolNumber, promised);
  }
  throw new Refusal('lane-waits', 'an act before it is not signed');
}

interface Standing {
  readonly ask: AskSigner;
  readonly promised: JointPromised;
}

/** As many as are needed, who stand for the same text. */
function sameText(own: readonly Standing[], needed: number): readonly Standing[] | undefined {
  return own
    .map(({ promised: { text } }) => own.filter(({ promised }) => promised.text === text))
    .find((same) => same.length >= needed);
}

function actIn({ text }: JointPromised): Extract<JointText, { kind: 'act' }> {
  const read = JointText.parse(JSON.parse(text));
  if (read.kind !== 'act') throw new Refusal('signer-refused', 'no act');
  return read;
}

/** By the block that most of them see; the dearest way home that one of them asks for. */
function termsOf(members: readonly Member[]): Terms {
  const tips = members.map(({ view }) => view.tip);
  const seenBy = (hash: string): number => tips.filter((one) => one.hash === hash).length;
  const [tip] = tips.toSorted((a, b) => seenBy(b.hash) - seenBy(a.hash) || b.height - a.height);
  if (tip === undefined) throw new Refusal('signer-down', 'too few signers answer');
  return {
    number: Math.max(...members.map(({ view }) => view.next)),
    listHeight: tip.height,
    exitRate: Math.max(...members.map(({ view }) => view.exitRate)),
  };
}

interface Stand {
  readonly sign: PoolSignRequest;
  readonly terms: Terms;
  readonly needed: number;
  /** Everybody is asked first whether he would: one who alone stands for an act blocks its number. */
  readonly isTried: boolean;
}

async function stand(
  members: readonly Member[],
  { sign, terms: { number, listHeight, exitRate }, needed, isTried }: Stand,
): Promise<readonly Standing[]> {
  const asked = (isTrial: boolean) => ({ number, listHeight, exitRate, isTrial, sign });
  const trial = isTried
    ? await answersOf(
        members.map(async (one) => {
          await one.ask('jointPromise', asked(true));
          return one;
        }),
        needed,
      )
    : { given: members, refused: [] };
  if (trial.given.length < needed) throw reasonOf(trial);
  const found = await answersOf(
    trial.given.map(async ({ ask }): Promise<Standing[]> => {
      const { promised } = await ask('jointPromise', asked(false));
      return promised === null ? [] : [{ ask, promised }];
    }),
    needed,
  );
  const same = sameText(found.given.flat(), needed);
  if (same === undefined)
    throw found.refused.length > 0 ? reasonOf(found) : new Refusal('syncing', 'signers differ');
  return same;
}

/** The halves of those who stand for an act; the line goes to all. */
async function halvesOf(
  { all, needed }: Group,
  poolNumber: number,
  standing: readonly Standing[],
): Promise<JointHalves> {
  const line = lineOf(standing.map(({ promised }) => promised));
  const halves = standing.map(({ promised: { key, halves: exits } }) => ({ key, halves: exits }));
  const signed = await answersOf(
    standing.map(async ({ ask, promised: { key } }) => ({
      key,
      ...(await ask('jointSign', { line, halves })),
    })),
    needed,
  );
  const others = all.filter((ask) => !standing.some((one) => one.ask === ask));
  void spread(others, poolNumber, line).catch(() => undefined);
  if (signed.given.length < needed) throw reasonOf(signed);
  return {
    halves: signed.given.map(({ key, signatures }) => ({ key, signatures })),
    exits: signed.given[0]?.exits ?? [],
  };
}

/**
 * An act that some stand for and too few: others are asked to stand for it too, and where they do not, to close its number.
 * @throws Refusal lane-waits where neither is done yet
 */
async function settle(
  { all, needed }: Group,
  members: readonly Member[],
  open: JointPromised,
): Promise<void> {
  const { pool, number, request, listHeight, exitRate } = actIn(open);
  const asked = { number, listHeight, exitRate, isTrial: false, sign: request };
  const found = await answersOf(
    members.map(async ({ ask }): Promise<Standing[]> => {
      const { promised } = await ask('jointPromise', asked);
      return promised === null ? [] : [{ ask, promised }];
    }),
    members.length,
  );
  const same = sameText(found.given.flat(), needed);
  if (same !== undefined) {
    await spread(all, pool, lineOf(same.map(({ promised }) => promised)));
    return;
  }
  const closed = await answersOf(
    members.map(({ ask }) => ask('jointSkip', { poolNumber: pool, number })),
    members.length,
  );
  if (closed.given.length < needed) throw new Refusal('lane-waits', 'an act before it is not signed');
  await spread(all, pool, lineOf(closed.given));
}
