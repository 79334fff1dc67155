/** The examples of campaign files that operators begin with can be added as they are, on a chain that is not that high yet. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CampaignFile } from '@rialto/contract';
import { requireBeside, requirePossible } from '@rialto/market';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../../../examples/campaigns');
const files = readdirSync(folder);
const read = (file: string) => CampaignFile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));

it('there is one of each kind, under its name', () => {
  expect(files.toSorted()).toEqual(['fee-share.json', 'liquidity.json', 'newcomer.json', 'trading.json']);
  for (const file of files) expect(`${read(file).rule.kind}.json`).toBe(file);
});

it.each(files)('%s is possible, beside all others', (file) => {
  const campaign = read(file);
  requirePossible(campaign);
  requireBeside(campaign, files.filter((other) => other !== file).map(read));
});
