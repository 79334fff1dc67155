/** Claims of the same rows: of all that were ever signed one can confirm. */
import { EPOCH_DEPTH } from '@rialto/market';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { ClaimLine } from './books/lines.ts';
import type { RewardParts } from './parts.ts';

type Parts = Pick<RewardParts, 'journal' | 'source'>;

interface Next extends Pick<ClaimLine, 'campaign' | 'script' | 'epochs' | 'of'> {
  /** Of our tip. */
  readonly height: number;
}

/**
 * Every claim of these rows that was signed before and may still confirm has a coin of the pot in common with the new one, or is built on a
 * claim that has: so of all of them one confirms at most. One that has none has to be dead.
 * @throws Refusal claim-waits
 */
export async function requireApart(
  parts: Parts,
  { campaign, script, epochs, of, height }: Next,
): Promise<void> {
  const heights = openHeights(parts);
  for (const before of parts.journal.recall.claims(campaign, script)) {
    if (!before.epochs.some((number) => epochs.includes(number))) continue;
    if (barsOf(parts, before).some((point) => of.includes(point))) continue;
    if (!(await isDead(parts, before, { height, heights }))) throw new Refusal('claim-waits', before.txid);
  }
}

/** As many claims on top of each other are looked through: a claim spends what blocks hold, and no more blocks than that are undone. */
const MOST_BELOW = EPOCH_DEPTH;
/** As many coins. */
const MOST_BARS = 200;

/** The coins of the pot of which another claim takes one to make this one impossible: its own, and those of claims whose change it spends. */
export function barsOf({ journal }: Pick<Parts, 'journal'>, { of }: Pick<ClaimLine, 'of'>): Outpoint[] {
  const bars = new Set(of);
  let above: readonly Outpoint[] = of;
  for (let below = 0; below < MOST_BELOW && bars.size < MOST_BARS; below += 1) {
    above = above
      .flatMap((point) => journal.recall.claim(splitOutpoint(point).txid)?.of ?? [])
      .filter((point) => !bars.has(point));
    for (const point of above) bars.add(point);
  }
  return [...bars];
}

/** The blocks of all claims that were signed for a coin of a pot; those that no block has are missing. */
type Heights = (point: Outpoint) => Promise<ReadonlyMap<string, number>>;

/** Asked once for each coin, however many claims there are of it. */
function openHeights({ journal, source }: Parts): Heights {
  const known = new Map<Outpoint, ReadonlyMap<string, number>>();
  return async (point) => {
    const found = known.get(point) ?? (await source.chain.heightsOf(journal.recall.spending(point)));
    known.set(point, found);
    return found;
  };
}

/**
 * Another claim has taken one of its coins of the pot, six deep: nothing but claims spends those. Or such a coin is never made any more, for
 * the claim that would make it is dead itself: a block with it was undone.
 */
async function isDead(
  parts: Parts,
  { of, txid }: ClaimLine,
  at: { readonly height: number; readonly heights: Heights },
): Promise<boolean> {
  for (const point of of) {
    const others = [...(await at.heights(point))].filter(([other]) => other !== txid);
    if (others.some(([, height]) => at.height - height >= EPOCH_DEPTH)) return true;
    const maker = parts.journal.recall.claim(splitOutpoint(point).txid);
    const [spent] = maker?.of ?? [];
    if (maker === undefined || spent === undefined) continue;
    const isMade = (await at.heights(spent)).has(maker.txid);
    if (!isMade && (await isDead(parts, maker, at))) return true;
  }
  return false;
}

/** Claims of a script that are not dead: the same that the next one has to share a coin with. */
export async function standingClaims(
  parts: Parts,
  campaign: string,
  { script, height }: { readonly script: string; readonly height: number },
): Promise<readonly ClaimLine[]> {
  const heights = openHeights(parts);
  const standing: ClaimLine[] = [];
  for (const claim of parts.journal.recall.claims(campaign, script))
    if (!(await isDead(parts, claim, { height, heights }))) standing.push(claim);
  return standing;
}
