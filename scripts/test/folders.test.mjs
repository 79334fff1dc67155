/** The gate over folder sizes: twenty files at most, and tests count like source. */
import { expect, it } from 'vitest';
import { folderFaults } from '../lib/folders.mjs';

const files = (folder, count) => Array.from({ length: count }, (_, at) => `packages/${folder}/file-${at}.ts`);

it('twenty files may stand in a folder, the next one may not', () => {
  expect(folderFaults(files('market/src', 20))).toEqual([]);
  expect(folderFaults(files('market/src', 21))).toEqual([
    'packages/market/src: 21 files, 20 at most; cut it into folders',
  ]);
  expect(folderFaults(files('market/test/book', 21))).toHaveLength(1);
});

it('a folder inside counts by itself, and what is no source does not count', () => {
  const inside = [...files('market/src', 15), ...files('market/src/book', 15)];
  expect(folderFaults(inside)).toEqual([]);
  expect(folderFaults(files('web/test/fixtures', 30).map((file) => `${file}.json`))).toEqual([]);
});
