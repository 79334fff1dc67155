/** The bridge's three acts on MVC, one on top of the other on a chain that judges them: a payout of a mint, a redeem that is paid in, its refund. */
import { checkScript, completePlan } from '@rialto/contracts';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  bridgeIdInMvc,
  bridgeTransferFees,
  checkOfBridgeTransfer,
  checkOfTokenPayment,
  coinOf,
  nameMvcTransaction,
  planBridgeCheck,
  planBridgeTransferOver,
  planPaymentCheck,
  planTokenPayment,
  readFtScript,
  signBridgeTransfer,
  signedByUser,
  tokensIn,
  verifyBridgePayment,
  withSignatures,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { BridgeTransferRequest, MvcCoin, MvcPlan, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, concatBytes, hexToBytes, sats } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { beginToken, coinsFor, tokenKeyOf } from '../../src/mvc-market/issuer.ts';
import { halvesOf } from '../../src/mvc/person.ts';
import { accepted, coinsOf, only, openChain, person, txOf } from './private-world.ts';

const [STOCK, INLET, FEES, USER, ISSUER] = [31, 32, 33, 34, 35].map(person) as [
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
];
const SECRETS = [STOCK, INLET, FEES].map(({ secret }) => secret);
const RATE = 500n;
const SUPPLY = 9_000_000_000_000_000n;
const [ORDER, REDEEM, REFUND] = ['11', '22', '33'].map((byte) => byte.repeat(16)) as [string, string, string];

const chain = openChain();
const supply = beginToken(chain, ISSUER, { name: 'Wrapped', symbol: 'WRAP', decimals: 8 }, 1).mint(
  { holder: STOCK.hash, units: SUPPLY },
  true,
);
const token = tokenKeyOf(supply);
const space = (who: typeof USER, value: bigint): MvcCoin =>
  only(coinsFor(chain, ISSUER, [{ value: sats(value), script: who.script }]));
const [feeCoin, userCoin, moreFees] = [space(FEES, 200_000n), space(USER, 200_000n), space(FEES, 200_000n)];

function whole(plan: MvcPlan, signatures: ReadonlyMap<number, MvcSignature>): MvcTransaction {
  return nameMvcTransaction(completePlan({ plan, signatures, txOf: txOf(chain) }));
}

/** Sent and mined. */
function exited(
  more: Partial<BridgeTransferRequest> & Pick<BridgeTransferRequest, 'tokens' | 'units' | 'id'>,
) {
  const request: BridgeTransferRequest = {
    ...{ token, stock: STOCK.hash, inlet: INLET.hash, fees: FEES.hash, feeCoins: [feeCoin] },
    ...{ receiver: USER.hash, restCoins: 2, tokenSats: TOKEN_OUTPUT_SATS, ...more },
  };
  const needed = checkOfBridgeTransfer(request);
  const fees = bridgeTransferFees(needed, request.feeCoins.length, RATE);
  const made = planBridgeCheck(request, { script: checkScript(needed), sats: CHECK_SATS, fee: fees.check });
  const check = withSignatures(bodyOfPlan(made), signBridgeTransfer(made, SECRETS));
  accepted(chain, check);
  const plan = planBridgeTransferOver(request, check, fees.transfer);
  const tx = whole(plan, signBridgeTransfer(plan, SECRETS));
  accepted(chain, tx);
  chain.mine();
  return tx;
}

const holdings = (who: typeof USER): bigint[] =>
  chain
    .coins((script) => readFtScript(script)?.holder === bytesToHex(who.hash))
    .map(({ script }) => readFtScript(script)?.amount ?? 0n)
    .toSorted((a, b) => (a < b ? -1 : 1));

describe('a wrapped token', () => {
  const half = (SUPPLY - 50_000n) / 2n;
  const payout = exited({ tokens: [supply], units: 50_000n, id: ORDER });

  it('is given out of the inventory, which is in two coins then', () => {
    expect(bridgeIdInMvc(payout)).toBe(ORDER);
    expect([holdings(USER), holdings(STOCK)]).toEqual([[50_000n], [half, half]]);
    const spent = payout.inputs.map(({ txid, vout }) => txOf(chain)(txid).outputs[vout]);
    expect(tokensIn(payout, spent).map(({ verdict }) => verdict)).toEqual(['genuine', 'genuine', 'genuine']);
  });

  it('comes back with the id of its order, and is refunded to who paid it', () => {
    const [userToken] = coinsOf(payout);
    if (userToken === undefined) throw new Error('a token');
    const message = {
      value: sats(0n),
      script: concatBytes(hexToBytes('006a20'), new TextEncoder().encode(REDEEM)),
    };
    const request = {
      ...{ token, userKey: USER.key, userTokens: [userToken], userCoins: [userCoin], receiver: INLET.hash },
      ...{ units: 20_000n, message, tokenSats: TOKEN_OUTPUT_SATS },
    };
    const made = planPaymentCheck(request, {
      script: checkScript(checkOfTokenPayment(request)),
      sats: CHECK_SATS,
      fee: 4_000n,
    });
    const check = withSignatures(bodyOfPlan(made), halvesOf(USER, made, signedByUser(made)));
    accepted(chain, check);
    const plan = planTokenPayment({ ...request, userCoins: [coinOf(check, 1)] }, coinOf(check, 0), 20_000n);
    const tx = whole(plan, halvesOf(USER, plan, signedByUser(plan)));
    const previous = [userToken, userCoin].map(({ outpoint }) =>
      writeMvcTransaction(txOf(chain)(outpoint.slice(0, 64) as Txid)),
    );
    const agreed = {
      token,
      userKey: USER.key,
      inlet: INLET.hash,
      units: 20_000n,
      id: REDEEM,
      mostCosts: 30_000n,
    };
    const raw = { check: writeMvcTransaction(check), transfer: writeMvcTransaction(tx), previous };
    expect(verifyBridgePayment(raw, agreed)).toEqual({ txid: tx.txid, core: tx.core, costs: 26_019n });
    accepted(chain, tx);
    chain.mine();
    expect([holdings(USER), holdings(INLET)]).toEqual([[30_000n], [20_000n]]);

    const refund = exited({
      ...{ tokens: [only(coinsOf(tx))], units: 19_500n, id: REFUND, restCoins: 1 },
      feeCoins: [moreFees],
    });
    expect(bridgeIdInMvc(refund)).toBe(REFUND);
    expect([holdings(USER), holdings(INLET)]).toEqual([[19_500n, 30_000n], []]);
    expect(holdings(STOCK)).toEqual([500n, half, half]);
    expect([...holdings(USER), ...holdings(STOCK)].reduce((sum, units) => sum + units, 0n)).toBe(SUPPLY);
  });
});
