import { describe, expect, it, vi } from 'vitest';
import { MOST_CHARACTERS, MOST_ENTRIES, PROGRESS_KEY, Progress, progress } from '../../web/state/progress.ts';

/** A storage that several tabs share; a tab hears of what the others write. */
function device() {
  const texts = new Map<string, string>();
  const tabs: EventTarget[] = [];
  const tab = (most = Infinity) => {
    const events = new EventTarget();
    tabs.push(events);
    const told = (): void => {
      for (const other of tabs) if (other !== events) other.dispatchEvent(Object.assign(new Event('storage'), { key: PROGRESS_KEY }));
    };
    const storage = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => {
        if (text.length > most) throw new DOMException('full', 'QuotaExceededError');
        texts.set(key, text);
        told();
      },
      removeItem: (key: string) => {
        texts.delete(key);
        told();
      },
    };
    return new Progress(() => storage as unknown as Storage, events);
  };
  return { texts, tab };
}
const refused = (): Progress => new Progress(() => { throw new DOMException('no', 'SecurityError'); }, undefined);

describe('progress', () => {
  it('is there again when the page is opened anew', () => {
    const { tab } = device();
    const first = tab();
    first.set('predict/saturation', { done: true, guess: [0.25, 0.5] });
    first.set('challenge/eight-keys', { done: false, hints: 2 });
    first.place = { section: 'saturation', query: '?dk=512' };
    const again = tab();
    expect(again.get('predict/saturation')).toEqual({ done: true, guess: [0.25, 0.5] });
    expect([...again.all().keys()]).toEqual(['predict/saturation', 'challenge/eight-keys']);
    expect(again.place).toEqual({ section: 'saturation', query: '?dk=512' });
    expect(again.lasting).toBe(true);
  });
  it('tells whoever asked, and no longer those who left', () => {
    const { tab } = device();
    const one = tab();
    const told = vi.fn();
    const stop = one.subscribe(told);
    one.set('bug/no-scale', { done: true });
    expect(told).toHaveBeenCalledTimes(1);
    stop();
    one.set('bug/no-scale', undefined);
    expect(told).toHaveBeenCalledTimes(1);
    expect(one.get('bug/no-scale')).toBeUndefined();
  });
  it('two tabs see what either does, and lose nothing of it', () => {
    const { tab } = device();
    const [left, right] = [tab(), tab()];
    const told = vi.fn();
    right.subscribe(told);
    left.set('predict/attention', { done: true });
    expect(told).toHaveBeenCalled();
    right.set('predict/stability', { done: true });
    expect([...left.all().keys()].sort()).toEqual(['predict/attention', 'predict/stability']);
    left.erase();
    expect(right.all().size).toBe(0);
  });
  it('a place never overwrites what another tab has just done', () => {
    const { tab, texts } = device();
    const [left, right] = [tab(), tab()];
    left.set('predict/attention', { done: true });
    right.place = { section: 'faq', query: '' };
    expect(texts.get(PROGRESS_KEY)).toContain('predict/attention');
  });
  it('lasts as long as the page where storage is refused', () => {
    const one = refused();
    expect(one.lasting).toBe(false);
    one.set('predict/attention', { done: true, guess: [3] });
    one.place = { section: 'attention', query: '' };
    expect(one.get('predict/attention')).toEqual({ done: true, guess: [3] });
    expect(one.importText(one.exportText())).toEqual({ ok: true, count: 1, changed: 0 });
    one.erase();
    expect(one.all().size).toBe(0);
    expect(one.place).toBeUndefined();
  });
  it('keeps what a full storage could not take, also when another tab writes', () => {
    const { tab } = device();
    const [full, roomy] = [tab(10), tab()];
    full.set('predict/attention', { done: true });
    expect(full.lasting).toBe(false);
    roomy.set('predict/stability', { done: true });
    expect([...full.all().keys()].sort()).toEqual(['predict/attention', 'predict/stability']);
  });
  it.each(['', '{', 'null', '[]', '7', '{"file":"sqrt-dk progress"}', '{"file":"sqrt-dk progress","version":1,"entries":{"a":1}}', 'x'.repeat(MOST_CHARACTERS + 1)])('starts anew over garbage %#', (garbage) => {
    const { texts, tab } = device();
    texts.set(PROGRESS_KEY, garbage);
    const one = tab();
    expect(one.all().size).toBe(0);
    one.set('predict/attention', { done: true });
    expect(tab().get('predict/attention')).toEqual({ done: true });
  });
  it('leaves the notes of a newer page alone', () => {
    const { texts, tab } = device();
    const newer = '{"file":"sqrt-dk progress","version":2,"chapters":[]}';
    texts.set(PROGRESS_KEY, newer);
    const one = tab();
    one.set('predict/attention', { done: true });
    expect(texts.get(PROGRESS_KEY)).toBe(newer);
    expect(one.lasting).toBe(false);
    expect(one.get('predict/attention')).toEqual({ done: true });
  });
  it('takes nothing that is no entry, and no more than it can keep', () => {
    const { tab } = device();
    const one = tab();
    one.set('__proto__', { done: true });
    one.set('predict/attention', { done: true, guess: [Number.NaN] });
    one.set('predict/attention', { done: true, guess: Array.from({ length: 99 }, () => 1) });
    one.set('predict/attention', { done: true, hints: 1.5 });
    one.place = { section: '"><script>', query: '' };
    expect(one.all().size).toBe(0);
    expect(one.place).toBeUndefined();
    for (let i = 0; i <= MOST_ENTRIES; i += 1) one.set(`challenge/number-${i}`, { done: true });
    expect(one.all().size).toBe(MOST_ENTRIES);
    expect(tab().all().size).toBe(MOST_ENTRIES);
  });
  it('the page has one of its own, also where there is no browser', () => {
    expect(progress.get('predict/attention')).toBeUndefined();
  });
});

