/** A screen that has its place and is not open yet. */
import { Link, useMatches } from '@tanstack/react-router';
import { useAccount, usesMetalet } from '../../flows/account/account.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import { Button } from '../../ui/Button.tsx';
import { LINK_BUTTON, Sentence } from '../../ui/Page.tsx';
import { msg, t } from '../../words.ts';

export function NotOpenScreen() {
  const facts = useMatches().at(-1)?.staticData;
  const { user } = useAccount();
  const metaletOnly = facts?.metaletOnly === true;
  const other = metaletOnly && user !== undefined && !usesMetalet(user);
  return (
    <Sentence
      title={t('{page} is not open yet', { page: t(facts?.title ?? msg('This page')) })}
      testId="not-open"
      act={
        <div className="flex flex-wrap justify-center gap-3">
          {other ? <Button onClick={askToConnect}>{t('Connect Metalet')}</Button> : null}
          <Link to="/" className={LINK_BUTTON}>
            {t('To the order book')}
          </Link>
        </div>
      }
    >
      {metaletOnly ? <p>{t('It will work with Metalet only.')} </p> : null}
      <p>{t('The order books of BRC-20, MRC-20 and ID-Coins are open.')}</p>
    </Sentence>
  );
}
