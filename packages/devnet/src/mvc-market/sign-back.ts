/** The signatures of a program on what it has verified, and both of a parked token's way back. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import {
  bodyOfPlan,
  nameMvcTransaction,
  p2pkhScriptSig,
  planTakeBackOver,
  verifyTakeBackCheck,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcPlan } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, sats } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { signatureOf } from '../mvc/person.ts';
import type { MvcPerson } from '../mvc/person.ts';

interface ToSign {
  readonly plan: MvcPlan;
  readonly toSign: readonly number[];
}

const halves = (person: MvcPerson, { plan, toSign }: ToSign) => {
  const tx = bodyOfPlan(plan);
  return toSign.map((index) => {
    const coin = plan.inputs[index]?.coin;
    invariant(coin !== undefined, 'an input has its coin');
    return { index, ...signatureOf(person, tx, index, coin) };
  });
};

export const signaturesOf = (person: MvcPerson, verified: ToSign): BodyOf<'mvcSubmit'>['signed'] =>
  halves(person, verified).map(({ index, signature, publicKey }) => ({
    ...{ index, signature: bytesToHex(signature), publicKey: bytesToHex(publicKey) },
  }));

const MOST_COSTS = 100_000n;

/** As a page does it: the check is verified and signed, and what is made over it is its own work. */
export function signedBack(
  person: MvcPerson,
  coin: string,
  built: AnswerOf<'mvcBuildTakeBack'>,
): BodyOf<'mvcSubmitTakeBack'> {
  const raw = {
    check: hexToBytes(built.check),
    previous: built.previous.map(hexToBytes),
    parked: hexToBytes(built.parked),
  };
  const common = {
    token: { codehash: built.codehash, genesis: built.genesis },
    userKey: person.key,
    tokenSats: sats(BigInt(built.tokenSats)),
  };
  const verified = verifyTakeBackCheck(raw, {
    ...{ ...common, parked: coin as Outpoint, units: BigInt(built.units), mostCosts: MOST_COSTS },
    userCoins: built.userCoins as Outpoint[],
  });
  const scriptSigs = new Map(halves(person, verified).map((half) => [half.index, p2pkhScriptSig(half)]));
  const body = bodyOfPlan(verified.plan);
  const check = nameMvcTransaction({
    ...body,
    inputs: body.inputs.map((input, at) => ({ ...input, scriptSig: scriptSigs.get(at) ?? input.scriptSig })),
  });
  const plan = planTakeBackOver({ ...common, parked: [verified.parked] }, check, BigInt(built.fee));
  const toSign = plan.inputs.flatMap(({ role }, index) => (role === 'user-space' ? [index] : []));
  return {
    ...{ publicKey: bytesToHex(person.key), coin, tokenSats: built.tokenSats, fee: built.fee },
    check: bytesToHex(writeMvcTransaction(check)),
    signed: signaturesOf(person, { plan, toSign }),
  };
}
