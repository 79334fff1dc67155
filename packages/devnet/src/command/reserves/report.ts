/** What was checked, and what differs: a line each. */

export interface Report {
  /** Something that was checked and holds. */
  holds(line: string): void;
  /** Something that nobody can check here. */
  open(line: string): void;
  differs(line: string): void;
  readonly lines: readonly string[];
  readonly differences: number;
}

export function openReport(): Report {
  const lines: string[] = [];
  let differences = 0;
  return {
    holds: (line) => void lines.push(`  ok            ${line}`),
    open: (line) => void lines.push(`  not checked   ${line}`),
    differs: (line) => {
      differences += 1;
      lines.push(`  DIFFERS       ${line}`);
    },
    lines,
    get differences() {
      return differences;
    },
  };
}

/**
 * One line for a thing that is as it is said or not.
 * @param isSeen the caller's own nodes had a part in what was found; else it is only the exchange's list, added up
 */
export function compare(
  report: Report,
  what: string,
  { said, found, isSeen }: { readonly said: string; readonly found: bigint; readonly isSeen: boolean },
): void {
  if (said !== found.toString()) report.differs(`${what}: the exchange says ${said}, found ${found}`);
  else if (isSeen) report.holds(`${what}: ${found}`);
  else report.open(`${what}: ${found}, by the exchange’s own list, which adds up`);
}
