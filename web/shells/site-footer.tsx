import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { BarSelectors } from './bar-selectors.tsx';
import classes from './site-footer.module.css';

export function SiteFooter() {
  const { t } = useTranslation('shells');
  const { t: say } = useTranslation('platform');
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div>
          <Logo name={say('brand')} />
          <p>{t('footer.tagline')}</p>
        </div>
        <nav aria-label={t('footer.links')} className={classes.links}>
          <Link to="/logup?as=organizer">{t('footer.create')}</Link>
          <Link to="/aviso-legal">{t('footer.legal')}</Link>
        </nav>
        <section aria-label={t('footer.display')} className={classes.display}>
          <BarSelectors />
          <SchemeToggle />
        </section>
      </div>
    </footer>
  );
}
