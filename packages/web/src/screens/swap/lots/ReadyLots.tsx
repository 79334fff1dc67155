/** What can be bought of a pool whose tokens move as whole lots, and what happens where nothing can. */
import { grouped } from '@rialto/market';
import { Notice } from '../../../show/Lines.tsx';
import { numberWords, t } from '../../../words.ts';
import { textOf } from '../../../show/swap/amounts.ts';
import type { OpenPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';
import { countsOf } from './ready-lots.ts';

interface ReadyProps {
  readonly pool: Pick<OpenPage['pool'], 'ready'>;
  readonly token: PoolToken;
}

export function ReadyLots({ pool, token }: ReadyProps) {
  return (
    <section className="panel space-y-3 px-4 py-4" data-testid="ready-lots">
      <h2 className="text-sm font-semibold">{t('Lots ready to buy')}</h2>
      {pool.ready.length === 0 ? (
        <p className="text-[0.8125rem] leading-5 text-haze">{noneWords()}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {countsOf(pool.ready).map(({ amount, count }) => (
            <li
              key={amount}
              data-testid="ready-lot"
              className="num rounded-[10px] bg-ink-2 px-2.5 py-1 text-[0.8125rem]"
            >
              {t('{count} × {amount} {tick}', {
                count: numberWords(count),
                amount: grouped(textOf(BigInt(amount), token.divisibility)),
                tick: token.name,
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const noneWords = (): string =>
  t('The exchange inscribes new ones out of the pool; they are ready three blocks later. Selling goes on.');

/** In the form of a purchase. */
export function NoneReady() {
  return (
    <div data-testid="none-ready">
      <Notice tone="warn">
        <p className="font-semibold">{t('No lots ready')}</p>
        <p>{noneWords()}</p>
      </Notice>
    </div>
  );
}
