/** The campaigns to choose from: those that run as tabs in view, all of them in a list where there are many. */
import { isRunning } from '../../data/rewards/campaigns.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { numberWords, t } from '../../words.ts';
import { KIND_NAMES } from './campaign-words.ts';

interface ChoiceProps {
  readonly campaigns: readonly RewardCampaign[];
  readonly chosen: RewardCampaign;
  readonly height: number;
  readonly onChoose: (campaign: string) => void;
}

/** As many stand beside each other. */
const FEW = 4;

export function CampaignChoice({ campaigns, chosen, height, onChoose }: ChoiceProps) {
  const first = campaigns.slice(0, FEW);
  const inView = first.includes(chosen) ? first : [...first.slice(0, FEW - 1), chosen];
  return (
    <div className="space-y-2">
      <div role="radiogroup" aria-label={t('Campaign')} className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {inView.map((one) => (
          <label
            key={one.campaign}
            data-testid="campaign"
            data-campaign={one.campaign}
            className="panel flex min-h-16 flex-col justify-center px-3.5 py-2.5 hover:bg-ink-2 has-checked:border-amber has-focus-visible:outline-2 has-focus-visible:outline-amber"
          >
            <input
              type="radio"
              name="campaign"
              className="sr-only"
              checked={one === chosen}
              onChange={() => onChoose(one.campaign)}
            />
            <span className="text-sm font-medium leading-5 [overflow-wrap:anywhere]">{one.title}</span>
            <span className="mt-0.5 text-xs text-haze">
              {t(KIND_NAMES[one.kind])} · {stateWords(one, height)}
            </span>
          </label>
        ))}
      </div>
      {campaigns.length > FEW ? (
        <label className="flex items-center gap-3 text-[0.8125rem] text-haze">
          {t('All campaigns')}
          <select
            value={chosen.campaign}
            data-testid="campaign-list"
            onChange={({ target }) => onChoose(target.value)}
            className="h-10 min-w-0 max-w-full rounded-[10px] border border-edge bg-ink-0 px-2.5 text-sm text-fog max-sm:h-11 max-sm:flex-1"
          >
            {campaigns.map((one) => (
              <option key={one.campaign} value={one.campaign}>
                {one.title} · {stateWords(one, height)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  );
}

function stateWords({ firstBlock, lastBlock }: RewardCampaign, height: number): string {
  if (isRunning({ firstBlock, lastBlock }, height)) return t('Running');
  return height < firstBlock ? t('From block {height}', { height: numberWords(firstBlock) }) : t('Ended');
}
