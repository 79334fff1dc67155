/** A carrier that lies to the signers of one pool: it never has k halves of what one of them would not sign knowing all (design review C5). */
import {
  amount,
  bytesToHex,
  encipher,
  hexToBytes,
  isFlaw,
  isOpReturn,
  readTransaction,
  writeBase,
} from '@rialto/protocols';
import type { Runestone } from '@rialto/protocols';
import type { JointPromised } from '@rialto/contract';
import { describe, expect, it } from 'vitest';
import { groupOf, scriptOfKeys } from '../../src/joint/group.ts';
import { SHARE_SUPPLY } from '../../src/pools/pool-stock.ts';
import { refillJoint } from '../../src/joint/joint-stock.ts';
import { coin, operator } from '../memory/people.ts';
import { NOW } from '../memory/stage.ts';
import { answer } from '../memory/world.ts';
import { TestChain } from '../pools/chain.ts';
import { buy, requestOf, sell } from '../pools/stage.ts';
import type { Act } from '../pools/stage.ts';
import {
  GROUP,
  ask,
  carryLines,
  done,
  etchedThree,
  finished,
  givenBy,
  halves,
  lineOf,
  openMember,
  openedThree,
  promises,
  termsOf,
} from './carrier.ts';
import type { Member, Three } from './carrier.ts';

const view = (one: Member) => ask(one, 'jointView', { poolNumber: 0, unsigned: null });

/** What one says to an act, asked with a number of our choice. */
async function said(one: Member, act: Act, number: number): Promise<string> {
  const terms = await termsOf(one, requestOf(act));
  return answer(ask(one, 'jointPromise', { ...terms, number }));
}

describe('of three acts, each shown to another two,', () => {
  /** A pool of two lanes: each act has a lane of its own, so that nothing but the price stands between them. */
  const acts = (three: Three): [Act, Act, Act] => [buy(three[0]), sell(three[0]), buy(three[0])];

  it('only one has a number, and whoever signs the next knows it', async () => {
    const three = await openedThree();
    const [a, b, c] = three;
    const [one, two, three_] = acts(three);
    // The first, to A and B.
    const first = await promises([a, b], requestOf(one));
    const number = (await view(c)).next;
    // The second, to C as if the first had never been; B has given the number away.
    await promises([c], requestOf(two));
    expect(await said(b, two, number)).toBe('lane-waits');
    // Nor with the next number, while the first is hidden: there is a hole.
    expect(await said(b, two, number + 1)).toBe('lane-waits');
    expect(await said(c, three_, number)).toBe('lane-waits');
    expect(await said(c, three_, number + 1)).toBe('lane-waits');
    expect(await said(a, three_, number)).toBe('lane-waits');
    // Once the first is known to all it counts for the price of everything after it.
    await halves([a, b], first);
    await ask(c, 'jointLines', { poolNumber: 0, lines: [lineOf(first)] });
    const { pending } = await c.parts.poolViews.view(0);
    expect(pending.map(({ id }) => id)).toHaveLength(1);
    expect(await said(c, two, number + 1)).toBe('lane-waits');
    a.chain.send(finished(one, await halves([a, b], first)));
    await done(three, sell(a), [b, c]);
  });

  it('none is finished by votes of one alone, of a stranger, or for another text', async () => {
    const three = await openedThree();
    const [a, b, c] = three;
    const promised = await promises([a, b], requestOf(buy(a)));
    const [mine, theirs] = promised as [JointPromised, JointPromised];
    const whole = givenBy(promised);
    const stranger = { ...theirs.vote, identity: 'ab'.repeat(32) };
    const lines = [
      { text: mine.text, signatures: [mine.vote] },
      { text: mine.text, signatures: [mine.vote, mine.vote] },
      { text: mine.text, signatures: [mine.vote, stranger] },
      { text: mine.text, signatures: [mine.vote, { ...theirs.vote, signature: mine.vote.signature }] },
      { text: mine.text.replace('"kind":"act"', '"kind": "act"'), signatures: whole.line.signatures },
    ];
    for (const line of lines) {
      expect(await answer(ask(a, 'jointSign', { ...whole, line }))).toBe('signature-missing');
      expect(await answer(ask(c, 'jointLines', { poolNumber: 0, lines: [line] }))).toBe('signature-missing');
    }
    expect((await view(a)).next).toBe((await view(c)).next);
    // One who does not stand for it gives no half, however many others do.
    expect(await answer(ask(c, 'jointSign', whole))).toBe('signer-missing');
    expect(await answer(ask(a, 'jointSign', whole))).toBe('accepted');
  });

  it('no half leaves before k have signed the ways home', async () => {
    const three = await openedThree();
    const [a, b] = three;
    const promised = await promises([a, b], requestOf(buy(a)));
    const { line, halves: exits } = givenBy(promised);
    const [mine, theirs] = exits as [(typeof exits)[0], (typeof exits)[0]];
    const { size } = a.recall.joint;
    const wrong: [(typeof exits)[0][], string][] = [
      [[], 'signature-missing'],
      [[mine], 'signature-missing'],
      [[mine, mine], 'signature-missing'],
      [[mine, { ...theirs, halves: mine.halves }], 'bad-request'],
      [[mine, { ...theirs, halves: [[]] }], 'signature-missing'],
      [[mine, { ...theirs, halves: [['00'.repeat(64)]] }], 'bad-request'],
    ];
    for (const [shown, code] of wrong)
      expect(await answer(ask(a, 'jointSign', { line, halves: shown }))).toBe(code);
    expect(a.recall.joint.size).toBe(size);
    expect(await answer(ask(a, 'jointSign', { line, halves: exits }))).toBe('accepted');
  });
});

