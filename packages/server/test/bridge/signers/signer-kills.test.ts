/**
 * Two signers lock the asset, each behind a door. Each is killed between its journal and its answer, for a mint and for a redeem: everything is
 * paid once in the end. And what one of them has signed alone, because the other was not there, is built again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi } from '@rialto/devnet';
import type { BridgeUser } from '@rialto/devnet/mvc';
import type { Txid } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGate } from '../../kills/kill-parts.ts';
import type { SignerGate } from '../../kills/kill-parts.ts';
import { until } from '../../world.ts';
import { bridgeWorld, expectBalanced } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';

const LONG_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'rialto-signer-kills-'));
const gates: SignerGate[] = [];
let here: BridgeWorld;
let user: BridgeUser;

beforeAll(async () => {
  for (const name of ['first', 'second']) gates.push(await openGate(join(folder, `${name}.sock`)));
  const [first, second] = gates;
  here = await bridgeWorld({
    bridgeSigners: 2,
    serverSettings: { SIGNER_SOCKET: first?.path ?? '', BRIDGE_SIGNER_SOCKETS: second?.path ?? '' },
    beforeReady: ({ signerSocket, bridgeSigners }) => {
      first?.to(signerSocket);
      second?.to(bridgeSigners[0]?.socket ?? '');
    },
  });
  user = await here.user('of two signers', [...Array.from({ length: 10 }, () => 300_000n), 2_000_000n]);
  await here.finish(await user.mint('btc', 290_000n));
});
afterAll(async () => {
  await here.world.stop();
  await Promise.all(gates.map((gate) => gate.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const refund = (deposit: string) => callApi(here.world.origin, 'bridgeRefund', { body: { deposit } });

describe.each([
  ['mint', 'bridgeGive'],
  ['redeem', 'bridgePay'],
] as const)('a %s', (way, op) => {
  it.each(['first', 'second'] as const)(
    'whose %s signer is killed when its journal has it and its answer is not out',
    { timeout: 3 * LONG_MS },
    async (which) => {
      const { signer, bridgeSigners } = here.world.exchange;
      const [part, gate] = which === 'first' ? [signer, gates[0]] : [bridgeSigners[0]?.part, gates[1]];
      if (part === undefined || gate === undefined) throw new Error('there are two');
      const pid = part.pid();
      const id = await user[way]('btc', 40_000n);
      await here.untilState(id, 'paid');
      gate.hold(op);
      await (way === 'mint' ? here.mineBtc(1) : here.mineMvc(2));
      await until(() => gate.holding(), `the ${which} has written it`, LONG_MS);
      process.kill(pid ?? 0, 'SIGKILL');
      await part.restart();
      gate.open(true);
      expect(part.pid()).not.toBe(pid);
      await here.untilState(id, 'paid-out');
      const { deposits } = await here.finish(id);
      expect(deposits).toMatchObject([{ exit: { kind: 'payout' } }]);
      await expectBalanced(here);
    },
  );
});

/** A redeem paid twice. @returns what came the second time, which waits for its way back */
async function refusedRedeem(amount: bigint): Promise<string> {
  const order = await user.redeem('btc', amount);
  await here.finish(order);
  await user.pay('btc', 'redeem', amount + 1_000n, order);
  await here.mineMvc(2);
  const second = async () => (await here.order(order)).deposits[1];
  await until(async () => (await second())?.state === 'refused', 'it fits no order', LONG_MS);
  return (await second())?.deposit ?? '';
}

it(
  'a refund on MVC that the second did not sign, and whose SPACE another exit took since, goes back by other SPACE',
  { timeout: 4 * LONG_MS },
  async () => {
    const deposit = await refusedRedeem(30_000n);
    const [, gate] = gates;
    gate?.cut('bridgeGive', deposit);
    await expect(refund(deposit)).rejects.toThrow();
    expect(gate?.hasCut()).toBe(true);
    gate?.cut('bridgeGive', undefined);
    // The largest coins of SPACE pay first: those that the first signer had signed for.
    await here.finish(await user.mint('btc', 40_000n));
    const { txid } = await refund(deposit);
    await here.mineMvc(4);
    expect(here.mvc.chain.transaction((txid ?? '') as Txid)?.height).toBeGreaterThan(0);
    await expectBalanced(here);
  },
);

it(
  'a payout on MVC that the second did not sign spends the same tokens again, though a coin that fits better is free since',
  { timeout: 4 * LONG_MS },
  async () => {
    await here.finish(await user.mint('btc', 1_200_000n));
    const deposit = await refusedRedeem(30_000n);
    // Its tokens are free once its payout is two blocks deep.
    const redeem = await user.redeem('btc', 1_050_000n);
    await here.mineMvc(3);
    await here.untilState(redeem, 'paid-out');
    const mint = await user.mint('btc', 40_000n);
    await here.untilState(mint, 'paid');
    const [, gate] = gates;
    const paid = (await here.order(mint)).deposits[0]?.deposit ?? '';
    gate?.cut('bridgeGive', paid);
    await here.mineBtc(1);
    await until(() => gate?.hasCut() === true, 'the first has signed it alone', LONG_MS);
    // This takes the SPACE that the first has signed for.
    await refund(deposit);
    await here.mineMvc(1);
    await here.mineBtc(1);
    await here.untilState(redeem, 'done');
    gate?.cut('bridgeGive', undefined);
    await here.untilState(mint, 'paid-out');
    await here.finish(mint);
    await expectBalanced(here);
  },
);
