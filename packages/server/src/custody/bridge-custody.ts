/** The signer's part of the bridge, by its protocol: where keys are, exits that it signs or has signed, and the reserves that it puts its name to. */
import { SIGNER_ANSWERS } from '@rialto/contract';
import type { BridgeGiveRequest, BridgeKeys, BridgePayRequest, SignerAnswer } from '@rialto/contract';
import type { SignerDoor } from './signer-door.ts';

export interface BridgeCustody {
  /** Also before the asset's file is there. */
  keys(asset: string): Promise<BridgeKeys>;
  assets(): Promise<SignerAnswer<'bridgeAssets'>>;
  /** An exit on Bitcoin. @throws Refusal as the signer */
  pay(pay: BridgePayRequest): Promise<SignerAnswer<'bridgePay'>>;
  /** An exit on MVC. @throws Refusal as the signer */
  give(give: BridgeGiveRequest): Promise<SignerAnswer<'bridgeGive'>>;
  /** Every build of every exit that it signed for these deposits. */
  signed(deposits: readonly string[]): Promise<SignerAnswer<'bridgeSigned'>['exits']>;
  /** The locked key's signature of a line about the reserves, in hex. */
  state(asset: string, statement: string): Promise<string>;
}

/** Of a few builds each the answer fits a line of the signer’s (`MAX_SIGNER_LINE`): one on MVC has 8.5 kB. */
const MOST_ASKED = 50;

export function openBridgeCustody(call: SignerDoor): BridgeCustody {
  const { bridgeKeys, bridgeAssets, bridgePay, bridgeGive, bridgeSigned, bridgeState } = SIGNER_ANSWERS;
  return {
    keys: (asset) => call(bridgeKeys, { op: 'bridgeKeys', asset }),
    assets: () => call(bridgeAssets, { op: 'bridgeAssets' }),
    pay: (pay) => call(bridgePay, { op: 'bridgePay', pay }),
    give: (give) => call(bridgeGive, { op: 'bridgeGive', give }),
    signed: async (deposits) => {
      const all: SignerAnswer<'bridgeSigned'>['exits'] = [];
      for (let from = 0; from < deposits.length; from += MOST_ASKED) {
        const some = deposits.slice(from, from + MOST_ASKED);
        all.push(...(await call(bridgeSigned, { op: 'bridgeSigned', deposits: some })).exits);
      }
      return all;
    },
    state: async (asset, statement) =>
      (await call(bridgeState, { op: 'bridgeState', asset, statement })).signature,
  };
}
