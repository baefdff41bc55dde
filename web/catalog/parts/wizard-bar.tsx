import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { useRootMark } from '#web/ui/use-root-mark.ts';
import classes from './wizard.module.css';
import { neighboursOf, type Section } from './wizard-sections.ts';

type Props = {
  at: Section;
  go: (section: Section) => void;
  /** Opens the preview; not while there is nothing to see. */
  preview: (() => void) | null;
  /** How the saving stands, while the product saves itself. */
  state?: ReactNode;
  /** The last step, from anywhere. */
  finish?: ReactNode;
};

/** From one screen to the next; in a draft also how its saving stands, always in sight. */
export function WizardBar({ at, go, preview, state, finish }: Props) {
  const { t } = useTranslation('catalog');
  const { before, after } = neighboursOf(at);
  useRootMark('data-foot-bar', Boolean(state));
  return (
    <div className={classes.bar} data-foot-bar={state ? true : undefined}>
      {state && <div className={classes.state}>{state}</div>}
      <div className={classes.steps}>
        {preview && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconEye size={18} aria-hidden />}
            onClick={preview}
          >
            {t('preview.open')}
          </Button>
        )}
        {before && (
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden />}
            onClick={() => go(before)}
          >
            {t('wizard.previous')}
          </Button>
        )}
        {after && (
          <Button
            variant="default"
            rightSection={<IconArrowRight size={18} aria-hidden />}
            onClick={() => go(after)}
          >
            {t('wizard.next', { section: t(`section.${after}`) })}
          </Button>
        )}
        {finish}
      </div>
    </div>
  );
}
