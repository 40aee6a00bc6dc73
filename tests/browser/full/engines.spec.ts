// Every scenario in every engine: Chromium, Firefox ESR and WebKitGTK as Debian has them.
import { test } from '@playwright/test';
import { startServer } from '../../../script/static_server.mjs';
import { chromium } from '../engines/chromium.ts';
import { firefox } from '../engines/firefox.ts';
import { comparedSoFar, scenarios } from '../engines/scenarios.ts';
import { webkit } from '../engines/webkit.ts';
import { dist } from '../support/page_test.ts';

for (const engine of [chromium, firefox, webkit]) {
  test.describe(engine.name, () => {
    for (const { title, not, patience = 1_800_000, run } of scenarios) {
      test(title, async () => {
        const reason = not?.[engine.name];
        test.skip(reason !== undefined, reason);
        test.setTimeout(patience);
        const server = await startServer(dist);
        const tab = await engine.open();
        const before = comparedSoFar();
        try {
          await run(tab, server.origin);
          if (comparedSoFar() > before) console.log(`${engine.name}: ${comparedSoFar() - before} read-outs as under Node`);
        } finally {
          await tab.close();
          await server.close();
        }
      });
    }
  });
}
