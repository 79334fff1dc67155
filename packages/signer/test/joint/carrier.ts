/** Three signers of one pool in this very process, each with its own journal and its own view; and one who carries what they say, honestly or not. */
import { SIGNER_ANSWERS, SignerRequest } from '@rialto/contract';
import type { JointLine, JointPromised, JointVote, PoolSignRequest, SignerAnswer } from '@rialto/contract';
import { hexToBytes, invariant } from '@rialto/protocols';
import { acceptAct, buildAct, finishAct, finishKeep, halvesOfAct } from '@rialto/psbt';
import type { KeepPlan } from '@rialto/psbt';
import { identityOf } from '../../src/joint/identity.ts';
import type { JointParts } from '../../src/joint/joint-parts.ts';
import { refillJoint } from '../../src/joint/joint-stock.ts';
import { handleJoint, isJoint } from '../../src/joint/requests.ts';
import type { JointRequest } from '../../src/joint/requests.ts';
import { signed } from '../memory/bids.ts';
import { coin, operator } from '../memory/people.ts';
import { NOW } from '../memory/stage.ts';
import { TestChain } from '../pools/chain.ts';
import { here, init, openPoolSigner, requestOf } from '../pools/stage.ts';
import type { Act, PoolSigner } from '../pools/stage.ts';

type Op = JointRequest['op'];
type Ask<Name extends Op> = Omit<Extract<JointRequest, { op: Name }>, 'op'>;

const MASTERS = [11, 12, 13].map((byte) => new Uint8Array(32).fill(byte));
const NEEDED = 2;
export const GROUP = {
  needed: NEEDED,
  identities: MASTERS.map((master) => identityOf(master).key).toSorted(),
};

/** As the socket would let it through, and back. */
export async function ask<Name extends Op>(
  { parts }: { readonly parts: JointParts },
  op: Name,
  request: Ask<Name>,
): Promise<SignerAnswer<Name>> {
  const read = SignerRequest.parse(JSON.parse(JSON.stringify({ op, ...request })));
  invariant(isJoint(read), 'a request to one of several');
  const answer: unknown = JSON.parse(JSON.stringify(await handleJoint(parts, read, here)));
  return SIGNER_ANSWERS[op].parse(answer) as SignerAnswer<Name>;
}

export interface Member extends PoolSigner {
  readonly master: Uint8Array;
}

/** @param directory of one that ran before */
export async function openMember(
  at: number,
  chain: TestChain,
  { directory, ...more }: Partial<JointParts> & { readonly directory?: string } = {},
): Promise<Member> {
  const master = MASTERS[at];
  invariant(master !== undefined, 'one of three');
  const group = { jointGroup: GROUP, jointTarget: at === 0 ? 1 : 0, poolTarget: 0 };
  const place = directory === undefined ? { chain } : { chain, directory };
  return { ...(await openPoolSigner({ poolMaster: master, ...group, ...more }, place)), master };
}

export type Three = readonly [Member, Member, Member];

/** A full line out of what some said. */
export function lineOf(votes: readonly JointVote[]): JointLine {
  const [first] = votes;
  invariant(first !== undefined, 'somebody stands for it');
  return { text: first.text, signatures: votes.map(({ vote }) => vote) };
}

/** Three signers with a pool whose shares were etched deep enough. */
export async function etchedThree(chain = new TestChain()): Promise<Three> {
  const three = await Promise.all([0, 1, 2].map((at) => openMember(at, chain)));
  const [payer] = three;
  invariant(payer !== undefined, 'one pays');
  chain.put(coin('stock of the operator', operator(), 100_000n));
  const { poolNumber } = await ask(payer, 'jointNext', {});
  invariant(poolNumber === 0, 'the first pool');
  const keys = await Promise.all(three.map((one) => ask(one, 'jointKey', { poolNumber })));
  await ask(payer, 'jointEtch', { poolNumber, keys });
  await refillJoint(payer.parts, NOW);
  const { etching } = await ask(payer, 'jointEtch', { poolNumber, keys });
  invariant(etching !== null, 'it is etched');
  const votes = await Promise.all(three.map((one) => ask(one, 'jointOpen', { poolNumber, keys, etching })));
  for (const one of three) await ask(one, 'jointLines', { poolNumber, lines: [lineOf(votes)] });
  chain.mine(7);
  return three as unknown as Three;
}

/** And with its first liquidity, in a block. */
export async function openedThree(chain = new TestChain()): Promise<Three> {
  const three = await etchedThree(chain);
  await done(three, init(three[0]));
  chain.mine();
  return three;
}

/** Whoever lacks a line gets it from one who has it. */
export async function carryLines(from: Member, to: Member): Promise<void> {
  for (;;) {
    const { next } = await ask(to, 'jointView', { poolNumber: 0, unsigned: null });
    const { lines } = await ask(from, 'jointLog', { poolNumber: 0, from: next });
    if (lines.length === 0) return;
    await ask(to, 'jointLines', { poolNumber: 0, lines });
  }
}

/** What is asked of every signer for one act, by the view of one of them. */
export async function termsOf(by: Member, sign: PoolSignRequest) {
  const { next, tip, exitRate } = await ask(by, 'jointView', { poolNumber: 0, unsigned: null });
  return { number: next, listHeight: tip.height, exitRate, isTrial: false, sign };
}

export async function promises(who: readonly Member[], sign: PoolSignRequest): Promise<JointPromised[]> {
  const [first] = who;
  invariant(first !== undefined, 'somebody is asked');
  const terms = await termsOf(first, sign);
  const found: JointPromised[] = [];
  for (const one of who) {
    const { promised } = await ask(one, 'jointPromise', terms);
    invariant(promised !== null, 'it was no trial');
    found.push(promised);
  }
  return found;
}

export const givenBy = (promised: readonly JointPromised[]) => ({
  line: lineOf(promised),
  halves: promised.map(({ key, halves }) => ({ key, halves })),
});

/** The halves of those who are asked. */
export async function halves(who: readonly Member[], promised: readonly JointPromised[]) {
  const found = [];
  for (const one of who) {
    const { signatures, exits } = await ask(one, 'jointSign', givenBy(promised));
    const { key } = await ask(one, 'jointKey', { poolNumber: 0 });
    found.push({ key: hexToBytes(key), signatures: signatures.map(hexToBytes), exits });
  }
  return found;
}

export function finished({ plan, by }: Act, pool: Awaited<ReturnType<typeof halves>>): Uint8Array {
  return finishAct(plan, {
    user: acceptAct(plan, signed(buildAct(plan), by.secret)),
    ...halvesOfAct(plan, pool),
  }).raw;
}

/** Signed by k of these, and in the mempool of the first; the others get the line. */
export async function done(
  all: readonly Member[],
  act: Act,
  who: readonly Member[] = all.slice(0, NEEDED),
  request = requestOf(act),
) {
  const promised = await promises(who, request);
  const given = await halves(who, promised);
  const [first] = who;
  invariant(first !== undefined, 'somebody signs');
  const raw = finished(act, given);
  for (const one of all)
    if (!who.includes(one)) await ask(one, 'jointLines', { poolNumber: 0, lines: [lineOf(promised)] });
  return { raw, txid: first.chain.send(raw), exits: given[0]?.exits ?? [] };
}

/** The refresh of a lane by these. */
export async function doneRefresh(
  who: readonly Member[],
  { plan, request }: { readonly plan: KeepPlan; readonly request: PoolSignRequest },
) {
  const given = await halves(who, await promises(who, request));
  return finishKeep(plan, { pool: given }).raw;
}
