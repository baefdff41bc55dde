import classes from '../shared/leads.module.css';
import { TellMe } from './tell-me.tsx';
import { useMyInterest } from './use-interest.ts';

/** "Tell me when" of a channel. */
export function ChannelLeads({ slug }: { slug: string }) {
  const { interest, busy, isIn, tell } = useMyInterest(slug);
  return (
    <div className={classes.box} data-leads>
      <TellMe
        of="channel"
        slug={slug}
        interest={interest}
        isIn={isIn}
        busy={busy}
        tell={(wanted) => void tell(wanted)}
      />
    </div>
  );
}
