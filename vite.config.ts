import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: process.env.VITEST ? [] : [reactRouter()],
  // Bundled into the server build: thousands of small files would make every start slow.
  ssr: { noExternal: [/^@mantine\//, /^@tabler\//, /^@floating-ui\//, /^@fontsource/] },
  build: {
    sourcemap: !!process.env.MAPS,
    rolldownOptions: {
      // Schemas that a page does not use must not bring the whole of zod with them.
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
    },
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
  server: { watch: { ignored: ['**/data/**', '**/build/**'] } },
});
