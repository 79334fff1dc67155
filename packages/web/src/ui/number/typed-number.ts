/** What is typed into a field for a number. A wrong key does nothing; what was pasted and cannot be read is spoken of. */
import { useState } from 'react';
import type { ChangeEvent } from 'react';
import { numberIn } from './number-text.ts';

interface TypedNumber {
  /** What was pasted last is no number. */
  readonly garbled: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

interface Field {
  readonly value: string;
  /** That it counts in. */
  readonly unit: string;
  readonly onType: ((text: string) => void) | undefined;
}

export function useTypedNumber({ value, unit, onType }: Field): TypedNumber {
  /** What stood there then: whatever fills the field anew ends it. */
  const [garbledAt, setGarbledAt] = useState<string>();
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
    const text = numberIn(target.value, unit);
    setGarbledAt(text === undefined && isPasted(nativeEvent) ? value : undefined);
    if (text !== undefined) onType?.(text);
  };
  return { garbled: garbledAt === value, onChange };
}

const isPasted = (event: Event): boolean =>
  event instanceof InputEvent && ['insertFromPaste', 'insertFromDrop'].includes(event.inputType);
