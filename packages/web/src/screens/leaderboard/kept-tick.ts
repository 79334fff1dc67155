/** Which ranking is looked at: the token that was chosen last is chosen again at the next visit. */
import { useState } from 'react';
import type { RankedTick } from '../../data/rewards/ranking-queries.ts';
import { recallText, rememberText } from '../../memory.ts';

/** Of the original product. */
const KEY = 'tick';

/** The youngest of the kept token, else one that runs, else the youngest. Pure. */
function chosenOf(
  ticks: readonly RankedTick[],
  kept: string | undefined,
  now: number,
): RankedTick | undefined {
  return (
    ticks.findLast(({ tick }) => tick === kept) ??
    ticks.findLast(({ startTime, endTime }) => startTime <= now && now < endTime) ??
    ticks.at(-1)
  );
}

interface Choice {
  readonly chosen: RankedTick | undefined;
  readonly choose: (campaign: string) => void;
}

export function useTickChoice(ticks: readonly RankedTick[], now: number): Choice {
  const [campaign, setCampaign] = useState<string>();
  const named = ticks.find((one) => keyOf(one) === campaign);
  return {
    chosen: named ?? chosenOf(ticks, recallText(KEY), now),
    choose: (next) => {
      setCampaign(next);
      const tick = ticks.find((one) => keyOf(one) === next)?.tick;
      if (tick !== undefined) rememberText(KEY, tick);
    },
  };
}

/** A campaign may be for several tokens, and a token may have had several campaigns. */
export const keyOf = ({ campaign, assetId }: RankedTick): string => `${campaign} ${assetId}`;
