/** Names that anybody may have given a token, written so that they cannot change what stands around them. */

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Nothing in it can look like something else than it is, but for letters like l and I. */
export const isPlain = (name: string): boolean => /^[ -~]*$/.test(name);

/** Set apart as `<bdi>` does, in attributes and titles too; what is not seen is written out, as \u202e. */
export function shown(name: string): string {
  if (isPlain(name)) return name;
  const written = name.replace(UNSEEN, (sign) => `\\u${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`);
  return `\u2068${written}\u2069`;
}
