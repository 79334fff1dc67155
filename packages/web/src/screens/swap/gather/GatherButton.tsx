/** The button of a form that takes a rune: where the sum lies on too many coins they are gathered first, and what that costs is said. */
import type { ComponentProps } from 'react';
import { Notice } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';
import { MainButton } from '../../../show/swap/MainButton.tsx';
import { askToConnect } from '../../../flows/account/connect-request.ts';
import type { PoolPage } from '../pool-page.ts';
import { gatherLabel } from './gather-form.ts';
import type { Wanted } from './gather-form.ts';
import { useGather } from './use-gather.ts';
import type { Gather, GatheredToken } from './use-gather.ts';

interface GatherButtonProps extends Omit<ComponentProps<typeof MainButton>, 'onConnect'> {
  readonly page: PoolPage;
  readonly token: GatheredToken;
  /** Undefined while the act takes no runes. */
  readonly wanted: Wanted | undefined;
}

export function GatherButton({ page, token, wanted, ...button }: GatherButtonProps) {
  const gather = useGather(page, token, wanted);
  const now = gatherLabel(button.now, gather.now);
  return (
    <>
      <GatherNotice gather={gather} />
      <MainButton
        {...button}
        now={now}
        onConnect={askToConnect}
        onAct={now.act === 'gather' ? gather.begin : button.onAct}
      />
    </>
  );
}

function GatherNotice({ gather: { now, cost } }: { gather: Gather }) {
  if (now.state === 'none') return null;
  return (
    <div data-testid="gather" data-state={now.state} role="status">
      <Notice tone="warn">
        {now.state === 'needed' ? (
          <>
            {t(
              'This amount lies on {coins} of your coins, too many for one transaction with the pool. Make one coin of them first: that takes a block.',
              { coins: now.coins },
            )}{' '}
            {cost === undefined ? null : (
              <Words of="Network fee, about: {fee}" parts={{ fee: <Exact value={cost} /> }} />
            )}
          </>
        ) : (
          t('Your coins become one with the next block. Then you can go on here.')
        )}
      </Notice>
    </div>
  );
}
