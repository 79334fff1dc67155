/** What a user pays to the bridge on MVC, as his wallet makes it: accepted by the contracts, and refused by page and server with anything changed. */
import { checkScript, judged } from '@rialto/contracts';
import { hexToBytes } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import {
  BRIDGE_PAID_AT,
  CHECK_SATS,
  bodyOfInputs,
  bodyOfPlan,
  bridgeIdInMvc,
  checkOfTokenPayment,
  coinOf,
  nameMvcTransaction,
  readFtScript,
  verifyBridgePayment,
  withHolder,
  withSignatures,
  writeMvcTransaction,
} from '../../src/index.ts';
import type { AgreedBridgePayment, MvcBody, MvcCoin, MvcTransaction } from '../../src/index.ts';
import { mvcBridgeMessage } from '../../src/bridge/bridge-id.ts';
import { EMPTY, tokenCoins } from '../contracts.ts';
import { only, paid, sats } from '../swaps.ts';
import {
  ID,
  INLET,
  OTHER_ID,
  STOCK,
  STRANGER,
  USER,
  aPayment,
  paidFor,
  paymentOf,
  previousOf,
  userHalf,
} from './bridges.ts';
import type { Payment } from './bridges.ts';

interface Sent {
  readonly merges?: readonly MvcBody[];
  readonly check?: MvcBody;
  readonly transfer?: MvcBody;
  readonly agreed?: Partial<AgreedBridgePayment>;
}

/** What page and server say of it. */
function told(
  payment: Payment,
  { merges = [], check = payment.check, transfer = bodyOfPlan(payment.plan), agreed }: Sent = {},
) {
  const made = new Set([...merges, check].map((one) => nameMvcTransaction(one).txid));
  const spent = [...merges, check, transfer].map((tx) => ({
    ...tx,
    inputs: tx.inputs.filter(({ txid }) => !made.has(txid)),
  }));
  const raw = {
    ...(merges.length === 0 ? {} : { merges: merges.map(writeMvcTransaction) }),
    check: writeMvcTransaction(check),
    transfer: writeMvcTransaction(transfer),
    previous: previousOf(payment.chain, ...spent),
  };
  return verifyBridgePayment(raw, { ...payment.agreed, ...agreed });
}

