/** The pages of a Runes pool: swap, add, remove. */
export { AddScreen } from './liquidity/AddScreen.tsx';
export { RemoveScreen } from './liquidity/RemoveScreen.tsx';
export { SwapScreen } from './SwapScreen.tsx';
