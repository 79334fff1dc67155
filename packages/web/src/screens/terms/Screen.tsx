/** Terms of service in plain words, unless the operator has set their own. */
import { useConfig } from '../../data/shell-queries.ts';
import { serviceFeeValues } from '../../show/ServiceFee.tsx';
import { Column } from '../../ui/Page.tsx';
import { msg, t } from '../../words.ts';
import { Words } from '../../ui/Words.tsx';

const TERMS = [
  [
    msg('What this is'),
    msg(
      'Rialto is software that lists orders people have signed, and helps to build and send Bitcoin transactions. Whoever runs it at this address is the operator. The operator is not your bank, broker or adviser.',
    ),
  ],
  [
    msg('Your keys, your actions'),
    msg(
      'Keys and coins stay in your wallet. Everything that moves value is a transaction or message you sign yourself, after the page shows what it does. Confirmed transactions can’t be reversed.',
    ),
  ],
  [
    msg('Tokens'),
    msg(
      'Bitcoin tokens exist by convention among indexers. They may disagree on edge cases, a token may become worthless, and two tokens may look alike. Check the deploy ID. A listing is not a recommendation.',
    ),
  ],
  [
    msg('Orders'),
    msg(
      'Anyone can take an open order. Removing the listing asks the operator to delete your signature; cancelling on-chain needs no one’s word. If another buyer is faster, you pay nothing.',
    ),
  ],
  [
    msg('Fees'),
    msg(
      'The network fee goes to miners. The buyer pays a service fee of {share} of the price, at least {least} sat for each purchase; free orders owe none, and sellers pay none. It is named before you sign, and is paid inside the same transaction. There are no others.',
    ),
  ],
  [
    msg('Who may use it'),
    msg(
      'Use it only where it is lawful for you and from places the operator serves. Do not use it for assets that are not yours.',
    ),
  ],
  [
    msg('Data we keep'),
    msg('Your address, orders and trades, and sessions until they end. Settings stay in your browser.'),
  ],
  [
    msg('No warranty'),
    msg(
      'The software is provided as is, without warranty of any kind. To the extent the law allows, no one is liable for losses from using it.',
    ),
  ],
] as const;

export function TermsScreen() {
  const own = useConfig().data?.terms ?? '';
  const fees = serviceFeeValues();
  return (
    <Column
      title={t('Terms of Service')}
      lead={
        own === '' ? undefined : (
          <Words
            of="The operator of this exchange has its own terms. {link}"
            parts={{
              link: (
                <a href={own} rel="noreferrer" className="text-amber underline underline-offset-4">
                  {t('View them')}
                </a>
              ),
            }}
          />
        )
      }
    >
      {own === '' ? (
        <dl className="space-y-6">
          {TERMS.map(([title, words]) => (
            <div key={title}>
              <dt className="font-semibold">{t(title)}</dt>
              <dd className="mt-1 text-[0.9375rem] leading-6 text-mist">{t(words, fees)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Column>
  );
}
