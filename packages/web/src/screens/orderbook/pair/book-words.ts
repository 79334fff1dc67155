/** Long sentences that differ between the books, by how a lot comes to be. They come with the forms and dialogs that say them. */
import type { BookRules } from './books.ts';
import { msg } from '../../../words.ts';

interface BookWords {
  /** What a lot of this book is, under the list of them. */
  readonly noLots: string;
  readonly ofLots: string;
  readonly lots: string;
  readonly rest: string;
  readonly noToken: string;
  /** What becomes of a lot whose owner spends it to themselves. */
  readonly usedUp: string;
  readonly softly: string;
  readonly raise: string;
}

const BRC20: BookWords = {
  noLots: msg('Nothing transferable yet. Inscribe an amount below to sell it.'),
  ofLots: msg(
    'A transfer inscription moves once. Cancelling on-chain uses it up and returns the amount to your balance.',
  ),
  lots: msg('{tick} transferable'),
  rest: msg('{tick} available'),
  noToken: msg('The index knows no BRC-20 token on this chain. Markets appear with the first deploy.'),
  usedUp: msg(
    'Until it confirms, a sale at the old price can still win. It uses up the inscription; selling again needs a new one.',
  ),
  softly: msg(
    'Free and instant. The exchange deletes your signature; you trust it to. The inscription stays transferable and can be listed again at this price or lower.',
  ),
  raise: msg('Then inscribe the amount again and offer the new inscription at the higher price.'),
};

const COINS: BookWords = {
  noLots: msg('No coin holds {tick} alone. Split one below to sell it.'),
  ofLots: msg('A lot is one coin and sells whole. Split a larger one to size.'),
  lots: msg('{tick} ready to sell'),
  rest: msg('{tick} not ready to sell'),
  noToken: msg('The index knows no such token on this chain. Markets appear with the first deploy.'),
  usedUp: msg(
    'Until it confirms, a sale at the old price can still win. After that you can sell the coin again.',
  ),
  softly: msg(
    'Free and instant. The exchange deletes your signature; you trust it to. The coin can be listed again at this price or lower.',
  ),
  raise: msg('Once it confirms, list the new coin at the higher price.'),
};

const WORDS: Readonly<Record<BookRules['makeLot'], BookWords>> = { inscribe: BRC20, split: COINS };

export const bookWords = ({ makeLot }: Pick<BookRules, 'makeLot'>): BookWords => WORDS[makeLot];
