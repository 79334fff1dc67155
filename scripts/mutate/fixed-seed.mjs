/** The same random cases for every mutant: a score is a measurement, and one that changes by itself measures nothing. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 20_261_123 });
