/** The signers of an asset, one after the other: whether it has one or several its first signer says. */
import { SIGNER_ANSWERS } from '@rialto/contract';
import type { BridgeGiveRequest, BridgeKeys, BridgePayRequest, SignerAnswer } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { SignerDoor } from './signer-door.ts';

const { bridgeKeys, bridgeGive, bridgePay } = SIGNER_ANSWERS;

export interface BridgeSignersDoor {
  /** Those that sign after the first, in their order. @throws Refusal signer-down where we know none of this key */
  nextOf(asset: string): Promise<readonly SignerDoor[]>;
  /** What the first has signed of a payout, with the halves of all others. @throws Refusal as they */
  joined(pay: BridgePayRequest, first: string): Promise<string>;
  /** What the first has judged of an exit on MVC, signed once all others have promised it. @throws Refusal as they */
  promised(give: BridgeGiveRequest, first: SignerAnswer<'bridgeGive'>): Promise<SignerAnswer<'bridgeGive'>>;
}

export const keysOf = (door: SignerDoor, asset: string): Promise<BridgeKeys> =>
  door(bridgeKeys, { op: 'bridgeKeys', asset });

export function openBridgeSigners(first: SignerDoor, others: readonly SignerDoor[]): BridgeSignersDoor {
  const nextOf: BridgeSignersDoor['nextOf'] = async (asset) => {
    const { signers = [] } = await keysOf(first, asset);
    if (signers.length === 0) return [];
    // One that is away, or has no part in this asset, is none of it.
    const told = await Promise.allSettled(others.map((door) => keysOf(door, asset)));
    return signers.slice(1).map((key) => {
      const at = told.findIndex((one) => one.status === 'fulfilled' && one.value.lockedKey === key);
      const door = others[at];
      if (door === undefined) throw new Refusal('signer-down', `no signer here has the locked key ${key}`);
      return door;
    });
  };
  return {
    nextOf,
    joined: async (pay, begun) => {
      let signed = begun;
      for (const door of await nextOf(pay.asset))
        signed = (await door(bridgePay, { op: 'bridgePay', pay: { ...pay, signed } })).raw;
      return signed;
    },
    promised: async (give, { check, promise }) => {
      const own = promise === undefined ? [] : [promise];
      const promises: (typeof own)[number][] = [];
      for (const door of await nextOf(give.asset)) {
        const asked = { ...give, check, promises: own };
        const answer = await door(bridgeGive, { op: 'bridgeGive', give: asked });
        if (answer.promise !== undefined) promises.push(answer.promise);
      }
      return first(bridgeGive, { op: 'bridgeGive', give: { ...give, promises } });
    },
  };
}
