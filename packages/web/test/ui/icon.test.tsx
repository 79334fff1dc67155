/** The size of an icon: its own when none is named, and never both; without any it would fill what is around it. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Icon, Spinner } from '../../src/ui/Icon.tsx';

const sizes = (markup: string): string[] => markup.match(/(?<=[" ])!?size-[^ "]+/g) ?? [];

it.each([
  [undefined, ['size-4']],
  ['text-haze', ['size-4']],
  ['size-3.5 text-haze', ['size-3.5']],
  ['text-haze size-[1.125rem]', ['size-[1.125rem]']],
  ['text-haze max-sm:hidden', ['size-4']],
])('%s', (className, found) => {
  const given = className === undefined ? {} : { className };
  expect(sizes(renderToStaticMarkup(<Icon name="coins" {...given} />))).toEqual(found);
  expect(sizes(renderToStaticMarkup(<Spinner {...given} />))).toEqual(found);
});
