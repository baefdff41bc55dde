import { Anchor, Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { RequiredMark } from '#web/ui/required-mark.tsx';
import { Sentence } from '#web/ui/sentence.tsx';

type Props = { checked: boolean; set: (on: boolean) => void; error?: string | undefined };

/** The terms of sale, without which nothing is sold. */
export function Terms({ checked, set, error }: Props) {
  const { t } = useTranslation('sales');
  return (
    <Checkbox
      name="acceptTerms"
      checked={checked}
      onChange={(event) => set(event.currentTarget.checked)}
      error={error}
      required
      label={
        <>
          <Sentence
            text={t('checkout.terms')}
            parts={{
              link: (text) => (
                <Anchor component={Link} to="/aviso-legal" target="_blank" inherit>
                  {text}
                </Anchor>
              ),
            }}
          />
          <RequiredMark />
        </>
      }
    />
  );
}
