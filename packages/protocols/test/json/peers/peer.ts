/** A running peer: asked line by line, answers line by line. */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export class Peer {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly answers: AsyncIterator<string>;

  constructor(program: string) {
    this.child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** One answer for each line; a line is a letter (what is asked) and bytes in hex. */
  async ask(letter: 'j' | 't' | 'q', questions: readonly Uint8Array[]): Promise<string[]> {
    const lines = questions.map((bytes) => `${letter}${Buffer.from(bytes).toString('hex')}\n`);
    // The empty line ends a batch. Not waited for: a peer may answer before it has read all.
    this.child.stdin.write(`${lines.join('')}\n`);
    const answers: string[] = [];
    while (answers.length < lines.length) {
      const next = await this.answers.next();
      if (next.done === true) throw new Error(`the peer ended at ${lines[answers.length] ?? ''}`);
      answers.push(next.value);
    }
    return answers;
  }

  async stop(): Promise<void> {
    const closed = once(this.child, 'close');
    this.child.stdin.end();
    await closed;
  }
}
