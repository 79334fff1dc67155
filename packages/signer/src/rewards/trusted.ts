/** The campaigns that the operator of this signer has put into its folder: it pays for no other, and each is read anew whenever it is asked for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFile } from '@rialto/contract';
import { requirePossible } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { Refusal } from '@rialto/refusals';

export interface Trusted {
  /** @throws Refusal campaign-unknown, campaign-impossible for a file that is no campaign */
  campaign(id: string): Campaign;
  /** A file `STOP-campaign-<id>` in the signer's folder stops the claims of one campaign. */
  isPaused(id: string): boolean;
  /**
   * A file `REFUND-campaign-<id>`: what unpaid rows do not ask for may go back before they can no longer be claimed. A number in it says
   * how many epochs a stopped campaign has. Undefined without the file.
   * @throws Refusal campaign-impossible for a file with anything else in it
   */
  refundTerms(id: string): { readonly epochs: number } | undefined;
  /** A file `ACCEPT-campaign-<id>-<epoch>` says that its operator made a table again after its blocks were undone, and still pays it. */
  isAccepted(id: string, epoch: number): boolean;
}

export function openTrusted(directory: string): Trusted {
  return {
    // A name has small letters, digits and dashes alone (`CampaignId`): it leads nowhere else.
    campaign: (id) => {
      const path = join(directory, 'campaigns', `${id}.json`);
      if (!existsSync(path)) throw new Refusal('campaign-unknown', id);
      const campaign = read(path, id);
      if (campaign.id !== id) throw new Refusal('campaign-impossible', `the file is of ${campaign.id}`);
      requirePossible(campaign);
      return campaign;
    },
    isPaused: (id) => existsSync(join(directory, `STOP-campaign-${id}`)),
    refundTerms: (id) => {
      const path = join(directory, `REFUND-campaign-${id}`);
      if (!existsSync(path)) return undefined;
      const text = readFileSync(path, 'utf8').trim();
      if (!/^[0-9]{0,7}$/.test(text))
        throw new Refusal('campaign-impossible', `REFUND-campaign-${id} holds no number of epochs`);
      return { epochs: text === '' ? Infinity : Number(text) };
    },
    isAccepted: (id, epoch) => existsSync(join(directory, `ACCEPT-campaign-${id}-${epoch}`)),
  };
}

function read(path: string, id: string): Campaign {
  try {
    return CampaignFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new Refusal('campaign-impossible', `the file of ${id} is not a campaign’s`);
  }
}
