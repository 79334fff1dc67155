/** A thousand mutants of honest requests about BRC-20: what is signed all the same moves a lot of exactly what is owed to whom it is owed, makes one onto the locked script, or brings one home. */
import { bytesToHex, hexToBytes, isFlaw, outpoint, readTransaction } from '@rialto/protocols';
import type { Outpoint, Transaction } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { random } from '../../mutating.ts';
import { envelopeRequest, lotted, minted, payRequest, redeemPaid } from '../exits.ts';
import { MALLORY, MALLORY_MVC, UNPAYABLE, btcScript, mvcScript, order, payIn } from '../orders.ts';
import { mutantOf } from '../mutants/bent.ts';
import type { Fields, Others } from '../mutants/bent.ts';
import { openStage } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { inscribed, lotOf } from './lots.ts';

type Op = 'bridgePay' | 'bridgeEnvelope' | 'bridgeReturn';

interface World {
  readonly stage: Stage;
  readonly requests: readonly { readonly op: Op; readonly field: string; readonly body: Fields }[];
  readonly others: Others;
  /** By deposit: who is owed how much. */
  readonly owed: ReadonlyMap<string, readonly [string, bigint]>;
}

async function begun(): Promise<World> {
  const stage = await openStage({ assets: ['brc20'] });
  const home = stage.keys('brc20').locked.script.script;
  await minted(stage, 'brc20', 900_000n);
  const redeem = redeemPaid(stage, { asset: 'brc20' });
  const { terms, id } = order('brc20', 'mint', UNPAYABLE);
  const mint = payIn(stage, { asset: 'brc20', amount: 30_000n, id });
  stage.btc.mine(3);
  const [paying, back] = [
    await lotted(stage, redeem, redeem),
    await lotted(stage, mint, { kind: 'refund', terms }),
  ];
  const stray = inscribed(stage.btc, MALLORY, { units: 5_000n, onto: home }).outpoint;
  lotOf(stage.btc, MALLORY, 98_800n);
  stage.btc.mine(3);
  const feesOf = ({ pay }: { readonly pay: { readonly fees: readonly string[] } }) => [...pay.fees];
  const payout = payRequest(stage, redeem, { ...redeem, spends: [paying] });
  const refund = payRequest(stage, mint, { kind: 'refund', terms, spends: [back], fee: 1 });
  const { envelope } = envelopeRequest(stage, redeem, { terms: redeem.terms, fee: 2 });
  const homewards = { asset: 'brc20', lot: stray, fees: feesOf(refund), feeRateSatVb: 3 };
  const requests: World['requests'] = [
    { op: 'bridgePay', field: 'pay', body: payout.pay as never },
    { op: 'bridgePay', field: 'pay', body: refund.pay as never },
    { op: 'bridgeEnvelope', field: 'envelope', body: envelope as never },
    { op: 'bridgeReturn', field: 'back', body: homewards },
  ];
  const owed = new Map([
    [redeem.deposit, [redeem.terms.receiver, 98_800n] as const],
    [mint.deposit, [terms.refund, 29_400n] as const],
  ]);
  const scripts = [btcScript(MALLORY), mvcScript(MALLORY_MVC), bytesToHex(home), redeem.terms.receiver];
  const points = [...stage.btc.settled.keys(), redeem.at, `${'a'.repeat(64)}:0`];
  return { stage, requests, owed, others: { points, deposits: [...owed.keys()], scripts } };
}

const COUNT = 1_000;

it('are refused, or are the honest act by another fee or other coins of ours', async () => {
  const { stage, requests, owed, others } = await begun();
  const pick = random(20_261_130);
  const said = new Map<string, number>();
  const count = (word: string): void => void said.set(word, (said.get(word) ?? 0) + 1);
  for (let n = 0; n < COUNT; n += 1) {
    const { op, field, body } = requests[n % requests.length] ?? never();
    const mutant = mutantOf(body, others, pick);
    const answer = await stage.ask({ op, [field]: mutant });
    count(answer.ok ? op : answer.code);
    if (answer.ok) requireHonest(stage, op, { asked: mutant, answer: answer.data, owed });
  }
  // Of each deposit one exit by one lot, whatever was asked.
  for (const deposit of owed.keys()) {
    const lines = stage.parts.journal.recall.exits(deposit);
    expect(
      new Set(lines.map(({ exit, spends }) => `${exit} ${spends.map(({ coin }) => coin).join()}`)).size,
    ).toBeLessThan(2);
  }
  for (const op of ['bridgePay', 'bridgeEnvelope', 'bridgeReturn'])
    expect(said.get(op) ?? 0, op).toBeGreaterThan(3);
  expect(said.size).toBeGreaterThan(12);
}, 120_000);

interface Answered {
  readonly asked: Fields;
  readonly answer: { readonly raw: string; readonly lot?: { readonly raw: string } };
  readonly owed: World['owed'];
}

function requireHonest(stage: Stage, op: Op, { asked, answer, owed }: Answered): void {
  const keys = stage.keys('brc20');
  const [home, fees] = [keys.locked.script.script, keys.fees.btc.script.script].map(bytesToHex);
  const tx = read(answer.raw);
  const to = tx.outputs.filter(({ value }) => value > 0n).map(({ script }) => bytesToHex(script));
  const lots = tx.inputs
    .map(({ txid, vout }) => outpoint(txid, vout))
    .filter((point) => bytesToHex(stage.btc.coinAt(point)?.script ?? new Uint8Array()) === home);
  if (op === 'bridgePay') {
    const [receiver, amount] = owed.get(asked['deposit'] as string) ?? never();
    expect(to).toEqual([receiver, fees]);
    expect(lots.map((point) => unitsOn(stage, point))).toEqual([amount]);
  } else if (op === 'bridgeReturn') {
    expect(to).toEqual([home, fees]);
    expect(lots).toEqual([asked['lot']]);
  } else {
    expect(lots).toEqual([]);
    expect(to[1]).toBe(fees);
    expect(read(answer.lot?.raw ?? '').outputs.map(({ script }) => bytesToHex(script))).toEqual([home]);
  }
}

function unitsOn(stage: Stage, point: Outpoint): bigint {
  const [one] = stage.btc.coinAt(point)?.assets ?? [];
  return one?.kind === 'inscription' ? (one.transfer?.amount ?? 0n) : 0n;
}

function read(raw: string): Transaction {
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

function never(): never {
  throw new Error('there is one');
}
