import { config } from '../config.ts';

/**
 * What programs are told of a letter: its language, that nobody sits behind it (RFC 3834), and, where
 * its reader may end such letters, the address that does so by one click (RFC 8058).
 */
export function headersOf(letter: { language: string; stopPath: string }): Record<string, string> {
  return {
    'Content-Language': letter.language,
    'Auto-Submitted': 'auto-generated',
    ...(letter.stopPath
      ? {
          'List-Unsubscribe': `<${config().PUBLIC_URL}${letter.stopPath}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {}),
  };
}
