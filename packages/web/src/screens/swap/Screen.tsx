/** The pages of a Runes pool: swap, add, remove. */
export { AddScreen } from './AddScreen.tsx';
export { RemoveScreen } from './RemoveScreen.tsx';
export { SwapScreen } from './SwapScreen.tsx';
