/** Addresses whose login waits for the wallet. */
import { createStore, useStore } from '../../store.ts';

export const signingIn = createStore<readonly string[]>([]);

export function useSigningIn(address: string | undefined): boolean {
  const now = useStore(signingIn);
  return address !== undefined && now.includes(address);
}
