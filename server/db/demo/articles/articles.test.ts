// Demo articles on a real database: every state, consistent with versions, reviews and publications.
import { describe, expect, it } from 'vitest'
import { articleStates } from '#contract/articles/article-labels.ts'
import { demoDatabase } from '#test/demo.ts'

const { many, one } = demoDatabase('figures')

describe('product.md "Demo data": articles', () => {
  it('a thousand in two editions cover every state and point to their newest version', async () => {
    expect(await one('select count(*)::int from articles')).toBe(1_000)
    const states = await many('select distinct state from articles')
    expect(states.map(({ state }) => state).toSorted()).toEqual([...articleStates].toSorted())
    expect(
      await one(
        'select count(*)::int from articles a where head_id is distinct from (select max(id) from article_versions v where v.article_id = a.id)',
      ),
    ).toBe(0)
    expect(await one('select count(*)::int from articles where pair_id is not null')).toBeGreaterThan(100)
    // figures are bound in the text, so that a correction is found and offered there
    expect(await one('select count(distinct version_id)::int from article_figures')).toBeGreaterThan(5)
    const places = await many(
      `select distinct regexp_replace(place, ':.*', '') as place from article_figures order by place`,
    )
    expect(places.map(({ place }) => place)).toEqual(['chart-1', 'figure-1', 'figure-2', 'table-1'])
  })

  it('English ones translate a Chinese one of the same product, kind and time; some lag behind it', async () => {
    const pairs = `from articles e join articles z on z.id = e.pair_id
      join article_products ep on ep.article_id = e.id join article_products zp on zp.article_id = z.id`
    const strange = `select count(*)::int ${pairs} where e.edition <> 'en' or z.edition <> 'zh' or e.kind <> z.kind
      or ep.product_id <> zp.product_id or e.created_at < z.created_at - interval '1 hour'`
    expect(await one(strange)).toBe(0)
    expect(await one(`select count(*)::int ${pairs} where e.pair_version_id <> z.head_id`)).toBeGreaterThan(10)
    expect(await one("select count(*)::int from article_comments where quote = ''")).toBe(0)
  })

  it('published versions were passed by somebody else, and publication numbers are the latest', async () => {
    expect(
      await one(`select count(*)::int from articles a where published_id is not null and not exists (select from article_reviews r
        join article_versions v on v.id = r.version_id where r.version_id = a.published_id and r.outcome = 'pass' and r.reviewer_id <> v.by_id)`),
    ).toBe(0)
    expect(
      await one(`select count(*)::int from articles a where publication is distinct from
        (select max(number) from article_publications p where p.article_id = a.id)`),
    ).toBe(0)
    // some have a newer version in review while readers see the previous one
    expect(
      await one(`select count(*)::int from articles where state = 'pending' and published_id < head_id
        and reviewing_id = head_id and passed_id = published_id`),
    ).toBeGreaterThan(4)
    expect(await one(`select count(*)::int from article_versions where at > '2026-03-06T15:00:00+08:00'`)).toBe(0)
  })
})
