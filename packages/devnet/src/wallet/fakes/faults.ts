/** Faults a story can switch on in a fake wallet; each says how often it struck, so that a test knows its fault was there. */
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { Status } from '../faces/metalet.ts';
import type { Face, Guard } from '../faces/face.ts';
import type { SigningCore } from '../signing-core.ts';
import type { Approvals } from '../view/approvals.ts';
import { bentMvc } from './mvc-faults.ts';
import type { MvcFault } from './mvc-faults.ts';

export interface Faults {
  /** The user refuses pop-ups whose title begins so. */
  refuses: readonly string[];
  locked: boolean;
  /** Every call takes so much longer. */
  slowMs: number;
  /** Calls by name that never settle. */
  mute: readonly string[];
  /** Calls by name that are answered to nobody: the pop-up is seen to, and another tab is in front by then. */
  lost: readonly string[];
  /** What comes back is another PSBT than the one that was shown. */
  tamper: 'none' | 'output' | 'signature';
  /** What is signed on MVC, or comes back from there, is not what was asked for. */
  mvc: MvcFault;
  /** What OKX, which is always livenet, says it is on. */
  says: string | undefined;
}

export interface FaultBox {
  readonly now: Faults;
  readonly struck: Record<string, number>;
}

export function openFaults(): FaultBox {
  const now: Faults = {
    refuses: [],
    locked: false,
    slowMs: 0,
    mute: [],
    lost: [],
    tamper: 'none',
    mvc: 'none',
    says: undefined,
  };
  return { now, struck: {} };
}

function strike({ struck }: FaultBox, fault: keyof Faults): void {
  struck[fault] = (struck[fault] ?? 0) + 1;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Stands around every call: notes it, and does what the faults say. */
export function guardOf(
  face: Face,
  box: FaultBox,
  note: (name: string, args: readonly unknown[]) => void,
): Guard {
  return async (name, args, method) => {
    const { now } = box;
    note(name, args);
    if (now.mute.includes(name)) {
      strike(box, 'mute');
      return new Promise(() => undefined);
    }
    if (now.slowMs > 0) {
      strike(box, 'slowMs');
      await wait(now.slowMs);
    }
    if (now.locked) {
      strike(box, 'locked');
      if (face === 'unisat') now.locked = false;
      else refuseLocked(face);
    }
    if (now.says !== undefined && name === 'getNetwork') {
      strike(box, 'says');
      return now.says;
    }
    const answer = await method(...args);
    if (!now.lost.includes(name)) return answer;
    strike(box, 'lost');
    return new Promise(() => undefined);
  };
}

/** UniSat opens its window and is unlocked there. Metalet answers with a status; what OKX does is not on record. */
function refuseLocked(face: Face): never {
  if (face === 'metalet') throw new Status('locked');
  throw new Error('The wallet is locked.');
}

/** Pop-ups that answer themselves, open for a moment, and remember what they showed. */
export function selfAnswering(box: FaultBox, shown: string[], amount: string): Approvals {
  const answer = async (title: string): Promise<boolean> => {
    shown.push(title);
    await wait(20);
    if (!box.now.refuses.some((beginning) => title.startsWith(beginning))) return true;
    strike(box, 'refuses');
    return false;
  };
  return {
    request: ({ title }) => answer(title),
    askText: async ({ title }) => ((await answer(title)) ? amount : undefined),
  };
}

/** Signs what was asked for, then hands something else back. */
export function tampering(core: SigningCore, box: FaultBox): SigningCore {
  return {
    signMessage: core.signMessage,
    signPsbt: async (hex, options, account) => {
      const signed = await core.signPsbt(hex, options, account);
      const { tamper } = box.now;
      if (tamper === 'none') return signed;
      strike(box, 'tamper');
      return tamper === 'output' ? withLessPaid(signed) : withBrokenSignature(signed);
    },
    signMvc: (request, account) => {
      const { mvc } = box.now;
      if (mvc === 'none') return core.signMvc(request, account);
      strike(box, 'mvc');
      return mvc === 'unsigned' ? Promise.resolve(request.tx) : core.signMvc(bentMvc(request, mvc), account);
    },
  };
}

const ANYTHING = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true };

function withLessPaid(hex: string): string {
  const tx = Transaction.fromPSBT(hexToBytes(hex), ANYTHING);
  const { amount = 0n } = tx.getOutput(0);
  tx.updateOutput(0, { amount: amount - 1n }, true);
  return bytesToHex(tx.toPSBT(0));
}

/** One bit of the first signature, in the middle of its bytes. */
function withBrokenSignature(hex: string): string {
  const tx = Transaction.fromPSBT(hexToBytes(hex), ANYTHING);
  for (let index = 0; index < tx.inputsLength; index += 1) {
    const { tapKeySig, partialSig, tapScriptSig } = tx.getInput(index);
    const signature = tapKeySig ?? partialSig?.[0]?.[1] ?? tapScriptSig?.[0]?.[1];
    if (signature === undefined) continue;
    const broken = signature.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
    return hex.replace(bytesToHex(signature), bytesToHex(broken));
  }
  throw new Error('there is no signature to break');
}
