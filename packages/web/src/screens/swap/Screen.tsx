/** The pages of pools: swap, add, remove; one of each, for both kinds of tokens. */
import { AddScreen } from './liquidity/AddScreen.tsx';
import { RemoveScreen } from './liquidity/RemoveScreen.tsx';
import { SwapScreen } from './SwapScreen.tsx';

export const RunesSwap = (): React.ReactNode => <SwapScreen book="runes" />;
export const RunesAdd = (): React.ReactNode => <AddScreen book="runes" />;
export const RunesRemove = (): React.ReactNode => <RemoveScreen book="runes" />;
export const Brc20Swap = (): React.ReactNode => <SwapScreen book="brc20" />;
export const Brc20Add = (): React.ReactNode => <AddScreen book="brc20" />;
export const Brc20Remove = (): React.ReactNode => <RemoveScreen book="brc20" />;
