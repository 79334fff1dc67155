/** The one network this server serves, told by its health; everything below the shell may rely on it. */
import { createContext, useContext } from 'react';
import type { Network } from '@rialto/protocols';

export const NetworkContext = createContext<Network>('livenet');

export function useNetwork(): Network {
  return useContext(NetworkContext);
}
