/** What is compared: things with a name, each a few facts as text, whoever says them. */

/** A fact's name and what is said. */
export type Facts = Readonly<Record<string, string>>;

/** Where a fact of ours and theirs is not the same. */
export function differing(what: string, ours: Facts | undefined, theirs: Facts | undefined): string[] {
  if (ours === undefined) return theirs === undefined ? [] : [`${what}: we have none, ord has one`];
  if (theirs === undefined) return [`${what}: we have one, ord has none`];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.flatMap((name) =>
    ours[name] === theirs[name]
      ? []
      : [`${what}: ${name} is ${ours[name] ?? '-'} for us, ${theirs[name] ?? '-'} for ord`],
  );
}

/** The same for many things by name. */
export function allDiffering(
  kind: string,
  ours: ReadonlyMap<string, Facts>,
  theirs: ReadonlyMap<string, Facts>,
): string[] {
  const names = new Set([...ours.keys(), ...theirs.keys()]);
  return [...names].flatMap((name) => differing(`${kind} ${name}`, ours.get(name), theirs.get(name)));
}
