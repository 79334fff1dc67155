/** Tabs with the keyboard's manners: arrows move, Home and End jump; only the chosen one is a tab stop. */
import type { KeyboardEvent, ReactNode } from 'react';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly testId?: string;
  readonly className?: string;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** The id of the panel they control. */
  readonly panelId: string;
  readonly className?: string;
  readonly tabClass: (chosen: boolean, id: Id) => string;
}

export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, chosen, onChoose, panelId, className = '', tabClass } = props;
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={className} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${panelId}-${tab.id}`}
          data-tab={tab.id}
          data-testid={tab.testId}
          aria-selected={tab.id === chosen}
          aria-controls={panelId}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
          className={`${tabClass(tab.id === chosen, tab.id)} ${tab.className ?? ''}`}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** The usual look: words with a line under the chosen one. */
export const underlineTab = (chosen: boolean): string =>
  `relative h-11 px-1 text-sm font-medium transition-colors after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full ${
    chosen ? 'text-fog after:bg-fog' : 'text-haze hover:text-mist after:bg-transparent'
  }`;
