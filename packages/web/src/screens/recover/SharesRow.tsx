/** Shares of a pool in one's own wallet: nothing is wrong with them, and a wallet that knows no runes can give them away. */
import type { OwnShares } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { liquidityHref, rulesOfPools } from '../../data/pools/pool-rules.ts';
import { RuneBlind } from '../../show/RuneBlind.tsx';
import { LINK } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';

export function SharesRow({ shares: one, address }: { shares: OwnShares; address: string }) {
  const { kind, token2, name, shares, coins } = one;
  const rules = rulesOfPools(kind === 'swap' ? 'brc20' : 'runes');
  return (
    <li data-testid="own-shares" data-id={token2} className="space-y-2 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">
          {t('{shares} shares of the pool of {tick}, on {coins, plural, one {# coin} other {# coins}}', {
            ...{ coins, shares: grouped(shares), tick: name },
          })}
        </p>
        <Way href={liquidityHref(rules, token2, 'remove')} className={`shrink-0 text-xs ${LINK}`}>
          {t('Remove')}
        </Way>
      </div>
      <p className="text-xs leading-5 text-mist">
        <RuneBlind address={address} />
      </p>
    </li>
  );
}
