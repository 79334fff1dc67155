/** The rows of the calls of acts, in a file of their own: the first page asks none of them. */
export { ACT_CALLS } from '@rialto/contract';
