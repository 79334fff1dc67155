/** The signers of an asset, one after the other: whether it has one or several its first signer says. */
import { SIGNER_ANSWERS } from '@rialto/contract';
import type {
  BridgeGiveRequest,
  BridgeKeys,
  BridgePayRequest,
  BridgeReturnRequest,
  SignerAnswer,
} from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { SignerDoor } from './signer-door.ts';

const { bridgeKeys, bridgeGive, bridgePay, bridgeReturn } = SIGNER_ANSWERS;

type Gave = SignerAnswer<'bridgeGive'>;

export const keysOf = (door: SignerDoor, asset: string): Promise<BridgeKeys> =>
  door(bridgeKeys, { op: 'bridgeKeys', asset });

/** What each that is asked tells, undefined of those that do not; nobody is waited for once it is enough. */
export function toldUntil<T>(
  asked: readonly Promise<T>[],
  isEnough: (told: readonly (T | undefined)[]) => boolean,
): Promise<readonly (T | undefined)[]> {
  const told: (T | undefined)[] = asked.map(() => undefined);
  return new Promise((resolve) => {
    let open = asked.length;
    const look = (): void => {
      if (open === 0 || isEnough(told)) resolve([...told]);
    };
    look();
    asked.forEach((one, at) => {
      const keep = (answer?: T): void => {
        told[at] = answer;
        open -= 1;
        look();
      };
      one.then(keep, () => {
        keep();
      });
    });
  });
}

/** Those of the others that sign an asset after the first, in their order. @throws Refusal signer-down where one does not answer, or is not known */
export async function nextOf(
  first: SignerDoor,
  others: readonly SignerDoor[],
  asset: string,
): Promise<readonly SignerDoor[]> {
  const { signers = [] } = await keysOf(first, asset);
  if (signers.length === 0) return [];
  const wanted = signers.slice(1);
  // One that is away, or has no part in this asset, is none of it.
  const told = await toldUntil(
    others.map((door) => keysOf(door, asset)),
    (keys) => wanted.every((key) => keys.some((one) => one?.lockedKey === key)),
  );
  return wanted.map((key) => {
    const at = told.findIndex((one) => one?.lockedKey === key);
    const door = others[at];
    if (door === undefined) throw new Refusal('signer-down', `no signer here has the locked key ${key}`);
    return door;
  });
}

/** What the first has signed of a payout, with the halves of all others. @throws Refusal as they */
export async function joined(
  next: readonly SignerDoor[],
  pay: BridgePayRequest,
  first: string,
): Promise<string> {
  let signed = first;
  for (const door of next) signed = (await door(bridgePay, { op: 'bridgePay', pay: { ...pay, signed } })).raw;
  return signed;
}

/** A lot’s way home, signed by all of them, the first one first. @throws Refusal as they */
export async function broughtHome(
  [first, ...next]: readonly [SignerDoor, ...SignerDoor[]],
  back: BridgeReturnRequest,
): Promise<SignerAnswer<'bridgeReturn'>> {
  let told = await first(bridgeReturn, { op: 'bridgeReturn', back });
  for (const door of next)
    told = await door(bridgeReturn, { op: 'bridgeReturn', back: { ...back, signed: told.raw } });
  return told;
}

/** What all others promise of an exit on MVC that the first has judged. @throws Refusal as they */
export async function promised(
  next: readonly SignerDoor[],
  give: BridgeGiveRequest,
  { check, promise }: Gave,
): Promise<NonNullable<Gave['promise']>[]> {
  const own = promise === undefined ? [] : [promise];
  const all: NonNullable<Gave['promise']>[] = [];
  for (const door of next) {
    const answer = await door(bridgeGive, { op: 'bridgeGive', give: { ...give, check, promises: own } });
    if (answer.promise !== undefined) all.push(answer.promise);
  }
  return all;
}