describe('a number', () => {
  it('that one alone stands for is closed by two of them after two blocks, and what it was for has no half', async () => {
    const three = await openedThree();
    const [a, b, c] = three;
    const act = buy(a);
    const promised = await promises([a], requestOf(act));
    const { next: number } = await view(a);
    const skip = (one: Member) => ask(one, 'jointSkip', { poolNumber: 0, number });
    expect(await answer(skip(a))).toBe('lane-waits');
    a.chain.height += 2;
    const votes = [await skip(a), await skip(b)];
    // Whoever has closed it stands for nothing with that number any more, and gives no half of what it stood for.
    const terms = { ...(await termsOf(b, requestOf(act))), number };
    expect(await answer(ask(b, 'jointPromise', terms))).toBe('lane-waits');
    const late = await promises([c], requestOf(act)).catch(() => []);
    expect(late).toHaveLength(1);
    for (const one of three) await ask(one, 'jointLines', { poolNumber: 0, lines: [lineOf(votes)] });
    const all = [...promised, ...late];
    expect(await answer(ask(a, 'jointSign', givenBy(all)))).not.toBe('accepted');
    // The pool goes on, by those who were there too.
    await done(three, buy(a), [a, c]);
  });

  it('with its line is not closed; and a line that was closed counts on for the price', async () => {
    const three = await openedThree();
    const [a, b, c] = three;
    const promised = await promises([a, b], requestOf(buy(a)));
    const number = (await view(a)).next;
    const skip = (one: Member) => ask(one, 'jointSkip', { poolNumber: 0, number });
    a.chain.height += 2;
    // Nobody has seen the line of the two who stand for it: it is closed by one of them and the third.
    const votes = [await skip(b), await skip(c)];
    // Then it is shown to the one who has closed nothing: his half is all there is of it.
    await ask(a, 'jointSign', givenBy(promised));
    expect(await answer(skip(a))).toBe('lane-waits');
    expect(await answer(ask(b, 'jointSign', givenBy(promised)))).toBe('take-expired');
    expect(await answer(ask(c, 'jointSign', givenBy(promised)))).toBe('signer-missing');
    await ask(a, 'jointLines', { poolNumber: 0, lines: [lineOf(votes)] });
    expect((await a.parts.poolViews.view(0)).pending).toHaveLength(1);
    expect(await answer(ask(a, 'jointSign', givenBy(promised)))).toBe('take-expired');
  });
});

