/** How a claim stands, in words. */
import type { ClaimState } from '@rialto/contract';
import { msg } from '../../../words.ts';

export const CLAIM_STATES: Readonly<Record<ClaimState, string>> = {
  built: msg('Not signed yet'),
  sent: msg('In mempool'),
  confirmed: msg('Confirmed'),
  final: msg('Final'),
  void: msg('Void: claimable again'),
};
