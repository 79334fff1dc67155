/** What an act with money needs of the frame is fetched before it is wanted. */
import { wantSoon } from '../../data/soon.ts';
import { fetchUserParts } from './account/user-parts.ts';

wantSoon(
  () => import('./frame/Dialogs.tsx'),
  () => import('./account/ConnectDialog.tsx'),
  () => import('../../flows/account/connect.ts'),
  () => import('../../flows/account/login.ts'),
  fetchUserParts,
  () => import('./tray/TrayNews.tsx'),
  () => import('./tray/ProgressPanel.tsx'),
  () => import('./own/OwnDialog.tsx'),
  () => import('../../flows/own/own-review.ts'),
  () => import('../../flows/own/own-leftover.ts'),
);
