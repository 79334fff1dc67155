/** What stands opposite the page's token: SPACE, or the token of another pool. */
import { useState } from 'react';
import type { MvcPool } from '@rialto/contract';
import { MvcTokenName } from '../../../show/mvc/Space.tsx';
import { BoxUnit } from '../../../show/swap/AmountBox.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { PoolDialog } from '../MvcPoolPicker.tsx';
import type { OpenMvcPage } from '../mvc-page.ts';

interface OtherProps {
  readonly page: OpenMvcPage;
  /** Undefined: SPACE. */
  readonly other: MvcPool | undefined;
  readonly onOther: (other: MvcPool | undefined) => void;
}

export function OtherPicker({ page, other, onOther }: OtherProps) {
  const [open, setOpen] = useState(false);
  const pools = (page.pools?.pools ?? []).filter(({ pair }) => pair !== page.pool.pair);
  const choose = (pool: MvcPool | undefined): void => {
    setOpen(false);
    onOther(pool);
  };
  if (pools.length === 0) return <BoxUnit>SPACE</BoxUnit>;
  return (
    <>
      <button
        type="button"
        data-testid="mvc-other-picker"
        onClick={() => setOpen(true)}
        className="flex min-h-11 max-w-[60%] shrink-0 items-center gap-2 rounded-[10px] bg-ink-2 px-3 text-sm font-semibold hover:bg-ink-3"
      >
        <span className="flex min-w-0">{other === undefined ? 'SPACE' : <MvcTokenName token={other} />}</span>
        <Icon name="chevron" className="size-4 shrink-0 text-haze" />
      </button>
      {open ? (
        <PoolDialog pools={pools} first={other?.pair} onChoose={choose} onClose={() => setOpen(false)}>
          <Button className="mb-3 w-full" data-testid="mvc-other-space" onClick={() => choose(undefined)}>
            SPACE
          </Button>
        </PoolDialog>
      ) : null}
    </>
  );
}
