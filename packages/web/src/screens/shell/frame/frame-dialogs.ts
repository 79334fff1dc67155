/** Which dialog of the frame is wanted. Buttons, keys, menus and the palette all ask here. */
import { createStore, useStore } from '../../../store.ts';

type FrameDialog = 'palette' | 'keys' | 'fees' | 'balances';

const wanted = createStore<FrameDialog | undefined>(undefined);

export const openDialog = (name: FrameDialog): void => wanted.set(name);
export const closeDialog = (): void => wanted.set(undefined);
export const useOpenDialog = (): FrameDialog | undefined => useStore(wanted);
