/** What one did on MVC through this exchange, by one's address there: public data, no session wanted. */
import { shortened } from '@rialto/market';
import { useMvcTransactions } from '../../data/mvc/mvc-queries.ts';
import { errorWords } from '../../error-words.ts';
import { useAccount, usesMetalet } from '../../flows/account/account.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import { useMvcWallet } from '../../flows/mvc/mvc-wallet.ts';
import { MvcRows } from '../../show/mvc/MvcRows.tsx';
import { Told } from '../../show/panels/Told.tsx';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Column, LINK, LINK_BUTTON } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Way } from '../../ui/Way.tsx';
import { Words } from '../../ui/Words.tsx';
import { t } from '../../words.ts';

export function MvcTransactionsScreen() {
  const { user } = useAccount();
  const { account, failed, again } = useMvcWallet(user);
  return (
    <Column
      title={t('My Txs on MVC')}
      lead={
        account === undefined ? undefined : (
          <Copyable text={account.address} shown={shortened(account.address)} label={t('Copy the address')} />
        )
      }
    >
      {user === undefined || !usesMetalet(user) ? (
        <Told
          testId="mvc-told"
          words={t('Only Metalet has an account on MVC. Connect it to see your transactions.')}
        >
          <Button tone="primary" size="lg" data-testid="mvc-connect" onClick={askToConnect}>
            {t('Connect Metalet')}
          </Button>
        </Told>
      ) : failed ? (
        <Told
          testId="mvc-told"
          words={t('Metalet isn’t sharing its account on MVC. Unlock it and try again.')}
        >
          <Button size="lg" onClick={again}>
            {t('Try again')}
          </Button>
        </Told>
      ) : (
        <>
          <List address={account?.address} />
          <p className="mt-4 px-1 text-xs leading-5 text-haze">
            <Words
              of="Bridge payments are listed on {bridge}."
              parts={{
                bridge: (
                  <Way href="/bridge" className={LINK} data-testid="mvc-to-bridge">
                    {t('the bridge page')}
                  </Way>
                ),
              }}
            />
          </p>
        </>
      )}
    </Column>
  );
}

function List({ address }: { address: string | undefined }) {
  const { data, error, refetch } = useMvcTransactions(address);
  if (data === undefined)
    return error === null ? (
      <div role="status" aria-label={t('Loading')}>
        <Skeleton className="h-40 w-full" />
      </div>
    ) : (
      <Told testId="mvc-told" words={errorWords(error)}>
        <Button size="lg" onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </Told>
    );
  if (data.list.length === 0)
    return (
      <Told testId="mvc-told" words={t('Nothing yet')}>
        <Way href="/mvcswap" className={`${LINK_BUTTON} max-sm:h-11`}>
          {t('Swap on MVC')}
        </Way>
      </Told>
    );
  return (
    <div className="panel px-4">
      <MvcRows rows={data.list} testId="mvc-transaction" />
    </div>
  );
}
