/** What the signers say of an asset is kept beside it: away after some silent seconds, and stopped until they say otherwise. */
import { Refusal } from '@rialto/refusals';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepSigner, openWatch } from '../../../src/bridge/assets/keep-signer.ts';
import type { SignerWatch } from '../../../src/bridge/assets/keep-signer.ts';
import type { MergedAsset } from '../../../src/custody/bridge-assets.ts';
import { exitStage } from '../exits/exit-stage.ts';
import type { ExitStage } from '../exits/exit-stage.ts';

let stage: ExitStage;
let watch: SignerWatch;
let time: number;

beforeAll(async () => {
  stage = await exitStage();
});
beforeEach(async () => {
  await stage.clear();
  watch = openWatch();
  time = 1_000_000;
  await looks({});
});
afterAll(() => stage.drop());

type Said = Partial<MergedAsset> | 'nothing';

/** One look in which the signers say this, after so long. @returns why the asset is paused then */
async function looks(said: Said, lasts = 0): Promise<string | null> {
  const known = await stage.known();
  const assets = () => {
    time += lasts;
    if (said === 'nothing') return Promise.reject(new Refusal('signer-down'));
    const { id: asset, fileHash: file } = known.row;
    const open = { of: 2, away: [], without: [], other: [], paused: [], breaks: [], units: [], unsure: [] };
    const lockedKey = known.keys.lockedKey;
    return Promise.resolve({
      stopped: 'no' as const,
      assets: [{ asset, file, lockedKey, ...open, ...said }],
    });
  };
  const context = { custody: { assets }, store: stage.store, warn: () => undefined, now: () => time };
  await keepSigner(context as unknown as Parameters<typeof keepSigner>[0], [known], watch);
  return (await stage.known()).paused;
}

it.each<[string, Said]>([
  ['the first', 'nothing'],
  ['the second', { away: [2] }],
])('%s that is started anew stops nothing; one that stays away does, until it answers', async (_, silent) => {
  expect(await looks(silent)).toBe(null);
  time += 2_900;
  expect(await looks(silent)).toBe(null);
  time += 100;
  expect(await looks(silent)).toBe('signer');
  expect(await looks({})).toBe(null);
  // Counted from its next silence on.
  expect(await looks(silent)).toBe(null);
});

it('one that takes every call and never answers is away with the first look', async () => {
  expect(await looks({ away: [2] }, 8_000)).toBe('signer');
});

it.each<[string, Said]>([
  ['the first', 'nothing'],
  ['the second', { away: [2] }],
])('a stop stands while %s does not answer', async (_, silent) => {
  expect(await looks({ paused: [2] })).toBe('paused');
  expect(await looks(silent, 8_000)).toBe('paused');
  expect(await looks(silent)).toBe('paused');
  expect(await looks({})).toBe(null);
});

it.each<[string, Said, string]>([
  ['does not add up by what the second sees', { breaks: [2] }, 'break'],
  ['has other units by another index', { units: [1] }, 'paused'],
  ['has both', { units: [1], breaks: [2] }, 'break'],
])('an asset that %s takes nothing new while that lasts', async (_, found, paused) => {
  expect(await looks(found)).toBe(paused);
  // Whoever found it may be away.
  expect(await looks('nothing')).toBe(paused);
  expect(await looks({ away: [2], units: [1] })).toBe(paused);
  // Or be started anew, and not have looked yet.
  expect(await looks({ unsure: [2] })).toBe(paused);
  expect(await looks({})).toBe(null);
  expect(await looks({ unsure: [1, 2] })).toBe(null);
});

it('a break that is found while another signer is away is no less one', async () => {
  expect(await looks({ units: [1] })).toBe('paused');
  expect(await looks({ away: [2], breaks: [1] })).toBe('break');
});
