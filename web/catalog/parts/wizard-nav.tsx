import {
  IconAlertCircle,
  IconChevronDown,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { OwnProduct, ProductType } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useForm } from '#web/ui/form-context.ts';
import { useFormState } from '#web/ui/save-bar.tsx';
import { useRootMark } from '#web/ui/use-root-mark.ts';
import type { ProductValues } from './product-form.ts';
import classes from './wizard.module.css';
import { type Section, type SectionStatus, sectionsFor, statusOf } from './wizard-sections.ts';

type Props = {
  type: ProductType;
  product: OwnProduct | null;
  blank: ProductValues;
  at: Section;
  go: (section: Section) => void;
};

const icons: Record<SectionStatus, typeof IconCircle> = {
  wrong: IconAlertCircle,
  missing: IconCircleDashed,
  filled: IconCircleCheckFilled,
  optional: IconCircle,
};

/** All sections, each with how it stands; on a phone one line that opens into the list. */
export function WizardNav({ type, product, blank, at, go }: Props) {
  const { t } = useTranslation('catalog');
  const { store } = useForm();
  const { missing } = useFormState(store);
  const { search } = useLocation();
  const [open, setOpen] = useState(false);
  useRootMark('data-parts');
  useRootMark('data-menu', open);
  const values = store.values() as unknown as ProductValues;
  const wrong = Object.keys(store.errors());
  const status = (section: Section) => statusOf(section, { type, product, values, blank, wrong });
  // A required field that is touched and empty is wrong on the screen before any server says so.
  const shown = sectionsFor(type);
  const number = shown.indexOf(at) + 1;
  return (
    <nav
      className={classes.nav}
      aria-label={t('wizard.sections')}
      data-missing={missing.length || undefined}
    >
      <button
        type="button"
        className={classes.opener}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span>
          <span className={classes.count}>
            {t('wizard.place', { number, total: shown.length })}
          </span>{' '}
          {t(`section.${at}`)}
        </span>
        <IconChevronDown size={20} className={classes.turn} aria-hidden />
      </button>
      <ol className={classes.list} data-open={open || undefined}>
        {shown.map((section) => {
          const stands = status(section);
          const Icon = icons[stands];
          return (
            <li key={section} data-first={section === 'info' || section === 'offer' || undefined}>
              {section === 'info' && <span className={classes.part}>{t('wizard.needed')}</span>}
              {section === 'offer' && <span className={classes.part}>{t('wizard.optional')}</span>}
              <Link
                to={{ search, hash: section }}
                preventScrollReset
                aria-current={section === at ? 'step' : undefined}
                data-status={stands}
                onClick={(event) => {
                  event.preventDefault();
                  setOpen(false);
                  go(section);
                }}
              >
                <Icon size={18} className={classes.mark} aria-hidden />
                {t(`section.${section}`)}
                {stands !== 'optional' && (
                  <span className="said">, {t(`wizard.status.${stands}`)}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
