/** Who is listening to the feed, and how text reaches them. A reader that falls far behind is cut off; it comes back and reads the snapshot. */
import type { ServerResponse } from 'node:http';

const BEAT_MS = 15_000;
const MOST_QUEUED = 1_000_000;

export interface Reader {
  readonly out: ServerResponse;
  /** Folded to lower case; undefined hears every token. */
  readonly tick: string | undefined;
  /** Of a user's own feed; undefined on the public one. */
  readonly address: string | undefined;
}

export interface Readers {
  add(reader: Reader): void;
  tell(text: string, concerned: (reader: Reader) => boolean): void;
  /** Each reader's own text. */
  tellEach(textFor: (reader: Reader) => string | undefined): void;
  has(concerned: (reader: Reader) => boolean): boolean;
  count(): number;
  endAll(): void;
  close(): void;
}

export function openReaders(): Readers {
  const readers = new Set<Reader>();
  const write = (reader: Reader, text: string): void => {
    if (reader.out.writableLength > MOST_QUEUED) reader.out.destroy();
    else reader.out.write(text);
  };
  const tellEach: Readers['tellEach'] = (textFor) => {
    for (const reader of readers) {
      const text = textFor(reader);
      if (text !== undefined) write(reader, text);
    }
  };
  const tell: Readers['tell'] = (text, concerned) => {
    tellEach((reader) => (concerned(reader) ? text : undefined));
  };
  const endAll = (): void => {
    for (const reader of readers) reader.out.end();
  };
  const beat = setInterval(() => {
    tell(': beat\n\n', () => true);
  }, BEAT_MS);
  beat.unref();
  return {
    add: (reader) => {
      reader.out.on('close', () => readers.delete(reader));
      readers.add(reader);
    },
    tell,
    tellEach,
    has: (concerned) => [...readers].some(concerned),
    count: () => readers.size,
    endAll,
    close: () => {
      clearInterval(beat);
      endAll();
    },
  };
}
