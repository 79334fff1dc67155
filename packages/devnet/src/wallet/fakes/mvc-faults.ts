/** What a wallet on MVC may sign in place of what it was asked for. */
import type { Sats } from '@rialto/protocols';
import { hash160, p2pkhScript } from '@rialto/mvc';
import type { MvcRequest } from '../mvc/sign.ts';

export type MvcFault = 'none' | 'unsigned' | 'amount' | 'receiver' | 'outputs' | 'sighash';

/** Everything, and anybody may add inputs. */
const ALL_ANYONE = 0xc1;

export function bentMvc(request: MvcRequest, fault: Exclude<MvcFault, 'none' | 'unsigned'>): MvcRequest {
  const { tx, toSign } = request;
  const [first, ...rest] = tx.outputs.toReversed();
  if (first === undefined) throw new Error('there is an output');
  const stranger = p2pkhScript(hash160(Uint8Array.of(1)));
  switch (fault) {
    case 'amount':
      return {
        tx: { ...tx, outputs: [...rest.toReversed(), { ...first, value: (first.value - 1n) as Sats }] },
        toSign,
      };
    case 'receiver':
      return { tx: { ...tx, outputs: [...rest.toReversed(), { ...first, script: stranger }] }, toSign };
    case 'outputs':
      return { tx: { ...tx, outputs: tx.outputs.toReversed() }, toSign };
    case 'sighash':
      return { tx, toSign: toSign.map((one) => ({ ...one, sighash: ALL_ANYONE })) };
  }
}
