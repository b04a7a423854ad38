// What somebody types to find an article, as a tsquery over the words of `text_grams` (0019_articles.sql).

const runs = /[\u3400-\u4dbf\u4e00-\u9fff]+|[a-z0-9]+/g
/** Words beyond these would narrow nothing. */
const GRAMS_MOST = 40

/** Neighbouring characters of a run, as the index has them; one alone stands for whatever begins with it. */
function gramsOf(run: string): string[] {
  if (/[a-z0-9]/.test(run)) return [`'${run}':*`]
  if (run.length === 1) return [`'${run}':*`]
  return Array.from({ length: run.length - 1 }, (_, at) => `'${run.slice(at, at + 2)}'`)
}

/** All of them have to be there. Text without letters finds nothing. */
export const wordsToQuery = (typed: string): string => {
  const grams = (typed.toLowerCase().match(runs) ?? []).flatMap(gramsOf)
  return grams.length === 0 ? `'\u0001'` : [...new Set(grams)].slice(0, GRAMS_MOST).join(' & ')
}
