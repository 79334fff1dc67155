/** Parked tokens come home through the exchange: their owner signs twice, pays what was said, and nobody takes back what is on its way into a pool. */
import { callApi } from '@rialto/devnet';
import type { MvcTrader } from '@rialto/devnet/mvc';
import { readP2pkhScriptSig, writeMvcTransaction } from '@rialto/mvc';
import type { MvcBody } from '@rialto/mvc';
import { bytesToHex, outpoint } from '@rialto/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, until } from '../world.ts';
import { mvcWorld } from './mvc-world.ts';
import type { MvcWorld } from './mvc-world.ts';
import { expectTruth } from './mvc-truth.ts';
import { minersTwin, raws, readRaw } from './twins.ts';

const params = { venue: 'mvc' } as const;
type Task = Awaited<ReturnType<MvcTrader['swap']>>;
let at: MvcWorld;
let carla: MvcTrader;

beforeAll(async () => {
  at = await mvcWorld();
  carla = await at.funded('carla', 12);
  await carla.swap({ pair: at.pair, side: 'buy', exact: 'in', amount: '20000000' });
  await at.mine();
}, 180_000);
afterEach(() => expectTruth(at));
afterAll(() => at.world.stop());

const add = (): Promise<Task> => carla.move({ pair: at.pair, kind: 'add', of: 'space', amount: '4000000' });
const becomes = (buildId: string, word: Task['status']): Promise<void> =>
  until(async () => {
    const { status } = await callApi(at.world.origin, 'mvcTask', { params, query: { buildId } });
    return status === word;
  }, `it is ${word}`);
const held = async (): Promise<bigint> => BigInt((await carla.account()).tokens[0]?.amount ?? '0');
const build = (coin: string, who = carla) =>
  callApi(at.world.origin, 'mvcBuildTakeBack', {
    params,
    body: { publicKey: bytesToHex(who.key), coin },
  });
const submit = (body: Awaited<ReturnType<MvcTrader['signTakeBack']>>) =>
  callApi(at.world.origin, 'mvcSubmitTakeBack', { params, body });

/** Liquidity whose parking a miner has put in under another id: the rest of it has come to nothing. */
async function stranded(): Promise<string> {
  const done = await add();
  const parked = minersTwin(readRaw(done.parked));
  at.mvc.chain.mine({ first: raws(readRaw(done.check), parked) });
  await at.mine();
  await becomes(done.buildId, 'failed');
  return outpoint(parked.txid, 0);
}

describe('a parked token', () => {
  it('comes home for what was said, and the same again is the same', async () => {
    const before = await held();
    const coin = await stranded();
    const units = BigInt((await carla.account()).parked[0]?.amount ?? '0');
    expect(units).toBeGreaterThan(0n);
    expect(await held()).toBe(before - units);
    const space = BigInt((await carla.account()).space);
    const signed = await carla.signTakeBack(coin);
    const done = await submit(signed);
    expect(readRaw(done.raw).txid).toBe(done.txid);
    await until(async () => (await carla.account()).parked.length === 0, 'it lies there no more');
    expect(await submit(signed)).toEqual(done);
    await at.mine();
    expect(await held()).toBe(before);
    expect(await submit(signed)).toEqual(done);
    expect(at.mvc.chain.waiting()).toEqual([]);
    const paid = space - BigInt((await carla.account()).space);
    const size = readRaw(done.raw).size + readRaw(done.check).size;
    expect(paid).toBeGreaterThanOrEqual(BigInt(size));
    expect(paid).toBeLessThan(BigInt(size) + BigInt(size) / 8n + 1_000n);
    expect(await refusalOf(build(coin))).toBe('coin-spent');
  });

  it('is taken back by nobody else, and not without both signatures', async () => {
    const coin = await stranded();
    const stranger = await at.funded('stranger');
    expect(await refusalOf(build(coin, stranger))).toBe('coin-unknown');
    const signed = await carla.signTakeBack(coin);
    const [half] = signed.signed;
    if (half === undefined) throw new Error('a signature');
    const other = { ...signed, publicKey: bytesToHex(stranger.key) };
    expect(await refusalOf(submit(other))).toBe('coin-unknown');
    // Hers, over another transaction.
    const ofCheck = readP2pkhScriptSig(readRaw(signed.check).inputs[0]?.scriptSig ?? new Uint8Array(0));
    const wrong = { ...half, signature: bytesToHex(ofCheck?.signature ?? new Uint8Array(0)) };
    expect(await refusalOf(submit({ ...signed, signed: [wrong] }))).toBe('signature-invalid');
    expect(await refusalOf(submit({ ...signed, signed: [{ ...half, index: 0 }] }))).toBe('bad-request');
    const check = readRaw(signed.check);
    const inputs = check.inputs.map((input) => ({ ...input, scriptSig: new Uint8Array(0) }));
    const rawOf = (body: MvcBody): string => bytesToHex(writeMvcTransaction(body));
    expect(await refusalOf(submit({ ...signed, check: rawOf({ ...check, inputs }) }))).toBe(
      'signature-missing',
    );
    const turned = rawOf({ ...check, outputs: check.outputs.toReversed() });
    expect(await refusalOf(submit({ ...signed, check: turned }))).toBe('script-not-allowed');
    await submit(signed);
    await at.mine();
  });

  it('of liquidity that is signed and may still be mined is not taken back', async () => {
    const done = await add();
    const move = readRaw(done.swap);
    at.mvc.chain.keepOut((txid) => txid === move.txid);
    expect(at.mvc.chain.waiting().map(({ txid }) => txid)).not.toContain(move.txid);
    const parked = readRaw(done.parked);
    const coin = outpoint(parked.txid, 0);
    await until(async () => (await carla.account()).parked.length === 1, 'it is seen parked');
    expect(await refusalOf(build(coin))).toBe('coin-unconfirmed');
    await at.mine();
    expect(await refusalOf(build(coin))).toBe('swaps-waiting');
    at.mvc.chain.keepOut(() => false);
    await until(() => at.mvc.chain.waiting().some(({ txid }) => txid === move.txid), 'it is sent again');
    await at.mine();
    await becomes(done.buildId, 'completed');
  });
});
