/** bench mvc: scripts verified, quotes, swaps handed in, a block full of them on one pool, a chain that comes into the index, and what MVC weighs in a page. */
import { resolve } from 'node:path';
import { print } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { measureMvcBlock } from './mvc-block.ts';
import { measureMvcIndex } from './mvc-index.ts';
import { measureMvcPage } from './mvc-page.ts';
import { measureMvcQuotes } from './mvc-quotes.ts';
import { openMvcStage } from './mvc-stage.ts';
import type { MvcSize } from './mvc-stage.ts';
import { measureSubmit } from './mvc-submit.ts';
import { measureVerify } from './mvc-verify.ts';

interface MvcBenchParts {
  /** Of the repository. */
  readonly root: string;
  say(figure: Figure): void;
}

export async function measureMvc(size: MvcSize, { root, say }: MvcBenchParts): Promise<void> {
  const tell = (figures: readonly Figure[]): void =>
    figures.forEach((figure) => {
      say(figure);
    });
  tell(await measureMvcPage(root));
  tell(await measureMvcIndex(size.index));
  const stage = await openMvcStage(resolve(root, 'dist'), size);
  try {
    const { figures, bare } = await measureVerify(stage);
    tell(figures);
    tell(await measureMvcQuotes(stage));
    tell(await measureSubmit(stage, bare));
    tell(await measureMvcBlock(stage));
  } finally {
    await stage.world.stop();
  }
}

const FULL: MvcSize = {
  ...{ verifies: 40, submits: 100, swaps: 500, clients: 4 },
  quotes: { clients: 100, seconds: 15 },
  index: { blocks: 40, transactions: 500 },
};

export const benchMvc = (): Promise<void> => measureMvc(FULL, { root: resolve('.'), say: print });
