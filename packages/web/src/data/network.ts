/** The one network this server serves, from its health call; everything below the shell may rely on it. */
import { createContext, useContext } from 'react';
import type { Network } from '@rialto/protocols';

export const NetworkContext = createContext<Network>('livenet');

export function useNetwork(): Network {
  return useContext(NetworkContext);
}
