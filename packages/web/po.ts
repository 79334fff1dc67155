/** Compiles catalogs (PO files) when they are imported: message in English -> tokens of its translation. */
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

export function catalogs(): Plugin {
  return {
    name: 'rialto-catalogs',
    async transform(content, file) {
      if (!file.endsWith('.po')) return undefined;
      return { code: await compiledCatalog(content, file), map: null };
    },
  };
}

/** A catalog as the module it is when it is imported. */
export async function compiledCatalog(content: string, file: string): Promise<string> {
  const entries = Object.entries(await readCatalog(content, file)).map(
    ([message, translation]) => [message, compileMessageOrThrow(translation)] as const,
  );
  return `export const messages = ${JSON.stringify(Object.fromEntries(entries))};`;
}

/** Message -> translation; a message that is not translated yet is left out. */
async function readCatalog(content: string, file: string): Promise<Readonly<Record<string, string>>> {
  const parsed = await formatter().parse(content, { locale: null, sourceLocale: 'en', filename: file });
  return Object.fromEntries(
    Object.values(parsed).flatMap(({ message = '', translation = '' }) =>
      translation === '' ? [] : [[message, translation]],
    ),
  );
}
