/** What belongs to a row of a closed epoch: its epoch, the claim that has it, and whether the signer has taken its table. */
import type { ClaimState } from '@rialto/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { rewardClaims, rewardEpochs, rewardRows, rewardTaken } from '../schema/index.ts';

/** A claim that is merely built takes nothing; a void one gives its rows back. */
export const STANDING: ClaimState[] = ['sent', 'confirmed', 'final'];
/** A block has it. */
export const PAID: ClaimState[] = ['confirmed', 'final'];

/** A row and its claim, of which there is one at most. */
export const claimOfRow = (states: ClaimState[]) =>
  and(
    eq(rewardClaims.campaign, rewardRows.campaign),
    eq(rewardClaims.address, rewardRows.address),
    sql`${rewardRows.number} = any(${rewardClaims.epochs})`,
    inArray(rewardClaims.status, states),
  );

export const epochOfRow = and(
  eq(rewardEpochs.campaign, rewardRows.campaign),
  eq(rewardEpochs.number, rewardRows.number),
);

export const tableTaken = and(
  eq(rewardTaken.campaign, rewardRows.campaign),
  eq(rewardTaken.number, rewardRows.number),
);
