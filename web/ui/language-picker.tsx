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
  return (
    <NativePicker
      label={t('language')}
      icon={<IconLanguage size={18} aria-hidden />}
      short={language.toUpperCase()}
      value={language}
      choices={languages.map((one) => ({ value: one, label: say(`language.${one}`) }))}
      onChoose={(value) => void choose(value)}
    />
  );
}
