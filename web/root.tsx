import '#web/ui/styles.css';
import 'virtual:theme.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useContext, useMemo } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { currenciesContract } from '#contract/currencies.ts';
import { house } from '#contract/shared/brand.ts';
import { siteConfigDefaults, siteContract } from '#contract/site.ts';
import { brandCss } from '#web/platform/brand-css.ts';
import { pageContext } from '#web/platform/load-context.ts';
import { NonceContext } from '#web/platform/nonce.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { firstScript, useScheme } from '#web/platform/scheme.ts';
import { type RootData, useBrand } from '#web/platform/site-settings.ts';
import { themeWith } from '#web/platform/theme.ts';
import { useTranslation } from '#web/platform/words.ts';
import { WordsBlock } from '#web/platform/words-block.tsx';
import { DocumentFrame } from '#web/shells/document-frame.tsx';
import { FaultScreen } from '#web/shells/fault-screen.tsx';
import bricolageLatin from '#web/ui/fonts/bricolage-grotesque.woff2?url';
import interLatin from '#web/ui/fonts/inter.woff2?url';

export const links = () => [
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  ...[interLatin, bricolageLatin].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
];

/** A site whose settings cannot be read still shows its pages, with the defaults. */
export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const { language, publicUrl, brand } = context.get(pageContext);
  const api = publicApi(context);
  const config = await api(siteContract.getConfig).catch(() => siteConfigDefaults);
  const currencies = config.currencies
    ? await api(currenciesContract.getCurrencies).catch(() => null)
    : null;
  return { config, language, publicUrl, brand, currencies };
}

/** The settings change only by somebody saving something. */
export const shouldRevalidate = ({
  formMethod,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) => formMethod !== undefined || currentUrl.href === nextUrl.href;

export const meta = ({ loaderData }: { loaderData?: RootData }) => [
  { title: loaderData?.brand.name ?? house.name },
];

/**
 * The scheme stands on the page as it is rendered. Mantine would write it there, too, when the page
 * comes to life: first its own, light, then ours, and every colour on the way there and back.
 */
const nobody = () => undefined;

export function Layout({ children }: { children: ReactNode }) {
  const { language } = useTranslation('shells');
  const nonce = useContext(NonceContext);
  const scheme = useScheme();
  const { logo, look } = useBrand();
  const theme = useMemo(() => themeWith(look?.shades), [look]);
  return (
    <html lang={language} data-mantine-color-scheme={scheme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={scheme === 'dark' ? '#131215' : '#ffffff'} />
        <link rel="manifest" href={`/site.webmanifest?lang=${language}`} />
        <Meta />
        <Links />
        <link rel="icon" href={logo ?? (look ? '/brand/icon.svg' : '/favicon.svg')} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: colours that the server computed */}
        {look && <style dangerouslySetInnerHTML={{ __html: brandCss(look) }} />}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
          dangerouslySetInnerHTML={{ __html: firstScript }}
        />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          forceColorScheme={scheme}
          getRootElement={nobody}
          withCssVariables={false}
          withGlobalClasses={false}
          deduplicateInlineStyles
        >
          <DocumentFrame>{children}</DocumentFrame>
        </MantineProvider>
        <WordsBlock />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Document() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <FaultScreen error={error} />;
}

export function HydrateFallback() {
  return null;
}
