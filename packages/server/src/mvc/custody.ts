/** What the signer does for pools on MVC, by its protocol in `contract`. It holds the keys; we hold none. */
import { SIGNER_ANSWERS } from '@rialto/contract';
import type {
  MvcBothRequest,
  MvcCheckRequest,
  MvcSigned,
  MvcSwapRequest,
  SignerAnswer,
} from '@rialto/contract';
import { hexToBytes } from '@rialto/protocols';
import type { MvcSignature } from '@rialto/mvc';
import { openDoor } from '../custody/signer-door.ts';

export interface MvcCustody {
  pools(): Promise<SignerAnswer<'mvcPools'>>;
  /** The transaction that makes a check, signed. */
  check(request: MvcCheckRequest): Promise<Uint8Array>;
  /** The pool's half of a swap. */
  swap(request: MvcSwapRequest): Promise<PoolHalf>;
  /** SHA-256 of the scriptSig that the pool's half of a sale would be, in hex. */
  hold(request: MvcSwapRequest): Promise<string>;
  /** The pools' halves of a sale and of the purchase over its SPACE. */
  both(request: MvcBothRequest): Promise<{ readonly sale: PoolHalf; readonly purchase: PoolHalf }>;
}

type PoolHalf = MvcSignature & { readonly index: number };

const halfOf = ({ index, signature, publicKey }: MvcSigned): PoolHalf => ({
  index,
  signature: hexToBytes(signature),
  publicKey: hexToBytes(publicKey),
});

export function openMvcCustody(socketPath: string): MvcCustody {
  const call = openDoor(socketPath);
  return {
    pools: () => call(SIGNER_ANSWERS.mvcPools, { op: 'mvcPools' }),
    check: async (check) =>
      hexToBytes((await call(SIGNER_ANSWERS.mvcCheck, { op: 'mvcCheck', check })).check),
    swap: async (swap) => halfOf((await call(SIGNER_ANSWERS.mvcSwap, { op: 'mvcSwap', swap })).signed),
    hold: async (hold) => (await call(SIGNER_ANSWERS.mvcHold, { op: 'mvcHold', hold })).scriptSig,
    both: async (both) => {
      const { sale, purchase } = await call(SIGNER_ANSWERS.mvcBoth, { op: 'mvcBoth', both });
      return { sale: halfOf(sale), purchase: halfOf(purchase) };
    },
  };
}
