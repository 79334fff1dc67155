/** Speed up, call back, split: prepare, review, sign, submit. What comes of it is watched from the tray. */
import type { OwnAnswer, PrepareOwn, PreparedOwn } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { ApiError } from '../../data/api-error.ts';
import { call } from '../../data/client.ts';
import type { Person } from '../account/account.ts';
import type { Actor, OwnAsk, Reviewed } from './own-asked.ts';
import type { OwnIntent, OwnReview } from './own-review.ts';
import type { LeftoverWish, OwnWish, SizesWish } from './own-wish.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { moveInTray, putInTray, takeFromTray, trayItems } from '../tray.ts';
import type { TrayItem } from '../tray.ts';
import { t } from '../../words.ts';

/** Builds it and reads it back. Nothing is locked and nothing is signed. */
export async function prepareOwn(ask: OwnAsk, actor: Actor): Promise<Reviewed> {
  const { wish } = ask;
  if (wish.kind === 'leftover') {
    const { prepareLeftover } = await import('./own-leftover.ts');
    return prepareLeftover(ask, wish, actor);
  }
  const { person, session } = actor;
  const [prepared, rawTx, { reviewOwn }] = await Promise.all([
    call('prepareOwn', { session, body: bodyOf(ask, wish, person) }),
    rawOf(ask.network, wish),
    import('./own-review.ts'),
  ]);
  const review = reviewOwn(prepared, intentOf(ask, wish, { address: person.address, rawTx }));
  const send = (title: string) => submit({ wish, prepared, review, net: ask.network }, actor, title);
  return { ask, review, expiresAt: prepared.expiresAt, send };
}

type PreparedWish = Exclude<OwnWish, LeftoverWish>;

function bodyOf(ask: OwnAsk, wish: PreparedWish, { address, publicKey }: Person): PrepareOwn {
  const { network: net, feeRateSatVb: feeRate, highFee } = ask;
  const common = { net, address, publicKey, feeRate, ...(highFee ? { highFee } : {}) };
  switch (wish.kind) {
    case 'waiting':
      return { ...common, act: wish.act, txId: wish.txId };
    case 'apart':
      return { ...common, act: 'split', outpoint: wish.coin.outpoint };
    case 'sizes': {
      const { outpoint, assetId, sizes } = wish;
      return { ...common, act: 'split', outpoint, assetId, amounts: [...sizes] };
    }
  }
}

/** The node's bytes of the waiting transaction: what is to take its place is held against them. */
async function rawOf(net: Network, wish: PreparedWish): Promise<string | undefined> {
  if (wish.kind !== 'waiting') return undefined;
  try {
    return (await call('rawTransaction', { query: { net, txId: wish.txId } })).rawTx;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function intentOf(
  { network, feeRateSatVb }: OwnAsk,
  wish: PreparedWish,
  { address, rawTx }: { address: string; rawTx: string | undefined },
): OwnIntent {
  const common = { network, address, feeRateSatVb };
  switch (wish.kind) {
    case 'waiting':
      return { ...common, act: wish.act, txId: wish.txId, rawTx, networkFee: wish.pays?.networkFee ?? 0n };
    case 'apart':
      return { ...common, act: 'split', outpoint: wish.coin.outpoint };
    case 'sizes': {
      const { outpoint, assetId } = wish;
      return { ...common, act: 'split', outpoint, sizes: { assetId, units: unitsOf(wish) } };
    }
  }
}

function unitsOf({ sizes, decimals }: SizesWish): readonly bigint[] {
  return sizes.map((size) => {
    const units = parseDecimal(size, decimals);
    if (units === undefined) throw new Error(t('Enter amounts above zero.'));
    return units;
  });
}

interface Ready {
  readonly wish: PreparedWish;
  readonly prepared: PreparedOwn;
  readonly review: OwnReview;
  readonly net: Network;
}

async function submit(
  { wish, prepared, review, net }: Ready,
  { person, session }: Actor,
  title: string,
): Promise<void> {
  const { ownId } = prepared;
  const { address } = person;
  const transactions = prepared.transactions.map(({ psbtRaw: hex, toSignInputs: toSign }) => ({
    hex,
    toSign,
  }));
  const psbtRaws = [...(await signReviewed(review, transactions, person))];
  // One act, however often it is sent.
  const answer = await call('submitOwn', {
    session,
    body: { net, address, ownId, psbtRaws },
    idempotencyKey: ownId,
  });
  follow(answer, wish, { address, title });
}

/** What the tray holds about the waiting transaction goes on under its new id; anything else is a new line in it. */
function follow(
  answer: OwnAnswer,
  wish: PreparedWish,
  { address, title }: { address: string; title: string },
): void {
  const { txId, ownId, act, tradeId } = answer;
  const isAbout = (item: TrayItem): boolean =>
    wish.kind === 'waiting' &&
    // The feed may have reported the new id already.
    (item.id === tradeId || item.txId === wish.txId || item.txId === txId);
  const known = trayItems().filter(isAbout);
  if (act === 'bump' && known.length > 0) {
    for (const { id } of known) moveInTray(id, { txId });
    return;
  }
  // Its own line ends here; a purchase is reported by its trade.
  if (act === 'callback') for (const { id, kind } of known) if (kind !== 'take') takeFromTray(id);
  const fresh = { note: '', nextBest: [], startedAt: Date.now() };
  putInTray({ id: ownId, kind: 'own', address, title, state: 'sent', txId, ...fresh });
}
