/** The act of signing a claim: judge it, write it down, and only then answer. */
import { coinToWire } from '@rialto/contract';
import type { RewardClaimRequest, SignerAnswer } from '@rialto/contract';
import { PPM } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { bytesToHex, hexToBytes, txidOf } from '@rialto/protocols';
import { signAct } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import { judgeClaim } from './judge-claim.ts';
import type { JudgedClaim } from './judge-claim.ts';
import type { RewardParts } from './parts.ts';

type Answer = SignerAnswer<'rewardClaim'>;

/**
 * Our signatures of the pot's coins. The same claim again gets them again; another of the same rows only over a coin of every one before it.
 * @throws Refusal trading-stopped, campaign-unknown, campaign-paused, limit-reached, and as `judgeClaim`
 */
export function signClaim(
  parts: RewardParts,
  request: RewardClaimRequest,
  gone: () => boolean,
): Promise<Answer> {
  if (parts.stopped()) throw new Refusal('trading-stopped');
  const campaign = parts.trusted.campaign(request.campaign);
  if (parts.trusted.isPaused(campaign.id)) throw new Refusal('campaign-paused', campaign.id);
  const key = parts.potKey(campaign.id);
  return parts.turns(`campaign ${campaign.id}`, async () => {
    const before = parts.journal.recall.claim(txidOf(hexToBytes(request.unsigned)));
    if (before !== undefined) {
      if (before.campaign !== campaign.id) throw new Refusal('signer-refused', 'it is of another campaign');
      return { signatures: [...before.signatures] };
    }
    await parts.requireTip();
    const judged = await judgeClaim(parts, { campaign, key, request });
    const { plan, unsigned, amount } = judged;
    const signatures = signAct(plan, unsigned, key.secret).signatures.map(bytesToHex);
    // From here to the journal nothing waits, so no other request comes between a check and its line.
    const now = parts.now();
    requireWanted(parts, gone);
    requireWithinHour(parts, campaign, { ...judged, epochs: request.epochs, now });
    parts.journal.append({
      ...{ at: new Date(now).toISOString(), kind: 'claim', campaign: campaign.id, claimId: request.claimId },
      ...{ txid: txidOf(unsigned), unsigned: bytesToHex(unsigned), coins: judged.coins.map(coinToWire) },
      ...judged.tip,
      ...{ script: judged.script, epochs: [...request.epochs], amount: amount.toString() },
      ...{ of: [...judged.of], witnesses: [...request.witnesses], signatures },
    });
    return { signatures };
  });
}

/**
 * What is more than an hour's by itself is signed all the same while the hour's is not used up: else it could never be claimed.
 * @throws Refusal limit-reached
 */
function requireWithinHour(
  { journal, rules }: RewardParts,
  { id: campaign, pot }: Campaign,
  next: Pick<JudgedClaim, 'script' | 'amount' | 'of'> & { readonly epochs: number[]; readonly now: number },
): void {
  const { script, epochs, amount, of, now } = next;
  const most = (pot * rules.hourPpm) / PPM;
  const before = journal.recall.hour(now, { campaign, script, epochs, of: [...of] });
  if (before + amount <= most || (amount > most && before < most)) return;
  throw new Refusal('limit-reached', 'claims of this campaign this hour');
}
