/** What the journal of rewards says: which tables were taken, who has how much in each, and every claim that was signed. */
import { invariant } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { openHour } from '../../journal/hour.ts';
import type { ClaimLine, EpochLine, RewardLine } from './lines.ts';
import { openLotsHour } from './lots-hour.ts';
import { amountsIn } from './table-text.ts';

/** A table, as it was taken. */
export interface TakenEpoch extends Pick<EpochLine, 'number' | 'hash' | 'lastHash' | 'readyHeight'> {
  readonly total: bigint;
  /** By address. */
  readonly amounts: ReadonlyMap<string, bigint>;
}

type Next = Pick<ClaimLine, 'campaign' | 'script' | 'epochs' | 'of'>;

export interface RewardRecall {
  readonly size: number;
  /** In their order: the first is epoch 0. */
  taken(campaign: string): readonly TakenEpoch[];
  /** Of all campaigns whose tables were taken. */
  campaigns(): readonly string[];
  /** Signed for a script, oldest first. */
  claims(campaign: string, script: string): readonly ClaimLine[];
  claim(txid: string): ClaimLine | undefined;
  /** Of everybody, oldest first. */
  allClaims(campaign: string): readonly ClaimLine[];
  /** Ids of what was signed for a coin of a pot. */
  spending(point: Outpoint): readonly Txid[];
  /**
   * Sat or units that claims of a campaign may take by what was signed within the last hour. Claims whose rows are all in a newer one of
   * the same script count no more, and of those in lots what can confirm together: of two that share one, one does.
   * @param next which is about to be signed
   */
  hour(now: number, next: Next): bigint;
}

export function openRewardRecall(): RewardRecall & { add(line: RewardLine): void } {
  const taken = new Map<string, TakenEpoch[]>();
  const claims = new Map<string, ClaimLine[]>();
  const byId = new Map<string, ClaimLine>();
  const byPoint = new Map<string, Txid[]>();
  const hour = openHour<string>();
  const lots = openLotsHour();
  let size = 0;
  const addEpoch = (line: EpochLine): void => {
    const amounts = amountsIn(line.rows);
    invariant(amounts !== undefined, 'a table of the journal can be read');
    const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
    const { number, hash, lastHash, readyHeight } = line;
    const before = taken.get(line.campaign) ?? [];
    invariant(number === before.length, 'tables of the journal are in their order');
    taken.set(line.campaign, [...before, { number, hash, lastHash, readyHeight, total, amounts }]);
  };
  const addPoints = ({ of, txid }: Pick<ClaimLine, 'of' | 'txid'>): void => {
    for (const point of of) byPoint.set(point, [...(byPoint.get(point) ?? []), txid as Txid]);
  };
  const claimsOf = ({ campaign, script }: Pick<ClaimLine, 'campaign' | 'script'>): readonly ClaimLine[] =>
    claims.get(`${campaign} ${script}`) ?? [];
  const replacedBy = (next: Next): ReadonlySet<string> => {
    const rows = new Set(next.epochs);
    const within = claimsOf(next).filter(({ epochs }) => epochs.every((number) => rows.has(number)));
    return new Set(within.map(({ txid }) => txid));
  };
  const addClaim = (line: ClaimLine): void => {
    const replaced = replacedBy(line);
    claims.set(`${line.campaign} ${line.script}`, [...claimsOf(line), line]);
    byId.set(line.txid, line);
    addPoints(line);
    if (line.epochs.length === 0) {
      lots.add(line);
      return;
    }
    hour.takeBack(replaced);
    const { campaign: kind, txid: of } = line;
    hour.add({ at: Date.parse(line.at), kind, value: BigInt(line.amount), of });
  };
  return {
    get size() {
      return size;
    },
    add: (line) => {
      size += 1;
      if (line.kind === 'epoch') addEpoch(line);
      else if (line.kind === 'claim') addClaim(line);
      else addPoints(line);
    },
    taken: (campaign) => taken.get(campaign) ?? [],
    campaigns: () => [...taken.keys()],
    claims: (campaign, script) => claimsOf({ campaign, script }),
    claim: (txid) => byId.get(txid),
    allClaims: (campaign) => [...byId.values()].filter((line) => line.campaign === campaign),
    spending: (point) => byPoint.get(point) ?? [],
    hour: (now, next) => hour.sum(next.campaign, now, replacedBy(next)) + lots.sum(now, next),
  };
}
