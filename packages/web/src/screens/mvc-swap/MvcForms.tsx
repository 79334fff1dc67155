/** Which form of a swap stands on the page: of the page's token and SPACE, or of two tokens. */
import { useState } from 'react';
import { useAccountTurn } from '../../flows/mvc/account-turn.ts';
import type { MvcActing } from './act/acting.ts';
import type { MvcPage } from './mvc-page.ts';
import { MvcSwapForm } from './MvcSwapForm.tsx';
import { TokensForm } from './tokens/TokensForm.tsx';
import type { Other } from './tokens/tokens-form.ts';
import type { TokensActing } from './tokens/tokens-acting.ts';

interface FormsProps {
  readonly page: MvcPage;
  readonly acting: MvcActing;
  readonly tokens: TokensActing;
}

/** What was typed belongs to one account and one pool, or to two. */
export function MvcForms({ page, acting, tokens }: FormsProps) {
  const { pool, wallet } = page;
  const [other, setOther] = useState<Other>();
  const now = page.pools?.pools.find(({ pair }) => pair === other?.pool.pair);
  const turn = useAccountTurn(wallet.account?.address);
  if (pool === undefined) return null;
  const key = `${pool.pair} ${turn}`;
  const open = { ...page, pool };
  if (other !== undefined && now !== undefined && now.pair !== pool.pair)
    return (
      <TokensForm
        key={`${key} ${now.pair} ${other.isSold} ${tokens.done}`}
        page={open}
        other={{ ...other, pool: now }}
        onOther={setOther}
        acting={tokens}
      />
    );
  return <MvcSwapForm key={`${key} ${acting.done}`} page={open} acting={acting} onOther={setOther} />;
}
