/** What signs: the demo wallet's own keys here, a wallet's published keyring in a test. */
import type { MvcBody } from '@rialto/mvc';
import type { WalletAccount } from './accounts.ts';
import { signMessage } from './message.ts';
import type { MessageType } from './message.ts';
import { signMvcInputs } from './mvc/sign.ts';
import type { MvcRequest } from './mvc/sign.ts';
import { openPsbt, signPsbt } from './psbt-signing.ts';
import type { SignOptions } from './psbt-signing.ts';

export interface SigningCore {
  /** PSBT in, PSBT out, both hex. */
  signPsbt(hex: string, options: SignOptions, account: WalletAccount): Promise<string>;
  signMessage(text: string, type: MessageType, account: WalletAccount): Promise<string>;
  /** A transaction on MVC with its signatures in it. */
  signMvc(request: MvcRequest, account: WalletAccount): Promise<MvcBody>;
}

export const OWN_CORE: SigningCore = {
  signPsbt: (hex, options, account) => Promise.resolve(signPsbt(openPsbt(hex), options, account)),
  signMessage: (text, type, account) => Promise.resolve(signMessage(account, text, type)),
  signMvc: (request, account) => Promise.resolve(signMvcInputs(request, account)),
};
