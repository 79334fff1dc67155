/** What each act makes of the trade form. Pure. */
import { MAX_LOTS, MAX_RUNGS } from '@rialto/contract';
import type { Field, Form, Kind, Means, PriceMode, Side } from './form.ts';

/** A row of the book that was clicked. */
export interface Picked {
  /** Of its orders that can be bought. */
  readonly ids: readonly string[];
  /** Sat per token, and tokens, as decimal text. */
  readonly price: string;
  readonly amount: string;
}

export type FormAct =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'kind'; readonly kind: Kind }
  | { readonly type: 'means'; readonly means: Means }
  | { readonly type: 'pick'; readonly picked: Picked }
  | { readonly type: 'set'; readonly to: Partial<Pick<Form, 'ladder' | 'rest' | 'sellMeans'>> }
  | { readonly type: 'sell-into'; readonly ids: readonly string[] }
  | { readonly type: 'leave-out'; readonly id: string }
  | { readonly type: 'choose'; readonly ids: readonly string[] }
  | { readonly type: 'lot'; readonly outpoint: string }
  /** A lot of the wanted size is there: it is the one to sell. */
  | { readonly type: 'made'; readonly outpoint: string }
  | { readonly type: 'price-mode'; readonly mode: PriceMode }
  | { readonly type: 'enter'; readonly field: Field; readonly text: string }
  | { readonly type: 'free'; readonly on: boolean }
  | { readonly type: 'protect'; readonly on: boolean }
  | { readonly type: 'high-fee'; readonly agreed: boolean }
  | { readonly type: 'far-over'; readonly agreed: number | undefined }
  /** An act went through: what was entered for it is over. */
  | { readonly type: 'done'; readonly act: Side };

/** These leave what is to be bought as it is; every other act makes a consent to its price void. */
const KEEPS: readonly FormAct['type'][] = [
  'far-over',
  'high-fee',
  'free',
  'protect',
  'lot',
  'made',
  'price-mode',
  'side',
  'sell-into',
  'set',
];

export function reduce(form: Form, act: FormAct): Form {
  const next = reduced(form, act);
  return next.farOver === undefined || KEEPS.includes(act.type) ? next : { ...next, farOver: undefined };
}

function reduced(form: Form, act: FormAct): Form {
  switch (act.type) {
    case 'pick':
      return picked(form, act.picked);
    case 'choose':
      // Choosing nothing is no intent to buy: whoever sells goes on selling.
      return act.ids.length === 0 ? { ...form, chosen: [] } : buyingLots(form, act.ids.slice(0, MAX_LOTS));
    case 'lot':
      return lotsChanged(form, act.outpoint);
    case 'made': {
      const chosen = form.lots.includes(act.outpoint) ? form : lotsChanged(form, act.outpoint);
      return { ...chosen, make: '', made: form.made + 1 };
    }
    case 'sell-into':
      return sellingInto(form, act.ids);
    case 'done':
      return done(form, act.act);
    default:
      return { ...form, ...changed(form, act) };
  }
}

type Change = Exclude<FormAct, { readonly type: 'pick' | 'choose' | 'lot' | 'made' | 'done' | 'sell-into' }>;

/** The parts of the form that an act of one field changes. */
function changed(form: Form, act: Change): Partial<Form> {
  switch (act.type) {
    case 'side':
      return { side: act.side };
    case 'kind':
      return { kinds: { ...form.kinds, [form.side]: act.kind } };
    case 'means':
      return { means: act.means };
    case 'set':
      return act.to;
    case 'leave-out':
      return { chosen: form.chosen.filter((id) => id !== act.id) };
    case 'price-mode':
      return act.mode === form.priceMode ? {} : { priceMode: act.mode, price: '' };
    case 'enter':
      return { [act.field]: act.text };
    default:
      return switched(form, act);
  }
}

type Switch = Extract<Change, { readonly type: 'free' | 'protect' | 'high-fee' | 'far-over' }>;

/** What is on or off. */
function switched(form: Form, act: Switch): Partial<Form> {
  switch (act.type) {
    case 'free':
      return { free: act.on };
    case 'protect':
      return { protect: act.on, ...(act.on ? { lots: form.lots.slice(0, 1) } : {}) };
    case 'high-fee':
      return { highFee: act.agreed };
    case 'far-over':
      return { farOver: act.agreed };
  }
}

function buyingLots(form: Form, chosen: readonly string[]): Form {
  return { ...form, side: 'buy', kinds: { ...form.kinds, buy: 'market' }, means: 'lots', chosen };
}

/** A click in the book fills the form that is open. */
function picked(form: Form, { ids, price, amount }: Picked): Form {
  if (form.side === 'sell') return { ...form, priceMode: 'unit', price };
  if (form.kinds.buy === 'limit')
    return { ...form, limitPrice: price, limitAmount: form.limitAmount === '' ? amount : form.limitAmount };
  return buyingLots(form, toggled(form.chosen, ids).slice(0, MAX_LOTS));
}

/** All of them in, or out again where all of them were. */
function toggled(chosen: readonly string[], ids: readonly string[]): readonly string[] {
  const rest = chosen.filter((id) => !ids.includes(id));
  return ids.length > 0 && chosen.length - rest.length === ids.length ? rest : [...rest, ...ids];
}

/** A click on a bid sells into it, whichever form is open: it can be nothing else. */
function sellingInto(form: Form, ids: readonly string[]): Form {
  const bids = toggled(form.bids, ids).slice(0, MAX_RUNGS);
  return { ...form, side: 'sell', kinds: { ...form.kinds, sell: 'market' }, sellMeans: 'bids', bids };
}

/** Several lots are priced by the token: a price in all would not say whose. */
function lotsChanged(form: Form, outpoint: string): Form {
  const isChosen = form.lots.includes(outpoint);
  if (!isChosen && form.lots.length >= MAX_LOTS) return form;
  const lots = isChosen ? form.lots.filter((one) => one !== outpoint) : [...form.lots, outpoint];
  return lots.length > 1 && form.priceMode === 'total'
    ? { ...form, lots, priceMode: 'unit', price: '' }
    : { ...form, lots };
}

function done(form: Form, side: Side): Form {
  return side === 'sell'
    ? { ...form, lots: [], price: '', free: false, protect: false, bids: [], sellAmount: '', highFee: false }
    : {
        ...form,
        ...EMPTY_BUY,
        ...resting(form.rest),
      };
}

function resting([first, ...ladder]: Form['rest']): Partial<Form> {
  return first === undefined ? {} : { limitPrice: first.price, limitAmount: first.amount, ladder };
}

const EMPTY_BUY = {
  chosen: [],
  amount: '',
  budget: '',
  limitPrice: '',
  limitAmount: '',
  ladder: [],
  rest: [],
  highFee: false,
} as const satisfies Partial<Form>;
