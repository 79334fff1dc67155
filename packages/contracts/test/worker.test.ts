/** The worker of contracts does what the contracts do, in a thread of its own, and its death takes one call with it and no more. */
import { readFileSync } from 'node:fs';
import { bodyOfPlan, writeMvcTransaction } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { afterEach, describe, expect, it } from 'vitest';
import { checkScript, completePlan, judged, openContracts } from '../src/index.ts';
import type { Contracts } from '../src/index.ts';
import { aBuy } from './a-buy.ts';

const { plan, signatures, transactions } = aBuy();
const [check] = plan.checks;
if (check === undefined) throw new Error('a purchase has a check');
const coins = plan.inputs.map(({ coin }) => coin);

function directly() {
  const known = new Map(transactions.map((tx) => [tx.txid, tx]));
  return completePlan({
    ...{ plan, signatures },
    txOf: (txid) => {
      const found = known.get(txid);
      if (found === undefined) throw new Error('given');
      return found;
    },
  });
}

let contracts: Contracts | undefined;
const opened = (options?: Parameters<typeof openContracts>[0]): Contracts =>
  (contracts = openContracts(options));

const DIST = new URL('../../../dist/', import.meta.url);
const DEADLY = 99;

/** The worker itself, but for one question that ends it. */
const workerThat = (deed: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      const on = parentPort.on.bind(parentPort);
      parentPort.on = (name, heard) => on(name, (message) => {
        if (message.question.check?.outputs === ${DEADLY}) ${deed}
        heard(message);
      });
      await import('${new URL('contracts-worker.mjs', DIST).href}');
    `)}`,
  );

afterEach(async () => {
  await contracts?.close();
});

describe('the worker of contracts', () => {
  it('completes as the contracts do, and the interpreter holds it for valid', async () => {
    const worker = opened();
    const done = await worker.complete(plan, signatures, transactions);
    expect(bytesToHex(writeMvcTransaction(done))).toBe(bytesToHex(writeMvcTransaction(directly())));
    const verdicts = await worker.judged(done, coins);
    expect(verdicts).toEqual(plan.inputs.map(() => ''));
    expect(verdicts).toEqual(judged(done, coins));
    expect(await worker.checkScript(check)).toEqual(checkScript(check));
  });

  it('says which input is wrong', async () => {
    const verdicts = await opened().judged(bodyOfPlan(plan), coins);
    expect(verdicts.every((verdict) => verdict !== '')).toBe(true);
  });

  it('answers each of many calls with its own answer', async () => {
    const worker = opened();
    const checks = Array.from({ length: 20 }, (_, at) => ({
      ...check,
      receivers: check.receivers.map((one) => ({ ...one, units: one.units + BigInt(at) })),
    }));
    const scripts = await Promise.all(checks.map((check) => worker.checkScript(check)));
    expect(scripts).toEqual(checks.map((check) => checkScript(check)));
  });

  it('refuses what it cannot do, and goes on', async () => {
    const worker = opened();
    await expect(worker.complete(plan, signatures, [])).rejects.toThrow('invariant: contracts: invariant');
    expect(await worker.checkScript(check)).toEqual(checkScript(check));
  });

  it.each([
    ['dies over', 'died', 'process.exit(1)', 30_000],
    // Long enough for a busy machine to load the libraries in.
    ['cannot end', 'does not answer', 'for (;;);', 10_000],
  ] as const)(
    'refuses the call that it %s, and those behind it go to another worker',
    async (_, why, deed, timeoutMs) => {
      const worker = opened({ file: workerThat(deed), timeoutMs });
      expect(await worker.checkScript(check)).toEqual(checkScript(check));
      const deadly = { ...check, outputs: DEADLY };
      const [first, second] = await Promise.allSettled([
        worker.checkScript(deadly),
        worker.checkScript(check),
      ]);
      expect(first).toMatchObject({ status: 'rejected', reason: { code: 'mvc-closed' } });
      expect(first).toHaveProperty('reason.detail', `the worker of contracts ${why}`);
      expect(second).toEqual({ status: 'fulfilled', value: checkScript(check) });
    },
  );

  it('refuses what comes behind too many, and everything once it is closed', async () => {
    const worker = opened({ most: 2 });
    const [, , third] = await Promise.allSettled([1, 2, 3].map(() => worker.checkScript(check)));
    expect(third).toMatchObject({ status: 'rejected', reason: { code: 'too-many-requests' } });
    const last = worker.checkScript(check);
    const ended = expect(last).rejects.toThrow('mvc-closed');
    await worker.close();
    await ended;
    await expect(worker.checkScript(check)).rejects.toThrow('is closed');
  });
});

it('the bundle of the server holds no library: its thread never loads one', () => {
  const bundle = readFileSync(new URL('server.mjs', DIST), 'utf8');
  expect(bundle).not.toMatch(/["'](?:mvc-lib|meta-contract)["']/);
});
