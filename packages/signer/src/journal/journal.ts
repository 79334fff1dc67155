/** The signer's memory: one line per signature, on the disk before the signature leaves. Lines are added, never changed. */
import { JournalLine } from './journal-line.ts';
import { openLineFile } from './line-file.ts';
import type { Disk, LineFile } from './line-file.ts';
import { openRecall } from './recall.ts';
import type { Recall } from './recall.ts';

export interface Journal extends LineFile<JournalLine> {
  readonly recall: Recall;
}

/** Throws as `openLineFile`. */
export function openJournal(path: string, disk?: Disk): Journal {
  const recall = openRecall();
  const file = openLineFile({
    ...{ path, name: 'journal', add: recall.add },
    read: (line) => JournalLine.parse(line),
    ...(disk === undefined ? {} : { disk }),
  });
  return { recall, ...file };
}
