/** Rows are paid once: of all claims of a row that were ever signed one can confirm; and honest people are never kept out for good. */
import { bytesToHex, outpoint, txidOf } from '@rialto/protocols';
import { buildAct } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { LIQUIDITY } from './campaigns.ts';
import { ask, claimOf, fundPot, mine, readyStage, requestOf, sent, sign, claimVerdict } from './stage.ts';

describe('a second claim of a row', () => {
  it('is signed over a coin of every claim before it, and over others never', async () => {
    const stage = await readyStage();
    const { alice } = stage;
    const [first, second, third] = [
      fundPot(stage, LIQUIDITY),
      fundPot(stage, LIQUIDITY),
      fundPot(stage, LIQUIDITY),
    ];
    const one = { by: alice, amount: 300_000n };
    const both = { by: alice, epochs: [0, 1], amount: 600_000n };
    expect(await claimVerdict(stage, [first], one)).toBe('accepted');
    expect(await claimVerdict(stage, [second], one)).toBe('claim-waits');
    expect(await claimVerdict(stage, [second], both)).toBe('claim-waits');
    expect(await claimVerdict(stage, [second], { ...one, epochs: [1] })).toBe('accepted');
    expect(await claimVerdict(stage, [first], both)).toBe('claim-waits');
    expect(await claimVerdict(stage, [first, second], both)).toBe('accepted');
    expect(await claimVerdict(stage, [second], { by: stage.bob, amount: 100_000n })).toBe('accepted');
    expect(await claimVerdict(stage, [third], { by: stage.bob, epochs: [1], amount: 100_000n })).toBe(
      'accepted',
    );
  });

  it('is not signed once one has confirmed, however deep', async () => {
    const stage = await readyStage();
    const [first, second] = [fundPot(stage, LIQUIDITY), fundPot(stage, LIQUIDITY)];
    const asked = { by: stage.alice, amount: 300_000n };
    const one = claimOf(stage, { ...asked, coins: [first] });
    const other = claimOf(stage, { ...asked, coins: [first, second] });
    await sign(stage, requestOf(other));
    await sent(stage, one);
    mine(stage, 100);
    expect(await claimVerdict(stage, [first], asked)).toBe('coin-spent');
    expect(await claimVerdict(stage, [second], asked)).toBe('claim-waits');
    expect(await claimVerdict(stage, [second], { ...asked, epochs: [0, 1], amount: 600_000n })).toBe(
      'claim-waits',
    );
    expect(await claimVerdict(stage, [second], { ...asked, epochs: [1] })).toBe('accepted');
  });

  it('is signed over another coin when somebody else has taken the first one’s, six deep', async () => {
    const stage = await readyStage();
    const [first, second] = [fundPot(stage, LIQUIDITY), fundPot(stage, LIQUIDITY)];
    const asked = { by: stage.alice, amount: 300_000n };
    expect(await claimVerdict(stage, [first], asked)).toBe('accepted');
    const signed = { op: 'rewardSigned', campaign: 'liquidity', script: bytesToHex(stage.alice.script) };
    expect(await ask(stage, signed)).toMatchObject({ claims: [{ epochs: [0], of: [first.outpoint] }] });
    await sent(stage, claimOf(stage, { by: stage.bob, amount: 100_000n, coins: [first] }));
    mine(stage, 6);
    // Named as long as it is in the way, so that nobody is asked to sign in vain.
    expect(await ask(stage, signed)).toMatchObject({ claims: [{ epochs: [0] }] });
    expect(await claimVerdict(stage, [second], asked)).toBe('claim-waits');
    mine(stage);
    expect(await ask(stage, signed)).toEqual({ claims: [] });
    expect(await claimVerdict(stage, [second], asked)).toBe('accepted');
  });

  it('is signed when the coin of the first one is never made any more: its block was undone', async () => {
    const stage = await readyStage();
    const { alice, bob, chain, facts } = stage;
    const [first, second] = [fundPot(stage, LIQUIDITY), fundPot(stage, LIQUIDITY)];
    // One block has a claim of Bob's; Alice claims what it left; then another block has another claim of Bob's.
    const bobs = claimOf(stage, { by: bob, amount: 100_000n, coins: [first] });
    const rival = claimOf(stage, { by: bob, amount: 100_000n, coins: [first] });
    await sign(stage, requestOf(rival));
    const txid = await sent(stage, bobs);
    mine(stage);
    const [left] = [...chain.settled.values()].filter((one) => one.outpoint === outpoint(txid, 1));
    if (left === undefined) throw new Error('the pot has change');
    const asked = { by: alice, amount: 300_000n };
    expect(await claimVerdict(stage, [left], asked)).toBe('accepted');
    facts.heights.delete(txid);
    chain.settled.delete(left.outpoint);
    facts.heights.set(txidOf(buildAct(rival.plan).unsigned), chain.height + 1);
    mine(stage, 6);
    expect(await claimVerdict(stage, [second], asked)).toBe('claim-waits');
    mine(stage);
    expect(await claimVerdict(stage, [second], asked)).toBe('accepted');
  });
});

describe('a claim over change that an undone block made', () => {
  it('is replaced by one over the coin of which that change was made, which names nobody out', async () => {
    const stage = await readyStage();
    const { alice, bob, chain, facts } = stage;
    const [first, second] = [fundPot(stage, LIQUIDITY), fundPot(stage, LIQUIDITY)];
    const txid = await sent(stage, claimOf(stage, { by: bob, amount: 100_000n, coins: [first] }));
    mine(stage);
    const left = [...chain.settled.values()].find((one) => one.outpoint === outpoint(txid, 1));
    if (left === undefined) throw new Error('the pot has change');
    const asked = { by: alice, amount: 300_000n };
    expect(await claimVerdict(stage, [left], asked)).toBe('accepted');
    // Bob spends his own coin another way: his claim, and the change of it, are never made again.
    facts.heights.delete(txid);
    chain.settled.delete(left.outpoint);
    chain.put(first);
    const signed = { op: 'rewardSigned', campaign: 'liquidity', script: bytesToHex(alice.script) };
    expect(await ask(stage, signed)).toMatchObject({ claims: [{ of: [left.outpoint, first.outpoint] }] });
    expect(await claimVerdict(stage, [second], asked)).toBe('claim-waits');
    expect(await claimVerdict(stage, [first], asked)).toBe('accepted');
  });
});

describe('a claimant who claims again and again', () => {
  it('makes the node look up each of his claims once, not once for each other', async () => {
    const stage = await readyStage();
    const [first, second] = [fundPot(stage, LIQUIDITY), fundPot(stage, LIQUIDITY)];
    const asked = { by: stage.alice, amount: 300_000n };
    for (let at = 0; at < 12; at += 1) expect(await claimVerdict(stage, [first], asked)).toBe('accepted');
    await sent(stage, claimOf(stage, { by: stage.bob, amount: 100_000n, coins: [first] }));
    mine(stage, 7);
    expect(await claimVerdict(stage, [second], asked)).toBe('accepted');
    expect(stage.facts.asked).toBe(13);
  });
});
