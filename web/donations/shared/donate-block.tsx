import { useEffect, useState } from 'react';
import type { DonationOffer } from '#contract/donations.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import classes from './donate-block.module.css';

type Props = { slug: string; title: string };

/** On the page of a channel, where its artist lets people give. The page itself is the same for all. */
export function DonateBlock({ slug, title }: Props) {
  const { t } = useTranslation('donations');
  const offer = useOffer(slug);
  if (!offer) return null;
  return (
    <aside className={classes.block} aria-label={t('block.title', { channel: title })}>
      <div>
        <h2>{t('block.title', { channel: title })}</h2>
        <p>{offer.text || t('give.donationText')}</p>
      </div>
      <ActionLink to={`/channels/${slug}/donate`}>{t('block.button')}</ActionLink>
    </aside>
  );
}

function useOffer(slug: string): DonationOffer | null {
  const [offer, setOffer] = useState<DonationOffer | null>(null);
  useEffect(() => {
    let current = true;
    ask(slug).then(
      (found) => current && setOffer(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [slug]);
  return offer;
}

/** The contract and the way to the server come with the question: the page is light without. */
async function ask(slug: string): Promise<DonationOffer | null> {
  const { donationsContract } = await import('#contract/donations.ts');
  const { api } = await import('#web/platform/api.ts');
  return (await api(donationsContract.getChannelGiving, { params: { slug } })).donation;
}
