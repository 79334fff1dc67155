/** The pool of a swap on MVC, chosen among those of the page's list. A symbol never stands without a part of its genesis. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { MvcPool } from '@rialto/contract';
import { mvcSwapHref } from '../../data/mvc/mvc-places.ts';
import { MvcTokenName, Space, mvcAmount } from '../../show/mvc/Space.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { t } from '../../words.ts';
import type { MvcPage } from './mvc-page.ts';

export function MvcPoolPicker({ page }: { page: MvcPage }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { pool } = page;
  const choose = ({ pair }: MvcPool): void => {
    setOpen(false);
    void navigate({ href: mvcSwapHref(page.place, pair) });
  };
  return (
    <>
      <button
        type="button"
        data-testid="mvc-pool-picker"
        onClick={() => setOpen(true)}
        className="flex min-h-11 max-w-[60%] shrink-0 items-center gap-2 rounded-[10px] bg-ink-2 px-3 text-sm font-semibold hover:bg-ink-3"
      >
        <span className="flex min-w-0">
          {pool === undefined ? t('Select token') : <MvcTokenName token={pool} />}
        </span>
        <Icon name="chevron" className="size-4 shrink-0 text-haze" />
      </button>
      {open ? (
        <PoolDialog
          pools={page.pools?.pools ?? []}
          first={pool?.pair}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function isFound({ symbol, name, genesis }: MvcPool, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return [symbol, name, genesis].some((text) => text.toLowerCase().includes(wanted));
}

interface PoolDialogProps {
  readonly pools: readonly MvcPool[];
  /** The pair of the one that is marked. */
  readonly first: string | undefined;
  readonly onChoose: (pool: MvcPool) => void;
  readonly onClose: () => void;
  /** Above the list. */
  readonly children?: ReactNode;
}

export function PoolDialog({ pools, first, onChoose, onClose, children }: PoolDialogProps) {
  const [typed, setTyped] = useState('');
  const found = pools.filter((pool) => isFound(pool, typed));
  return (
    <Dialog title={t('Select token')} onClose={onClose} testId="mvc-pool-dialog" top>
      {children}
      <Combobox
        label={t('Search tokens')}
        placeholder={t('Symbol or genesis')}
        listLabel={t('Pools')}
        typed={typed}
        onType={setTyped}
        items={found}
        idOf={({ pair }) => pair}
        first={first}
        onChoose={onChoose}
        testId="mvc-pool"
        listClass="h-[min(20rem,50dvh)]"
        optionClass={(marked) => `min-h-14 rounded-[10px] px-2 py-1.5 ${marked ? 'bg-ink-2' : ''}`}
        status={
          <p
            role="status"
            className={found.length === 0 ? 'mt-6 text-center text-[0.8125rem] text-haze' : 'sr-only'}
          >
            {found.length === 0 ? t('No results') : ''}
          </p>
        }
      >
        {(pool) => (
          <span className="flex w-full items-center justify-between gap-3">
            <span className="min-w-0">
              <span className="flex text-sm font-semibold">
                <MvcTokenName token={pool} />
              </span>
              <span className="block truncate text-xs text-haze">
                {pool.list === 'ticket' ? t('Ticket') : 'MRC-20'}
                {pool.mintable ? ` · ${t('issuer can make more')}` : ''}
              </span>
            </span>
            <span className="num shrink-0 text-right text-xs">
              <Space value={BigInt(pool.token1Pool)} className="block" />
              <span className="block text-haze">{mvcAmount(BigInt(pool.token2Pool), pool.decimals)}</span>
            </span>
          </span>
        )}
      </Combobox>
    </Dialog>
  );
}
