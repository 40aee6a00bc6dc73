import { describe, expect, it } from 'vitest';
import { Lane } from '../../web/state/queries.ts';

/** A lane whose work is finished by hand. */
function lane(cacheSize?: number) {
  const started: number[] = [];
  const done: number[] = [];
  const failed: number[] = [];
  const finish = new Map<number, { resolve(value: string): void; reject(reason: unknown): void }>();
  const made = new Lane<number, string>({
    run: (request) => {
      started.push(request);
      return new Promise((resolve, reject) => finish.set(request, { resolve, reject }));
    },
    key: String,
    done: ({ request }) => done.push(request),
    failed: (_reason, request) => failed.push(request),
    ...(cacheSize === undefined ? {} : { cacheSize }),
  });
  const complete = async (request: number): Promise<void> => {
    finish.get(request)?.resolve(`result ${request}`);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const fail = async (request: number): Promise<void> => {
    finish.get(request)?.reject(new Error('trap'));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { lane: made, started, done, failed, complete, fail };
}

describe('a lane', () => {
  it('runs one request and keeps only the newest waiting', async () => {
    const { lane: l, started, done, complete } = lane();
    for (const request of [1, 2, 3, 4]) l.ask(request);
    expect(started).toEqual([1]);
    await complete(1);
    expect(started).toEqual([1, 4]);
    await complete(4);
    expect(done).toEqual([1, 4]);
  });
  it('answers a repeat from the cache, without running', async () => {
    const { lane: l, started, done, complete } = lane();
    l.ask(1);
    await complete(1);
    l.ask(2);
    await complete(2);
    l.ask(1);
    expect(started).toEqual([1, 2]);
    expect(done).toEqual([1, 2, 1]);
  });
  it('an old answer does not overwrite a newer one from the cache', async () => {
    const { lane: l, done, complete } = lane();
    l.ask(1);
    await complete(1);
    l.ask(2);
    l.ask(1);
    await complete(2);
    expect(done).toEqual([1, 1]);
  });
  it('forgets the oldest where the cache is full', async () => {
    const { lane: l, started, complete } = lane(2);
    for (const request of [1, 2, 3, 1]) {
      l.ask(request);
      await complete(request);
    }
    expect(started).toEqual([1, 2, 3, 1]);
  });
  it('asking again for what is running does not run it twice', async () => {
    const { lane: l, started, complete } = lane();
    l.ask(1);
    l.ask(1);
    await complete(1);
    expect(started).toEqual([1]);
  });
  it('a failure is told for the newest request only, and the lane goes on', async () => {
    const { lane: l, failed, done, complete, fail } = lane();
    l.ask(1);
    l.ask(2);
    await fail(1);
    expect(failed).toEqual([]);
    await fail(2);
    expect(failed).toEqual([2]);
    l.ask(3);
    await complete(3);
    expect(done).toEqual([3]);
  });
});
