/** Gathers the messages of the page for translators: `npx lingui extract --clean --config packages/web/lingui.config.mjs`. */
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { messagesIn } from '../../scripts/lib/messages.mjs';

const source = {
  match: (file) => /\.tsx?$/.test(file),
  extract: (file, code, found) => {
    for (const { message, line } of messagesIn(code, file))
      found({ id: generateMessageId(message), message, origin: [file, line] });
  },
};

export default {
  rootDir: new URL('../..', import.meta.url).pathname,
  locales: ['en', 'zh-hans'],
  sourceLocale: 'en',
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  extractors: [source],
  catalogs: [
    {
      path: '<rootDir>/packages/web/words/{locale}',
      include: ['packages/web/src', 'packages/contract/src/refusals.ts'],
      exclude: ['**/src/rescue/**'],
    },
    // Words of its own: the page is one file, and the app does not carry them.
    {
      path: '<rootDir>/packages/web/words/rescue/{locale}',
      include: ['packages/web/src/rescue'],
    },
  ],
};
