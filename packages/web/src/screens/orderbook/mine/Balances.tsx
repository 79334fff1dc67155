/** What the address has of this token and of bitcoin, and the faucet of the private chain. */
import type { TokenBalance } from '@rialto/contract';
import type { Amount } from '@rialto/protocols';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Line } from '../../../show/Lines.tsx';
import { Money, Tokens } from '../../../show/Money.tsx';
import type { BookRules } from '../pair/books.ts';
import { unitsOf } from '../book/rows.ts';
import { bookWords } from '../pair/book-words.ts';
import { t } from '../../../words.ts';
import { Words } from '../../../ui/Words.tsx';

interface BalancesProps {
  readonly rules: BookRules;
  readonly tick: string;
  readonly balance: TokenBalance | undefined;
  readonly spendable: bigint | undefined;
  readonly pending: bigint;
  readonly faucet: { readonly busy: boolean; readonly onAsk: () => void } | undefined;
}

export function Balances({ rules, tick, balance, spendable, pending, faucet }: BalancesProps) {
  const wait = <Skeleton className="inline-block h-3.5 w-20 align-middle" />;
  return (
    <section aria-label={t('Your balances')} className="border-t border-line pt-3">
      <div className="mb-1.5 flex h-8 items-center justify-between">
        <h2 className="text-[0.8125rem] font-medium">{t('Your balances')}</h2>
        {faucet === undefined ? null : (
          <Button size="sm" busy={faucet.busy} onClick={faucet.onAsk} data-testid="faucet-button">
            <Icon name="drop" className="size-3.5" />
            {t('Faucet')}
          </Button>
        )}
      </div>
      <dl className="space-y-2">
        <Line name="BTC">
          <span data-testid="balance-btc">
            {spendable === undefined ? wait : <Money value={spendable} full />}
          </span>
          {pending > 0n ? (
            <span className="block text-xs text-haze">
              <Words of="+ {amount} waits for a block" parts={{ amount: <Money value={pending} /> }} />
            </span>
          ) : null}
        </Line>
        <Line name={t(bookWords(rules).rest, { tick })}>
          <span data-testid="balance-available">
            {balance === undefined ? wait : <Tokens units={unitsOf(balance.availableBalance)} />}
          </span>
        </Line>
        <Line name={t(bookWords(rules).lots, { tick })}>
          <span data-testid="balance-transferable">
            {balance === undefined ? wait : <Tokens units={readyOf(balance)} />}
          </span>
        </Line>
      </dl>
    </section>
  );
}

/** Of the lots what is not in an open order. */
function readyOf({ transferBalance, transferBalanceList }: TokenBalance): Amount {
  const listed = transferBalanceList.filter(({ orderId }) => orderId !== undefined);
  return listed.reduce<bigint>(
    (rest, { amount }) => rest - unitsOf(amount),
    unitsOf(transferBalance),
  ) as Amount;
}
