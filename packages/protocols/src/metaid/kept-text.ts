/** Texts as the ledger keeps them: strangers write what no database takes. */

/** The text without zeros and half characters, each of which becomes the replacement character. */
export function keptText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');
}
