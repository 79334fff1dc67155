/** Errors as UniSat gives them: a code of EIP-1193 or JSON-RPC and a sentence (wallets §4.3). */

export const USER_REJECTED = 4001;
export const NO_METHOD = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL = -32603;

export class ProviderError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
  }
}

export function rejected(): ProviderError {
  return new ProviderError(USER_REJECTED, 'User rejected the request.');
}

export function invalid(message: string): ProviderError {
  return new ProviderError(INVALID_PARAMS, message);
}

export function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
