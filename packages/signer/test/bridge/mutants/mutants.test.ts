/** Two thousand mutants of honest requests: a field or several are bent, and what is signed all the same pays exactly what is owed, to nobody else. */
import fc from 'fast-check';
import { readTransaction, hexToBytes, isFlaw, bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { random } from '../../mutating.ts';
import type { Pick } from '../../mutating.ts';
import { giveRequest, mineMvc, mintPaid, minted, payRequest, redeemPaid } from '../exits.ts';
import { ALICE_MVC, MALLORY, MALLORY_MVC, btcScript, idOf, mvcScript, redeemIn } from '../orders.ts';
import { openStage } from '../stage.ts';
import type { Stage } from '../stage.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Fields = Readonly<Record<string, Json>>;

const flip = (hex: string, pick: Pick): string => {
  const at = pick(hex.length);
  const digit = ((Number.parseInt(hex[at] ?? '0', 16) || 0) ^ (1 + pick(15))) & 15;
  return `${hex.slice(0, at)}${digit.toString(16)}${hex.slice(at + 1)}`;
};

/** Things of the same kinds that exist. */
interface Others {
  readonly points: readonly string[];
  readonly deposits: readonly string[];
  readonly scripts: readonly string[];
}

function bent(name: string, value: Json | undefined, others: Others, pick: Pick): Json | undefined {
  const oneOf = <T>(all: readonly T[]): T | undefined => all[pick(all.length)];
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const more = oneOf(others.points) ?? '';
    return oneOf<Json>([[], [...list, more], [more], list.toReversed(), [...list, ...list], list.slice(1)]);
  }
  if (name === 'deposit') return oneOf(others.deposits);
  if (name === 'at') return oneOf(others.points);
  if (name === 'kind') return value === 'payout' ? 'refund' : 'payout';
  if (name === 'asset') return oneOf(['btc', 'rune', 'other', '../btc']);
  if (name === 'restCoins') return oneOf([0, 1, 2, 3]);
  if (name === 'feeRateSatVb') return oneOf([0, 0.1, 1, 4, 50, 5000, 5001, -1]);
  if (name === 'checkScript') return typeof value === 'string' ? flip(value, pick) : undefined;
  if (typeof value === 'string' && /^[0-9]+$/.test(value)) {
    const old = BigInt(value);
    return oneOf(['0', (old + 1n).toString(), (old - 1n).toString(), (old * 2n).toString(), '99999999999']);
  }
  if (name === 'terms') {
    if (pick(4) === 0) return undefined;
    const terms = value as Fields | undefined;
    if (terms === undefined) return undefined;
    const field = oneOf(Object.keys(terms)) ?? 'nonce';
    return { ...terms, [field]: bentTerm(field, terms[field], others, pick) };
  }
  return typeof value === 'string' ? flip(value, pick) : 0;
}

function bentTerm(name: string, value: Json | undefined, { scripts }: Others, pick: Pick): Json {
  const oneOf = <T>(all: readonly T[]): T => all[pick(all.length)] as T;
  if (name === 'receiver' || name === 'refund') return oneOf(scripts);
  if (name === 'net') return oneOf(['livenet', 'testnet', 'regtest']);
  if (name === 'direction') return value === 'mint' ? 'redeem' : 'mint';
  if (name === 'asset') return oneOf(['btc', 'rune']);
  if (name === 'amount') return oneOf(['any', '200000', '1', '900000']);
  if (name === 'least') return oneOf(['0', '1', '2', '199101', '5000000']);
  if (name === 'expires') return oneOf([0, 1_000, 5]);
  return typeof value === 'string' ? flip(value, pick) : 0;
}

/** One field is bent, or up to four. */
function mutantOf(request: Fields, others: Others, pick: Pick): Fields {
  const draft: Record<string, Json | undefined> = { ...request };
  const names = Object.keys(request);
  const count = pick(2) === 0 ? 1 : 1 + pick(4);
  for (let at = 0; at < count; at += 1) {
    const name = names[pick(names.length)] ?? '';
    draft[name] = bent(name, draft[name], others, pick);
  }
  // What is undefined does not go over the socket.
  return JSON.parse(JSON.stringify(draft)) as Fields;
}

interface World {
  readonly stage: Stage;
  readonly requests: readonly {
    readonly op: string;
    readonly field: 'pay' | 'give';
    readonly body: Fields;
  }[];
  readonly others: Others;
}

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
  return { stage, requests, others: { points, deposits, scripts } };
}

const COUNT = 2_000;

describe('mutants', () => {
  it('are refused, or are the honest exit by another fee or other coins of ours', async () => {
    const { stage, requests, others } = await begun();
    const pick = random(20_241_129);
    const { recall } = stage.parts.journal;
    const before = recall.size;
    const honest = new Map(requests.map(({ body }) => [body['deposit'] as string, body]));
    const said = new Map<string, number>();
    for (let n = 0; n < COUNT; n += 1) {
      const { op, field, body } = requests[n % requests.length] ?? requests[0] ?? never();
      const mutant = mutantOf(body, others, pick);
      const answer = await stage.ask({ op, [field]: mutant });
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
    expect(said.get('signed') ?? 0).toBeLessThan(COUNT / 4);
    expect(said.size).toBeGreaterThan(10);
  }, 60_000);

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
        expect(answer.ok ? idOf(terms) : '').toBe(answer.ok ? idOf(paid.terms) : '');
      }),
      { numRuns: 200 },
    );
  });
});

function never(): never {
  throw new Error('there is one');
}
