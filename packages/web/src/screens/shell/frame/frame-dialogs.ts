/** Which dialog of the frame is wanted. Buttons, keys, menus and the palette all ask here. */
import { createStore, useStore } from '../../../store.ts';

export type FrameDialog = 'palette' | 'keys' | 'fees' | 'balances';

const requested = createStore<FrameDialog | undefined>(undefined);

export const openDialog = (name: FrameDialog): void => requested.set(name);
export const closeDialog = (): void => requested.set(undefined);
export const useOpenDialog = (): FrameDialog | undefined => useStore(requested);
