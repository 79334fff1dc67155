/** The liquidity under way on this page. */
import type { MvcMoveIntent } from '../../../flows/mvc/move-intent.ts';
import { beginMove, forgetMove, signMove, signPark } from '../../../flows/mvc/move-mvc.ts';
import type { MoveToSign, ParkToSign } from '../../../flows/mvc/move-mvc.ts';
import { useTwoSigned } from './two-signed.ts';
import type { TwoSigned, TwoSignedStep } from './two-signed.ts';

export type MoveStep = TwoSignedStep<MvcMoveIntent, ParkToSign, MoveToSign>;
export type MvcMoving = TwoSigned<MvcMoveIntent, ParkToSign, MoveToSign>;

const WAYS = { begin: beginMove, signFirst: signPark, signSecond: signMove, forget: forgetMove };

export const useMvcMoving = (address: string | undefined): MvcMoving => useTwoSigned(address, WAYS);