describe('two who see another block', () => {
  /** The third with a node and an index of its own, that have what the others have now. */
  async function apart(three: Three): Promise<{ late: Member; chain: TestChain }> {
    const [a, , c] = three;
    const chain = new TestChain();
    chain.height = a.chain.height;
    for (const [point, one] of a.chain.settled) chain.settled.set(point, one);
    for (const [id, row] of a.chain.runes) chain.runes.set(id, { ...row });
    c.journal.close();
    return { late: await openMember(2, chain, { directory: c.directory }), chain };
  }

  it('do not agree until the late one has it, and sign nothing meanwhile', async () => {
    const three = await openedThree();
    const [a, b] = three;
    const { late, chain } = await apart(three);
    const first = buy(a);
    chain.put(...first.plan.userCoins);
    const { raw } = await done([a, b, late], first, [a, b]);
    chain.send(raw);
    a.chain.mine();
    const act = buy(a);
    // The user's new money is in the block that the late one does not have.
    for (const one of act.plan.userCoins) chain.put({ ...one, height: one.height ?? chain.height });
    const request = requestOf(act);
    const terms = await termsOf(a, request);
    expect(await answer(ask(b, 'jointPromise', { ...terms, isTrial: true }))).toBe('accepted');
    expect(await answer(ask(late, 'jointPromise', { ...terms, isTrial: true }))).toBe('syncing');
    const behind = await termsOf(late, request);
    expect(await answer(ask(b, 'jointPromise', { ...behind, isTrial: true }))).toBe('syncing');
    expect((await view(b)).open).toBeNull();
    chain.mine();
    const promised = await promises([b, late], request);
    expect(promised.map(({ text }) => text)[0]).toBe(promised[1]?.text);
    chain.send(finished(act, await halves([b, late], promised)));
  });

  it('and one that lacks a line prices nothing, whatever it is asked', async () => {
    const three = await openedThree();
    const [a, b, c] = three;
    const first = buy(a);
    const given = await halves([a, b], await promises([a, b], requestOf(first)));
    a.chain.send(finished(first, given));
    const next = buy(a);
    expect(await said(c, next, (await view(c)).next)).toBe('lane-unknown');
    await carryLines(a, c);
    await done(three, next, [b, c]);
  });
});

