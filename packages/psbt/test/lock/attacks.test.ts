/**
 * 2,000 transactions that the exchange can make with its own key and all it stores: our own check and a real node agree, nothing is
 * valid that the user did not sign, and what the promise alone allows is judged by the ticket.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptFunding, buildFunding, judgeFill, lockCoin } from '../../src/index.ts';
import { transactionOf } from '../../src/draft/draft.ts';
import { openRealChain } from '../real-chain.ts';
import type { RealChain } from '../real-chain.ts';
import { mrc20On, walletSigns } from '../people.ts';
import { attacks, isAllowedByUser, mutantOf, signaturesOf, thief } from './attacks.ts';
import type { Attack, Target } from './attacks.ts';
import { MANNERS, bidder, fundingOf, ladder } from './bidders.ts';
import type { Bidder } from './bidders.ts';

let real: RealChain;
beforeAll(async () => {
  real = await openRealChain();
}, 120_000);
afterAll(async () => {
  await real.stop();
});

const DELAY = 3;
const SHARE = Math.ceil(2000 / MANNERS.length);
const FILL: Attack = {
  branch: 'trade',
  half: 'promise',
  byte: 0,
  lockAt: 0,
  payAt: 0,
  pays: 'token coin',
  sequence: 0xfffffffd,
  version: 2,
  locktime: 0,
  baited: true,
  swapped: false,
};
const EXIT: Attack = { ...FILL, branch: 'exit', half: 'exit', pays: 'exit', sequence: DELAY };

/** Two locks that are as deep as asked for, and a coin of the thief's with exactly the tokens. */
async function targetOf(who: Bidder, deep: number): Promise<Target> {
  const locks = ladder(who, [{ exitAfter: DELAY }, { exitAfter: DELAY }]);
  const plan = fundingOf(who, locks, [await real.fund(who.wallet, 200_000n)]);
  const bait = { ...(await real.fund(thief, 4000n)), assets: [mrc20On('MAN', 100n)] };
  const built = buildFunding(plan);
  await real.send(acceptFunding(plan, walletSigns(built.psbt, who.wallet, built.toSign)).raw);
  await real.chain.mine(deep);
  const [locked, other] = locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) }));
  if (locked === undefined || other === undefined) throw new Error('two locks');
  return { locked, other, bait, signatures: signaturesOf(who, locked, other), script: who.wallet.script };
}

describe.each(MANNERS)('with the exchange’s key alone, against %s', (manner) => {
  const who = bidder(manner);

  it('before the exit’s height: no exit, and of the rest what the user signed', async () => {
    const target = await targetOf(who, 1);
    const allowed = async (attack: Attack): Promise<boolean> =>
      (await real.verdict(mutantOf(target, attack).raw))[0] === 'allowed';
    expect(await allowed(FILL)).toBe(true);
    expect(await allowed(EXIT)).toBe(false);
    // The exit's signature is of the same script in P2WSH: its sequence makes it wait in either branch.
    expect(await allowed({ ...EXIT, branch: 'trade' })).toBe(false);
    for (const sequence of [DELAY, DELAY + 1, 0, 0x80000000, 0xffffffff]) {
      expect(await allowed({ ...FILL, branch: 'exit', sequence })).toBe(false);
      expect(await allowed({ ...FILL, sequence })).toBe(false);
    }
    for (const half of ['our own', 'none', 'promise of another lock', 'exit of another lock'] as const)
      for (const branch of ['trade', 'exit'] as const)
        expect(await allowed({ ...FILL, half, branch })).toBe(false);
  }, 60_000);

  it(`${SHARE} mutants at a height where every branch is open`, async () => {
    const target = await targetOf(who, DELAY + 1);
    const tally = { valid: 0, kept: 0, forged: 0, exits: 0 };
    const seen = fc.sample(attacks, SHARE - 4);
    for (const attack of [
      FILL,
      { ...FILL, baited: false },
      EXIT,
      { ...EXIT, branch: 'trade' as const },
      ...seen,
    ]) {
      const mutant = mutantOf(target, attack);
      const [verdict] = await real.verdict(mutant.raw);
      const name = JSON.stringify({ attack, verdict });
      // Our check of signatures and the table of what the user allows are two ways to the same answer.
      expect(mutant.holds, name).toBe(isAllowedByUser(target, attack));
      if (verdict !== 'allowed') continue;
      expect(mutant.holds, name).toBe(true);
      tally.valid += 1;
      const judged = judgeFill(target.locked, transactionOf(mutant.tx), mutant.coins);
      if (judged.spend === 'exit') tally.exits += 1;
      // The bidder keeps the ticket exactly where the tokens come along, in output 0 and from one lot.
      const brings = attack.baited && attack.lockAt === 0;
      expect(judged.spend).toBe(attack.half === 'exit' ? 'exit' : 'fill');
      if (judged.spend === 'fill') expect(judged.kept, name).toBe(brings);
      if (judged.spend === 'fill') tally[judged.kept ? 'kept' : 'forged'] += 1;
    }
    expect(tally.valid).toBeLessThan(SHARE / 2);
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
    console.log(
      `${manner}: of ${SHARE} mutants ${tally.valid} hold, the user’s own: ${JSON.stringify(tally)}`,
    );
  }, 120_000);
});
