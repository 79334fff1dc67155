/** The pages of pools: their list, swap, add, remove; one of each, for both kinds of tokens. */
import { AddScreen } from './liquidity/AddScreen.tsx';
import { RemoveScreen } from './liquidity/RemoveScreen.tsx';
import { PoolList, PoolsOrAdd } from './pools/PoolsScreen.tsx';
import { SwapScreen } from './SwapScreen.tsx';

export const RunesSwapScreen = (): React.ReactNode => <SwapScreen book="runes" />;
export const RunesAddScreen = (): React.ReactNode => <AddScreen book="runes" />;
export const RunesRemoveScreen = (): React.ReactNode => <RemoveScreen book="runes" />;
export const Brc20SwapScreen = (): React.ReactNode => <SwapScreen book="brc20" />;
export const Brc20AddScreen = (): React.ReactNode => <AddScreen book="brc20" />;
export const Brc20RemoveScreen = (): React.ReactNode => <RemoveScreen book="brc20" />;
export const PoolsScreen = (): React.ReactNode => <PoolList book={undefined} />;
export const RunesPoolsScreen = (): React.ReactNode => <PoolsOrAdd book="runes" />;
export const Brc20PoolsScreen = (): React.ReactNode => <PoolsOrAdd book="brc20" />;
