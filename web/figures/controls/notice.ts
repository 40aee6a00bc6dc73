// What had to be changed in what the reader gave: sentences in the reader's language, there until dismissed or until the next change.
import { html, nothing, type TemplateResult } from 'lit';
import { noticeName, type Notice } from '../../state/params.ts';
import type { Strings } from '../strings.ts';
import './notice.css';

export function noticeText(notice: Notice, strings: Strings): string {
  const kept = notice.kind === 'not_a_number' && notice.used === '';
  const kind = kept ? (notice.given === '' ? 'empty_kept' : 'not_a_number_kept') : notice.kind;
  return strings.text(`notice.${kind}`, { name: noticeName(notice), given: notice.given, used: notice.used });
}

export function noticeBar(notices: readonly Notice[], strings: Strings, dismiss: () => void): TemplateResult | typeof nothing {
  if (notices.length === 0) return nothing;
  return html`<div class="dk-notice">
    <ul>${notices.map((notice) => html`<li data-notice=${notice.kind} data-param=${noticeName(notice)}>${noticeText(notice, strings)}</li>`)}</ul>
    <button type="button" class="dk-quiet" @click=${dismiss}>${strings.text('notice.dismiss')}</button>
  </div>`;
}
