import { IconLanguage } from '@tabler/icons-react';
import { type Language, languages } from '#contract/shared/language-list.ts';
import { useTranslation } from '#web/platform/words.ts';
import { chooseLanguage } from '#web/platform/words-of-browser.ts';
import { NativePicker } from '#web/ui/native-picker.tsx';

/** Switches the words of the whole site without a reload; `onChosen` may tell the account. */
export function LanguagePicker({ onChosen }: { onChosen?: (language: Language) => void }) {
  const { t, language } = useTranslation('ui');
  const { t: say } = useTranslation('platform');
  const choose = async (value: string) => {
    await chooseLanguage(value as Language);
    onChosen?.(value as Language);
  };
  const choice = (value: Language) => ({ value, label: say(`language.${value}`) });
  return (
    <NativePicker
      label={t('language')}
      icon={<IconLanguage size={18} aria-hidden />}
      short={language.toUpperCase()}
      chosen={choice(language)}
      choices={() => languages.map(choice)}
      onChoose={(value) => void choose(value)}
    />
  );
}
