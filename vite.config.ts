import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { withoutSchemas, withPureDeclarations } from './web/platform/browser-contract.ts';
import { themeCss } from './web/platform/theme-css.ts';

/** `import 'virtual:theme.css'`: the theme's variables as a file that browsers keep. */
const themeStylesheet = (): Plugin => {
  const name = 'virtual:theme.css';
  return {
    name: 'theme-stylesheet',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? themeCss() : undefined),
  };
};

const browserContract = (): Plugin => ({
  name: 'browser-contract',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform(code, id) {
    if (!/\/contract\/([\w-]+\/)*[\w-]+\.ts$/.test(id)) return;
    const parse = (text: string) => this.parse(text);
    return { code: withPureDeclarations(withoutSchemas(code, parse), parse), map: null };
  },
  // Schemas cost every page 26 KB when one of them is kept: by a reader of the schema itself, or by
  // an `import()` of the contract that does not say which names it wants.
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      if (!chunk.moduleIds.some((id) => id.includes('/node_modules/zod/'))) continue;
      this.error(`${chunk.fileName} brings zod to browsers: something there uses a schema`);
    }
  },
});

const packings = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gz: (text: string) => promisify(gzip)(text, { level: 9 }),
};

/** Scripts and styles are compressed once, here, and sent as they lie. */
const compressedFiles = (): Plugin => ({
  name: 'compressed-files',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
    for (const file of files) {
      const text = file.type === 'chunk' ? file.code : file.source.toString();
      if (text.length < 1024) continue;
      for (const [ending, pack] of Object.entries(packings)) {
        await writeFile(join(dir, `${file.fileName}.${ending}`), await pack(text));
      }
    }
  },
});

/**
 * What every page needs, in one file: it packs a tenth smaller than in fifty small ones. These pull
 * what they lean on with them.
 */
const ground = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router)/',
    '@mantine/core/esm/core/MantineProvider/',
    '/web/platform/(?!(?:copy-text|places)\\.)[\\w.-]+$',
    '/web/shells/(document-frame|fault-screen|visitor|visitor-frame)\\.tsx$',
    '/web/ui/(breadcrumbs|card-grid|in-person|page-body|page-links|page-meta|picture|price|rail|skeletons|status-badge|table-query|when)\\.tsx?$',
    '/web/(media/shared/picture|catalog/parts/categories|catalog/shared/product-card|catalog/shared/product-status|channels/shared/classification)\\.tsx?$',
    // Files of three lines, which cost a request each.
    '@tabler/icons-react/dist/esm/icons/Icon(BrandX|Devices|Eye|Mail|Movie|PlayerPlayFilled|ReceiptRefund|Users)\\.',
  ].join('|'),
);

/** The menu that shares a page, which packs smaller in one file than in six. */
const share =
  /web\/ui\/(share-button|share-ways|use-copied)\.|web\/platform\/copy-text\.|icons\/Icon(BrandFacebook|BrandWhatsapp|Link|Share)\./;

export default defineConfig({
  plugins: process.env.VITEST
    ? []
    : [themeStylesheet(), browserContract(), reactRouter(), compressedFiles()],
  publicDir: 'web/public',
  // Bundled into the server build: thousands of small files would make every start slow.
  ssr: { noExternal: [/^@mantine\//, /^@tabler\//, /^@floating-ui\//, /^@fontsource/] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    sourcemap: process.env.MAPS === 'on',
    // Of thousands of icons and pieces that could be imported, only those that are get compiled.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'ground', test: ground },
                { name: 'share', test: share },
              ],
            },
          },
        },
      },
    },
  },
  server: { watch: { ignored: ['**/data/**', '**/build/**'] } },
});