describe('the making of a pool', () => {
  it('is refused where a key is missing, twice, of a stranger, or not vouched for', async () => {
    const three = await etchedThree();
    const [a] = three;
    const poolNumber = 1;
    const keys = await Promise.all(three.map((one) => ask(one, 'jointKey', { poolNumber })));
    const [first, second, third] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
    const known = { group: GROUP, master: a.master, verifier: a.parts.poolWorld.verifier };
    const stranger = { ...third, identity: 'cd'.repeat(32) };
    const other = await ask(three[2], 'jointKey', { poolNumber: 2 });
    for (const [given, code] of [
      [[first, second], 'signer-missing'],
      [[first, second, second], 'signer-missing'],
      [[first, second, stranger], 'signer-missing'],
      [[first, second, { ...third, key: first.key }], 'signature-invalid'],
      [[first, second, other], 'signature-invalid'],
      [[first, second, { ...third, signature: '00'.repeat(64) }], 'signature-invalid'],
    ] as const) {
      expect(await answer(ask(a, 'jointEtch', { poolNumber, keys: [...given] }))).toBe(code);
    }
    const scripts = [keys, keys.toReversed()].map((all) => scriptOfKeys(known, poolNumber, all).keys);
    expect(scripts[0]).toEqual(scripts[1]);
    const own = await ask(a, 'jointKey', { poolNumber: 3 });
    expect(await answer(ask(a, 'jointEtch', { poolNumber, keys: [own, second, third] }))).toBe(
      'signature-invalid',
    );
  });

  it('stands for one etching, of all the shares, to the script and nobody else', async () => {
    const three = await etchedThree();
    const [a, b] = three;
    const poolNumber = 0;
    const keys = await Promise.all(three.map((one) => ask(one, 'jointKey', { poolNumber })));
    const { etching } = await ask(a, 'jointEtch', { poolNumber, keys });
    if (etching === null) throw new Error('it is etched');
    expect(await answer(ask(b, 'jointOpen', { poolNumber, keys, etching }))).toBe('accepted');
    // The etching of another pool, and what is none.
    a.chain.put(coin('more of the operator', operator(), 100_000n));
    const more = await Promise.all(three.map((one) => ask(one, 'jointKey', { poolNumber: 1 })));
    await ask(a, 'jointEtch', { poolNumber: 1, keys: more });
    await refillJoint(a.parts, NOW);
    const { etching: second } = await ask(a, 'jointEtch', { poolNumber: 1, keys: more });
    expect(await answer(ask(b, 'jointOpen', { poolNumber, keys, etching: second ?? '' }))).toBe(
      'message-not-allowed',
    );
    expect(await answer(ask(b, 'jointOpen', { poolNumber, keys, etching: '00' }))).toBe('psbt-malformed');
    // Fewer shares, more to be minted, a name, or all of them to another output.
    const whole = { premine: SHARE_SUPPLY, divisibility: undefined, symbol: undefined, turbo: false };
    const none = { name: undefined, spacers: undefined, terms: undefined };
    const terms = { amount: amount(1n), cap: 9n };
    const open = {
      heightStart: undefined,
      heightEnd: undefined,
      offsetStart: undefined,
      offsetEnd: undefined,
    };
    for (const [etched, pointer] of [
      [{ ...whole, ...none, premine: amount(5n) }, 0],
      [{ ...whole, ...none, terms: { ...terms, ...open } }, 0],
      [{ ...whole, ...none }, 2],
    ] as const) {
      const bent = withMessage(second ?? '', { edicts: [], etching: etched, mint: undefined, pointer });
      expect(await answer(ask(b, 'jointOpen', { poolNumber: 1, keys: more, etching: bent }))).toBe(
        'message-not-allowed',
      );
    }
    expect(await answer(ask(b, 'jointOpen', { poolNumber: 1, keys: more, etching: second ?? '' }))).toBe(
      'accepted',
    );
  });

  it('needs settings that say who signs', () => {
    const master = new Uint8Array(32).fill(11);
    const signers = GROUP.identities.join(',');
    expect(groupOf(master, { signers, needed: 2 })).toEqual(GROUP);
    expect(groupOf(master, { signers: undefined, needed: undefined })).toBeUndefined();
    for (const wrong of [
      { signers, needed: undefined },
      { signers, needed: 1 },
      { signers, needed: 4 },
      { signers: 'ab', needed: 2 },
      { signers: `${signers},${GROUP.identities[0] ?? ''}`, needed: 3 },
      { signers: GROUP.identities.slice(0, 2).join(',').replace(/^../, '00'), needed: 2 },
    ])
      expect(() => groupOf(master, wrong)).toThrow(/POOL_SIGNERS/);
    expect(() => groupOf(new Uint8Array(32).fill(14), { signers, needed: 2 })).toThrow('our own');
  });
});

/** The same transaction with another runestone. */
function withMessage(etching: string, message: Omit<Runestone, 'kind'>): string {
  const tx = readTransaction(hexToBytes(etching));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  const script = encipher(message);
  const outputs = tx.outputs.map((output) => (isOpReturn(output.script) ? { ...output, script } : output));
  return bytesToHex(writeBase({ ...tx, outputs }));
}
