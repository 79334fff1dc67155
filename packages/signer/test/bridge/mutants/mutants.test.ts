/** Two thousand mutants of honest requests: a field or several are bent, and what is signed all the same pays exactly what is owed, to nobody else. */
import type { WireBridgeTerms } from '@rialto/contract';
import { CHECK_SATS } from '@rialto/mvc';
import fc from 'fast-check';
import { readTransaction, hexToBytes, isFlaw, bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { random } from '../../mutating.ts';
import { coinAt, giveRequest, mineMvc, mintPaid, minted, payRequest, redeemPaid, whole } from '../exits.ts';
import type { Gave } from '../exits.ts';
import { ALICE_MVC, MALLORY, MALLORY_MVC, btcScript, idOf, mvcScript, redeemIn } from '../orders.ts';
import type { PaidIn } from '../orders.ts';
import { openStage } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { bentTerm, mutantOf } from './bent.ts';
import type { Fields, Others } from './bent.ts';

interface World {
  readonly stage: Stage;
  readonly requests: readonly {
    readonly op: string;
    readonly field: 'pay' | 'give';
    readonly body: Fields;
  }[];
  /** What was paid in, with the terms where there are any. */
  readonly deposits: readonly Deposit[];
  readonly others: Others;
}

type Deposit = PaidIn & { readonly terms?: WireBridgeTerms };

async function begun(): Promise<World> {
  const stage = await openStage();
  stage.change('btc', { exposure: '2000000' });
  await minted(stage, 'btc', 900_000n);
  const [mint, second] = [mintPaid(stage), mintPaid(stage, { amount: 50_000n })];
  const redeem = redeemPaid(stage);
  const other = redeemIn(stage, { asset: 'btc', units: 70_000n, id: undefined });
  mineMvc(stage, 4);
  const asked = [
    await giveRequest(stage, mint, mint),
    payRequest(stage, redeem, redeem),
    payRequest(stage, second, { kind: 'refund', terms: second.terms, fee: 1 }),
    await giveRequest(stage, other, { kind: 'refund', fee: 1 }),
  ];
  const requests = asked.map((one) =>
    'pay' in one
      ? { op: one.op, field: 'pay' as const, body: one.pay as never }
      : { op: one.op, field: 'give' as const, body: one.give as never },
  );
  const points = [
    ...[mint, second, redeem, other].map(({ at }) => at),
    ...requests.flatMap(({ body }) =>
      ['locked', 'fees', 'tokens', 'space'].flatMap((name) => (name in body ? body[name] : []) as string[]),
    ),
    ...[...stage.btc.settled.keys()].slice(0, 8),
    `${'a'.repeat(64)}:0`,
  ];
  const keys = stage.keys('btc');
  const scripts = [
    ...[btcScript(MALLORY), mvcScript(MALLORY_MVC), bytesToHex(keys.locked.script.script)],
    ...[bytesToHex(keys.stock.p2pkh), mint.terms.receiver, mint.terms.refund],
  ];
  const deposits = [mint, second, redeem, other].map(({ deposit }) => deposit);
  return { stage, requests, deposits: [mint, second, redeem, other], others: { points, deposits, scripts } };
}

const COUNT = 2_000;

describe('mutants', () => {
  it('are refused, or are the honest exit by another fee or other coins of ours', async () => {
    const { stage, requests, deposits, others } = await begun();
    const pick = random(20_241_129);
    const { recall } = stage.parts.journal;
    const before = recall.size;
    const honest = new Map(requests.map(({ body }) => [body['deposit'] as string, body]));
    const said = new Map<string, number>();
    for (let n = 0; n < COUNT; n += 1) {
      const { op, field, body } = requests[n % requests.length] ?? requests[0] ?? never();
      const mutant = mutantOf(body, others, pick);
      const answer = await stage.ask({ op, [field]: mutant });
      if (answer.ok && field === 'give')
        given(stage, deposits, { asked: mutant as never, answer: answer.data });
      said.set(answer.ok ? 'signed' : answer.code, (said.get(answer.ok ? 'signed' : answer.code) ?? 0) + 1);
    }
    const lines = recall.ofAsset('btc').slice(before);
    for (const line of lines) {
      const { terms } = (honest.get(line.deposit) ?? never()) as { terms?: never };
      const wanted = expectedOf(line.deposit, line.exit, terms);
      expect({ receiver: line.receiver, out: line.out }).toMatchObject(wanted);
    }
    // Of each deposit one exit, and what was signed on Bitcoin pays nobody else.
    for (const deposit of others.deposits)
      expect(new Set(recall.exits(deposit).map(({ exit }) => exit)).size).toBeLessThan(2);
    const own = [stage.keys('btc').locked.script.script, stage.keys('btc').fees.btc.script.script].map(
      bytesToHex,
    );
    for (const { raw, receiver, out } of lines) {
      if (raw === undefined) continue;
      const tx = readTransaction(hexToBytes(raw));
      if (isFlaw(tx)) throw new Error(tx.flaw);
      const paid = tx.outputs.filter(({ script, value }) => value > 0n && !own.includes(bytesToHex(script)));
      expect(paid.map(({ script, value }) => [bytesToHex(script), value])).toEqual([[receiver, BigInt(out)]]);
    }
    // Not by refusing everything: what is still honest is signed, on both chains.
    expect(said.get('signed') ?? 0).toBeGreaterThan(20);
    expect(new Set(lines.map(({ chain }) => chain))).toEqual(new Set(['btc', 'mvc']));
    expect(said.get('signed') ?? 0).toBeLessThan(COUNT / 4);
    expect(said.size).toBeGreaterThan(10);
  }, 60_000);

  /** Planned again from what the test itself knows of the deposit: the same transaction, and no SPACE but to the fees. */
  function given(stage: Stage, deposits: readonly Deposit[], gave: Pick<Gave, 'asked' | 'answer'>): void {
    const { asked, answer } = gave;
    const paid = deposits.find(({ deposit }) => deposit === asked.deposit) ?? never();
    const { check, transfer } = whole(stage, paid, { kind: asked.kind, ...termsOf(paid) }, gave);
    expect(answer.core).toBe(transfer.core);
    const space = asked.space.reduce((sum, point) => sum + coinAt(stage, point).value, 0n);
    const fees = bytesToHex(stage.keys('btc').fees.mvc.p2pkh);
    const left = space - CHECK_SATS - BigInt(asked.checkFee);
    expect(check.outputs.map(({ script, value }) => [bytesToHex(script), value])).toEqual([
      [asked.checkScript, CHECK_SATS],
      [fees, left],
    ]);
  }

  /** What the four deposits are owed: 200,000 and 50,000 sat came in, 100,000 and 70,000 wrapped. */
  function expectedOf(
    deposit: string,
    exit: 'payout' | 'refund',
    terms: { readonly receiver: string; readonly refund: string } | undefined,
  ) {
    const isRefund = exit === 'refund';
    const amounts = deposit.startsWith('btc:')
      ? { out: expect.stringMatching(isRefund ? /^(199400|49400)$/ : /^(199100|49250)$/) as string }
      : { out: expect.stringMatching(isRefund ? /^(99000|69000)$/ : /^(98800)$/) as string };
    if (terms === undefined) return { ...amounts, receiver: mvcScript(ALICE_MVC) };
    return { ...amounts, receiver: isRefund ? terms.refund : terms.receiver };
  }
});

describe('terms', () => {
  it('of another order never fit, whatever of them is bent', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const { give } = await giveRequest(stage, paid, paid);
    const pick = random(7);
    const scripts = [mvcScript(MALLORY_MVC), btcScript(MALLORY)];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(paid.terms)), async (name) => {
        const bentTo = bentTerm(name, paid.terms[name as never], { scripts, points: [], deposits: [] }, pick);
        const terms = { ...paid.terms, [name]: bentTo } as never;
        const answer = await stage.ask({ op: 'bridgeGive', give: { ...give, terms } });
        const said = answer.ok ? 'signed' : answer.code;
        if (idOf(terms) === idOf(paid.terms)) expect(said).toBe('signed');
        else expect(['bridge-terms-differ', 'bad-request']).toContain(said);
      }),
      { numRuns: 200 },
    );
  });
});

const termsOf = ({ terms }: Deposit) => (terms === undefined ? {} : { terms });

function never(): never {
  throw new Error('there is one');
}
