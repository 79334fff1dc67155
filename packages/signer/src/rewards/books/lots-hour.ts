/** What claims in lots may take by what was signed within the last hour. */
import { HOUR_MS } from '../../journal/hour.ts';
import type { ClaimLine } from './lines.ts';

type Next = Pick<ClaimLine, 'campaign' | 'script' | 'of'>;

export interface LotsHour {
  add(claim: ClaimLine): void;
  /** @param next which is about to be signed: of its script count those alone that share no lot with it */
  sum(now: number, next: Next): bigint;
}

const isApart = (one: Pick<ClaimLine, 'of'>, other: Pick<ClaimLine, 'of'>): boolean =>
  !one.of.some((point) => other.of.includes(point));

const sumOf = (claims: readonly ClaimLine[]): bigint =>
  claims.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/**
 * The most that of one script’s can confirm together, or more: no two of those share a lot, so the one that was signed last of them was
 * signed beside all the others.
 */
const mostOf = (claims: readonly ClaimLine[]): bigint =>
  claims.reduce((most, claim, at) => {
    const before = claims.slice(0, at).filter((one) => isApart(one, claim));
    const all = sumOf([...before, claim]);
    return all > most ? all : most;
  }, 0n);

/** Claims of the same lots are worth the same, and one of them confirms. */
export const firstOfEach = (claims: readonly ClaimLine[]): readonly ClaimLine[] => [
  ...new Map(claims.map((claim) => [claim.of.toSorted().join(' '), claim])).values(),
];

export function openLotsHour(): LotsHour {
  let recent: ClaimLine[] = [];
  return {
    add: (claim) => {
      recent.push(claim);
    },
    sum: (now, next) => {
      recent = recent.filter(({ at }) => now - Date.parse(at) < HOUR_MS);
      const all = recent.filter(({ campaign }) => campaign === next.campaign);
      const scripts = [...new Set(all.map(({ script }) => script))];
      return scripts.reduce((sum, script) => {
        const claims = firstOfEach(all.filter((one) => one.script === script));
        const isNext = script === next.script;
        return sum + (isNext ? sumOf(claims.filter((one) => isApart(one, next))) : mostOf(claims));
      }, 0n);
    },
  };
}
