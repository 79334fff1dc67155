/** Speed up, cancel, split, gather, renew: prepare, review, sign, submit. What comes of it is watched from the tray. */
import type { OwnAnswer, PrepareOwn, PreparedOwn } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { ApiError } from '../../data/calls/api-error.ts';
import { call } from '../../data/calls/client.ts';
import type { User } from '../account/account.ts';
import type { Actor, OwnParams, Reviewed } from './own-params.ts';
import type { OwnIntent, OwnReview } from './own-review.ts';
import type { LeftoverRequest, OwnRequest, RenewRequest, SplitLotRequest } from './own-request.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { moveInTray, putInTray, takeFromTray, trayItems } from '../tray.ts';
import type { Splitting, TrayItem } from '../tray.ts';
import { t } from '../../words.ts';

/** Builds it and reads it back. Nothing is locked and nothing is signed. */
export async function prepareOwn(params: OwnParams, actor: Actor): Promise<Reviewed> {
  const { request } = params;
  if (request.kind === 'leftover') {
    const { prepareLeftover } = await import('./own-leftover.ts');
    return prepareLeftover(params, request, actor);
  }
  if (request.kind === 'renew') {
    const { prepareRenewal } = await import('./own-renew.ts');
    return prepareRenewal(params, request, actor);
  }
  const { user, session } = actor;
  const [prepared, rawTx, { reviewOwn }] = await Promise.all([
    call('prepareOwn', { session, body: bodyOf(params, request, user) }),
    rawOf(params.network, request),
    import('./own-review.ts'),
  ]);
  const review = reviewOwn(prepared, intentOf(params, request, { address: user.address, rawTx }));
  const send = async (title: string) => ({
    handed: await submit({ request, prepared, review, net: params.network }, actor, title),
  });
  return { params, review, expiresAt: prepared.expiresAt, send };
}

type PreparedRequest = Exclude<OwnRequest, LeftoverRequest | RenewRequest>;

function bodyOf(params: OwnParams, request: PreparedRequest, { address, publicKey }: User): PrepareOwn {
  const { network: net, feeRateSatVb: feeRate, highFee } = params;
  const common = { net, address, publicKey, feeRate, ...(highFee ? { highFee } : {}) };
  switch (request.kind) {
    case 'waiting':
      return { ...common, act: request.act, txId: request.txId };
    case 'split-coin':
      return { ...common, act: 'split', outpoint: request.coin.outpoint };
    case 'split-lot': {
      const { outpoint, assetId, sizes } = request;
      return { ...common, act: 'split', outpoint, assetId, amounts: [...sizes] };
    }
    case 'gather':
      return { ...common, act: 'gather', assetId: request.assetId, amount: request.amount };
  }
}

/** The node's bytes of the waiting transaction: what is to take its place is held against them. */
async function rawOf(net: Network, request: PreparedRequest): Promise<string | undefined> {
  if (request.kind !== 'waiting') return undefined;
  try {
    return (await call('rawTransaction', { query: { net, txId: request.txId } })).rawTx;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function intentOf(
  { network, feeRateSatVb }: OwnParams,
  request: PreparedRequest,
  { address, rawTx }: { address: string; rawTx: string | undefined },
): OwnIntent {
  const common = { network, address, feeRateSatVb };
  switch (request.kind) {
    case 'waiting':
      return {
        ...common,
        act: request.act,
        txId: request.txId,
        rawTx,
        networkFee: request.pays?.networkFee ?? 0n,
      };
    case 'split-coin':
      return { ...common, act: 'split', outpoint: request.coin.outpoint };
    case 'split-lot': {
      const { outpoint, assetId } = request;
      return { ...common, act: 'split', outpoint, sizes: { assetId, units: unitsOf(request) } };
    }
    case 'gather':
      return { ...common, act: 'gather', assetId: request.assetId };
  }
}

function unitsOf({ sizes, decimals }: SplitLotRequest): readonly bigint[] {
  return sizes.map((size) => {
    const units = parseDecimal(size, decimals);
    if (units === undefined) throw new Error(t('Enter amounts above zero.'));
    return units;
  });
}

interface Ready {
  readonly request: PreparedRequest;
  readonly prepared: PreparedOwn;
  readonly review: OwnReview;
  readonly net: Network;
}

async function submit(
  { request, prepared, review, net }: Ready,
  { user, session }: Actor,
  title: string,
): Promise<Handed<void>> {
  const { ownId, expiresAt: endsAt } = prepared;
  const { address } = user;
  const transactions = prepared.transactions.map(({ psbtRaw: hex, toSignInputs: toSign }) => ({
    hex,
    toSign,
  }));
  const psbtRaws = [...(await signReviewed(review, transactions, user))];
  // One act, however often it is sent.
  const asked = { session, body: { net, address, ownId, psbtRaws }, idempotencyKey: ownId };
  const own = { ...fresh(), ...movesOf(request), id: ownId, kind: 'own', address, title } as const;
  const item: TrayItem = { ...own, state: 'signed', txId: '' };
  const send = async (signal: AbortSignal): Promise<void> => {
    const answer = await call('submitOwn', { ...asked, signal });
    takeFromTray(ownId);
    follow(answer, request, { address, title });
  };
  return handInShown({ holds: [], endsAt, send }, { item, done: () => undefined });
}

const fresh = () => ({ note: '', nextBest: [], startedAt: Date.now() });

/** What the tray holds about the waiting transaction goes on under its new id; anything else is a new line in it. */
function follow(
  answer: OwnAnswer,
  request: PreparedRequest,
  { address, title }: { address: string; title: string },
): void {
  const { txId, ownId, act, tradeId } = answer;
  const isAbout = (item: TrayItem): boolean =>
    request.kind === 'waiting' &&
    // The feed may have reported the new id already.
    (item.id === tradeId || item.txId === request.txId || item.txId === txId);
  const known = trayItems().filter(isAbout);
  if (act === 'bump' && known.length > 0) {
    for (const { id } of known) moveInTray(id, { txId });
    return;
  }
  // Its own line ends here; a purchase is reported by its trade.
  if (act === 'cancel-transaction') for (const { id, kind } of known) if (kind !== 'take') takeFromTray(id);
  putInTray({ ...fresh(), ...movesOf(request), id: ownId, kind: 'own', address, title, state: 'sent', txId });
}

/** What it makes is in no balance before its block. */
function movesOf(request: PreparedRequest): { splits?: Splitting; gathers?: string } {
  if (request.kind === 'gather') return { gathers: request.assetId };
  if (request.kind !== 'split-lot') return {};
  const { outpoint, sizes } = request;
  return { splits: { outpoint, sizes } };
}
