/** A bridge with its three keys, a user, and the exits and payments between them, each with the transaction that makes its check. */
import { checkScript } from '@rialto/contracts';
import {
  CHECK_SATS,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  bridgeTransferFees,
  checkOfBridgeTransfer,
  checkOfTokenPayment,
  coinOf,
  planBridgeCheck,
  planBridgeTransferOver,
  planPaymentCheck,
  planTokenPayment,
  signBridgeTransfer,
  withSignatures,
  writeMvcTransaction,
} from '../../src/index.ts';
import type {
  AgreedBridgePayment,
  BridgeTransferRequest,
  MvcBody,
  MvcPlan,
  MvcSignature,
  MvcTransaction,
  TokenPayment,
} from '../../src/index.ts';
import { mvcBridgeMessage } from '../../src/bridge/bridge-id.ts';
import { Chain, TOKEN, completed, person, signatureOf, tokenCoins } from '../contracts.ts';
import type { Person } from '../contracts.ts';
import { paid } from '../swaps.ts';

export const STOCK = person(21);
export const INLET = person(22);
export const FEES = person(23);
export const USER = person(24);
export const STRANGER = person(25);
export const SECRETS = [STOCK, INLET, FEES].map(({ secret }) => secret);
export const ID = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
export const OTHER_ID = 'a'.repeat(32);
export const FEE_RATE = 1_000n;

type Held = readonly (readonly [holder: Person, units: bigint])[];

/** Of 40,000 units out of 70,000, where nothing else is said. */
export function exitRequest(
  chain: Chain,
  more: Partial<BridgeTransferRequest> = {},
  held: Held = [[STOCK, 70_000n]],
): BridgeTransferRequest {
  return {
    token: TOKEN,
    ...{ stock: STOCK.hash, inlet: INLET.hash, fees: FEES.hash },
    tokens: tokenCoins(
      chain,
      held.map(([{ hash }, units]) => ({ holder: hash, units })),
    ),
    feeCoins: chain.fund([paid(FEES, 200_000n)]),
    receiver: USER.hash,
    units: 40_000n,
    restCoins: 1,
    id: ID,
    tokenSats: TOKEN_OUTPUT_SATS,
    ...more,
  };
}

export interface Exit {
  readonly chain: Chain;
  readonly request: BridgeTransferRequest;
  readonly checkPlan: MvcPlan;
  readonly check: MvcTransaction;
  readonly plan: MvcPlan;
}

export function anExit(more: Partial<BridgeTransferRequest> = {}, held?: Held): Exit {
  const chain = new Chain();
  return exitOf(chain, exitRequest(chain, more, held));
}

export function exitOf(chain: Chain, request: BridgeTransferRequest): Exit {
  const needed = checkOfBridgeTransfer(request);
  const fees = bridgeTransferFees(needed, request.feeCoins.length, FEE_RATE);
  const own = { script: checkScript(needed), sats: CHECK_SATS, fee: fees.check };
  const checkPlan = planBridgeCheck(request, own);
  const check = chain.put(withSignatures(bodyOfPlan(checkPlan), signBridgeTransfer(checkPlan, SECRETS)));
  const plan = planBridgeTransferOver(request, check, fees.transfer);
  return { chain, request, checkPlan, check, plan };
}

export const finished = ({ chain, plan }: Exit): MvcBody =>
  completed(chain, plan, { of: signBridgeTransfer(plan, SECRETS) });

export interface Payment {
  readonly chain: Chain;
  readonly request: TokenPayment;
  readonly check: MvcTransaction;
  readonly plan: MvcPlan;
  readonly agreed: AgreedBridgePayment;
}

/** As a wallet makes it: its check, paid by the user, and the transfer over it. */
export function aPayment(more: Partial<TokenPayment> = {}, held = [50_000n, 20_000n]): Payment {
  const chain = new Chain();
  const userTokens = tokenCoins(
    chain,
    held.map((units) => ({ holder: USER.hash, units })),
  );
  const request: TokenPayment = {
    ...{ token: TOKEN, userKey: USER.key, userTokens, receiver: INLET.hash, units: 60_000n },
    userCoins: chain.fund([paid(USER, 150_000n), paid(USER, 50_000n)]),
    ...{ message: mvcBridgeMessage(ID), tokenSats: TOKEN_OUTPUT_SATS, ...more },
  };
  return paymentOf(chain, request);
}

export function paymentOf(chain: Chain, request: TokenPayment): Payment {
  const needed = checkOfTokenPayment(request);
  const checkPlan = planPaymentCheck(request, { script: checkScript(needed), sats: CHECK_SATS, fee: 9_000n });
  const check = chain.put(withSignatures(bodyOfPlan(checkPlan), userHalf(checkPlan)));
  const plan = planTokenPayment({ ...request, userCoins: [coinOf(check, 1)] }, coinOf(check, 0), 60_000n);
  const { token, userKey, receiver: inlet, units } = request;
  return {
    chain,
    request,
    check,
    plan,
    agreed: { token, userKey, inlet, units, id: ID, mostCosts: 80_000n },
  };
}

/** What the user signs. */
export function userHalf(plan: MvcPlan, who = USER): ReadonlyMap<number, MvcSignature> {
  const tx = bodyOfPlan(plan);
  return new Map(
    plan.inputs.flatMap(({ role, coin }, index): [number, MvcSignature][] =>
      role === 'check' ? [] : [[index, { signature: signatureOf(who, tx, index, coin), publicKey: who.key }]],
    ),
  );
}

export const paidFor = ({ chain, plan }: Payment): MvcBody => completed(chain, plan, { of: userHalf(plan) });

/** The raw transactions of all coins of these bodies. */
export const previousOf = (chain: Chain, ...bodies: readonly MvcBody[]): Uint8Array[] => {
  const ids = new Set(bodies.flatMap(({ inputs }) => inputs.map(({ txid }) => txid)));
  return [...ids].map((id) => writeMvcTransaction(chain.get(id)));
};
