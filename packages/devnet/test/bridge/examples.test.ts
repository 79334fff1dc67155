/** The examples of asset files that operators begin with can be bridged as they are, once the wrapped token is named. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BridgeAssetFile } from '@rialto/contract';
import { bridgeQuote, requireBridgeAmount, requireBridgeable, tierOf } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { TOKEN_CODES } from '@rialto/mvc';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../../../examples/bridge');
const files = readdirSync(folder);
const read = (file: string): BridgeAsset =>
  BridgeAssetFile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));

it('there is one of each origin', () => {
  expect(files.toSorted()).toEqual(['brc20.json', 'btc.json', 'mrc20.json', 'rune.json']);
  expect(files.toSorted().map((file) => read(file).origin.network)).toEqual([
    ...['BRC20', 'BTC', 'MRC20', 'RUNES'],
  ]);
});

it.each(files)('%s is possible, and its token one of the published contract', (file) => {
  const asset = read(file);
  requireBridgeable(asset);
  expect(TOKEN_CODES).toContain(asset.token.codehash);
});

it.each(files)('%s: the least and the most bring something both ways, in different tiers', (file) => {
  const asset = read(file);
  const { minimum, maximum } = asset;
  for (const amount of [minimum, maximum]) {
    requireBridgeAmount(asset, amount);
    for (const direction of ['mint', 'redeem'] as const) {
      const { out, service, network } = bridgeQuote(asset, direction, amount);
      expect(out + service + network).toBe(amount);
      // What the network takes is not most of the smallest order.
      expect(out * 2n).toBeGreaterThan(amount);
    }
  }
  expect(tierOf(asset, minimum)).toMatchObject({ btc: 3, mvc: 10 });
  expect(tierOf(asset, maximum)).toMatchObject({ btc: 12, mvc: 100 });
});

it.each(files)('%s forgets nothing: a field that is missing or unknown is refused', (file) => {
  const whole = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
  // Files that were added before there was a cap a day have none.
  for (const name of Object.keys(whole).filter((one) => one !== 'dayCap')) {
    const { [name]: _, ...rest } = whole;
    expect(BridgeAssetFile.safeParse(rest).success, name).toBe(false);
  }
  expect(BridgeAssetFile.safeParse({ ...whole, price: '1' }).success).toBe(false);
});
