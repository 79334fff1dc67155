/** What a campaign pays and why, in one sentence for each kind. */
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { ppmWords } from '../../show/percent.ts';
import { shown } from '../../shown.ts';
import { msg, t } from '../../words.ts';

type Kind = RewardCampaign['kind'];

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  liquidity: msg('Liquidity'),
  trading: msg('Trading'),
  newcomer: msg('First trades'),
  'fee-share': msg('Fee share'),
};

const SENTENCES: Readonly<Record<Kind, string>> = {
  liquidity: msg(
    'Pays the providers of the {tokens} pool in {paid}, by their shares and the blocks they held them.',
  ),
  trading: msg(
    'Pays traders of {tokens} in {paid} by volume, for trades whose service fee they paid. The more everyone trades, the larger the pot.',
  ),
  newcomer: msg(
    'Pays addresses whose first trade on this exchange falls in the campaign: a fixed amount of {paid} for each of their first trades of {tokens}.',
  ),
  'fee-share': msg(
    'Pays the providers of the {tokens} pool a part of its service fees, in {paid}, from a pot the operator fills.',
  ),
};

export function whyWords({ kind, pairs, pays }: RewardCampaign): string {
  const tokens = pairs.map(({ tick }) => shown(tick)).join(', ');
  return t(SENTENCES[kind], { tokens, paid: shown(pays.tick) });
}

/** Of service fees that come back; undefined where they are no limit. */
export function capWords({ capPpm }: RewardCampaign): string | undefined {
  if (capPpm === null) return undefined;
  return t(
    'An address gets back at most {share} of the service fees it paid in an epoch, from all campaigns together: trading with yourself never pays. What another campaign pays first is not paid again.',
    { share: ppmWords(capPpm) },
  );
}
