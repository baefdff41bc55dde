import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import classes from './desk.module.css';

export const sections = ['webhooks', 'keys', 'widget'] as const;
export type Section = (typeof sections)[number];

/** The section that an address names; the first when it names none. */
export const sectionIn = (request: Request): Section => {
  const asked = new URL(request.url).searchParams.get('section');
  return sections.find((section) => section === asked) ?? 'webhooks';
};

/** The ways to work with us, each at an address of its own. */
export function SectionTabs({ section }: { section: Section }) {
  const { t } = useTranslation('integrations');
  return (
    <nav aria-label={t('title')}>
      <ul className={classes.tabs}>
        {sections.map((one) => (
          <li key={one}>
            <Link to={`?section=${one}`} aria-current={one === section ? 'page' : undefined}>
              {t(`section.${one}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
