/** Every pair of colours that are drawn on each other is readable in both themes (WCAG 2.2, 1.4.3 and 1.4.11), computed from styles.css. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(resolve(import.meta.dirname, '../../src/styles.css'), 'utf8');
const THEMES = ['light', 'dark'] as const;
type ThemeName = (typeof THEMES)[number];
type Rgb = readonly [number, number, number];

function tokens(theme: ThemeName): Map<string, Rgb> {
  const found = new Map<string, Rgb>();
  for (const [, name = '', value = ''] of css.matchAll(/--color-([a-z0-9-]+): ([^;]+);/g)) {
    const both = /^light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\)$/.exec(value);
    const hex = (theme === 'light' ? both?.[1] : both?.[2]) ?? value;
    found.set(name, rgbOf(hex));
  }
  return found;
}

function rgbOf(hex: string): Rgb {
  const at = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? Number.NaN) + 0.7152 * (g ?? Number.NaN) + 0.0722 * (b ?? Number.NaN);
}

function ratio(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['ink-0', 'ink-1', 'ink-2', 'ink-3'];
const TEXT_ANYWHERE = ['fog', 'mist', 'haze', 'amber', 'buy', 'sell', 'warn'];
const TEXT = 4.5;
const SHAPE = 3;

/** What is on what, and the least it needs. */
const PAIRS: readonly (readonly [over: string, under: string, least: number])[] = [
  ...TEXT_ANYWHERE.flatMap((over) => SURFACES.map((under) => [over, under, TEXT] as const)),
  ...['buy', 'sell', 'warn'].map((tone) => [tone, `${tone}-deep`, TEXT] as const),
  ...['buy-deep', 'sell-deep', 'warn-deep'].map((under) => ['fog', under, TEXT] as const),
  ['act-ink', 'act', TEXT],
  ['act-ink', 'act-bright', TEXT],
  ['ink-0', 'buy', TEXT],
  ['ink-0', 'sell', TEXT],
  ...['ink-0', 'ink-1', 'ink-2'].map((under) => ['edge', under, SHAPE] as const),
];

/** Grounds and lines only: nothing is read by their own colour. */
const SILENT = ['line', 'line-strong', 'veil', 'chalk', '*'];

describe.each(THEMES)('the %s theme', (theme) => {
  const colours = tokens(theme);
  const of = (name: string): Rgb => {
    const found = colours.get(name);
    if (found === undefined) throw new Error(`there is no colour ${name}`);
    return found;
  };

  it.each(PAIRS)('shows %s on %s with at least %d to 1', (over, under, least) => {
    expect(ratio(of(over), of(under))).toBeGreaterThanOrEqual(least);
  });

  it('leaves out no colour', () => {
    const checked = new Set([...PAIRS.flatMap(([over, under]) => [over, under]), ...SILENT]);
    expect([...colours.keys()].filter((name) => !checked.has(name))).toEqual([]);
  });

  it('keeps amber readable on what is chosen: a tint of itself', () => {
    const [tint, share] = [of('amber'), 0.12];
    for (const under of ['ink-0', 'ink-1', 'ink-2']) {
      const ground = of(under);
      const mixed = ground.map((part, index) => part * (1 - share) + (tint[index] ?? 0) * share);
      expect(ratio(tint, [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0])).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it('shows letters on the marks of tokens', () => {
    const source = readFileSync(resolve(import.meta.dirname, '../../src/show/TokenMark.tsx'), 'utf8');
    const hues = [...source.matchAll(/bg-\[(#[0-9a-f]{6})\]/g)].map(([, hex = '']) => rgbOf(hex));
    expect(hues.length).toBeGreaterThan(3);
    for (const hue of hues) expect(ratio(of('chalk'), hue)).toBeGreaterThanOrEqual(TEXT);
  });
});

it('reads its own measure right: black on white is 21 to 1', () => {
  expect(ratio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
});
