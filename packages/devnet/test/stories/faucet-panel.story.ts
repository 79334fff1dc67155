/** The faucet in the demo wallet's panel: coins with a token of one's choice, and what it refuses, in words. */
import { callApi } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const TICK = 'reed';
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  const who = stage.world.trader('deployer');
  await stage.world.token(TICK, [{ who, amount: '1' }]);
});
afterAll(() => stage.close());

it('gives a token that is named, says no to one nobody knows and to the same again', async () => {
  const user = await stage.user('asker');
  await user.enter();
  const address = await user.address();
  await user.sees('demo-pill').click();
  const [wanted, status] = [user.sees('demo-faucet-token'), user.sees('demo-panel').getByRole('status')];
  const ask = async (token: string): Promise<void> => {
    await wanted.fill(token);
    await user.sees('demo-faucet').click();
  };
  await ask('nosuchtoken');
  await expect.poll(() => status.innerText()).toBe('There is no token nosuchtoken.');
  await ask(TICK);
  await expect
    .poll(() => status.innerText(), { timeout: 20_000 })
    .toContain(`Coins and ${TICK} are on their way`);
  await user.shot('story-faucet-panel');
  await ask(TICK);
  await expect.poll(() => status.innerText()).toContain('The faucet has just given this.');
  await stage.world.exchange.ready();
  const balance = await callApi(stage.world.origin, 'tokenBalance', {
    params: { book: 'brc20', address, tick: TICK },
    query: { net: 'regtest' },
  });
  expect(balance.availableBalance).toBe('1000');
  await user.close();
});
