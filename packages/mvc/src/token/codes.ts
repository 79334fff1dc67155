/** The published contracts of fungible tokens by the hash of their code. A code that is not here proves nothing about its coins. */

/** Tokens. Older versions of the contract are not followed: nobody we know of lists a token of theirs. */
export const TOKEN_CODES: readonly string[] = ['c9cc7bbd1010b44873959a8b1a2bcedeb62302b7'];

/** Contracts that make tokens. */
export const GENESIS_CODES: readonly string[] = ['a6b23637a40a724ded29db598e3ae719272496eb'];

/** Moves with the holder's signature, or without one next to a coin of the holder's script. */
export type CheckKind = 'transfer' | 'unlock';

interface CheckCode {
  readonly codehash: string;
  /** The most coins of the token that it counts. */
  readonly inputs: number;
  /** The most outputs: of the token for a transfer, of the whole transaction for an unlocking. */
  readonly outputs: number;
}

/**
 * The contracts that count a token's coins, in the order in which the token's code holds them: their place here is the number that
 * a spend names. meta-contract's own numbers have the last two kinds of unlocking in another order.
 * Source: meta-contract 0.4.16 `mcp02/contractUtil`.
 */
export const CHECK_CODES: Readonly<Record<CheckKind, readonly CheckCode[]>> = {
  transfer: [
    { codehash: '7145466ef00ad6c9d72c665ca553cd8e8031102f', inputs: 3, outputs: 3 },
    { codehash: '2da01af3ef79a31d74e603fa1566e248b0b96014', inputs: 6, outputs: 6 },
    { codehash: 'a44b72620a77a19970c1286a01c12b8ab4e497e1', inputs: 10, outputs: 10 },
    { codehash: 'b3f3db6799bb3e597fe2a2ea5ea447816ef42950', inputs: 20, outputs: 3 },
    { codehash: 'd5f98612c96372d798a02eb04003c1ba390dfa3a', inputs: 3, outputs: 100 },
  ],
  unlock: [
    { codehash: '1849eb9ae201d34383c415448da74b8419f13f0c', inputs: 2, outputs: 5 },
    { codehash: '3922016ca5d3be2ad6df76aee0eed1c58487543f', inputs: 4, outputs: 8 },
    { codehash: '9cfef898508fd862e1b22fbb4c9ba9c92aa646a9', inputs: 8, outputs: 12 },
    { codehash: 'fadbfc5080ff7b1eb0bcc3e41b8d505102103494', inputs: 20, outputs: 5 },
    { codehash: '26605f4a93507aed381c8e7cc7bfe46a558a2669', inputs: 3, outputs: 100 },
  ],
};
