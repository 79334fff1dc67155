/** What an act on a pool has to be worth here, and how many of them may wait. */

/** In sat of the side that is paid in btc, or its worth. Less than `remove` is for who takes out all he has: down to `leave`, which pays its fees. */
export const LEAST = { swap: 10_000n, add: 100_000n, remove: 50_000n, leave: 5_000n } as const;

/** Swaps of one address that may wait for a block at once. */
export const MOST_WAITING = 3;

/** Blocks for which an address swaps no more once it has taken a swap back. */
export const PAUSE_BLOCKS = 6;

/** While somebody waits for his turn for so many blocks, swaps stop: then the lanes come to rest. */
export const PATIENT_BLOCKS = 2;

/** Blocks after which what waits gives way to a provider; as the signer has it. */
export const RESET_BLOCKS = 6;
