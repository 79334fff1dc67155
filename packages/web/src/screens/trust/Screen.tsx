/** What the operator could do and could not do, and what of it would be found (trading §10; decisions 0028, 0029, 0033). */
import { Link } from '@tanstack/react-router';
import { Column, LINK } from '../../ui/Page.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { RescueLink } from '../../show/locks/RescueLink.tsx';
import { msg, t } from '../../words.ts';

const SENTENCES = [
  [
    msg('Could take, but not unseen'),
    msg(
      'Until the coin of a lock is spent, the operator’s signer together with your stored pre-signature could take the money of an open standing bid; the spend would stand on the chain, and the lock carries the hash of your ticket, so anyone can prove it.',
    ),
  ],
  [
    msg('Could keep, and nobody would see'),
    msg(
      'It could keep a signature it says it deleted, and fill an order you removed or edited after all, on exactly the terms you signed; only cancelling on-chain rules that out.',
    ),
  ],
  [
    msg('Could be unfair, and nobody would see'),
    msg(
      'It could hide an order, answer late, refuse to sign, or let one trader go before another; it can’t change a price or an amount you signed.',
    ),
  ],
  [
    msg('Could take from a pool on MVC'),
    msg(
      'A pool on MVC is held by one key of the operator. Whoever has it can take the pool’s coins, and nothing signed brings deposits home. Your own SPACE and tokens there move with your signature alone.',
    ),
  ],
  [
    msg('Could keep what is locked in the bridge'),
    msg(
      'The coins behind wrapped tokens are held by the operator, with one key or with several that all have to sign: the page of the bridge says which. The wrapped tokens that are not out are held by one key. Whoever has these keys can take both. The reserves show that the coins exist; nothing on either chain forces them to be paid. Nobody can change whom a payment names.',
    ),
  ],
  [
    msg('Could show you other addresses of the bridge'),
    msg(
      'The bridge’s addresses come from the exchange. Your browser keeps those it sees first and pays others only once you have confirmed them in words. On a first visit, in another browser or after its storage was cleared nothing tells false ones from true ones: compare them with what the operator publishes elsewhere.',
    ),
  ],
  [
    msg('Could keep back rewards'),
    msg(
      'The pot of a campaign is held by one key of the operator, who can empty it or stop claims. What you earned stands in published tables that anyone can compute again; nothing on the chain forces it to be paid.',
    ),
  ],
  [
    msg('Could not do at all'),
    msg(
      'It could not spend a coin you did not sign for, let a protected lot leave for less than its price, or keep a lock: after its blocks each is yours alone, with the rescue file and without the exchange.',
    ),
  ],
] as const;

const COMMANDS = [
  [
    'npm run audit -- rialto-rescue.json',
    msg('finds every spend of your locks and judges it by your tickets'),
  ],
  ['npm run effects -- proof.json', msg('checks a proof the audit printed, without a server')],
  [
    'npm run reserves -- URL',
    msg('counts the coins of the bridge with two nodes of your own, and adds them up'),
  ],
] as const;

export function TrustScreen() {
  return (
    <Column
      title={t('What the operator could do')}
      lead={t(
        'Coins stay in your wallet, in locks you share with the exchange, or in pools if you provide liquidity.',
      )}
    >
      <dl className="space-y-6" data-testid="trust">
        {SENTENCES.map(([title, words]) => (
          <div key={title}>
            <dt className="font-semibold">{t(title)}</dt>
            <dd className="mt-1 text-[0.9375rem] leading-6 text-mist">{t(words)}</dd>
          </div>
        ))}
      </dl>
      <section className="mt-10 border-t border-line pt-8">
        <h2 className="font-semibold">{t('Check it yourself')}</h2>
        <p className="mt-1 text-[0.9375rem] leading-6 text-mist">
          {t(
            'With the published source, a full node of your own (txindex=1) and the index it builds from it. Your rescue file names the locks; nobody has to be asked.',
          )}
        </p>
        <dl className="mt-4 space-y-3" data-testid="trust-commands">
          {COMMANDS.map(([line, words]) => (
            <div key={line} className="rounded-xl border border-line bg-ink-1 px-4 py-3">
              <dt className="num text-[0.8125rem] [overflow-wrap:anywhere]">
                <Copyable text={line} shown={line} label={t('Copy the command')} />
              </dt>
              <dd className="mt-1 text-[0.8125rem] leading-5 text-haze">{t(words)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-[0.8125rem] leading-6 text-haze">
          <Link to="/recover" className={LINK}>
            {t('Recover')}
          </Link>{' '}
          · <RescueLink /> ·{' '}
          <Link to="/terms" className={LINK}>
            {t('Terms')}
          </Link>
        </p>
      </section>
    </Column>
  );
}
