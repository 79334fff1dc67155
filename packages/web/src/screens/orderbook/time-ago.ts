/** How long ago, in as few letters as a table has room for. Pure: now is an argument. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function timeAgo(then: number, now: number): string {
  const past = Math.max(0, now - then);
  if (past < MINUTE) return 'now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)}m`;
  if (past < DAY) return `${Math.floor(past / HOUR)}h`;
  return `${Math.floor(past / DAY)}d`;
}
