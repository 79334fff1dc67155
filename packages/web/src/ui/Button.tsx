/** Buttons: one amber act a screen, the buy and sell pair, and quiet ones. */
import type { ButtonHTMLAttributes } from 'react';
import { Spinner } from './Icon.tsx';

export type ButtonTone = 'primary' | 'buy' | 'sell' | 'quiet' | 'ghost' | 'danger';

const TONES: Readonly<Record<ButtonTone, string>> = {
  primary: 'bg-act text-act-ink font-semibold hover:bg-act-bright disabled:bg-ink-3 disabled:text-haze',
  buy: 'bg-buy text-ink-0 font-semibold hover:brightness-110 disabled:bg-ink-3 disabled:text-haze',
  sell: 'bg-sell text-ink-0 font-semibold hover:brightness-110 disabled:bg-ink-3 disabled:text-haze',
  quiet: 'bg-ink-2 text-fog border border-line-strong hover:bg-ink-3 disabled:text-haze',
  ghost: 'text-mist hover:bg-ink-2 hover:text-fog disabled:text-haze',
  danger: 'text-sell border border-line-strong hover:border-sell hover:bg-ink-3 disabled:text-haze',
};

const SIZES = {
  sm: 'h-8 px-3 text-[0.8125rem] rounded-lg',
  md: 'h-10 px-4 text-sm rounded-[10px]',
  lg: 'h-12 px-5 text-[0.9375rem] rounded-xl',
} as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone;
  size?: keyof typeof SIZES;
  busy?: boolean;
}

export function Button({
  tone = 'quiet',
  size = 'md',
  busy = false,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy}
      disabled={rest.disabled === true || busy}
      className={`inline-flex items-center justify-center gap-2 whitespace-nowrap transition-colors disabled:cursor-not-allowed ${SIZES[size]} ${TONES[tone]} ${className}`}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}
