// Reads the published figures that an article quotes, and the English names of their items.
import type { Article } from '#contract/articles/articles.ts'
import type { BoundArticle } from '#contract/articles/bound-fields.ts'
import { COURSES_AT_ONCE, findFigures, readCourses } from '#contract/articles/templates.ts'
import { listTerms } from '#contract/articles/terms.ts'
import { call } from '#web/lib/call.ts'
import { chartsIn, type Published, placeOf, quotedIn } from './refresh.rules.ts'
import type { Register } from './translation.rules.ts'

async function figuresFor(article: BoundArticle): Promise<Published['figures']> {
  const days = [...quotedIn(article)]
  const found = await Promise.all(
    days.map(async ([day, codes]) => {
      const items = await call(findFigures, { day, codes: [...codes] })
      return items.map((item) => [placeOf(day, item.code), item] as const)
    }),
  )
  return new Map(found.flat())
}

async function coursesFor({ body }: BoundArticle): Promise<Published['courses']> {
  const asked = [...Map.groupBy(chartsIn(body), ({ day }) => day)].flatMap(([day, charts]) => {
    const codes = [...new Set(charts.map(({ code }) => code))]
    const parts = Array.from({ length: Math.ceil(codes.length / COURSES_AT_ONCE) }, (_, i) =>
      codes.slice(i * COURSES_AT_ONCE, (i + 1) * COURSES_AT_ONCE),
    )
    return parts.map((part) => ({ day, codes: part, days: Math.max(...charts.map(({ days }) => days)) }))
  })
  const found = await Promise.all(
    asked.map(async (one) =>
      (await call(readCourses, one)).map((course) => [placeOf(one.day, course.code), course] as const),
    ),
  )
  return new Map(found.flat())
}

export async function publishedFor(article: BoundArticle): Promise<Published> {
  const [figures, courses] = await Promise.all([figuresFor(article), coursesFor(article)])
  return { figures, courses }
}

/** What a translation of the article takes from the register. */
export async function registerFor({ newest }: Article): Promise<Register> {
  const [{ figures, courses }, terms] = await Promise.all([publishedFor(newest), call(listTerms, {})])
  const items = [...figures.values(), ...courses.values()]
  return { names: new Map(items.map(({ code, englishName }) => [code, englishName])), terms }
}
