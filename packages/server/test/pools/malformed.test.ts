/** Signed swaps that were changed on their way: each is refused for a reason, or is the transaction that was prepared; what was signed is taken after all of them. */
import { ApiRefusal } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { bytesToHex, concatBytes, hexToBytes } from '@rialto/protocols';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unsignedTxid } from '../kills/act.ts';
import { handIn, signed } from './pool-calls.ts';
import type { Built } from './pool-calls.ts';
import { act, build, expectChain, mempoolOf, poolWorld } from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

const MUTANTS = 150;
const SEED = Number.parseInt(process.env['PSBT_SEED'] ?? String(Date.now() % 1_000_000_007), 10);

let place: PoolWorld;
let one: Trader;
let two: Trader;

beforeAll(async () => {
  place = await poolWorld();
  [one, two] = place.others as [Trader, Trader];
  await act(place, place.first, 'buildInit', { token1Amount: '5000000', token2Amount: '10000000' });
  await place.world.mine();
}, 240_000);

afterAll(() => place.world.stop());

const buy = (who: Trader): Promise<Built> => build(place, who, 'build1x', { sourceAmount: '40000' });

const change = fc.record({
  // A flip leaves it a PSBT more often than not.
  how: fc.constantFrom('flip', 'flip', 'flip', 'flip', 'cut', 'drop', 'grow', 'twice'),
  at: fc.nat(2_000),
  length: fc.integer({ min: 1, max: 40 }),
  byte: fc.integer({ min: 1, max: 255 }),
});

type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function changed(psbt: Uint8Array, { how, at: where, length, byte }: Change): Uint8Array {
  const at = where % psbt.length;
  const [head, tail] = [psbt.subarray(0, at), psbt.subarray(at)];
  switch (how) {
    case 'flip':
      return psbt.map((old, index) => (index === at ? old ^ byte : old));
    case 'cut':
      return head;
    case 'drop':
      return concatBytes(head, tail.subarray(length));
    case 'grow':
      return concatBytes(head, new Uint8Array(length).fill(byte), tail);
    case 'twice':
      return concatBytes(head, tail.subarray(0, length), tail);
  }
}

/** The id of what it became, or the code of the refusal. */
async function answered(who: Trader, built: Built, rawPsbt: string): Promise<string> {
  try {
    return (await handIn(place, who, { buildId: built.buildId, rawPsbt })).txid;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status >= 500) throw error;
    return error.refusal;
  }
}

it(`${MUTANTS} changed swaps with PSBT_SEED=${SEED}: refused, or the transaction that was prepared`, async () => {
  const codes = new Map<string, number>();
  let built = await buy(one);
  for (const bend of fc.sample(change, { numRuns: MUTANTS, seed: SEED })) {
    const right = signed(one, built);
    const mutant = bytesToHex(changed(hexToBytes(right), bend));
    const answer = await answered(one, built, mutant);
    const isTaken = /^[0-9a-f]{64}$/.test(answer);
    if (!isTaken) codes.set(answer, (codes.get(answer) ?? 0) + 1);
    else {
      expect(answer, mutant).toBe(unsignedTxid(right));
      await place.world.mine();
      built = await buy(one);
    }
  }
  expect([...codes.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(MUTANTS / 2);
  expect(codes.size).toBeGreaterThan(2);
  expect(await mempoolOf(place), 'nothing that was refused was sent').toEqual([]);
  expect(await answered(one, built, signed(one, built))).toBe(unsignedTxid(built.rawPsbt ?? ''));
  await place.world.mine();
  await expectChain(place);
}, 120_000);

it('what was signed for another build, by another user or by nobody is refused', async () => {
  const [his, hers, older] = [await buy(one), await buy(two), await buy(one)];
  expect(await answered(one, his, signed(two, hers))).toBe('psbt-changed');
  expect(await answered(one, older, his.rawPsbt ?? '')).toBe('signature-missing');
  expect(await answered(two, his, signed(one, his))).toBe('not-yours');
  expect(await mempoolOf(place)).toEqual([]);
});
