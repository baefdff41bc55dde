import { Link } from 'react-router';
import { useBrand } from '#web/platform/site-settings.ts';
import { useWayToOrganize } from '#web/platform/way-to-organize.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { BarSelectors } from './bar-selectors.tsx';
import classes from './site-footer.module.css';

export function SiteFooter() {
  const { t } = useTranslation('shells');
  const brand = useBrand();
  const toOrganize = useWayToOrganize();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div>
          <Logo brand={brand} />
          <p>{t('footer.tagline')}</p>
        </div>
        <nav aria-label={t('footer.links')} className={classes.links}>
          <Link to={toOrganize}>{t('footer.create')}</Link>
        </nav>
        <nav aria-label={t('footer.legalLinks')} className={classes.links}>
          <Link to="/aviso-legal">{t('footer.legal')}</Link>
          <Link to="/aviso-legal#tickets">{t('footer.terms')}</Link>
          <Link to="/aviso-legal#data">{t('footer.privacy')}</Link>
          <Link to="/aviso-legal#cookies">{t('footer.cookies')}</Link>
        </nav>
        <section aria-label={t('footer.display')} className={classes.display}>
          <BarSelectors />
          <SchemeToggle />
        </section>
      </div>
    </footer>
  );
}
