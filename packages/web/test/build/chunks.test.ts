/** What comes with the page, and what comes with the part that wants it. */
import { expect, it } from 'vitest';
import { chunksOf } from '../../chunks.ts';

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'web/src/main.tsx': ['node_modules/react/index.js', 'web/src/screens/shell/Shell.tsx'],
  'web/src/screens/shell/Shell.tsx': ['web/src/ui/Button.tsx', 'market/src/index.ts'],
  'web/src/ui/Button.tsx': [],
  'web/src/screens/orderbook/Screen.tsx': ['web/src/screens/orderbook/Book.tsx', 'web/src/ui/Tabs.tsx'],
  'web/src/screens/orderbook/Book.tsx': ['web/src/ui/Button.tsx'],
  'web/src/ui/Tabs.tsx': ['web/src/screens/orderbook/Book.tsx'],
  'web/src/screens/recover/Screen.tsx': ['web/src/ui/Button.tsx', 'web/src/show/own/OwnActs.tsx'],
  'web/src/show/own/OwnActs.tsx': [],
  'market/src/index.ts': ['market/src/money.ts'],
  'market/src/money.ts': [],
  'node_modules/react/index.js': [],
  'node_modules/@tanstack/query-core/build/modern/queriesObserver.js': [],
};
const chunkOf = chunksOf((file) => IMPORTS[file] ?? [], Object.keys(IMPORTS));

it.each([
  ['node_modules/react/index.js', 'frame'],
  ['web/src/main.tsx', 'frame'],
  ['web/src/screens/shell/Shell.tsx', 'frame'],
  ['web/src/ui/Button.tsx', 'frame'],
  ['web/src/ui/Tabs.tsx', 'frame'],
  ['web/src/screens/orderbook/Screen.tsx', 'book'],
  ['web/src/screens/orderbook/Book.tsx', 'book'],
  ['web/src/screens/recover/Screen.tsx', undefined],
  ['web/src/show/own/OwnActs.tsx', undefined],
  ['market/src/money.ts', undefined],
  ['node_modules/@tanstack/query-core/build/modern/queriesObserver.js', undefined],
])('%s is in %s', (file, chunk) => {
  expect(chunkOf(file)).toBe(chunk);
});
