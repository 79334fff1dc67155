/** What the lists of acts in progress do when one is pressed, the same wherever they stand. */
import type { OwnOffer } from '@rialto/contract';
import { hrefOfPair } from '../data/pair-href.ts';
import type { Waits } from '../data/own-queries.ts';
import { requestOnWaiting } from './own/own-request.ts';
import { takeFromTray, trayItems } from './tray.ts';

/** The speed-up or the cancel that was chosen, in its dialog. */
export function requestOffer(
  { title, kind }: { title: string; kind: string },
  { actsOn: txId, pays }: Waits,
  offer: OwnOffer,
): void {
  const one = { txId, title, purchase: kind === 'take' };
  requestOnWaiting(pays === undefined ? one : { ...one, pays }, offer);
}

/** Puts an act away that came to nothing. @returns where the next best order of its pair is, when there is one */
export function nextBestOf(id: string): string | undefined {
  const item = trayItems().find((one) => one.id === id);
  if (item === undefined) return undefined;
  takeFromTray(id);
  const [next] = item.nextBest;
  if (next === undefined || item.kind === 'own' || item.kind === 'mvc') return undefined;
  const { book, tick: ticker, assetId } = item;
  return hrefOfPair({ book, ticker, assetId, firstDeployed: false }, next);
}
