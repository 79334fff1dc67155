/** Whether the connect dialog is requested; any screen may ask for it. */
import { createStore, useStore } from '../../store.ts';

const requested = createStore(false);
export const askToConnect = (): void => requested.set(true);
export const stopAsking = (): void => requested.set(false);
export const useConnectRequested = (): boolean => useStore(requested);
