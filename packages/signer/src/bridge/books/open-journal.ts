/** The journal of the bridge: a line for each exit, and each coin of an envelope, before its signature leaves, a copy of it on another disk, and how many there ever were. */
import { join } from 'node:path';
import type { SignerConfig } from '../../config.ts';
import { openLineFile } from '../../journal/line-file.ts';
import type { LineFile } from '../../journal/line-file.ts';
import { openPoolCounter } from '../../pools/pool-counter.ts';
import { makeAlike } from './journal-copy.ts';
import { AnyLine } from './lines.ts';
import type { BridgeRecall } from './recall.ts';

type Settings = Pick<SignerConfig, 'SIGNER_DIR' | 'BRIDGE_COUNTER_FILE' | 'BRIDGE_JOURNAL_COPY'>;

/** @throws when the journal cannot be read, or differs from its copy */
export function openJournal(
  { SIGNER_DIR: directory, BRIDGE_COUNTER_FILE: counted, BRIDGE_JOURNAL_COPY: second }: Settings,
  recall: BridgeRecall & { add(line: AnyLine): void },
): LineFile<AnyLine> {
  const path = join(directory, 'bridge.jsonl');
  const read = (line: unknown): AnyLine => AnyLine.parse(line);
  if (second !== undefined) makeAlike(path, second);
  const file = openLineFile({ path, name: 'journal of the bridge', add: recall.add, read });
  const copy =
    second === undefined
      ? undefined
      : openLineFile({ path: second, name: 'copy of the journal', add: () => undefined, read });
  // A journal that came back from an older copy has forgotten exits that can still confirm: nothing is signed before it is whole.
  const counter = openPoolCounter(
    counted ?? join(directory, 'bridge.count'),
    () => recall.size,
    'the bridge',
  );
  // What only one of both has is made up for at the next start.
  let areApart = false;
  return {
    append: (line) => {
      file.append(line);
      areApart = copy !== undefined;
      copy?.append(line);
      areApart = false;
      counter.bump();
    },
    sound: () => file.sound() && !areApart && !counter.isBehind(),
    close: () => {
      file.close();
      copy?.close();
    },
  };
}
