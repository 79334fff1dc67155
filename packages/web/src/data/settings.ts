/** Settings of this browser: units, prices, and the fee plan (product §3, §4, §9). */
import { createStore, useStore } from '../store.ts';
import { recallText, rememberText } from '../memory.ts';
import { msg } from '../words.ts';

interface Settings {
  readonly btcUnit: boolean;
  readonly fiatPrice: boolean;
  readonly simplifyPrice: boolean;
}

export const PLAN_TITLES = ['Eco', 'Slow', 'Avg', 'Fast', 'Custom'] as const;
export type PlanTitle = (typeof PLAN_TITLES)[number];

/** Messages, for `t`. */
export const PLAN_NAMES: Readonly<Record<PlanTitle, string>> = {
  Eco: msg('Eco'),
  Slow: msg('Slow'),
  Avg: msg('Avg'),
  Fast: msg('Fast'),
  Custom: msg('Custom'),
};

export interface PlanChoice {
  readonly title: PlanTitle;
  /** As typed; checked when it is used. */
  readonly custom: string;
}

const KEYS = {
  btcUnit: 'use-btc-unit',
  fiatPrice: 'show-fiat-price',
  simplifyPrice: 'simplify-price',
  plan: 'selectedFeebPlanTitle',
  custom: 'customFeeb',
} as const;

const settings = createStore<Settings>({
  btcUnit: recallText(KEYS.btcUnit) !== 'false',
  fiatPrice: recallText(KEYS.fiatPrice) !== 'false',
  simplifyPrice: recallText(KEYS.simplifyPrice) !== 'false',
});

const plan = createStore<PlanChoice>({ title: storedTitle(), custom: recallText(KEYS.custom) ?? '2' });

function storedTitle(): PlanTitle {
  const stored = recallText(KEYS.plan);
  return PLAN_TITLES.find((title) => title === stored) ?? 'Avg';
}

export function useSettings(): Settings {
  return useStore(settings);
}

export function setSetting(key: keyof Settings, on: boolean): void {
  settings.update((now) => ({ ...now, [key]: on }));
  rememberText(KEYS[key], String(on));
}

export function usePlanChoice(): PlanChoice {
  return useStore(plan);
}

export function choosePlan(title: PlanTitle): void {
  plan.update((now) => ({ ...now, title }));
  rememberText(KEYS.plan, title);
}

/** A custom rate: ignored if not a number, otherwise stored as typed (rules §17). Without a digit yet it is shown, and not stored. */
export function typeCustomRate(text: string): void {
  if (!/^[0-9]*\.?[0-9]*$/.test(text)) return;
  plan.update((now) => ({ ...now, custom: text }));
  if (/[0-9]/.test(text)) rememberText(KEYS.custom, text);
}
