// @vitest-environment node
/** The built page is one file: it loads nothing, its policy allows its own script alone, and the app has none of it. */
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { rescuePage } from '../../rescue.ts';

let page: string;
beforeAll(async () => {
  page = await rescuePage();
});

const inside = (element: string): readonly string[] =>
  [...page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map(([, text = '']) => text);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

it('its own policy names the one script and the one style in it', () => {
  const [script, ...scripts] = inside('script');
  const [style, ...styles] = inside('style');
  expect([scripts, styles]).toEqual([[], []]);
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy).toContain(`script-src 'sha256-${sha256(script ?? '')}'`);
  expect(policy).toContain(`style-src 'sha256-${sha256(style ?? '')}'`);
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toContain('unsafe');
});

it('asks for no file, and has nothing that could', () => {
  const [script = ''] = inside('script');
  const frame = page.replace(script, '');
  expect(frame).not.toMatch(/\b(?:src|href)=/);
  expect(frame).not.toMatch(/url\(|@import/);
  expect(script).not.toMatch(
    /\bimport\(|\bimportScripts\b|\.innerHTML\b|\beval\(|new Function\b|sendBeacon|XMLHttpRequest|WebSocket/,
  );
  expect(script.match(/\bfetch\(/g), 'the one call is that of esplora.ts').toHaveLength(1);
});

it('is small, and both languages are in it', () => {
  expect(page.length).toBeLessThan(200_000);
  expect(page).toContain('Recover your locked coins');
  expect(page).toMatch(/\\u[0-9a-f]{4}/i);
});

it('is the same for the same source', async () => expect(await rescuePage()).toBe(page));
