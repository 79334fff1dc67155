/** The token of a swap, among those that have a pool. */
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { formatAmount } from '@rialto/market';
import { useNetwork } from '../../data/network.ts';
import { usePools } from '../../data/pools/pool-queries.ts';
import type { PoolRow } from '../../data/pools/pool-queries.ts';
import { shownUnits } from '../../flows/review.ts';
import { Money } from '../../show/Money.tsx';
import { shown } from '../../shown.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { t } from '../../words.ts';
import type { PoolToken } from './pool-token.ts';
import type { PoolRules } from '../../data/pools/pool-rules.ts';

interface PoolPickerProps {
  readonly rules: PoolRules;
  readonly token: PoolToken | undefined;
  /** The page of another token. */
  readonly hrefOf: (token: string) => string;
}

export function PoolPicker({ rules, token, hrefOf }: PoolPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        data-testid="pool-picker"
        onClick={() => setOpen(true)}
        className="flex min-h-11 max-w-[60%] shrink-0 items-center gap-2 rounded-[10px] bg-ink-2 px-3 text-sm font-semibold hover:bg-ink-3"
      >
        <span className="truncate">{token === undefined ? t('Select token') : shown(token.name)}</span>
        <Icon name="chevron" className="size-4 shrink-0 text-haze" />
      </button>
      {open ? (
        <PoolDialog rules={rules} current={token?.id} hrefOf={hrefOf} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

interface PoolDialogProps {
  readonly rules: PoolRules;
  readonly current: string | undefined;
  readonly hrefOf: (token: string) => string;
  readonly onClose: () => void;
}

function PoolDialog({ rules, current, hrefOf, onClose }: PoolDialogProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { data = [], isPending } = usePools(useNetwork(), rules.kind);
  const wanted = typed.trim().toUpperCase();
  const found = data.filter(
    ({ name, token2 }) =>
      name.toUpperCase().replaceAll('•', '').includes(wanted.replaceAll('•', '')) || token2 === typed.trim(),
  );
  const choose = ({ token2 }: PoolRow): void => {
    onClose();
    void navigate({ href: hrefOf(token2) });
  };
  return (
    <Dialog title={t('Select token')} onClose={onClose} testId="pool-dialog" top>
      <Combobox
        label={t('Search tokens')}
        placeholder={rules.movesLots ? t('Tick') : t('Rune or its ID')}
        listLabel={t('Pools')}
        typed={typed}
        onType={setTyped}
        items={found}
        idOf={({ token2 }) => token2}
        first={current}
        onChoose={choose}
        testId="pool"
        listClass="h-[min(20rem,50dvh)]"
        optionClass={(marked) => `min-h-14 rounded-[10px] px-2 py-1.5 ${marked ? 'bg-ink-2' : ''}`}
        status={
          <p
            role="status"
            className={found.length === 0 ? 'mt-6 text-center text-[0.8125rem] text-haze' : 'sr-only'}
          >
            {isPending ? t('Searching') : found.length === 0 ? t('No results') : ''}
          </p>
        }
      >
        {({ name, token2, token1Pool, token2Pool, divisibility }) => (
          <span className="flex w-full items-center justify-between gap-3">
            <span className="min-w-0">
              <span className="block truncate text-sm font-semibold">{shown(name)}</span>
              {rules.movesLots ? null : <span className="num block text-xs text-haze">{token2}</span>}
            </span>
            <span className="num shrink-0 text-right text-xs">
              <Money value={BigInt(token1Pool)} className="block" />
              <span className="block text-haze">
                {formatAmount(shownUnits(BigInt(token2Pool), divisibility))}
              </span>
            </span>
          </span>
        )}
      </Combobox>
    </Dialog>
  );
}
