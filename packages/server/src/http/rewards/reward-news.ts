/** What an address earned lately: read from the rows of closed epochs, each of them once. */
import type { Books } from '../../orders/books.ts';
import type { Queries } from '../../store/database.ts';
import type { News } from '../../store/notification-store.ts';
import { allCampaigns } from '../../store/rewards/campaign-store.ts';
import { earnedLately } from '../../store/rewards/own-rows.ts';
import { namedAsset } from './named-asset.ts';

export async function rewardNews(db: Queries, books: Books, address: string): Promise<News[]> {
  const rows = await earnedLately(db, address);
  if (rows.length === 0) return [];
  const campaigns = new Map((await allCampaigns(db)).map(({ campaign }) => [campaign.id, campaign]));
  const news = rows.map(async ({ campaign: id, amount, at }): Promise<News[]> => {
    const campaign = campaigns.get(id);
    if (campaign === undefined) return [];
    const { tick, coinDecimalNum: decimals } = await namedAsset(books, campaign.pays);
    const told = { event: 'earned', campaign: campaign.title, txid: '', reason: '' } as const;
    return [{ ...told, tick, decimals, coinAmount: amount, sats: 0n, at }];
  });
  return (await Promise.all(news)).flat();
}
