/** A state machine as one table: what people are refused, what SQL compares and what the papers print all come from it. */

/** State, event, next state. An event that a state does not name is not allowed in it. */
type MachineTable<State extends string, Event extends string> = Readonly<
  Record<State, Partial<Readonly<Record<Event, State>>>>
>;

/** One line of the table. */
interface MachineStep<State extends string> {
  readonly from: State;
  readonly to: State;
}

export interface Machine<State extends string, Event extends string> {
  readonly states: readonly State[];
  readonly table: MachineTable<State, Event>;
  /** The state an event leads to; undefined where the table does not allow it. */
  next(state: State, event: Event): State | undefined;
  /** Every step an event can make: the next state as data, for a statement that moves many rows. */
  steps(event: Event): readonly MachineStep<State>[];
  /** The states from which an event is allowed: what a compare-and-set expects. */
  before(event: Event): readonly State[];
}

/** The machine of a table; `states` gives them their order. */
export function machine<State extends string, Event extends string>(
  states: readonly State[],
  table: MachineTable<State, Event>,
): Machine<State, Event> {
  const next = (state: State, event: Event): State | undefined => table[state][event];
  const steps = (event: Event): MachineStep<State>[] =>
    states.flatMap((from) => {
      const to = next(from, event);
      return to === undefined ? [] : [{ from, to }];
    });
  return { states, table, next, steps, before: (event) => steps(event).map(({ from }) => from) };
}
