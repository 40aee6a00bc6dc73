// The questions of the article as it is written: for readers without scripts each is a sentence, its answer under a fold.
import { QUESTIONS } from '../../figures/predict/questions.ts';
import type { StringTable } from '../../figures/strings.ts';
import type { Content } from './content.ts';

/** A question by its name, as Markdown; what kind it is; the words that show its answer. */
export type Asked = (name: string) => { question: string; kind: string; show: string };

const FORMULAS: Readonly<Record<string, string>> = { dk: 'd_k', rootdk: '\\sqrt{d_k}', v: '\\v{V}', n: 'n', c: 'c', rho: '\\rho' };

export async function askedIn(content: Content): Promise<Asked> {
  const sentences = await content.json<StringTable>('figures/predict');
  return (name) => {
    const question = sentences[`predict.${name}.question`];
    if (!QUESTIONS[name] || question === undefined) throw new Error(`no such question: ${name}`);
    return { question: question.replace(/\{(\w+)\}/g, (_, symbol: string) => `$${FORMULAS[symbol]}$`), kind: QUESTIONS[name].kind, show: sentences['predict.show'] ?? '' };
  };
}
