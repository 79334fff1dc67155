/** The matrix: each kind of act with every input and every output changed, one at a time, by an exchange that lies, by its user, and by strangers. */
import { POLICY, judged } from '@rialto/contracts';
import { ApiRefusal } from '@rialto/devnet';
import type { MvcTrader } from '@rialto/devnet/mvc';
import { nameMvcTransaction, p2pkhScript, writeMvcTransaction } from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, concatBytes, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../world.ts';
import { MVC_ACTS, patiently, taskOf } from '../faults/mvc-acts.ts';
import type { Task } from '../faults/mvc-acts.ts';
import { spaceOf } from '../hands.ts';
import { factsOf } from '../mvc-figures.ts';
import { expectTruth } from '../mvc-truth.ts';
import { mvcWorld } from '../mvc-world.ts';
import type { MvcWorld } from '../mvc-world.ts';
import { readRaw } from '../twins.ts';
import { bentInputs, bentOutputs, bytesOf } from './bent.ts';
import type { Bent, Instead } from './bent.ts';
import { moveProposed, swapProposed } from './proposals.ts';
import type { Proposal, Visit } from './proposals.ts';

let at: MvcWorld;
let stranger: MvcTrader;
let poolScript: string;
/** Cases by whose hand changed something. */
const cases = { exchange: 0, user: 0, stranger: 0 };

beforeAll(async () => {
  at = await mvcWorld();
  stranger = await at.funded('stranger', 4);
  poolScript = bytesToHex(p2pkhScript(hexToBytes((await factsOf(at)).keyHash)));
}, 240_000);
afterEach(() => expectTruth(at));
afterAll(() => at.world.stop());

const KINDS = {
  buy: (who: MvcTrader, visit: Visit) => swapProposed(at, who, { side: 'buy', amount: '2000000' }, visit),
  sell: (who: MvcTrader, visit: Visit) =>
    swapProposed(at, who, { side: 'sell', amount: '80000000000' }, visit),
  add: (who: MvcTrader, visit: Visit) =>
    moveProposed(at, who, { kind: 'add', of: 'space', amount: '3000000' }, visit),
  remove: (who: MvcTrader, visit: Visit) =>
    moveProposed(at, who, { kind: 'remove', of: 'shares', amount: '20000000' }, visit),
} as const;
const NAMES = ['buy', 'sell', 'add', 'remove'] as const;

const first = (coins: readonly MvcCoin[]): MvcCoin => {
  const [coin] = coins;
  if (coin === undefined) throw new Error('a coin');
  return coin;
};

