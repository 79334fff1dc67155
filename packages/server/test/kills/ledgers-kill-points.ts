/** Where the follower is killed: a lock that holds it at one statement of a block, and how that statement begins. */

export interface KillPoint {
  readonly name: string;
  /** What makes the follower work: a block, a block that goes, or many blocks at once. */
  readonly work: 'block' | 'undo' | 'catch-up';
  /** Run in a transaction that stays open until the follower is dead. */
  readonly hold: string;
  /** The statement that has to wait. */
  readonly waits: RegExp;
  /** The database had the order to commit already: the work is done though nobody is left to hear of it. */
  readonly committed?: boolean;
}

/** Lets others read and stops whoever writes. */
const noWriting = (table: string): string => `lock table "${table}" in share mode`;
const noReading = (table: string): string => `lock table "${table}" in access exclusive mode`;

/** Any number that nobody else locks. */
const AT_COMMIT = 7_780_099;

/** Makes every change of the tip wait, at its commit, for whoever holds the lock. */
export const SLOW_COMMIT = `
  create function wait_at_commit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${AT_COMMIT}); return null; end $$;
  create constraint trigger slow_commit after update on tip deferrable initially deferred
    for each row execute function wait_at_commit();`;

export const KILL_POINTS: readonly KillPoint[] = [
  { name: 'the tip moves', work: 'block', hold: noWriting('tip'), waits: /^update "tip" set "height"/ },
  {
    name: 'what is spent is read',
    work: 'block',
    hold: noReading('location'),
    waits: /^select .* "location"/s,
  },
  { name: 'balances are read', work: 'block', hold: noReading('balance'), waits: /^select .* "balance"/s },
  { name: 'the sink is told', work: 'block', hold: noWriting('heard'), waits: /^insert into heard/ },
  {
    name: 'inscriptions come',
    work: 'block',
    hold: noWriting('inscription'),
    waits: /^insert into "inscription"/,
  },
  { name: 'lots change', work: 'block', hold: noWriting('lot'), waits: /^insert into "lot"/ },
  {
    name: 'runes leave coins',
    work: 'block',
    hold: noWriting('rune_balance'),
    waits: /^delete from "rune_balance"/,
  },
  {
    name: 'PINs come and move',
    work: 'block',
    hold: noWriting('pin_location'),
    waits: /^insert into "pin_location"/,
  },
  {
    name: 'MRC-20 leaves coins',
    work: 'block',
    hold: noWriting('mrc20_holding'),
    waits: /^delete from "mrc20_holding"/,
  },
  {
    name: 'shovels are used up',
    work: 'block',
    hold: noWriting('shovel_use'),
    waits: /^insert into "shovel_use"/,
  },
  { name: 'coins come', work: 'block', hold: noWriting('coin'), waits: /^insert into "coin"/ },
  { name: 'the block is written', work: 'block', hold: noWriting('block'), waits: /^insert into "block"/ },
  {
    name: 'the commit is on its way',
    work: 'block',
    hold: `select pg_advisory_xact_lock(${AT_COMMIT})`,
    waits: /^commit/,
    committed: true,
  },
  {
    name: 'runes come back',
    work: 'undo',
    hold: noWriting('rune_balance'),
    waits: /^(insert into|delete from) "rune_balance"/,
  },
  { name: 'coins come back', work: 'undo', hold: noWriting('coin'), waits: /^delete from "coin"/ },
  { name: 'the block goes', work: 'undo', hold: noWriting('block'), waits: /^delete from "block"/ },
  {
    name: 'a run of blocks is written',
    work: 'catch-up',
    hold: noWriting('pin'),
    waits: /^insert into "pin"/,
  },
];
