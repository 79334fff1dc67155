/**
 * The signers' part of the bridge, by their protocol: where keys are, exits that they sign or have signed, and the reserves that they put their
 * names to. Whether an asset has one signer or several the caller need not know: each of the others is asked after the first, which says
 * whose keys the asset has.
 */
import { SIGNER_ANSWERS } from '@rialto/contract';
import type {
  BridgeEnvelopeRequest,
  BridgeGiveRequest,
  BridgeKeys,
  BridgePayRequest,
  BridgeReturnRequest,
  SignerAnswer,
} from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { mergedAssets } from './bridge-assets.ts';
import type { MergedAssets } from './bridge-assets.ts';
import { broughtHome, joined, keysOf, nextOf, promised, toldUntil } from './bridge-signers.ts';
import { isHalfSigned } from './half-signed.ts';
import type { SignerDoor } from './signer-door.ts';

export interface BridgeCustody {
  /** Also before the asset's file is there. */
  keys(asset: string): Promise<BridgeKeys>;
  /** What every signer beside the first tells of its own. */
  othersKeys(asset: string): Promise<readonly BridgeKeys[]>;
  /** As all signers tell them. @throws Refusal signer-down where the first does not answer */
  assets(): Promise<MergedAssets>;
  /** An exit on Bitcoin. @throws Refusal as the signers */
  pay(pay: BridgePayRequest): Promise<SignerAnswer<'bridgePay'>>;
  /** The coin of a message of MRC-20, or a lot of BRC-20, of the first signer’s fee wallet. @throws Refusal as the signer */
  envelope(envelope: BridgeEnvelopeRequest): Promise<SignerAnswer<'bridgeEnvelope'>>;
  /** A lot of BRC-20 that comes home. @throws Refusal as the signers */
  back(back: BridgeReturnRequest): Promise<SignerAnswer<'bridgeReturn'>>;
  /** An exit on MVC. @throws Refusal as the signers */
  give(give: BridgeGiveRequest): Promise<SignerAnswer<'bridgeGive'>>;
  /** Every build of every exit that was signed for these deposits. @throws Refusal signer-down where one of the signers does not answer */
  signed(deposits: readonly string[]): Promise<SignerAnswer<'bridgeSigned'>['exits']>;
  /** The signatures of a line about the reserves by all locked keys, in hex, one after the other. */
  state(asset: string, statement: string): Promise<string>;
}

/** Of a few builds each the answer fits a line of the signer’s (`MAX_SIGNER_LINE`): one on MVC has 8.5 kB. */
const MOST_ASKED = 50;

type Signed = SignerAnswer<'bridgeSigned'>['exits'][number];

/**
 * @param others of signers that lock assets together with the first
 * @param begun called when the first has signed an exit and the others have not been asked yet
 */
export function openBridgeCustody(
  call: SignerDoor,
  others: readonly SignerDoor[] = [],
  begun: () => void = () => undefined,
): BridgeCustody {
  const { bridgePay, bridgeEnvelope, bridgeGive, bridgeSigned, bridgeState } = SIGNER_ANSWERS;
  // Before the first is asked: what one that is away does not sign nobody begins.
  const next = (asset: string) => nextOf(call, others, asset);

  /** Of several signers as far as they sign it now: what one of them refuses stays as it is, for another build to spend the same coins. */
  async function completed(exit: Signed): Promise<Signed> {
    if (exit.pay === undefined || exit.raw === undefined || !isHalfSigned(exit.raw)) return exit;
    try {
      return { ...exit, raw: await joined(await next(exit.asset), exit.pay, exit.raw) };
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'signer-down') return exit;
      throw error;
    }
  }

  return {
    keys: (asset) => keysOf(call, asset),
    othersKeys: (asset) => Promise.all(others.map((door) => keysOf(door, asset))),
    assets: () => assetsOfAll(call, others),
    pay: async (pay) => {
      const doors = await next(pay.asset);
      const first = await call(bridgePay, { op: 'bridgePay', pay });
      if (doors.length > 0) begun();
      return { ...first, raw: await joined(doors, pay, first.raw) };
    },
    envelope: (envelope) => call(bridgeEnvelope, { op: 'bridgeEnvelope', envelope }),
    back: async (back) => broughtHome([call, ...(await next(back.asset))], back),
    give: async (give) => {
      const doors = await next(give.asset);
      const first = await call(bridgeGive, { op: 'bridgeGive', give });
      if (doors.length === 0) return first;
      begun();
      const promises = await promised(doors, give, first);
      return call(bridgeGive, { op: 'bridgeGive', give: { ...give, promises } });
    },
    signed: async (deposits) => {
      const all: Signed[] = [];
      for (let from = 0; from < deposits.length; from += MOST_ASKED) {
        const some = deposits.slice(from, from + MOST_ASKED);
        const { exits } = await call(bridgeSigned, { op: 'bridgeSigned', deposits: some });
        for (const exit of exits) all.push(await completed(exit));
      }
      return all;
    },
    state: async (asset, statement) => {
      const signatures: string[] = [];
      for (const door of [call, ...(await next(asset))])
        signatures.push((await door(bridgeState, { op: 'bridgeState', asset, statement })).signature);
      return signatures.join('');
    },
  };
}

/** As the first tells them, where others sign too with what they tell. */
async function assetsOfAll(first: SignerDoor, others: readonly SignerDoor[]): Promise<MergedAssets> {
  const ask = (door: SignerDoor) => door(SIGNER_ANSWERS.bridgeAssets, { op: 'bridgeAssets' });
  const said = await ask(first);
  if (said.assets.every(({ signers }) => signers === undefined)) return mergedAssets(said, []);
  const told = await toldUntil(others.map(ask), (some) =>
    mergedAssets(said, some).assets.every(({ away, without }) => away.length + without.length === 0),
  );
  return mergedAssets(said, told);
}