function verdict(payment: Payment, sent: Sent = {}): string {
  try {
    told(payment, sent);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'accepted';
}

const CASES: readonly (readonly [string, () => Payment])[] = [
  ['with a rest', () => aPayment()],
  ['of all he has', () => aPayment({ units: 70_000n })],
  ['of one coin', () => aPayment({ units: 5n }, [60_000n])],
];

describe.each(CASES)('a payment %s', (_, make) => {
  const payment = make();
  const { chain, plan, check, request } = payment;
  const done = paidFor(payment);
  const coins = plan.inputs.map(({ coin }) => coin);

  it('is accepted by every script, and is the agreed one, signed or not', () => {
    expect(judged(done, coins)).toEqual(coins.map(() => ''));
    const { txid, core, costs } = told(payment, { transfer: done });
    expect([txid, core]).toEqual([nameMvcTransaction(done).txid, nameMvcTransaction(done).core]);
    expect(told(payment).core).toBe(core);
    expect(costs).toBe(69_000n + 2_019n);
    expect(verdict(payment, { agreed: { mostCosts: costs } })).toBe('accepted');
    expect(verdict(payment, { agreed: { mostCosts: costs - 1n } })).toBe('fee-too-high');
    expect(bridgeIdInMvc(done)).toBe(ID);
    expect(readFtScript(done.outputs[BRIDGE_PAID_AT]?.script ?? EMPTY)?.amount).toBe(request.units);
  });

  it('is refused with any output changed, left out or added', () => {
    const tx = bodyOfPlan(plan);
    const bent: MvcBody[] = [
      { ...tx, outputs: tx.outputs.toReversed() },
      { ...tx, version: 1 },
      { ...tx, locktime: 9 },
      { ...tx, outputs: [...tx.outputs, paid(STRANGER, 1n)] },
      { ...tx, outputs: [...tx.outputs, paid(USER, 1n)] },
      { ...tx, outputs: [...tx.outputs, mvcBridgeMessage(ID)] },
    ];
    tx.outputs.forEach((output, at) => {
      const put = (changed: TxOutput) => bent.push({ ...tx, outputs: tx.outputs.with(at, changed) });
      put({ ...output, script: STRANGER.script });
      put({ ...output, script: mvcBridgeMessage(OTHER_ID).script });
      const token = readFtScript(output.script);
      if (token !== undefined) {
        put({ ...output, script: withHolder(output.script, STRANGER.hash, token.amount) });
        put({ ...output, script: withHolder(output.script, INLET.holder, token.amount) });
        put({ ...output, script: withHolder(output.script, hexToBytes(token.holder), token.amount - 1n) });
        put({ ...output, script: withHolder(output.script, hexToBytes(token.holder), token.amount + 1n) });
      }
      // Change alone may be any sum: what is not there is a fee, and has a bound.
      if (at < tx.outputs.length - 1) {
        put({ ...output, value: sats(output.value + 1n) });
        bent.push({ ...tx, outputs: tx.outputs.toSpliced(at, 1) });
      }
      bent.push({ ...tx, outputs: tx.outputs.toSpliced(at, 0, output) });
    });
    // Alone among the tokens, the one paid may lie on more sats: the costs have a bound.
    const verdicts = bent.map((transfer) => verdict(payment, { transfer }));
    const accepted = bent.filter((_one, at) => verdicts[at] === 'accepted');
    expect(accepted.every(({ outputs }) => outputs[0]?.value === 2_020n && request.units === 70_000n)).toBe(
      true,
    );
    expect(verdict(payment, { transfer: { ...tx, outputs: tx.outputs.slice(0, -1) } })).toBe('fee-too-high');
  });

  it('is refused with any input changed, left out or added', () => {
    const tx = bodyOfPlan(plan);
    const inputOf = (coin: MvcCoin) => only(bodyOfInputs([coin], []).inputs);
    const odd = [
      only(chain.fund([paid(USER, 5_000n)])),
      only(chain.fund([paid(STRANGER, 5_000n)])),
      only(tokenCoins(chain, [{ holder: USER.hash, units: 77n }])),
      only(tokenCoins(chain, [{ holder: USER.holder, units: 77n }])),
      only(tokenCoins(chain, [{ holder: STOCK.hash, units: 77n }])),
    ].map(inputOf);
    tx.inputs.forEach((input, at) => {
      const bent = [
        tx.inputs.toSpliced(at, 1),
        tx.inputs.toSpliced(at, 0, input),
        tx.inputs.with(at, { ...input, sequence: 1 }),
        ...odd.flatMap((other) => [tx.inputs.with(at, other), tx.inputs.toSpliced(at, 0, other)]),
      ];
      bent.forEach((inputs, place) => {
        const given = verdict(payment, { transfer: { ...tx, inputs }, agreed: { mostCosts: 71_019n } });
        // One more coin of SPACE of his is allowed up to the costs: here they are what they have to be.
        expect([at, place, given]).not.toEqual([at, place, 'accepted']);
      });
    });
  });

  it('is refused over a check that takes more, is another, or is not his', () => {
    const { outputs, inputs } = check;
    const remade = (changed: Partial<MvcBody>): string => {
      const tx = nameMvcTransaction({ ...check, ...changed });
      const transfer = bodyOfPlan({ ...plan, inputs: plan.inputs.map((one) => moved(one, tx)) });
      return verdict(payment, { check: tx, transfer });
    };
    const moved = (one: (typeof plan.inputs)[number], tx: MvcTransaction) =>
      one.coin.outpoint.startsWith(check.txid)
        ? { ...one, coin: coinOf(tx, Number.parseInt(one.coin.outpoint.slice(65), 10)) }
        : one;
    const [coin, left] = [only(outputs.slice(0, 1)), only(outputs.slice(1))];
    expect(remade({})).toBe('accepted');
    expect(remade({ version: 1 })).toBe('script-not-allowed');
    expect(
      remade({
        outputs: [
          {
            ...coin,
            script: checkScript({
              ...checkOfTokenPayment(request),
              receivers: [{ holder: STRANGER.hash, units: 1n }],
            }),
          },
          left,
        ],
      }),
    ).toBe('script-not-allowed');
    expect(
      remade({ outputs: [coin, { ...left, value: sats(left.value - 100n) }, paid(STRANGER, 100n)] }),
    ).toBe('effects-differ');
    // Which of the two transactions has the fee is nobody's concern.
    expect(remade({ outputs: [coin, { ...left, value: sats(left.value - 20_000n) }] })).toBe('accepted');
    const foreign = bodyOfInputs(chain.fund([paid(STRANGER, 90_000n)]), []).inputs;
    expect(remade({ inputs: [...inputs, ...foreign] })).toBe('not-yours');
  });

  it('is refused under every other agreement', () => {
    const other: readonly Partial<AgreedBridgePayment>[] = [
      { units: request.units - 1n },
      { units: request.units + 1n },
      { id: OTHER_ID },
      { inlet: STOCK.hash },
      { userKey: STRANGER.key },
      { token: { ...payment.agreed.token, genesis: '00'.repeat(20) } },
      { token: { ...payment.agreed.token, codehash: '00'.repeat(20) } },
    ];
    for (const agreed of other)
      expect([agreed, verdict(payment, { agreed })]).not.toEqual([agreed, 'accepted']);
  });
});

describe('a wallet of many coins', () => {
  it('merges them ahead, and all of it is looked at', () => {
    const { chain, request } = aPayment();
    const many = chain.fund([1, 2, 3, 4].map(() => paid(USER, 60_000n)));
    const unsigned = bodyOfInputs(many, [paid(USER, 1_000n), paid(USER, 230_000n)]);
    const merge = chain.put(unsigned);
    const payment = paymentOf(chain, { ...request, userCoins: [coinOf(merge, 1)] });
    expect(verdict(payment, { merges: [merge], agreed: { mostCosts: 90_000n } })).toBe('accepted');
    expect(verdict(payment, { merges: [merge] })).toBe('fee-too-high');
    const away = chain.put(bodyOfInputs(many, [paid(STRANGER, 1_000n), paid(USER, 230_000n)]));
    const bent = paymentOf(chain, { ...request, userCoins: [coinOf(away, 1)] });
    expect(verdict(bent, { merges: [away], agreed: { mostCosts: 90_000n } })).toBe('effects-differ');
  });

  it('that hands on too much, too little or nothing is refused', () => {
    const payment = aPayment();
    const raw = {
      check: writeMvcTransaction(payment.check),
      transfer: writeMvcTransaction(bodyOfPlan(payment.plan)),
      previous: previousOf(payment.chain, payment.check, bodyOfPlan(payment.plan)),
    };
    const code = (changed: Partial<typeof raw>): string => {
      try {
        verifyBridgePayment({ ...raw, ...changed }, payment.agreed);
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
      return 'accepted';
    };
    expect(code({})).toBe('accepted');
    expect(code({ previous: [] })).toBe('coin-unknown');
    expect(code({ check: new Uint8Array(3) })).toBe('bad-request');
    expect(code({ transfer: raw.check })).not.toBe('accepted');
    expect(code({ previous: Array.from({ length: 20 }, () => raw.check) })).toBe('bad-request');
    expect(CHECK_SATS).toBe(payment.check.outputs[0]?.value);
    expect(
      withSignatures(bodyOfPlan(payment.plan), userHalf(payment.plan)).inputs[0]?.scriptSig.length,
    ).toBeGreaterThan(100);
  });
});
