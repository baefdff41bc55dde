import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import classes from '../shared/leads.module.css';
import { MyPlaces } from './my-places.tsx';
import { TellMe } from './tell-me.tsx';
import { useMyLeads } from './use-interest.ts';

type Props = { slug: string; soldOut: boolean };

/** The lines in front of a product's sold-out sessions, and "tell me when". */
export function ProductLeads({ slug, soldOut }: Props) {
  const { t } = useTranslation('leads');
  const { leads, busy, isIn, tell, line } = useMyLeads(slug);
  const next = encodeURIComponent(`/products/${slug}`);
  return (
    <div className={classes.box} data-leads>
      {soldOut && !isIn && (
        <ActionLink to={`/login?next=${next}`} wide>
          {t('line.logIn')}
        </ActionLink>
      )}
      {leads && leads.places.length > 0 && (
        <MyPlaces slug={slug} places={leads.places} busy={busy} line={line} />
      )}
      <TellMe
        of="product"
        slug={slug}
        besideLine={soldOut}
        interest={leads?.interest ?? null}
        isIn={isIn}
        busy={busy}
        tell={(wanted) => void tell(wanted)}
      />
    </div>
  );
}
