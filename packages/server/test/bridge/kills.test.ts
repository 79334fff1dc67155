/** Two signers lock the asset. The server is killed at every step of a mint and of a redeem, and each signer while something is due: everything is paid once in the end. */
import { callApi } from '@rialto/devnet';
import { idOfTerms, signedTransfer } from '@rialto/devnet/mvc';
import type { BridgeUser } from '@rialto/devnet/mvc';
import { writeMvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRIDGE_STEPS } from '../../src/bridge/context.ts';
import { refusalOf, until } from '../world.ts';
import { openBridgeKills } from './bridge-kills.ts';
import type { BridgeKills } from './bridge-kills.ts';
import { expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

let kills: BridgeKills;
let here: BridgeWorld;
let user: BridgeUser;

beforeAll(async () => {
  kills = await openBridgeKills({ bridgeSigners: 2 });
  ({ here } = kills);
  user = await here.user(
    'victim',
    Array.from({ length: 10 }, () => 300_000n),
  );
  await here.finish(await user.mint('btc', 290_000n));
});
afterAll(() => kills.stop());

type Step = (typeof BRIDGE_STEPS)[number];

const killAt = (step: Step, act: () => Promise<unknown>): Promise<void> => kills.killAt(step, act);

interface Bridging {
  readonly id: string;
  /** What it brings. */
  readonly out: bigint;
  /** Makes the order, and the payment, signed. */
  order(): Promise<void>;
  /** Hands in those bytes. @returns their transaction */
  pay(): Promise<string>;
  /** As deep as the payment has to be. */
  mine(): Promise<void>;
}

const BRIDGINGS = {
  mint: async (): Promise<Bridging> => {
    const terms = await user.terms('btc', 'mint', 60_000n);
    const { publicKey, address, sign } = user.btc;
    const body = { terms, publicKey: bytesToHex(publicKey), address, feeRate: 2 };
    let rawPsbt = '';
    const id = idOfTerms(terms);
    return {
      ...{ id, out: 60_000n - 120n - 2_500n },
      order: async () => {
        const planned = await callApi(here.world.origin, 'bridgeMintBtc', { body });
        rawPsbt = sign(planned.rawPsbt, planned.toSignInputs);
      },
      pay: async () =>
        (await callApi(here.world.origin, 'bridgePayMintBtc', { body: { orderId: id, rawPsbt } })).txid,
      mine: async () => {
        await here.world.chain.mine(1);
      },
    };
  },
  redeem: async (): Promise<Bridging> => {
    const terms = await user.terms('btc', 'redeem', 40_000n);
    const id = idOfTerms(terms);
    const { token, keys } = here.btc;
    const wanted = { token, receiver: hexToBytes(keys.inletHash), units: 40_000n, message: id };
    const { check, transfer } = signedTransfer(here.mvc.chain, user.mvc, wanted);
    const txHexList = [check, transfer].map((tx) => bytesToHex(writeMvcTransaction(tx)));
    return {
      ...{ id, out: 40_000n - 80n - 3_500n },
      order: async () => {
        await user.order(terms);
      },
      pay: async () =>
        (await callApi(here.world.origin, 'bridgePayRedeemBtc', { body: { orderId: id, txHexList } })).txid,
      mine: () => {
        here.mvc.chain.mine();
        here.mvc.chain.mine();
        return Promise.resolve();
      },
    };
  },
} as const;

/** Which act comes to a step. */
const ACT: Readonly<Partial<Record<Step, 'order' | 'pay'>>> = {
  'bridge-ordered': 'order',
  'bridge-received': 'pay',
};

describe.each(['mint', 'redeem'] as const)('a %s', (way) => {
  it.each(BRIDGE_STEPS)('at %s: paid out once, and the same bytes get the same answer', async (step) => {
    const bridging = await BRIDGINGS[way]();
    const { id, out, order, pay } = bridging;
    const dies = ACT[step] ?? 'mine';
    if (dies === 'order') await killAt(step, order);
    await order();
    if (dies === 'pay') await killAt(step, pay);
    const txid = await pay();
    await here.untilState(id, 'paid');
    if (dies === 'mine') await killAt(step, bridging.mine);
    expect(await pay()).toBe(txid);
    const { deposits } = await here.finish(id);
    expect(deposits).toMatchObject([{ txid, exit: { kind: 'payout', out: out.toString() } }]);
    expect(await pay()).toBe(txid);
    await expectBalanced(here);
  });
});

const LONG_MS = 60_000;

it.each(['the first', 'the second'])(
  '%s signer, while a payout is due: the asset and the order say so, and it is paid when it is back',
  { timeout: 2 * LONG_MS },
  async (which) => {
    const { signer, bridgeSigners } = here.world.exchange;
    const { origin } = here.world;
    const part = which === 'the first' ? signer : bridgeSigners[0]?.part;
    const pid = part?.pid();
    if (pid === undefined) throw new Error('there are two');
    const paused = async () => (await callApi(origin, 'bridgeAssets')).assetList[0]?.paused;
    const id = await user.mint('btc', 60_000n);
    // It is there, takes every connection, and says nothing.
    process.kill(pid, 'SIGSTOP');
    try {
      await until(async () => (await paused()) === 'signer', 'the asset says so', LONG_MS);
      await here.mineBtc();
      await until(async () => (await here.order(id)).waits === 'signer', 'it waits', LONG_MS);
      expect(await refusalOf(user.mint('btc', 60_000n))).toBe('bridge-paused');
      const who = which === 'the first' ? 'the signer' : 'signer 2 of 2';
      expect(await here.command('list')).toContain(`not open: ${who} does not answer`);
      const asked = performance.now();
      expect(await here.reserve('btc')).toMatchObject({ paused: 'signer', signature: '' });
      expect(performance.now() - asked).toBeLessThan(5_000);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await until(async () => (await paused()) === null, 'it is open again', LONG_MS);
    await here.untilState(id, 'paid-out');
    await here.finish(id);
  },
);
