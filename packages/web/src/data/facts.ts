/** What the server wrote into the page for its first picture: nothing where it did not, as for a visitor it does not serve. */
import { FACTS_ID } from '@rialto/contract';
import type { FirstFacts } from '@rialto/contract';
import { isRecord } from '../unknown.ts';

export const firstFacts = factsOf(document.getElementById(FACTS_ID)?.textContent ?? undefined);

/** The server's word is taken for its shape, as in its answers. */
export function factsOf(text: string | undefined): FirstFacts | undefined {
  if (text === undefined) return undefined;
  try {
    const said: unknown = JSON.parse(text);
    return isFacts(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

function isFacts(said: unknown): said is FirstFacts {
  return isRecord(said) && typeof said['network'] === 'string' && isRecord(said['config']);
}
