import {readFileSync} from 'node:fs'; import { chromium } from '@playwright/test'; import { launchOptions } from './browser/support/chromium.mjs';
const b=await chromium.launch(launchOptions); const p=await b.newPage(); await p.route('**/*',r=>r.fulfill({body:'<p>',contentType:'text/html',headers:{'Cross-Origin-Opener-Policy':'same-origin','Cross-Origin-Embedder-Policy':'require-corp'}}));await p.goto('http://localhost:1/');
await p.addScriptTag({content:readFileSync('/tmp/m/h5/tcore.js','utf8')}); const w=readFileSync('/tmp/m/h5/tiles.wasm').toString('base64');
for (const c of [64,128]) console.log('chromium',await p.evaluate(async ([w,c])=>runTiles(Uint8Array.from(atob(w),x=>x.charCodeAt(0)),100,c),[w,c])); await b.close();
