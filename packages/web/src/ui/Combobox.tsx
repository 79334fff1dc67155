/** A field over a list that is always open: what is typed narrows the list, arrows and the pointer mark, Enter or a click chooses. */
import { Fragment, useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface ComboboxProps<Item> {
  /** Names the field. */
  readonly label: string;
  readonly placeholder: string;
  /** Names the list. */
  readonly listLabel: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** What is found for the text. */
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  /** The id of the one that is marked before anything is pressed; the first of the list where it is not in it. */
  readonly first?: string | undefined;
  readonly onChoose: (item: Item) => void;
  readonly children: (item: Item) => ReactNode;
  readonly optionClass: (marked: boolean) => string;
  readonly listClass: string;
  /** Stands above an item, for the first of a group. */
  readonly heading?: (item: Item, before: Item | undefined) => ReactNode;
  /** Between field and list: how many there are, or why there are none. */
  readonly status?: ReactNode;
  /** Under the list: more about the marked one. */
  readonly more?: (marked: Item | undefined) => ReactNode;
  /** Beginning of the test ids of field and options. */
  readonly testId: string;
}

const PAGE = 8;

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { items, idOf, first, onChoose, onType } = props;
  const [active, setActive] = useState<number>();
  const id = useId();
  const begins = active === undefined ? items.findIndex((item) => idOf(item) === first) : active;
  const at = Math.max(0, Math.min(begins, items.length - 1));
  const marked = items[at];
  const press = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(items.length - 1, to));
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // The focus is elsewhere before the press is over: it must neither press the button there nor be a key of the page.
      event.preventDefault();
      event.stopPropagation();
      if (marked !== undefined) onChoose(marked);
    }
  };
  return (
    <>
      <div className="flex h-11 items-center gap-2.5 rounded-[10px] border border-edge bg-ink-0 px-3 focus-within:border-amber">
        <Icon name="search" className="size-4 text-haze" />
        <input
          data-autofocus
          data-testid={`${props.testId}-input`}
          role="combobox"
          aria-label={props.label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={marked === undefined ? undefined : `${id}-${at}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={props.typed}
          onChange={(event) => {
            onType(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
          className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-haze"
        />
      </div>
      {props.status}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={props.listLabel}
        className={`-mx-2 mt-3 overflow-y-auto ${props.listClass}`}
      >
        {items.map((item, index) => (
          <Fragment key={idOf(item)}>
            {props.heading?.(item, items[index - 1])}
            <div
              id={`${id}-${index}`}
              ref={active === undefined && index === at && index > 0 ? intoView : undefined}
              role="option"
              aria-selected={index === at}
              data-testid={`${props.testId}-option`}
              onClick={() => onChoose(item)}
              onPointerMove={() => setActive(index)}
              className={`flex items-center gap-3 ${props.optionClass(index === at)}`}
            >
              {props.children(item)}
            </div>
          </Fragment>
        ))}
      </div>
      {props.more?.(marked)}
    </>
  );
}
