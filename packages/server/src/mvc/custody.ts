/** What the signer does for pools on MVC, by its protocol in `contract`. It holds the keys; we hold none. */
import { SIGNER_ANSWERS } from '@rialto/contract';
import type { MvcCheckRequest, MvcSwapRequest, SignerAnswer } from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import type { MvcSignature } from '@rialto/mvc';
import { openDoor } from '../custody/signer-door.ts';

export interface MvcCustody {
  pools(): Promise<SignerAnswer<'mvcPools'>>;
  /** The transaction that makes a check, signed. */
  check(request: MvcCheckRequest): Promise<Uint8Array>;
  /** The pool's half of a swap. */
  swap(request: MvcSwapRequest): Promise<MvcSignature & { readonly index: number }>;
}

export function openMvcCustody(socketPath: string): MvcCustody {
  const call = openDoor(socketPath);
  return {
    pools: () => call(SIGNER_ANSWERS.mvcPools, { op: 'mvcPools' }),
    check: async (check) =>
      hexToBytes((await call(SIGNER_ANSWERS.mvcCheck, { op: 'mvcCheck', check })).check),
    swap: async (swap) => {
      const { signed } = await call(SIGNER_ANSWERS.mvcSwap, { op: 'mvcSwap', swap });
      return {
        index: signed.index,
        signature: hexToBytes(signed.signature),
        publicKey: hexToBytes(signed.publicKey),
      };
    },
  };
}
