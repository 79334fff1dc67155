/** The page of a live bidder: it beats while it is open, and asks for the signature when a seller answers. */
import { useEffect, useState } from 'react';
import type { Network } from '@rialto/protocols';
import type { Credential } from '../../../data/calls/credentials.ts';
import type { User } from '../../../flows/account/account.ts';
import { answerTold, feedHeard } from '../../../flows/live/answer-told.ts';
import { beat, waitingAnswers } from '../../../flows/live/live-acts.ts';
import type { Waiting } from '../../../flows/live/live-acts.ts';
import { ownLiveBid, useOwnLiveBids } from '../../../flows/live/own-live-bids.ts';
import { Asked, AskedAside } from './Asked.tsx';

/** Until the exchange has said how long a bid is listed. */
const FIRST_BEAT_MS = 3_000;
/** A bid is in the book for so many beats that are lost. */
const BEATS_LISTED = 3;

interface DeskProps {
  readonly user: User;
  readonly session: Credential;
  readonly network: Network;
}

export function LiveDesk({ user, session, network }: DeskProps) {
  const bids = useOwnLiveBids(user.address);
  const waiting = useWaiting(session, network, bids.length > 0);
  const [done, setDone] = useState<readonly string[]>([]);
  const [aside, setAside] = useState('');
  const [next] = waiting.filter(({ answerId, orderId }) => !done.includes(answerId) && ownLiveBid(orderId));
  if (next === undefined) return null;
  const { answerId } = next;
  const props = { answer: next, user, session, network };
  if (aside === answerId) return <AskedAside answer={next} onOpen={() => setAside('')} />;
  return (
    <Asked
      key={answerId}
      {...props}
      onOver={() => setDone((all) => [...all, answerId])}
      onAside={() => setAside(answerId)}
    />
  );
}

/** Beats, and what waits for a signature: asked again at once when the feed tells of an answer. */
function useWaiting(session: Credential, network: Network, isBidding: boolean): readonly Waiting[] {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [everyMs, setEveryMs] = useState(FIRST_BEAT_MS);
  useEffect(() => {
    if (!isBidding) return;
    let isGone = false;
    let lookedAt = 0;
    const look = async (): Promise<void> => {
      lookedAt = Date.now();
      const { waiting: count, listedFor } = await beat(session, network);
      const found = count === 0 ? [] : await waitingAnswers(session, network);
      if (isGone) return;
      setEveryMs((listedFor * 1000) / BEATS_LISTED);
      // One that is on the screen stays as it was read.
      setWaiting((before) => found.map((one) => before.find(isThe(one)) ?? one));
    };
    // A beat that is lost is followed by the next; the exchange says who is there.
    const lookQuietly = (): void => void look().catch(() => undefined);
    lookQuietly();
    const timer = setInterval(lookQuietly, everyMs);
    const stopHearing = answerTold.subscribe(lookQuietly);
    // A hidden page's own clock may stand still for a minute; what the exchange sends comes all the same.
    const stopFeeling = feedHeard.subscribe(() => {
      if (Date.now() - lookedAt > everyMs) lookQuietly();
    });
    return () => {
      isGone = true;
      clearInterval(timer);
      stopHearing();
      stopFeeling();
    };
  }, [session, network, isBidding, everyMs]);
  return isBidding ? waiting : NONE;
}

const NONE: readonly Waiting[] = [];
const isThe =
  ({ answerId }: Waiting) =>
  (other: Waiting): boolean =>
    other.answerId === answerId;
