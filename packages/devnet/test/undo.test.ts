import { expect, it } from 'vitest';
import { createUndo } from '../src/demo/undo.ts';

it('ends in the opposite order, and goes on when one end fails', async () => {
  const said: string[] = [];
  const ended: string[] = [];
  const undo = createUndo((line) => said.push(line));
  for (const name of ['chain', 'database', 'server']) {
    await undo.push(() => {
      ended.push(name);
      return name === 'database' ? Promise.reject(new Error('it hangs')) : Promise.resolve();
    });
  }
  await undo.unwind();
  await undo.unwind();
  expect(ended).toEqual(['server', 'database', 'chain']);
  expect(said).toEqual(['it hangs']);
});

it('ends at once what comes up too late, and the start goes no further', async () => {
  const undo = createUndo(() => undefined);
  const waiting = undo.unlessEnding(new Promise(() => undefined));
  const unwinding = undo.unwind();
  await expect(waiting).rejects.toThrow(/stopped while it was starting/);
  let ended = false;
  const late = undo.push(() => {
    ended = true;
    return Promise.resolve();
  });
  await expect(late).rejects.toThrow(/stopped while it was starting/);
  expect(ended).toBe(true);
  await unwinding;
});
