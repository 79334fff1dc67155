/** What the parts of bench index found, as figures with their goals. */
import type { Figure } from '../figure.ts';
import type { EverythingResult, Tenth } from './index-everything.ts';
import type { ParseResult } from './index-parse.ts';
import type { RunesResult } from './index-runes.ts';
import type { ChainNotes } from './index-scratch.ts';

const SHARE_GOAL = 0.25;
const FLAT_GOAL = 1.3;
const PEER_GOAL = 5;
const MEMORY_GOAL = 1 << 30;
const MIB = 1 << 20;

const told = (name: string, value: number, unit: string, goal: string): Figure => ({
  name,
  value,
  unit,
  goal,
  ok: true,
});

const perSecond = (count: number, ms: number): number => (count / ms) * 1_000;

const parseRate = ({ transactions, readMs, parseMs }: ParseResult): number =>
  perSecond(transactions, readMs + parseMs);

export function parseFigures(result: ParseResult): Figure[] {
  const { transactions, bytes, readMs, parseMs } = result;
  return [
    told('index.parse', parseRate(result), 'transactions/s', `read + parse, ${transactions} transactions`),
    told('index.parse.read', readMs, 'ms', `${(bytes / MIB).toFixed(0)} MiB of file`),
    told('index.parse.parse', parseMs, 'ms', 'part of the whole'),
  ];
}

const sumOf = (tenths: readonly Tenth[], part: keyof Tenth): number =>
  tenths.reduce((sum, tenth) => sum + tenth[part], 0);

export function everythingFigures(result: EverythingResult, parsed: ParseResult): Figure[] {
  const { tenths, peakBytes } = result;
  const rate = perSecond(sumOf(tenths, 'transactions'), sumOf(tenths, 'wallMs'));
  const share = rate / parseRate(parsed);
  const flat = growth(tenths, 'cpuMs');
  const thirds = [3, 6, 9].map((to) => tenths.slice(to - 3, to));
  return [
    told('index.everything', rate, 'transactions/s', 'every ledger, written to PostgreSQL'),
    ...thirds.map((part, at) => {
      const each = perSecond(sumOf(part, 'transactions'), sumOf(part, 'wallMs'));
      return told(`index.everything.tenths ${at * 3 + 1}-${at * 3 + 3}`, each, 'transactions/s', 'part');
    }),
    {
      name: 'index.share',
      value: share,
      unit: 'x',
      goal: `>= ${SHARE_GOAL} of parse`,
      ok: share >= SHARE_GOAL,
    },
    ...partsOf(result),
    {
      name: 'index.memory',
      value: peakBytes / MIB,
      unit: 'MiB',
      goal: `< ${MEMORY_GOAL / MIB} at the peak`,
      ok: peakBytes < MEMORY_GOAL,
    },
    {
      name: 'index.flat',
      value: flat,
      unit: 'x',
      goal: `<= ${FLAT_GOAL}: processor time, last tenth to second tenth`,
      ok: flat <= FLAT_GOAL,
    },
    told('index.flat.wall', growth(tenths, 'wallMs'), 'x', 'the same of the time that went by'),
  ];
}

/** What a transaction of the last tenth costs, in those of the second. */
function growth(tenths: readonly Tenth[], part: 'cpuMs' | 'wallMs'): number {
  const cost = (tenth: Tenth | undefined): number =>
    tenth === undefined ? Number.NaN : tenth[part] / tenth.transactions;
  return cost(tenths.at(-1)) / cost(tenths[1]);
}

/** Where the time of (b) goes, in hundredths: the rest of our processor time is ledgers and rows, what is left is waiting for the database. */
function partsOf({ tenths, readMs, parseMs }: EverythingResult): Figure[] {
  const [wall, cpu] = [sumOf(tenths, 'wallMs'), sumOf(tenths, 'cpuMs')];
  const parts = {
    read: readMs,
    parse: parseMs,
    'ledgers and rows': Math.max(0, cpu - readMs - parseMs),
    'waiting for the database': Math.max(0, wall - cpu),
  };
  return Object.entries(parts).map(([name, ms]) =>
    told(`index.everything.${name}`, (100 * ms) / wall, '%', 'part of the whole'),
  );
}

/** What was written to be valid, and what the ledgers hold. */
export function writtenFigures({ counts }: ChainNotes, { found }: EverythingResult): Figure[] {
  const written = Object.entries(counts).map(([name, value]) =>
    told(`index.written.${name}`, value, 'transactions', 'as generated'),
  );
  const kept = Object.entries(found).map(([name, value]) =>
    told(`index.found.${name}`, value, 'rows', 'kept'),
  );
  return [...written, ...kept];
}

/** Assumed: 1.2 thousand million transactions in all, 0.78 of them before the first inscription. */
const MAINNET = { all: 1_200_000_000, before: 780_000_000 };
const HOUR_MS = 3_600_000;

/** Every transaction of mainnet as dear as one of the dense chain; what a node takes to answer is not in it. */
export function projection(result: EverythingResult, parsed: ParseResult): Figure[] {
  const transactions = sumOf(result.tenths, 'transactions');
  const each = sumOf(result.tenths, 'wallMs') / transactions;
  const count = MAINNET.all - MAINNET.before;
  const bound = partsOf(result).reduce((most, part) => (part.value > most.value ? part : most));
  const parse = (count / parseRate(parsed) / 3_600).toFixed(2);
  return [
    told(
      'index.mainnet',
      (count * each) / HOUR_MS,
      'hours',
      `${count} transactions from height 767430 as dear as these; bound by ${bound.name.split('.').at(-1) ?? ''}; parse alone ${parse} h`,
    ),
  ];
}

/** Ours and the other's after each third. */
export function runeFigures(prefix: string, ours: RunesResult, peer: RunesResult): Figure[] {
  const blocks = ours.marks.map((ms, at) => {
    const part = (ours.transactions * (at + 1)) / ours.marks.length;
    const goal = `after ${at + 1} of ${ours.marks.length} thirds`;
    return [
      told(`index.runes.ours`, perSecond(part, ms), 'transactions/s', `${prefix}${goal}`),
      told(
        `index.runes.peer`,
        perSecond(part, peer.marks[at] ?? Number.NaN),
        'transactions/s',
        `${prefix}${goal}`,
      ),
      told(`index.runes.ahead`, (peer.marks[at] ?? Number.NaN) / ms, 'x', `${prefix}${goal}`),
    ];
  });
  const ahead = (peer.marks.at(-1) ?? Number.NaN) / (ours.marks.at(-1) ?? Number.NaN);
  const same = ours.digest === peer.digest;
  return [
    ...blocks.flat(),
    {
      name: 'index.runes.agree',
      value: ours.balances,
      unit: 'balances',
      goal: `${prefix}both hold the same`,
      ok: same,
    },
    {
      name: 'index.runes.ratio',
      value: ahead,
      unit: 'x',
      goal: `${prefix}>= ${PEER_GOAL}`,
      ok: ahead >= PEER_GOAL,
    },
  ];
}
