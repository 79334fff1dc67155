/** Acts that are not over, kept over reloads: one that went well goes by itself, one that came to nothing when its owner puts it away. */
import type { Trade } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { recall, remember } from '../memory.ts';
import { isRecord } from '../unknown.ts';
import { hasLocks, whenFree } from './act-lock.ts';
import { createStore, useStore } from '../store.ts';
import { msg } from '../words.ts';

type TrayState =
  | 'building'
  | 'signing'
  /** By the wallet, and still on this page. */
  | 'signed'
  | 'submitted'
  | 'co-signed'
  | 'committed'
  | 'sent'
  | 'seen'
  | 'confirmed'
  | 'final'
  | 'void';

interface AnyItem {
  /** The trade's, the order's (cancel), the inscription's or the own act's id. */
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly state: TrayState;
  readonly txId: string;
  /** Why it is void, or what happened. */
  readonly note: string;
  readonly nextBest: readonly string[];
  /** When it was begun; once it left the page, when it did so last. */
  readonly startedAt: number;
  /** Blocks on top of it, its own counted. */
  readonly confirmations?: number;
}

/** What happens to a token of a book. */
export interface MarketItem extends AnyItem {
  /** An offer, a ladder of bids and a withdrawal are here only while they are handed in. */
  readonly kind: 'take' | 'sell' | 'cancel' | 'inscribe' | 'ask' | 'bid' | 'withdraw';
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
}

/** A swap or liquidity on MVC: told by its build, and by nobody's feed. No id of a transaction: strangers can change those there. */
export interface MvcItem extends AnyItem {
  readonly kind: 'mvc';
  readonly venue: 'mvc' | 'ticket';
}

/** What speeds up, cancels, splits or gathers: it belongs to no book. */
interface OwnItem extends AnyItem {
  readonly kind: 'own';
  /** Of a lot that is split: where it was, and the sizes that come off it. */
  readonly splits?: Splitting;
  /** The rune whose coins become one. */
  readonly gathers?: string;
}

export interface Splitting {
  readonly outpoint: string;
  /** In whole tokens, as typed. */
  readonly sizes: readonly string[];
}

export type TrayItem = MarketItem | OwnItem | MvcItem;

const KEY = 'unfinished';
const MAX = 20;
const WORDS = ['id', 'kind', 'address', 'title', 'state', 'txId', 'note'];
const CLOSED = msg('the page was closed before it was submitted; nothing was sent');
const MARKET_WORDS = ['book', 'tick', 'assetId'];

const stored = recall(KEY, isTray, []);
const tray = createStore<readonly TrayItem[]>(stored.flatMap(hasLocks() ? leftAlone : survived));
if (hasLocks()) for (const { id } of tray.get().filter(isOurs)) whenFree(id, () => comeBack(id));

/** Another tab may still hand it in. */
function leftAlone(item: TrayItem): readonly TrayItem[] {
  return item.state === 'building' || item.state === 'signing' ? [] : [item];
}

/** No tab hands it in any more: what became of it, as the one that did has left it. */
function comeBack(id: string): void {
  const left = recall(KEY, isTray, []).filter((one) => one.id === id);
  const next = left.flatMap(survived);
  save(tray.get().flatMap((item) => (item.id === id && isOurs(item) ? next : [item])));
}

/** What was signed went with the page. A purchase that may have arrived is asked about; of other acts one's orders tell. */
function survived(item: TrayItem): readonly TrayItem[] {
  switch (item.state) {
    case 'building':
    case 'signing':
      return [];
    case 'signed':
      return [{ ...item, state: 'void', note: CLOSED }];
    case 'submitted':
      return isFollowed(item) ? [item] : [];
    default:
      return [item];
  }
}

function isTray(value: unknown): value is readonly TrayItem[] {
  return Array.isArray(value) && value.every(isItem);
}

function isItem(value: unknown): value is TrayItem {
  if (!isRecord(value) || !Array.isArray(value['nextBest'])) return false;
  if (!['number', 'undefined'].includes(typeof value['confirmations'])) return false;
  const { kind } = value;
  const more = kind === 'own' ? [] : kind === 'mvc' ? ['venue'] : MARKET_WORDS;
  const words = [...WORDS, ...more];
  return words.every((key) => typeof value[key] === 'string');
}

export function useTray(): readonly TrayItem[] {
  return useStore(tray);
}

export function trayItems(): readonly TrayItem[] {
  return tray.get();
}

export function putInTray(item: TrayItem): void {
  save([item, ...tray.get().filter((one) => one.id !== item.id)].slice(0, MAX));
}

export function moveInTray(
  id: string,
  change: Partial<Pick<TrayItem, 'state' | 'txId' | 'note' | 'nextBest' | 'confirmations'>>,
): void {
  save(tray.get().map((item) => (item.id === id ? { ...item, ...change } : item)));
}

/** The exchange has said nothing of it yet. */
function isOurs({ state }: TrayItem): boolean {
  return state === 'signing' || state === 'signed' || state === 'submitted';
}

/** It waits to be handed in. What the exchange said of it meanwhile stays. */
export function waitsInTray(item: TrayItem): void {
  const now = tray.get().find(({ id }) => id === item.id);
  if (now === undefined || isOurs(now)) putInTray({ ...item, startedAt: now?.startedAt ?? item.startedAt });
}

/** It leaves the page now, or did so a moment ago. @param note what was said of it, should nobody know it */
export function leavesInTray(id: string, note = ''): void {
  const leaves = { state: 'submitted', startedAt: Date.now(), note } as const;
  save(tray.get().map((item) => (item.id === id && isOurs(item) ? { ...item, ...leaves } : item)));
}

export function takeFromTray(id: string): void {
  save(tray.get().filter((item) => item.id !== id));
}

/** A purchase or a sale into a bid: the exchange tells of it as a trade. */
export function isTrade({ kind }: Pick<TrayItem, 'kind'>): boolean {
  return kind === 'take' || kind === 'sell';
}

/** It is asked about until it is final. */
function isFollowed(item: Pick<TrayItem, 'kind'>): boolean {
  return isTrade(item) || item.kind === 'mvc';
}

export function isFinished(item: TrayItem): boolean {
  return item.state === 'final' || item.state === 'void' || (!isFollowed(item) && item.state === 'confirmed');
}

/** No block has it yet: what somebody waits for. */
export function isUnderWay(item: TrayItem): boolean {
  return !isFinished(item) && item.state !== 'confirmed';
}

/** What the exchange says of a trade is the truth; a trade that is not in the tray is left alone. */
export function tellTray(trade: Trade): void {
  const { tradeId, state, txId, reason, nextBest, confirmations } = trade;
  moveInTray(tradeId, { state, txId, note: reason, nextBest, confirmations });
}

function save(next: readonly TrayItem[]): void {
  tray.set(next);
  remember(KEY, next);
}
