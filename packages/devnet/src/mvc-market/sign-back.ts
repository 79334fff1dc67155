/** The signatures of a program on what it has verified, and both of a parked token's way back. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  planTakeBackOver,
  signedByUser,
  verifyTakeBackCheck,
  withSignatures,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcPlan } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { halvesOf } from '../mvc/person.ts';
import type { MvcPerson } from '../mvc/person.ts';

interface ToSign {
  readonly plan: MvcPlan;
  readonly toSign: readonly number[];
}

export const signaturesOf = (person: MvcPerson, { plan, toSign }: ToSign): BodyOf<'mvcSubmit'>['signed'] =>
  [...halvesOf(person, plan, toSign)].map(([index, { signature, publicKey }]) => ({
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
    tokenSats: TOKEN_OUTPUT_SATS,
  };
  const verified = verifyTakeBackCheck(raw, {
    ...{ ...common, parked: coin as Outpoint, units: BigInt(built.units), mostCosts: MOST_COSTS },
    userCoins: built.userCoins as Outpoint[],
  });
  const { plan: first, toSign: own } = verified;
  const check = withSignatures(bodyOfPlan(first), halvesOf(person, first, own));
  const plan = planTakeBackOver({ ...common, parked: [verified.parked] }, check, BigInt(built.fee));
  return {
    ...{ publicKey: bytesToHex(person.key), coin, fee: built.fee },
    check: bytesToHex(writeMvcTransaction(check)),
    signed: signaturesOf(person, { plan, toSign: signedByUser(plan) }),
  };
}
