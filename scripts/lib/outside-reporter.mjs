/** Writes down what went wrong outside any test (an unhandled rejection, say): vitest's JSON report leaves it out. */
import { writeFileSync } from 'node:fs';

const { OUTSIDE_FILE } = process.env;

export default class OutsideReporter {
  onTestRunEnd(_modules, errors) {
    if (OUTSIDE_FILE === undefined) return;
    const told = errors.map(({ stack, name, message }) => stack ?? `${name}: ${message}`);
    writeFileSync(OUTSIDE_FILE, JSON.stringify(told));
  }
}
