/** What whoever has the first signer's keys moves on MVC without the others is in no journal of theirs: they sign for nothing any more (bridge §6). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bridgeBackingId } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { lookAtBridge } from '../../../src/bridge/look.ts';
import { movedTokens } from '../by-hand.ts';
import { mineMvc, minted, mintPaid, giveRequest, pay, payRequest, redeemPaid } from '../exits.ts';
import { MALLORY_MVC } from '../orders.ts';
import { openStage, told, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';

async function funded(): Promise<Stage> {
  const stage = await openStage({ signers: 2 });
  await minted(stage, 'btc', 900_000n);
  return stage;
}

/** What all say. */
function verdicts(stage: Stage, paid: ReturnType<typeof redeemPaid>): Promise<string> {
  return verdict(stage.ask(payRequest(stage, paid, paid)));
}

describe('is noticed in the next block, and after a start anew', () => {
  it('a redeem that waits, moved away', async () => {
    const stage = await funded();
    const [victim, other] = [redeemPaid(stage), redeemPaid(stage)];
    movedTokens(stage, 'btc', victim.at, { from: 'inlet', units: 100_000n, to: MALLORY_MVC.hash });
    mineMvc(stage, 5);
    expect(await verdicts(stage, other)).toBe('bridge-break');
    stage.restart();
    expect(await verdicts(stage, other)).toBe('bridge-break');
    const mint = mintPaid(stage);
    expect(await verdict(stage.ask(await giveRequest(stage, mint, mint)))).toBe('bridge-break');
  });

  it('a redeem whose payout is signed and held back, moved away to be redeemed once more', async () => {
    const stage = await funded();
    const own = redeemPaid(stage);
    await pay(stage, own, own);
    movedTokens(stage, 'btc', own.at, { from: 'inlet', units: 100_000n, to: MALLORY_MVC.hash });
    mineMvc(stage, 5);
    expect(await verdicts(stage, redeemPaid(stage))).toBe('bridge-break');
  });

  it('a redeem that was paid out, moved away', async () => {
    const stage = await funded();
    const done = redeemPaid(stage);
    stage.btc.send(hexToBytes((await pay(stage, done, done)).raw));
    stage.btc.mine(5);
    const next = redeemPaid(stage);
    movedTokens(stage, 'btc', done.at, { from: 'inlet', units: 100_000n, to: MALLORY_MVC.hash });
    mineMvc(stage, 5);
    expect(await verdicts(stage, next)).toBe('bridge-break');
  });
});

it('what is stolen each of them finds by itself when it looks, until it is said to have been moved by hand', async () => {
  const stage = await funded();
  const lines: string[] = [];
  const finds = async (): Promise<readonly unknown[]> => {
    const all = [stage.parts, ...stage.others.map(({ parts }) => parts)];
    for (const parts of all) lines.push(...(await lookAtBridge(parts)));
    const said = await Promise.all(
      [0, 1].map((at) => told<{ assets: { finds: string }[] }>(stage.askOne(at, { op: 'bridgeAssets' }))),
    );
    return said.map(({ assets }) => assets[0]?.finds);
  };
  expect(await finds()).toEqual(['nothing', 'nothing']);
  const { at } = redeemPaid(stage);
  // What is locked covers all the same: what was owed is with people now.
  const txs = movedTokens(stage, 'btc', at, { from: 'inlet', units: 100_000n, to: MALLORY_MVC.hash });
  mineMvc(stage, 5);
  expect(await finds()).toEqual(['break', 'break']);
  // Each says so once, for its operator to read.
  expect(await finds()).toEqual(['break', 'break']);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^btc: bridge-break [0-9a-f]{64} has spent tokens of btc/);
  writeFileSync(join(stage.directory, 'bridge', 'btc.moved'), `${txs.at(-1)?.core ?? ''}\n`);
  expect((await finds())[1]).toBe('break');
});

it('what was moved by hand, and is said to each of them, is no theft', async () => {
  const stage = await funded();
  const [moved, other] = [redeemPaid(stage), redeemPaid(stage)];
  const txs = movedTokens(stage, 'btc', moved.at, {
    ...{ from: 'inlet', units: 100_000n, id: bridgeBackingId('btc') },
  });
  mineMvc(stage, 5);
  expect(await verdicts(stage, other)).toBe('bridge-break');
  const core = txs.at(-1)?.core ?? '';
  const say = (directory: string): void => {
    writeFileSync(join(directory, 'bridge', 'btc.moved'), `${core}\n`);
  };
  say(stage.directory);
  expect(await verdicts(stage, other)).toBe('bridge-break');
  say(stage.others[0]?.directory ?? '');
  expect(await verdicts(stage, other)).toBe('signed');
});

it('a coin that the index goes on listing is looked for at the node', async () => {
  const stage = await funded();
  const paid = redeemPaid(stage);
  expect(await verdicts(stage, paid)).toBe('signed');
  const { token } = stage.parts.trusted.asset('btc');
  const honest = stage.index;
  const holders = [stage.keys('btc').stock.hash];
  const before = await honest.settledTokens(holders, token);
  const gone = before[0]?.outpoint as Outpoint;
  movedTokens(stage, 'btc', gone, { units: 1_000n, to: MALLORY_MVC.hash });
  mineMvc(stage, 5);
  stage.index = {
    ...honest,
    spendersOfTokens: () => Promise.resolve([]),
    settledTokens: async (of, key) => [
      ...(await honest.settledTokens(of, key)),
      ...(of.some((one) => one.join() === holders[0]?.join()) ? before.slice(0, 1) : []),
    ],
  };
  expect(await verdict(stage.askOne(1, payRequest(stage, paid, { ...paid, fee: 1 })))).toBe('bridge-break');
});
