/** The figures of a report of Stryker. */
import { existsSync, readFileSync } from 'node:fs';

const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/** How many mutants of each kind, and the share that was noticed. A mutant that cannot be run counts on neither side. */
export function figuresOf(report) {
  if (!existsSync(report)) return undefined;
  const mutants = Object.values(JSON.parse(readFileSync(report, 'utf8')).files).flatMap(
    (file) => file.mutants,
  );
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
