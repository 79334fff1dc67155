/** One planted file. */
export const HEAD = '/** Planted. */\n';
let count = 0;

/** A file of its own for each plant, in the folder where the rule applies. */
export function one(what, gate, rule, folder, text, name) {
  count += 1;
  const file = `${folder}/${name ?? `planted-${count}.ts`}`;
  return { what, gate, rule, files: { [file]: `${HEAD}${text}\n` } };
}
