/** What left within the last hour and day, and what miners got for it. */
import { DAY_MS, openHour } from '../../journal/hour.ts';
import type { BridgeLine, EnvelopeLine } from './lines.ts';

export interface Lately {
  /** Origin units that left by exits of a kind on a chain within the last hour, or day, each deposit once; but for one deposit. */
  hour(of: Pick<BridgeLine, 'asset' | 'chain' | 'exit' | 'deposit'>, now: number): bigint;
  day(of: Pick<BridgeLine, 'asset' | 'chain' | 'exit' | 'deposit'>, now: number): bigint;
  /**
   * Sat that were signed away to miners of a chain within the last hour by exits of a kind: on MVC by each build, for a check may be mined
   * without its transfer; on Bitcoin by the dearest build of each deposit but one, and by each coin of an envelope.
   */
  hourFees(of: Pick<BridgeLine, 'chain' | 'deposit'> & { readonly exit: PaidFor }, now: number): bigint;
}

/** What miners are paid for: exits, and lots of BRC-20 that come home. */
type PaidFor = BridgeLine['exit'] | 'return';

const ofExits = ({ asset, chain, exit }: Pick<BridgeLine, 'asset' | 'chain' | 'exit'>): string =>
  `${asset} ${chain} ${exit}`;
const ofMiners = ({ chain, exit }: { readonly chain: BridgeLine['chain']; readonly exit: PaidFor }): string =>
  `${chain} ${exit}`;

/** @param builds all of a deposit, with the one that is added */
export function openLately(
  builds: (deposit: string) => readonly BridgeLine[],
): Lately & { add(line: BridgeLine): void; spent(line: EnvelopeLine): void } {
  const [hour, day, miners] = [openHour<string>(), openHour<string>(DAY_MS), openHour<string>()];
  return {
    add: (line) => {
      const { deposit: of } = line;
      const at = Date.parse(line.at);
      // Of several builds one confirms. Of the first there is nothing to look for: a journal of many lines is read at the start.
      const isAgain = builds(of).length > 1;
      for (const within of [hour, day]) {
        if (isAgain) within.takeBack(new Set([of]));
        within.add({ at, kind: ofExits(line), value: BigInt(line.out), of });
      }
      const kind = ofMiners(line);
      if (line.chain === 'mvc') {
        miners.add({ at, kind, value: costOf(line) });
        return;
      }
      if (isAgain) miners.takeBack(new Set([of]));
      const costs = builds(of)
        .filter(({ chain }) => chain === 'btc')
        .map(costOf);
      const value = costs.reduce((dearest, cost) => (cost > dearest ? cost : dearest), 0n);
      miners.add({ at, kind, value, of });
    },
    spent: ({ at, cost, exit = 'payout' }) => {
      const kind = ofMiners({ chain: 'btc', exit });
      miners.add({ at: Date.parse(at), kind, value: BigInt(cost) });
    },
    hour: (of, now) => hour.sum(ofExits(of), now, new Set([of.deposit])),
    day: (of, now) => day.sum(ofExits(of), now, new Set([of.deposit])),
    hourFees: (of, now) => miners.sum(ofMiners(of), now, new Set([of.deposit])),
  };
}

const costOf = ({ cost = '0' }: BridgeLine): bigint => BigInt(cost);
