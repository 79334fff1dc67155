/** The route table as data: one row per call, free of schemas so that the browser's first page needs none of them. */
import { ACT_CALLS } from './act-calls.ts';
import { FIRST_CALLS } from './first-calls.ts';

export const CALLS = { ...FIRST_CALLS, ...ACT_CALLS } as const;

export type CallName = keyof typeof CALLS;
