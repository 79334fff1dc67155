/** A message with parts that are drawn, not written: `{terms}` becomes a link, `{amount}` digits with their unit. */
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { t } from '../words.ts';
import type { Values } from '../words.ts';

interface WordsProps {
  readonly of: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
  readonly values?: Values;
}

/** Stands for a part while the message is put together; no message contains it. */
const MARK = '\u0001';

export function Words({ of, parts, values = {} }: WordsProps) {
  const names = Object.keys(parts);
  const marks = Object.fromEntries(names.map((name) => [name, `${MARK}${name}${MARK}`]));
  const pieces = t(of, { ...values, ...marks }).split(MARK);
  return pieces.map((piece, at) => (
    <Fragment key={`${at} ${piece}`}>{at % 2 === 1 ? parts[piece] : piece}</Fragment>
  ));
}
