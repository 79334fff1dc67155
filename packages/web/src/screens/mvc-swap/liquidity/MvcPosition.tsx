/** One's own part of a pool on MVC, and its two acts: more, or back. */
import { useState } from 'react';
import { grouped } from '@rialto/market';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ppmWords } from '../../../show/mvc/ppm.ts';
import { MvcTokens, Space } from '../../../show/mvc/Space.tsx';
import { Button } from '../../../ui/Button.tsx';
import { t } from '../../../words.ts';
import { useAccountTurn } from '../../../flows/mvc/account-turn.ts';
import type { OpenMvcPage } from '../mvc-page.ts';
import { ppmOf } from './move-form.ts';
import { sharesOf } from './move-quote.ts';
import { MvcAdd } from './MvcAdd.tsx';
import type { MoveProps } from './MvcAdd.tsx';
import { MvcRemove } from './MvcRemove.tsx';

/** What was typed belongs to one account and one pool, and begins anew after an act. */
export function MvcPosition({ page, moving }: MoveProps) {
  const turn = useAccountTurn(page.wallet.account?.address);
  const key = `${page.pool.pair} ${turn} ${moving.done}`;
  return <Position key={key} page={page} moving={moving} />;
}

function Position({ page, moving }: MoveProps) {
  const [open, setOpen] = useState<'add' | 'remove'>();
  const held = sharesOf(page.holdings, page.pool);
  const toggle = (which: 'add' | 'remove') => ({
    'aria-expanded': open === which,
    className: 'min-h-11 flex-1 aria-expanded:border-amber',
    onClick: () => setOpen(open === which ? undefined : which),
  });
  const isIn = held !== undefined && held.amount > 0n;
  return (
    <section className="space-y-3" aria-label={t('Your position')}>
      <div className="panel space-y-3 px-4 py-4">
        <h2 className="text-sm font-semibold">{t('Your position')}</h2>
        <Held page={page} held={held?.amount} unknown={held?.unknown ?? 0n} />
        <div className="flex gap-3">
          <Button data-testid="mvc-open-add" {...toggle('add')}>
            {t('Add')}
          </Button>
          {isIn ? (
            <Button data-testid="mvc-open-remove" {...toggle('remove')}>
              {t('Remove')}
            </Button>
          ) : null}
        </div>
      </div>
      {open === 'add' ? <MvcAdd page={page} moving={moving} /> : null}
      {open === 'remove' && isIn ? <MvcRemove page={page} moving={moving} /> : null}
    </section>
  );
}

interface HeldProps {
  readonly page: OpenMvcPage;
  readonly held: bigint | undefined;
  readonly unknown: bigint;
}

function Held({ page: { pool, isMetalet }, held, unknown }: HeldProps) {
  if (!isMetalet)
    return (
      <p className="text-[0.8125rem] text-mist">{t('Connect Metalet to see your part of this pool.')}</p>
    );
  if (held === undefined) return <p className="text-[0.8125rem] text-haze">{t('Getting your balance')}</p>;
  const all = BigInt(pool.poolEquity);
  return (
    <>
      {held === 0n || all === 0n ? (
        <p className="text-[0.8125rem] text-mist" data-testid="mvc-no-position">
          {t('You have no liquidity in this pool.')}
        </p>
      ) : (
        <dl className="space-y-2" data-testid="mvc-position">
          <Line name={t('Your share')}>{ppmWords(ppmOf(held, all))}</Line>
          <Line name={t('Shares')}>{grouped(held.toString())}</Line>
          <Line name={t('It is worth')}>
            <Space value={(BigInt(pool.token1Pool) * held) / all} className="block" />
            <MvcTokens units={(BigInt(pool.token2Pool) * held) / all} token={pool} />
          </Line>
        </dl>
      )}
      {unknown === 0n ? null : (
        <Notice tone="calm">
          {t('{shares} more shares of yours haven’t been traced back to their beginning yet.', {
            shares: grouped(unknown.toString()),
          })}
        </Notice>
      )}
    </>
  );
}
