// The npm package: ES modules that need no bundler's help (the modules are text, the worker a blob), their libraries as dependencies.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { figureSections } from './page/build/figure_sections.ts';
import { packedEngine } from './page/build/packed_engine.ts';
import { sentencesByLanguage } from './page/build/sentences_by_language.ts';
import { shadowCss } from './page/build/shadow_css.ts';
import { stylesByProperty } from './page/build/styles_by_property.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const [root, content, wasm] = [here('.'), here('./content'), here('../build/wasm')];

export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: { '@wasm': wasm } },
  plugins: [packedEngine({ root, wasm }), shadowCss(root), figureSections(content), sentencesByLanguage(content), stylesByProperty()],
  build: {
    outDir: 'dist-package',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: { entry: { index: here('./package/index.ts'), elements: here('./package/elements.ts') }, formats: ['es'] },
    // What is external is not resolved: lit's own styleMap would miss what stylesByProperty puts in its place.
    rolldownOptions: { checks: { pluginTimings: false }, external: /^lit(?!\/directives\/style-map)(\/|$)/, output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' } },
  },
});
