/** What knip finds that nobody needs, one row each: a file, an exported name, a dependency. */

/** Their exports are read by name at run time: a schema by the API's document, a screen by its route, an act when first needed, a bundle by its command. */
const READ_BY_NAME =
  /contract\/src\/(?!index)[a-z0-9/-]+\.ts$|flows\/orders\/(?:take-ask|cancel-order)\.ts$|screens\/[^/]+\/Screen\.tsx$|test\/conformance\/main\.ts$|lingui\.config\.mjs$/;

const LISTS = ['files', 'dependencies', 'devDependencies', 'unlisted', 'unresolved', 'exports', 'types'];

/** @returns {{ file: string, rule: string, name: string }[]} of knip's report in JSON */
export function unusedIn(report) {
  const { issues } = JSON.parse(report);
  const names = issues.flatMap((issue) =>
    LISTS.flatMap((rule) => issue[rule].map(({ name }) => ({ file: issue.file, rule, name }))),
  );
  return names.filter(({ file, rule }) => rule !== 'exports' || !READ_BY_NAME.test(file));
}