/** Another coin of the user's than those that he agreed to. */
function insteadOf({ tx }: Proposal, who: MvcTrader): Instead {
  const { chain } = at.mvc;
  const spent = new Set(tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`));
  const own = first(spaceOf(chain, who).filter(({ outpoint }) => !spent.has(outpoint)));
  return { stranger: first(spaceOf(chain, stranger)), own, hash: stranger.hash };
}

const bentOf = (proposal: Proposal, who: MvcTrader): Bent[] => {
  const instead = insteadOf(proposal, who);
  const bent = [...bentInputs(proposal.tx, instead), ...bentOutputs(proposal.tx, instead)];
  for (const { what, tx } of bent) expect(bytesOf(tx), `${what}: changed`).not.toBe(bytesOf(proposal.tx));
  return bent;
};

const refusalIn = (act: () => unknown): string => {
  try {
    act();
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

/** The exchange shows the page something else than was agreed. */
function exchangeLies(proposal: Proposal, who: MvcTrader): void {
  expect(refusalIn(() => proposal.verify(proposal.tx))).toBe('taken');
  for (const { what, tx } of bentOf(proposal, who)) {
    if (isPoolsOwn(proposal, what)) continue;
    cases.exchange += 1;
    expect(
      refusalIn(() => proposal.verify(tx)),
      `${proposal.name}: ${what}`,
    ).not.toBe('taken');
  }
}

/** What happens among the pool's own coins costs the user nothing: the signer refuses that. */
function isPoolsOwn({ name, coins }: Proposal, what: string): boolean {
  const [, place] = /^input (\d+) is another output/.exec(what) ?? [];
  const script = place === undefined ? undefined : coins[Number(place)]?.script;
  const isPoolSpace = script !== undefined && bytesToHex(script) === poolScript;
  return isPoolSpace || (name.endsWith('move') && what === 'output 3 holds less');
}

/** He has a minute for all of them, on a busy machine too. */
const ONE_IN = 3;

/** The user signs something else than the exchange built, and hands that in. */
async function userLies(proposal: Proposal, who: MvcTrader): Promise<void> {
  // He signs by places: where inputs are missing there is nothing to hand in.
  const bent = bentOf(proposal, who).filter(
    ({ tx }, place) => place % ONE_IN === 0 && tx.inputs.length >= proposal.tx.inputs.length,
  );
  cases.user += bent.length;
  for (const { what, tx } of bent) {
    const answer = await proposal.submit(proposal.signatures(tx)).catch((error: unknown) => error);
    expect(answer, `${proposal.name}: ${what}`).toBeInstanceOf(ApiRefusal);
    expect(answer, `${proposal.name}: ${what}`).toMatchObject({ refusal: 'signature-invalid' });
  }
}

/** Pushes that nobody reads, as a miner may put them into any scriptSig. */
const UNREAD = Uint8Array.of(0x51);

/** Strangers have what waits: they change it, and the scripts refuse all but what nobody reads. */
function strangersTry(raw: string | null): MvcTransaction[] {
  const tx = readRaw(raw);
  const coins = tx.inputs.map(({ txid, vout }) => {
    const output = at.mvc.chain.transaction(txid)?.tx.outputs[vout];
    if (output === undefined) throw new Error('it is with the node');
    return output;
  });
  const judge = (body: MvcBody): boolean => judged(body, coins, POLICY).every((verdict) => verdict === '');
  expect(judge(tx)).toBe(true);
  for (const { what, tx: bent } of bentOutputs(tx, { hash: stranger.hash })) {
    cases.stranger += 1;
    expect(bytesOf(bent)).not.toBe(bytesOf(tx));
    expect(judge(bent), what).toBe(false);
  }
  return tx.inputs.map((input, index) => {
    cases.stranger += 1;
    const scriptSig = concatBytes(UNREAD, input.scriptSig);
    const twin = nameMvcTransaction({ ...tx, inputs: tx.inputs.with(index, { ...input, scriptSig }) });
    expect(twin.txid).not.toBe(tx.txid);
    expect(twin.core).toBe(tx.core);
    return twin;
  });
}

const becomes = (task: Task, word: Task['status']): Promise<void> =>
  until(async () => (await taskOf(at, task.buildId)).status === word, `it is ${word}`, 30_000);

describe.each(NAMES.map((name, index) => [name, index] as const))('%s', (name, index) => {
  it('is refused however it is changed, by the page and by the exchange; and a twin of it is the same act', async () => {
    const act = MVC_ACTS[index];
    if (act === undefined) throw new Error('there are four');
    const who = await act.who(at, `tampered ${name}`);
    await KINDS[name](who, async (proposal) => {
      exchangeLies(proposal, who);
      await userLies(proposal, who);
    });
    const task = await patiently(async () => (await act.sign(at, who)).send());
    expect(task.status).toBe('signed');
    const twins = strangersTry(task.swap);
    // A mempool has the first; a miner may have any of the others whose scripts hold.
    const before = [task.check, task.parked].flatMap((raw) => (raw === null ? [] : [readRaw(raw)]));
    const taken = twins.find((twin) => isMined([...before, twin]));
    expect(taken).toBeDefined();
    await becomes(task, 'completed');
    expect(await taskOf(at, task.buildId)).toMatchObject({ txid: taken?.txid, core: task.core });
    expect(at.mvc.chain.waiting()).toEqual([]);
  }, 240_000);
});

/** As a block's first; false where no block can have it. */
function isMined(transactions: readonly MvcTransaction[]): boolean {
  try {
    at.mvc.chain.mine({ first: transactions.map(writeMvcTransaction) });
    return true;
  } catch {
    return false;
  }
}

it('there were more than 200 of them, by each hand some', () => {
  expect(cases.exchange + cases.user + cases.stranger).toBeGreaterThanOrEqual(200);
  for (const count of Object.values(cases)) expect(count).toBeGreaterThan(40);
});
