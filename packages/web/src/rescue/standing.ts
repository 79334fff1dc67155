/** Where a lock stands on the chain, and what a node's answer to its exit means. */
import { numberWords, t } from './words.ts';

/** What an esplora told of the funding of a lock. */
export type FundingTold =
  /** It never saw it. Void: a coin it spends was spent by another transaction. */
  | { readonly funding: 'unknown'; readonly isVoid: boolean }
  | { readonly funding: 'mempool' }
  | { readonly funding: 'block'; readonly height: number };

/** The same, and of the lock's own coin. */
export type Told = FundingTold & { readonly spent?: Spender };

export interface Spender {
  /** The transaction that spends it, where the esplora says so. */
  readonly txid?: string;
  readonly isConfirmed: boolean;
}

export type Standing =
  /** No esplora was asked. */
  | { readonly is: 'unasked' }
  | { readonly is: 'unpublished' }
  /** Its funding cannot be published any more. */
  | { readonly is: 'void' }
  /** It was published once, and this esplora does not know it. */
  | { readonly is: 'unfound' }
  | { readonly is: 'unconfirmed' }
  /** The exit may enter block `from`. */
  | { readonly is: 'locked'; readonly from: number; readonly left: number }
  | { readonly is: 'free'; readonly from: number }
  /** One of its exits, this one, waits for a block. */
  | { readonly is: 'leaving'; readonly txid: string }
  | { readonly is: 'home' }
  | { readonly is: 'gone'; readonly txid?: string };

interface LockFacts {
  readonly exitAfter: number;
  readonly exitTxids: readonly string[];
  /** The file holds the funding, because it was not on the chain when the file was written. */
  readonly isHeld: boolean;
}

/** An exit may be in the block `exitAfter` above that of the funding (BIP-68), and nodes take it one block before. */
export function standingOf(
  { exitAfter, exitTxids, isHeld }: LockFacts,
  tip: number,
  told: Told | undefined,
): Standing {
  if (told === undefined) return { is: 'unasked' };
  if (told.funding === 'unknown') return { is: unseen(told.isVoid, isHeld) };
  if (told.funding === 'mempool') return { is: 'unconfirmed' };
  const { height, spent } = told;
  if (spent !== undefined) {
    if (spent.txid !== undefined && exitTxids.includes(spent.txid))
      return spent.isConfirmed ? { is: 'home' } : { is: 'leaving', txid: spent.txid };
    return spent.txid === undefined ? { is: 'gone' } : { is: 'gone', txid: spent.txid };
  }
  const from = height + exitAfter;
  return tip + 1 >= from ? { is: 'free', from } : { is: 'locked', from, left: from - tip - 1 };
}

const BLOCKS_PER_HOUR = 6;

function unseen(isVoid: boolean, isHeld: boolean): 'void' | 'unpublished' | 'unfound' {
  if (isVoid) return 'void';
  return isHeld ? 'unpublished' : 'unfound';
}

/** In one or two sentences. */
export function standingWords(standing: Standing, exitAfter: number): string {
  switch (standing.is) {
    case 'unasked':
      return t(
        'Free {blocks} blocks after its funding confirmed. Check the locks (step 2) to see from which block.',
        { blocks: numberWords(exitAfter) },
      );
    case 'unpublished':
      return t(
        'Its funding was never published: nothing is locked, the coins are still in your wallet. To make sure it stays that way, spend one of the coins below to yourself.',
      );
    case 'void':
      return t(
        'Its funding can never be published any more, because a coin it needs was spent: nothing is locked.',
      );
    case 'unfound':
      return t(
        'This server doesn’t know its funding, which was published before the file was written. Try another server.',
      );
    case 'unconfirmed':
      return t('Its funding is waiting for a block. Free {blocks} blocks after that.', {
        blocks: numberWords(exitAfter),
      });
    case 'locked':
      return t('Not yet: free from block {height}. Blocks to go: {left}, about {hours} hours.', {
        height: numberWords(standing.from),
        left: numberWords(standing.left),
        hours: numberWords(Math.ceil(standing.left / BLOCKS_PER_HOUR)),
      });
    case 'free':
      return t('Free since block {height}: the exit can be sent now.', {
        height: numberWords(standing.from),
      });
    case 'leaving':
      return t('The exit was sent and is waiting for a block.');
    case 'home':
      return t('The exit is confirmed: the coins are yours again.');
    case 'gone':
      return standing.txid === undefined
        ? t('Already spent: your order was filled or cancelled, or the lock was recovered.')
        : t('Spent by {txid}: your order was filled or cancelled, or the lock was recovered.', {
            txid: standing.txid,
          });
  }
}

/** A word for the mark at the head of a lock. */
export function standingMark(standing: Standing): string {
  switch (standing.is) {
    case 'unasked':
      return t('Not checked');
    case 'unpublished':
    case 'void':
      return t('Nothing locked');
    case 'unfound':
      return t('Not found');
    case 'unconfirmed':
      return t('Waiting for a block');
    case 'locked':
      return t('Not yet free');
    case 'free':
      return t('Free');
    case 'leaving':
      return t('Sent');
    case 'home':
      return t('Returned');
    case 'gone':
      return t('Spent');
  }
}

interface Refused {
  /** The block from which the exit is good, where it is known. */
  readonly from: number | undefined;
  readonly exitAfter: number;
  /** There is a second exit, which pays more. */
  readonly hasDear: boolean;
}

/** What a node means by its refusal of an exit; undefined for one we do not know (Bitcoin Core, `validation.cpp`, `mempool`). */
export function refusalWords(answer: string, { from, exitAfter, hasDear }: Refused): string | undefined {
  if (/non-BIP68-final/i.test(answer))
    return from === undefined
      ? t('Not yet: free {blocks} blocks after its funding confirmed.', { blocks: numberWords(exitAfter) })
      : t('Not yet: free from block {height}.', { height: numberWords(from) });
  if (/missing-?or-?spent|missing inputs/i.test(answer))
    return t('The locked output isn’t there: its funding was never published, or it is already spent.');
  if (/already in (?:mempool|block chain|utxo set)|txn-already-(?:known|in-mempool)/i.test(answer))
    return t('It has already been sent.');
  if (/min relay fee|mempool min fee|insufficient fee|fee not met/i.test(answer))
    return hasDear
      ? t('The fee of this exit is too low right now. Try again later, or send the exit with the higher fee.')
      : t(
          'The exit’s fixed fee is too low right now. Try again later, or add an input of your own to pay more: the signature allows it.',
        );
  if (/txn-mempool-conflict/i.test(answer))
    return t('Another transaction that spends this lock is already waiting for a block.');
  return undefined;
}
