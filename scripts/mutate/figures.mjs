/** The figures of a report of Stryker. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const read = (report) => JSON.parse(readFileSync(report, 'utf8'));

const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/** How many mutants of each kind, and the share that was noticed. A mutant that cannot be run counts on neither side. */
export function figuresOf(report) {
  if (!existsSync(report)) return undefined;
  const mutants = Object.values(read(report).files).flatMap((file) => file.mutants);
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const [noticed, unnoticed] = [count(...NOTICED), count(...UNNOTICED)];
  return {
    killed: count('Killed'),
    timeouts: count('Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    ignored: count('Ignored'),
    invalid: count('CompileError', 'RuntimeError'),
    static: mutants.filter((mutant) => mutant.static).length,
    score: (100 * noticed) / (noticed + unnoticed),
  };
}

export function lineOf(name, figures) {
  if (figures === undefined) return `${name.padEnd(10)} was not measured`;
  const { score, killed, timeouts, survived, uncovered, ignored, invalid } = figures;
  return `${name.padEnd(10)} ${score.toFixed(1).padStart(5)} %  ${killed} killed, ${timeouts} timed out, ${survived} survived, ${uncovered} without a test, ${ignored} left out, ${invalid} invalid, ${figures.static} static`;
}

/**
 * Takes the mutants that were not noticed out of a report, so that the next run tries them again: of a constant's mutant
 * Stryker does not know which tests a change of theirs concerns, and would keep its old answer.
 */
export function forgetUnnoticed(report) {
  if (!existsSync(report)) return;
  const whole = read(report);
  for (const file of Object.values(whole.files))
    file.mutants = file.mutants.filter(({ status }) => !UNNOTICED.includes(status));
  writeFileSync(report, JSON.stringify(whole));
}
