/** Words: every one people see is a message, and every message has its place in every catalog. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { earlyIn, messagesIn, unsaidIn } from '../lib/messages.mjs';
import { root } from '../lib/run.mjs';
import { compiled } from '../../packages/web/src/compiled.ts';

const SOURCE = 'packages/web/src';
const files = [
  ...readdirSync(join(root, SOURCE), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(SOURCE, file)),
  'packages/contract/src/refusals.ts',
];
const isRescue = (file) => file.startsWith(`${SOURCE}/rescue/`);
const messagesOf = (chosen) => {
  const said = chosen.flatMap((file) => messagesIn(readFileSync(join(root, file), 'utf8'), file));
  return [...new Set(said.map(({ message }) => message))].sort();
};
const messages = messagesOf(files);
/** The rescue page is one file and carries its words itself. */
const catalogs = [
  { folder: '', said: messagesOf(files.filter((file) => !isRescue(file))), least: 500 },
  { folder: 'rescue', said: messagesOf(files.filter(isRescue)), least: 50 },
].flatMap((one) => ['en', 'zh-hans'].map((locale) => ({ ...one, locale })));

async function catalog(locale, folder = '') {
  const path = join(root, 'packages/web/words', folder, `${locale}.po`);
  const entries = await formatter().parse(readFileSync(path, 'utf8'), {
    locale,
    sourceLocale: 'en',
    filename: path,
  });
  return new Map(Object.values(entries).map(({ message, translation }) => [message, translation]));
}

/** Names of the values a message holds, those inside plurals too. */
function placeholders(message) {
  const names = new Set();
  const read = (tokens) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      names.add(token[0]);
      if (token[1] === 'plural')
        for (const [key, inside] of Object.entries(token[2])) if (key !== 'offset') read(inside);
    }
  };
  read(compileMessageOrThrow(message));
  return [...names].sort();
}

/** Names of products, keys, plans as they are stored, exports, and a notice its licence wants word for word: the same in every language. */
const NAMES =
  /^(?:Metalet|SPACE|UniSat|Unisat|Okx|English|Eco|Slow|Avg|Fast|Custom|ApiError|WalletError|\w+Screen|NotHandedIn|Failed to fetch …: … …|Enter|Escape|Esc|Ctrl K|Mod\+(?:k|…)|\/ BTC|TradingView Lightweight Charts™ .*)$/;

/** A translator's English, and words of ours that no trader uses. */
const FOREIGN =
  /\b(?:in all(?=$|:)|a block has it|has taken it|look at it|hand(?:s|ed|ing)? in\b|mended|anybody|somebody|put(?:s)? away|wears the face|the dearest|lies? in\b|as a (?:file|table)|call(?:ed)? back|on the wire|by itself|being maintained|leave(?:s)? out|take(?:s)? (?:it )?off|good for \{|taken home|any more than|cannot be read right now|after the act|your acts|waiting transaction|nothing of it|of its own accord|on which|under way)/i;

describe('words', () => {
  it('finds words nobody gave to a translator', () => {
    const planted = `const a = 'Something went wrong.';
      const b = 'kept for an open order';
      export const C = (p: { n: number }) => <Fact title="Close it" name={p.n > 1 ? 'Two of them' : t('One')}>Hello {\`\${p.n} left over\`}</Fact>;
      const d = t('said'); const e = <Icon name="close" className="flex size-4 items-center" />;`;
    expect(unsaidIn(planted, 'planted.tsx').map(({ text }) => text)).toEqual([
      'Something went wrong.',
      'kept for an open order',
      'Close it',
      'Two of them',
      'Hello',
      '… left over',
    ]);
    expect(messagesIn(planted, 'planted.tsx').map(({ message }) => message)).toEqual(['One', 'said']);
  });

  it.each(files.filter((file) => file.startsWith(SOURCE)))(
    '%s says nothing that is not a message',
    (file) => {
      const unsaid = unsaidIn(readFileSync(join(root, file), 'utf8'), file).filter(
        ({ text }) => !NAMES.test(text),
      );
      expect(unsaid).toEqual([]);
    },
  );

  it.each(catalogs)(
    '$folder $locale has every message, and no other',
    async ({ folder, said, locale, least }) => {
      expect(said.length).toBeGreaterThan(least);
      expect([...(await catalog(locale, folder)).keys()].sort()).toEqual(said);
    },
  );

  it.each(['', 'rescue'])('%s Chinese is complete, with the same values in each message', async (folder) => {
    const chinese = await catalog('zh-hans', folder);
    for (const [message, translation] of chinese) {
      expect(translation, message).not.toBe('');
      expect(placeholders(translation), message).toEqual(placeholders(message));
    }
  });

  it('no message begins or ends with a space: its neighbours are not the translator’s', () => {
    expect(messages.filter((message) => message !== message.trim())).toEqual([]);
  });

  it('the page reads English messages as Lingui’s own compiler does', () => {
    for (const message of messages) {
      const [ours, theirs] = [compiled(message), compileMessageOrThrow(message)];
      expect(JSON.parse(JSON.stringify(ours)), message).toEqual(JSON.parse(JSON.stringify(theirs)));
    }
  });

  it('nothing is said before a language is chosen', () => {
    expect(earlyIn("const a = () => t('later');\nconst b = { c: t('too early') };", 'planted.ts')).toEqual([
      2,
    ]);
    for (const file of files) expect(earlyIn(readFileSync(join(root, file), 'utf8'), file), file).toEqual([]);
  });
});

describe('English', () => {
  it('knows foreign English when it reads it', () => {
    for (const foreign of ['Look at it', 'You pay in all', 'Handing in', '1 under way', 'Good for {left} s'])
      expect(foreign).toMatch(FOREIGN);
    for (const native of ['Review', 'Total', 'Submitting', 'All markets', 'Buy all'])
      expect(native).not.toMatch(FOREIGN);
  });

  it('no message is foreign English', () => {
    expect(messages.filter((message) => FOREIGN.test(message))).toEqual([]);
  });
});
