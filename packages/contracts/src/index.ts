/** The door of `contracts`: the published contracts of MVC and the interpreter that judges them. Server side only, never in a page; a server asks `openContracts` and nothing else, so that its own thread never loads a library. */
export { completePlan } from './complete.ts';
export { completeMinting, genesisScript, mintingBody } from './issue.ts';
export type { Minting } from './issue.ts';
export { CONSENSUS, POLICY, judged } from './judge.ts';
export { bn, buffer, libraryTransaction, mvc, plain } from './library.ts';
export type { LibraryTransaction } from './library.ts';
export { checkScript, genesisContract, publishedCodes, tokenContract } from './published.ts';
export { openContracts } from './worker/open-contracts.ts';
export type { Contracts } from './worker/open-contracts.ts';
