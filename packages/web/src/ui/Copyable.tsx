/** A long id, shortened, copied by a click. */
import { useState } from 'react';
import { Icon } from './Icon.tsx';
import { t } from '../words.ts';

interface CopyableProps {
  readonly text: string;
  readonly shown: string;
  readonly label: string;
  readonly className?: string;
}

export function Copyable({ text, shown, label, className = '' }: CopyableProps) {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 1_500);
      },
      () => setCopied(false),
    );
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`${shown}, ${copied ? t('copied') : label}`}
      title={text}
      className={`num inline-flex items-center gap-1 rounded text-haze hover:text-fog ${className}`}
    >
      {shown}
      <Icon name={copied ? 'check' : 'copy'} className="size-3.5" />
    </button>
  );
}
