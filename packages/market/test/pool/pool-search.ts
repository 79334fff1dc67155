/** The search for a sequence of acts that makes a pool poorer: at random, and by changing a sequence as long as that makes things worse. */
import { PoolModel, UNMOVED } from './pool-model.ts';
import type { Acts, Kind, Move, Rule, Setting } from './pool-model.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ACTS: readonly Acts[] = ['swaps', 'liquidity on all lanes', 'liquidity on any lanes'];
const FEES = [0n, 3_000n, 7_000n, 10_000n];
const STEPS = 50;

class Search {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  /** From 10^least to 10^most, each power as likely as the others. */
  #power(least: number, most: number): number {
    return 10 ** (least + (most - least) * this.#random());
  }

  setting(rule: Rule, lanes: number): Setting {
    const [r1, r2] = [BigInt(Math.round(this.#power(2.5, 6))), BigInt(Math.round(this.#power(2.5, 6)))];
    const shares = BigInt(Math.max(10, Math.round(Math.sqrt(Number(r1 * r2)))));
    const [acts = 'swaps', lpFeePpm = 0n] = [ACTS[this.#below(ACTS.length)], FEES[this.#below(FEES.length)]];
    return { rule, acts, lanes, start: { r1, r2, shares }, lpFeePpm };
  }

  #kind(acts: Acts): Kind {
    const upset = this.#random();
    if (upset < 0.12) return 'void';
    if (upset < 0.17) return 'reset';
    if (upset < 0.23) return 'block';
    if (upset < 0.26) return 'refresh';
    const one = this.#random();
    if (acts === 'swaps') return one < 0.5 ? 'buy' : 'sell';
    if (one < 0.7) return one < 0.35 ? 'buy' : 'sell';
    return one < 0.85 ? 'add' : 'remove';
  }

  move({ acts, lanes }: Setting): Move {
    return {
      kind: this.#kind(acts),
      lanes: this.#random() < 0.8 ? 2 ** this.#below(lanes) : this.#below(2 ** lanes),
      size: this.#power(-4, 0.5),
      skew: this.#random() < 0.5 ? 1 : this.#power(-1, 1),
      pick: this.#below(1024),
      reuses: this.#random() < 0.1,
    };
  }

  moves(setting: Setting, least: number, most: number): Move[] {
    return Array.from({ length: least + this.#below(most - least + 1) }, () => this.move(setting));
  }

  /** One move is another one, or larger or smaller than it was. */
  changed(setting: Setting, moves: readonly Move[]): Move[] {
    const at = this.#below(moves.length);
    const fresh = this.#random() < 0.5;
    const factor = this.#power(-0.5, 0.5);
    return moves.map((move, nth) => {
      if (nth !== at) return move;
      return fresh ? this.move(setting) : { ...move, size: move.size * factor };
    });
  }

  lanes(least: number): number {
    return least + this.#below(5 - least);
  }
}

function play(setting: Setting, moves: readonly Move[]): PoolModel {
  const model = new PoolModel(setting);
  for (const move of moves) model.play(move);
  return model;
}

interface Found {
  readonly sequences: number;
  readonly signed: number;
  /** Sets of acts that were compared. */
  readonly compared: number;
  /** In how many of them k per share squared fell on a set that can confirm. */
  readonly fell: number;
  /** In how many an act made a set poorer than it was without it. */
  readonly fellInStep: number;
  /** The least that was left of it, in 10^-18 of the start. */
  readonly worst: bigint;
  /** The first of them. */
  readonly example: { readonly setting: Setting; readonly moves: readonly Move[] } | undefined;
}

/** Half of the sequences at random, of 2 to 12 moves; the other half greedy, 50 changes of a sequence each. */
export function searchPools(rule: Rule, sequences: number, seed: number): Found {
  const search = new Search(seed);
  let [fell, fellInStep, signed, compared, done] = [0, 0, 0, 0, 0];
  let worst = UNMOVED;
  let example: Found['example'];
  const look = (setting: Setting, moves: readonly Move[]): bigint => {
    const { signed: acts, worst: seen } = play(setting, moves);
    done += 1;
    signed += acts;
    compared += seen.compared;
    if (seen.fell) fell += 1;
    if (seen.fellInStep) fellInStep += 1;
    if (seen.fell || seen.fellInStep) example ??= { setting, moves };
    if (seen.kept < worst) worst = seen.kept;
    return seen.kept;
  };
  while (done < sequences / 2) {
    const setting = search.setting(rule, search.lanes(1));
    look(setting, search.moves(setting, 2, 12));
  }
  while (done < sequences) {
    const setting = search.setting(rule, search.lanes(2));
    let moves = search.moves(setting, 2, 8);
    let kept = look(setting, moves);
    for (let step = 0; step < STEPS && done < sequences; step += 1) {
      const next = search.changed(setting, moves);
      const now = look(setting, next);
      if (now > kept) continue;
      moves = next;
      kept = now;
    }
  }
  return { sequences: done, signed, compared, fell, fellInStep, worst, example };
}
