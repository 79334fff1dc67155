/** The browser's locks between tabs, which jsdom has none of: one holder at a time, the others in turn. */

type Todo = (lock: object | null) => unknown;

export class FakeLocks {
  private readonly held = new Map<string, Promise<unknown>>();

  async request(
    name: string,
    ...rest: readonly [Todo] | readonly [{ ifAvailable: boolean }, Todo]
  ): Promise<unknown> {
    const [options, todo] = rest.length === 1 ? [{ ifAvailable: false }, rest[0]] : rest;
    const before = this.held.get(name);
    if (before !== undefined && options.ifAvailable) return todo(null);
    const turn = (async () => {
      await before;
      return todo({ name });
    })();
    this.held.set(name, turn);
    const given = await turn;
    if (this.held.get(name) === turn) this.held.delete(name);
    return given;
  }

  /** What can be done without anybody's waiting is done. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
  }
}
