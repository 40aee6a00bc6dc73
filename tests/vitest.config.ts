// Unit tests of the TypeScript. Libraries of the page (lit, d3) are found in web/node_modules, never here.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  resolve: {
    alias: [
      { find: '@wasm', replacement: here('../build/wasm') },
      { find: /^(lit|katex|markdown-it|markdown-it-cjk-friendly|@mdit\/plugin-tex)(\/.*)?$/, replacement: here('../web/node_modules') + '/$1$2' },
    ],
  },
  server: { fs: { allow: [here('..')] } },
  // All cores: left alone, Vitest keeps one for itself, which on two is half.
  test: { include: ['web/**/*.test.ts'], environment: 'node', testTimeout: 60_000, maxWorkers: '100%' },
});
