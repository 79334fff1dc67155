/** Restocking makes live lots and nothing else; freeing what a stranger locked moves nothing away. */
import { describe, expect, it } from 'vitest';
import { amount, isFlaw, readTransaction, virtualSize } from '@rialto/protocols';
import type { Amount } from '@rialto/protocols';
import { acceptCommit, asMade, effects, partyOf } from '../../../src/index.ts';
import { MOST_RESTOCKED, planRestock } from '../../../src/pool/brc20/restock.ts';
import { assetSecret } from '../../../src/pool/brc20/asset-script.ts';
import { buildReturn, finishReturn, payReturn, planFree, signReturn } from '../../../src/pool/return-coin.ts';
import { coin, plainAsset, refusalOf, walletSigns } from '../../people.ts';
import { POOLS, RATE, SOLO, operator } from '../acts.ts';
import { TOKEN, earlierScript, poolLot } from './lot-acts.ts';

const ONE = 10n ** 18n;
type RestockRequest = Parameters<typeof planRestock>[0];

function request(amounts: readonly bigint[], over: Partial<RestockRequest> = {}): RestockRequest {
  return {
    operator: { script: operator.script, key: operator.key, coins: [coin('money', operator, 100_000n)] },
    script: earlierScript(SOLO),
    tick: 'ordi',
    token: { decimals: 18 },
    available: amount(1_000n * ONE),
    amounts: amounts.map((one) => amount(one)),
    revealKeys: amounts.map((_, at) => new Uint8Array(32).fill(at + 1)),
    feeRateSatVb: RATE,
    ...over,
  };
}

const refused = (...given: Parameters<typeof request>): string =>
  refusalOf(() => planRestock(request(...given)));

describe('restocking', () => {
  it('works: one commit, a reveal of 152 vB for each lot, on the pool’s script', () => {
    const plan = planRestock(request([5n * ONE, 3n * ONE, ONE / 2n]));
    const commit = acceptCommit(plan, walletSigns(plan.commit.psbt, operator, plan.commit.toSign));
    expect(commit.txid).toBe(plan.commit.txid);
    expect(plan.reveals).toHaveLength(3);
    for (const { raw } of plan.reveals) {
      const tx = readTransaction(raw);
      if (isFlaw(tx)) throw new Error(tx.flaw);
      expect(tx.inputs).toHaveLength(1);
      expect(tx.outputs).toEqual([{ value: 546n, script: earlierScript(SOLO).pool.script }]);
      expect(Math.abs(virtualSize(tx) - 152)).toBeLessThanOrEqual(3);
    }
    expect(plan.fee).toBe(BigInt(plan.vsize * RATE));
  });

  it('refuses what would be dead or nothing: more than is free, finer than the token, no lot, too many', () => {
    expect(refused([600n * ONE, 400n * ONE])).toBe('accepted');
    expect(refused([600n * ONE, 401n * ONE])).toBe('insufficient-funds');
    expect(refused([600n * ONE, 400n * ONE + 1n])).toBe('insufficient-funds');
    expect(refused([ONE / 10n], { token: { decimals: 0 } })).toBe('bad-request');
    expect(refused([ONE], { token: { decimals: 0 } })).toBe('accepted');
    expect(refused([])).toBe('bad-request');
    expect(refused([0n])).toBe('bad-request');
    expect(refused(Array.from({ length: MOST_RESTOCKED }, () => ONE))).toBe('accepted');
    expect(refused(Array.from({ length: MOST_RESTOCKED + 1 }, () => ONE))).toBe('bad-request');
    const { operator: payer } = request([ONE]);
    expect(refused([ONE], { operator: { ...payer, coins: [] } })).toBe('insufficient-funds');
    expect(refused([ONE], { operator: { ...payer, key: new Uint8Array(33).fill(2) } })).toBe('not-yours');
  });

  it('the assertion fires: a lot without a key, a key for two', () => {
    expect(() => planRestock(request([ONE], { revealKeys: [] }))).toThrow('invariant: each lot has a key');
    expect(() => planRestock(request([ONE], { revealKeys: [new Uint8Array(31)] }))).toThrow('invariant');
  });
});

describe.each(POOLS.map((owned) => [owned.name, owned] as const))(
  'a transfer that a stranger inscribed onto an asset script of %s',
  (_, owned) => {
    const { coin: lies, script } = poolLot(owned, 0, 10n);
    const operators = {
      script: operator.script,
      key: operator.key,
      coins: [coin('money', operator, 30_000n)],
    };
    const base = { pool: script.pool, coin: lies, token: TOKEN, operator: operators, feeRateSatVb: RATE };

    it('moves to its own script, where its amount is free again', () => {
      const plan = planFree(base);
      const unsigned = buildReturn(plan);
      const pool = owned.signers.map(({ secret }) =>
        signReturn(plan, unsigned, assetSecret(secret, script.place)),
      );
      const halves = { pool, operator: payReturn(plan, unsigned, operator.secret) };
      const tx = readTransaction(finishReturn(plan, halves).raw);
      if (isFlaw(tx)) throw new Error(tx.flaw);
      const coins = [plan.coin, ...plan.payments];
      const party = partyOf(effects(tx, coins, asMade(tx, coins)), script.pool.script);
      expect(party.gets).toMatchObject([{ index: 0, transfer: { asset: TOKEN, amount: 10n as Amount } }]);
      expect(party.gives).toHaveLength(1);
      expect(virtualSize(tx)).toBeLessThanOrEqual(212 + 51 + 3);
      const away = { ...plan, receiver: operator.script };
      expect(() => finishReturn(away, halves)).toThrow('invariant: input 0');
    });

    it('and nothing else does', () => {
      const code = (over: Partial<typeof base>): string => refusalOf(() => planFree({ ...base, ...over }));
      expect(code({})).toBe('accepted');
      expect(code({ coin: { ...lies, assets: [] } })).toBe('not-a-lot');
      expect(code({ coin: { ...lies, assets: [plainAsset('used')] } })).toBe('not-a-lot');
      expect(code({ coin: { ...lies, script: operator.script } })).toBe('script-not-allowed');
      expect(code({ operator: { ...operators, coins: [] } })).toBe('insufficient-funds');
      const { height: _height, ...waiting } = lies;
      expect(code({ coin: waiting })).toBe('coin-unconfirmed');
    });
  },
);
