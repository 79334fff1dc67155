/** The stage of stories on MVC: one token or more with their pools, and people whose Metalet has SPACE. */
import { MVC_SEED, seedMvc, untilFollowed } from '@rialto/devnet/mvc';
import type { PrivateMvc } from '@rialto/devnet/mvc';
import { hash160, mvcAddress, p2pkhScript } from '@rialto/mvc';
import { sats } from '@rialto/protocols';
import { expect } from 'vitest';
import { accountsOf } from '../../../src/wallet/accounts.ts';
import { withFakes } from '../support/fakes.ts';
import type { FakeOptions } from '../support/fakes.ts';
import { loggedIn, openStage } from '../support/stage.ts';
import type { Stage, User } from '../support/stage.ts';

export interface MvcStage extends Stage {
  readonly mvc: PrivateMvc;
  /** In the order of the tokens. */
  readonly pairs: readonly string[];
  mine(): Promise<void>;
  /** On MVC, of somebody's Metalet. */
  addressOf(name: string): string;
  /** Connected with Metalet, with SPACE in coins of a tenth of one. */
  enter(
    name: string,
    wish?: Partial<FakeOptions> & { readonly path?: string; readonly width?: number },
  ): Promise<User>;
}

const seedOf = (name: string): string => `mvc-${name}`;
const COIN = sats(10_000_000n);
const COINS = 4;

/** @param symbols of the tokens that have pools, of those the demo has */
export async function openMvcStage(symbols: readonly string[]): Promise<MvcStage> {
  const stage = await openStage({}, 'regtest', {}, { mvc: true });
  const { mvc, origin, exchange } = stage.world;
  if (mvc === undefined) throw new Error('the world has MVC');
  const { chain, listFile } = mvc;
  const tokens = MVC_SEED.filter(({ symbol }) => symbols.includes(symbol));
  const at = { chain, origin, listFile, signerSocket: exchange.signerSocket };
  const told = { secret: 'stories', at: () => undefined, progress: () => undefined };
  const pairs = await seedMvc({ ...at, ...told }, { tokens, days: 0 });
  const mine = async (): Promise<void> => {
    chain.mine();
    await untilFollowed(origin, chain.height);
  };
  const hashOf = (name: string): Uint8Array => {
    const [account] = accountsOf(seedOf(name));
    if (account === undefined) throw new Error('an account');
    return hash160(account.publicKey);
  };
  const enter: MvcStage['enter'] = async (name, { path = '/mvcswap', width, ...wish } = {}) => {
    const script = p2pkhScript(hashOf(name));
    chain.pay(Array.from({ length: COINS }, () => ({ value: COIN, script })));
    await mine();
    const user = await stage.user(name, {
      path,
      ...(width === undefined ? {} : { width, height: 844 }),
      extend: withFakes({ face: 'metalet', seed: seedOf(name), networks: ['regtest'], account: 0, ...wish }),
    });
    await user.sees('connect-button').first().click();
    await user.sees('wallet-metalet').click();
    await loggedIn(user.page);
    return user;
  };
  const addressOf = (name: string): string => mvcAddress(hashOf(name), 'regtest');
  return { ...stage, mvc, pairs, mine, enter, addressOf };
}

/** Types what is paid, waits for the quote, and presses the button. */
export async function asks(user: User, amount: string): Promise<void> {
  await user.sees('mvc-pay').fill(amount);
  await user.sees('mvc-costs').waitFor();
  await expect.poll(() => user.sees('mvc-swap-button').isEnabled()).toBe(true);
  await user.sees('mvc-swap-button').click();
  await user.sees('mvc-review').waitFor();
}

/** What is on the screen of a swap that was sent. */
export const sentState = (user: User): Promise<string | null> =>
  user.sees('mvc-sent').getAttribute('data-state');
