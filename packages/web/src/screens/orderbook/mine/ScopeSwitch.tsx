/** One's own orders of all markets, or of this pair alone. */
import { chooseScope, useScope } from './my-lists.ts';
import type { Scope } from './my-lists.ts';
import { msg, t } from '../../../words.ts';

const SCOPES: readonly { readonly id: Scope; readonly label: string }[] = [
  { id: 'all', label: msg('All') },
  { id: 'pair', label: msg('This pair') },
];

export function ScopeSwitch() {
  const chosen = useScope();
  return (
    <span role="group" aria-label={t('Orders of')} className="flex shrink-0 items-center gap-1 px-3 text-xs">
      {SCOPES.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          data-testid={`scope-${id}`}
          aria-pressed={chosen === id}
          onClick={() => chooseScope(id)}
          className="h-7 rounded-md px-2 text-haze hover:text-fog aria-pressed:bg-ink-3 aria-pressed:text-fog max-lg:h-11 max-lg:px-3"
        >
          {t(label)}
        </button>
      ))}
    </span>
  );
}