describe('progress as a file', () => {
  const exported = (): string => {
    const one = device().tab();
    one.set('predict/saturation', { done: true, guess: [0.4] });
    one.set('challenge/eight-keys', { done: true, hints: 1 });
    one.place = { section: 'saturation', query: '' };
    return one.exportText();
  };
  it('comes back after erasing', () => {
    const one = device().tab();
    expect(one.importText(exported())).toEqual({ ok: true, count: 2, changed: 2 });
    expect(one.exportText()).toBe(exported());
  });
  it('a place whose query cannot be decoded is no place, and tasks that are none here are not counted', () => {
    const one = device().tab();
    const text = '{"file":"sqrt-dk progress","version":1,"entries":{"predict/zzz":{"done":true},"predict/attention":{"done":true}},"place":{"section":"saturation","query":"?%"}}';
    expect(one.importText(text, (id) => id === 'predict/attention')).toEqual({ ok: true, count: 1, changed: 2 });
    expect(one.place).toBeUndefined();
  });
  it('is merged: what is done stays done, a guess made here stays', () => {
    const one = device().tab();
    one.set('predict/saturation', { done: false, guess: [0.9] });
    one.set('challenge/eight-keys', { done: false, hints: 2 });
    one.set('bug/no-scale', { done: true });
    one.place = { section: 'faq', query: '' };
    expect(one.importText(exported())).toEqual({ ok: true, count: 2, changed: 2 });
    expect(Object.fromEntries(one.all())).toEqual({
      'predict/saturation': { done: true, guess: [0.9] }, 'challenge/eight-keys': { done: true, hints: 2 }, 'bug/no-scale': { done: true },
    });
    expect(one.place?.section).toBe('faq');
    expect(one.importText(exported())).toMatchObject({ changed: 0 });
  });
  it.each([
    ['not_json', 'done: yes'],
    ['other_file', '{"model": 1}'],
    ['other_file', '[1, 2]'],
    ['newer_version', '{"file":"sqrt-dk progress","version":2}'],
    ['too_large', ' '.repeat(MOST_CHARACTERS + 1)],
    ['too_large', JSON.stringify({ file: 'sqrt-dk progress', version: 1, entries: Object.fromEntries(Array.from({ length: MOST_ENTRIES + 1 }, (_, i) => [`bug/n-${i}`, { done: true }])) })],
    ['bad_entries', '{"file":"sqrt-dk progress","version":1,"entries":[]}'],
    ['bad_entries', '{"file":"sqrt-dk progress","version":1,"entries":{"predict/attention":{"done":"yes"}}}'],
    ['bad_entries', '{"file":"sqrt-dk progress","version":1,"entries":{"constructor":{"done":true}}}'],
  ])('is refused as %s, and nothing is lost', (reason, text) => {
    const one = device().tab();
    one.set('bug/no-scale', { done: true });
    const before = one.exportText();
    expect(one.importText(text)).toEqual({ ok: false, reason });
    expect(one.exportText()).toBe(before);
  });
  it('is refused where both together would be too many', () => {
    const one = device().tab();
    for (let i = 0; i < MOST_ENTRIES; i += 1) one.set(`challenge/number-${i}`, { done: true });
    expect(one.importText(exported())).toEqual({ ok: false, reason: 'too_large' });
    expect(one.all().size).toBe(MOST_ENTRIES);
  });
});
