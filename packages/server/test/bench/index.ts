/**
 * bench index: a dense chain read and parsed, indexed whole into PostgreSQL, and its runes beside another indexer's.
 * Each part runs in a process of its own, so that memory and processor time are its own.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainSize } from './dense-chain/dense-chain.ts';
import type { Figure } from './figure.ts';
import { print } from './figure.ts';
import { indexAll } from './index/index-everything.ts';
import {
  everythingFigures,
  parseFigures,
  projection,
  runeFigures,
  writtenFigures,
} from './index/index-figures.ts';
import type { EverythingResult } from './index/index-everything.ts';
import { parseAll } from './index/index-parse.ts';
import type { ParseResult } from './index/index-parse.ts';
import { indexByPeer } from './index/index-peer.ts';
import { indexRunes } from './index/index-runes.ts';
import type { RunesResult } from './index/index-runes.ts';
import { writeScratch } from './index/index-scratch.ts';
import type { ChainNotes } from './index/index-scratch.ts';

/** What is measured, each in a process of its own; the tests run all of it in theirs. */
interface Parts {
  write(file: string, size: ChainSize): Promise<ChainNotes>;
  parse(file: string): Promise<ParseResult>;
  everything(file: string): Promise<EverythingResult>;
  runes(file: string): Promise<RunesResult>;
  peer(file: string): Promise<RunesResult>;
}

export const PARTS: Parts = {
  write: (file, size) => Promise.resolve(writeScratch(file, size)),
  parse: (file) => Promise.resolve(parseAll(file)),
  everything: indexAll,
  runes: (file) => Promise.resolve(indexRunes(file)),
  peer: indexByPeer,
};

/** Blocks of the comparison by size, and what they are multiples of. */
const FEW_BLOCKS = 9;
const TIMES = [0.5, 1, 2];
/** Blocks that both are given in a row. */
const PEER_BLOCKS = 40;

/** BENCH_BLOCKS and BENCH_TXS make it small. */
export function sizeFrom(env: Readonly<Record<string, string | undefined>>): ChainSize {
  const whole = (name: string, otherwise: number): number => {
    const value = Number.parseInt(env[name] ?? `${otherwise}`, 10);
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a whole number`);
    return value;
  };
  return { blocks: whole('BENCH_BLOCKS', 300), transactions: whole('BENCH_TXS', 2_500) };
}

/** Everything at one size. */
export async function measureIndex(
  size: ChainSize,
  parts: Parts,
  say: (figure: Figure) => void = print,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-chain-'));
  const file = join(directory, 'chain');
  const tell = (figures: readonly Figure[]): void => figures.forEach((figure) => say(figure));
  try {
    const notes = await parts.write(file, size);
    const parsed = await parts.parse(file);
    tell(parseFigures(parsed));
    const everything = await parts.everything(file);
    tell([...writtenFigures(notes, everything), ...everythingFigures(everything, parsed)]);
    tell(projection(everything, parsed));
    // The peer becomes slower with every block: at 300 it needs a quarter of an hour.
    await parts.write(file, { ...size, blocks: Math.min(size.blocks, PEER_BLOCKS) });
    tell(runeFigures('', await parts.runes(file), await parts.peer(file)));
    for (const times of TIMES) {
      const larger = {
        blocks: Math.min(size.blocks, FEW_BLOCKS),
        transactions: Math.round(size.transactions * times),
      };
      await parts.write(file, larger);
      const both = [await parts.runes(file), await parts.peer(file)] as const;
      tell(runeFigures(`blocks of ${larger.transactions}: `, ...both).slice(-2));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The word that makes this program run one part. */
export const PART = 'index-part';

const BIGGEST_ANSWER = 1 << 28;
const LONGEST_MS = 3_600_000;

/** Runs one part in this very program, started again. */
function inChild<P extends keyof Parts>(part: P) {
  return (file: string, size: ChainSize = { blocks: 1, transactions: 1 }): ReturnType<Parts[P]> => {
    const args = [process.argv[1] ?? '', PART, part, file, `${size.blocks}`, `${size.transactions}`];
    const done = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: BIGGEST_ANSWER,
      timeout: LONGEST_MS,
    });
    if (done.status !== 0)
      throw new Error(`${part} of the index ended with ${done.status ?? done.signal ?? 'nothing'}`);
    return JSON.parse(done.stdout) as ReturnType<Parts[P]>;
  };
}

/** What a started part does: its result as JSON, and nothing else. */
export async function runPart(args: readonly string[]): Promise<void> {
  const [name = '', file = '', blocks = '', transactions = ''] = args;
  if (!isPart(name)) throw new Error(`there is no part ${name}`);
  const size = sizeFrom({ BENCH_BLOCKS: blocks, BENCH_TXS: transactions });
  process.stdout.write(JSON.stringify(await PARTS[name](file, size)));
}

const isPart = (name: string): name is keyof Parts => Object.hasOwn(PARTS, name);

export const benchIndex = (): Promise<void> =>
  measureIndex(sizeFrom(process.env), {
    write: inChild('write'),
    parse: inChild('parse'),
    everything: inChild('everything'),
    runes: inChild('runes'),
    peer: inChild('peer'),
  });
