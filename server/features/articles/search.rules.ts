// Converts search input to a tsquery over the terms of `text_grams` (0019_articles.sql).

const runs = /[\u3400-\u4dbf\u4e00-\u9fff]+|[a-z0-9]+/g
/** Further terms would hardly narrow the result. */
const GRAMS_MOST = 40

/** Bigrams of a Chinese run, as in the index; a single character and Latin words match by prefix. */
function gramsOf(run: string): string[] {
  if (/[a-z0-9]/.test(run)) return [`'${run}':*`]
  if (run.length === 1) return [`'${run}':*`]
  return Array.from({ length: run.length - 1 }, (_, at) => `'${run.slice(at, at + 2)}'`)
}

/** All terms must match. Input without letters finds nothing. */
export const wordsToQuery = (typed: string): string => {
  const grams = (typed.toLowerCase().match(runs) ?? []).flatMap(gramsOf)
  return grams.length === 0 ? `'\u0001'` : [...new Set(grams)].slice(0, GRAMS_MOST).join(' & ')
}
